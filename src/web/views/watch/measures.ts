// The names of the values that searches report at their steps: those that are plotted over time, and those that are only counted.
//
// Every name that a search uses is in one of the two (a test runs all searches). The score of the best graph is plotted for all.

export interface Measure {
  readonly title: string;
  /** A sentence for readers who do not know the paper. */
  readonly describes: string;
  readonly lines: readonly Line[];
  /** Logarithmic axis, for values that span orders of magnitude. */
  readonly isLogarithmic?: boolean;
  /** On a logarithmic axis: may the value be 0, which is then drawn at the bottom? */
  readonly reachesZero?: boolean;
  /** Is the proven optimum drawn as well? */
  readonly hasOptimum?: boolean;
  /** Ends of the axis; computed from the values if absent. */
  readonly range?: readonly [number, number];
}

export interface Line {
  readonly name: string;
  readonly label: string;
}

export const measures: readonly Measure[] = [
  {
    title: "Best score",
    describes: "How well the best graph so far explains the table; higher is better.",
    lines: [
      { name: "score", label: "best graph" },
      { name: "polishedScore", label: "polished" },
    ],
    hasOptimum: true,
  },
  {
    title: "Reward",
    describes: "Of the graphs that the agent samples: their score minus the penalty for cycles.",
    lines: [
      { name: "reward", label: "mean of a batch" },
      { name: "bestReward", label: "best so far" },
    ],
  },
  {
    title: "Gap to the optimum",
    describes: "The difference between the best score so far and the proven optimum.",
    lines: [{ name: "gap", label: "gap" }],
    isLogarithmic: true,
    reachesZero: true,
  },
  {
    title: "λ₁, penalty for a cycle",
    describes: "The penalty of every cyclic graph. It increases during training.",
    lines: [{ name: "lambda1", label: "λ₁" }],
  },
  {
    title: "λ₂, penalty by the degree of cyclicity",
    describes: "Multiplies the distance of a graph from acyclicity. It increases during training.",
    lines: [{ name: "lambda2", label: "λ₂" }],
    isLogarithmic: true,
  },
  {
    title: "Distinct graphs",
    describes: "The number of different graphs in a batch: low once the agent has converged.",
    lines: [{ name: "distinct", label: "graphs" }],
  },
  {
    title: "Share of acyclic graphs",
    describes: "The share of the sampled graphs that have no cycle.",
    lines: [{ name: "dagShare", label: "share" }],
    range: [0, 1],
  },
  {
    title: "Entropy",
    describes: "The uncertainty of the agent. It decreases as the agent converges.",
    lines: [{ name: "entropy", label: "mean of a batch" }],
  },
  {
    title: "Loss of the actor",
    describes: "The training loss of the network that samples graphs.",
    lines: [{ name: "actorLoss", label: "loss" }],
  },
  {
    title: "Loss of the critic",
    describes: "The squared error of the network that predicts rewards.",
    lines: [{ name: "criticLoss", label: "loss" }],
    isLogarithmic: true,
  },
  {
    title: "Loss",
    describes: "The fit of the weights to the data; lower is better.",
    lines: [
      { name: "loss", label: "loss" },
      { name: "elbo", label: "KL + NLL" },
      { name: "nll", label: "NLL" },
    ],
  },
  {
    title: "Acyclicity constraint",
    describes: "The distance of the weights from acyclicity; 0 for an acyclic graph.",
    lines: [{ name: "h", label: "h" }],
    isLogarithmic: true,
  },
  {
    title: "Penalty weight",
    describes: "The weight of the acyclicity constraint. It increases until the constraint holds.",
    lines: [{ name: "rho", label: "ρ" }],
    isLogarithmic: true,
  },
  {
    title: "Penalty weight, logarithmic",
    describes: "The weight of the acyclicity constraint, as a power of ten.",
    lines: [{ name: "power", label: "log₁₀ c" }],
  },
  {
    title: "Lagrange multiplier",
    describes: "The multiplier of the acyclicity constraint.",
    lines: [
      { name: "alpha", label: "α" },
      { name: "lambda", label: "λ" },
    ],
  },
  {
    title: "μ",
    describes: "Weight of the fit against the barrier (DAGMA), or of the penalty (GraN-DAG).",
    lines: [{ name: "mu", label: "μ" }],
    isLogarithmic: true,
  },
  {
    title: "Adjacent pairs",
    describes: "Pairs that no test has separated yet.",
    lines: [{ name: "links", label: "pairs" }],
  },
];

/** Values shown as numbers, not plotted. */
export const counts: Readonly<Record<string, string>> = {
  tests: "Tests",
  level: "Size of the conditioning sets",
  conflicts: "Contradictions",
  undirected: "Undirected edges",
  moves: "Moves",
  shakes: "Perturbations",
  left: "Stages that did not converge",
  round: "Round",
  rounds: "Rounds",
  solves: "Solver calls",
  evaluations: "Evaluations",
  iterations: "Iterations of the solver",
  placed: "Variables ordered",
  compared: "Pairs compared",
  gaussian: "Variables that look Gaussian",
  selected: "Variables considered",
};

/** The charts of a run whose points have values of these names. */
export function measuresOf(names: ReadonlySet<string>): readonly Measure[] {
  return measures
    .map((measure) => ({ ...measure, lines: measure.lines.filter(({ name }) => names.has(name)) }))
    .filter(({ lines }) => lines.length > 0);
}

/**
 * The range of a score axis. A search that starts far below its final score would flatten all that follows: if the lowest value is
 * more than ten times as far below the highest as the median, the axis shows only three times the distance to the median.
 */
export function scoreRange(values: readonly number[]): {
  readonly low: number;
  readonly high: number;
  readonly isCut: boolean;
} {
  const distinct = [...new Set(values)].sort((a, b) => b - a);
  const high = distinct[0] ?? 0;
  const low = distinct.at(-1) ?? 0;
  const middle = high - (distinct[Math.floor(distinct.length / 2)] ?? 0);
  const isCut = middle > 0 && high - low > 10 * middle;
  const bottom = isCut ? high - 3 * middle : low;
  const margin = 0.06 * (high - bottom) || Math.abs(high) * 1e-3 || 1;
  return { low: bottom - margin, high: high + margin, isCut };
}
