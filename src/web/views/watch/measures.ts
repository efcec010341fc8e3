// What the numbers are called that searches tell at their steps: those that are drawn over time, and those that are only counted.
//
// Every name that a search uses is in one of the two (a test runs them all). The score of the best graph is drawn for all.

export interface Measure {
  readonly title: string;
  /** A sentence for one who has not read the paper. */
  readonly describes: string;
  readonly lines: readonly Line[];
  /** Values span orders of magnitude: powers of ten are equally far apart. */
  readonly isLogarithmic?: boolean;
  /** Of a logarithmic one: may it be 0, which is then drawn at the foot? */
  readonly reachesZero?: boolean;
  /** Is the proven optimum drawn, too? */
  readonly hasOptimum?: boolean;
  /** Where the axis begins and ends, where that does not follow from the values. */
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
    describes:
      "What the agent is paid for the graphs that it proposes: their score less the price of cycles.",
    lines: [
      { name: "reward", label: "mean of a batch" },
      { name: "bestReward", label: "best so far" },
    ],
  },
  {
    title: "Gap to the optimum",
    describes: "How much score is still missing to what is proven to be the best.",
    lines: [{ name: "gap", label: "gap" }],
    isLogarithmic: true,
    reachesZero: true,
  },
  {
    title: "λ₁, price of a cycle",
    describes: "What any cyclic graph pays. It rises while the agent learns.",
    lines: [{ name: "lambda1", label: "λ₁" }],
  },
  {
    title: "λ₂, price of many cycles",
    describes: "What a graph pays for each measure of its cycles. It rises while the agent learns.",
    lines: [{ name: "lambda2", label: "λ₂" }],
    isLogarithmic: true,
  },
  {
    title: "Distinct graphs",
    describes: "Different graphs in a batch: few when the agent has made up its mind.",
    lines: [{ name: "distinct", label: "graphs" }],
  },
  {
    title: "Share without cycles",
    describes: "Share of the proposed graphs that have no cycle.",
    lines: [{ name: "dagShare", label: "share" }],
    range: [0, 1],
  },
  {
    title: "Entropy",
    describes: "How undecided the agent is. It falls while the agent makes up its mind.",
    lines: [{ name: "entropy", label: "mean of a batch" }],
  },
  {
    title: "Loss of the actor",
    describes: "What the network that proposes graphs is trained to make small.",
    lines: [{ name: "actorLoss", label: "loss" }],
  },
  {
    title: "Loss of the critic",
    describes: "How far off the network is that predicts rewards.",
    lines: [{ name: "criticLoss", label: "loss" }],
    isLogarithmic: true,
  },
  {
    title: "Loss",
    describes: "What the weights leave unexplained; lower is better.",
    lines: [
      { name: "loss", label: "loss" },
      { name: "elbo", label: "KL + NLL" },
      { name: "nll", label: "NLL" },
    ],
  },
  {
    title: "Distance from acyclic",
    describes: "0 for weights without a cycle.",
    lines: [{ name: "h", label: "h" }],
    isLogarithmic: true,
  },
  {
    title: "Weight of the penalty",
    describes: "What distance from acyclic costs. It rises until there is none left.",
    lines: [{ name: "rho", label: "ρ" }],
    isLogarithmic: true,
  },
  {
    title: "Powers of the penalty",
    describes: "The weight of the penalty on distance from acyclic, as a power of ten.",
    lines: [{ name: "power", label: "log₁₀ c" }],
  },
  {
    title: "Multiplier",
    describes: "The price of distance from acyclic that the search has learned.",
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
    title: "Links",
    describes: "Pairs that no test has parted yet.",
    lines: [{ name: "links", label: "links" }],
  },
];

/** Numbers that are told in words, not drawn. */
export const counts: Readonly<Record<string, string>> = {
  tests: "Tests",
  level: "Size of the sets tested with",
  conflicts: "Contradictions",
  undirected: "Undirected edges",
  moves: "Moves",
  shakes: "Shakes",
  left: "Stages that ended unsettled",
  round: "Round",
  rounds: "Rounds",
  solves: "Solves",
  evaluations: "Evaluations",
  iterations: "Iterations of the solver",
  placed: "Variables placed",
  compared: "Pairs compared",
  gaussian: "Variables that look Gaussian",
  selected: "Variables looked at",
};

/** Told otherwise (iteration, edges, best), or of use to the search alone. */
export const untold: readonly string[] = [
  "iteration",
  "edges",
  "best",
  "bestScaled",
  "restart",
  "start",
  "stage",
  "s",
  "collinear",
  "passes",
  "measure",
  "change",
  "gain",
];

/** The charts of a run whose points have these names. */
export function measuresOf(names: ReadonlySet<string>): readonly Measure[] {
  return measures
    .map((measure) => ({ ...measure, lines: measure.lines.filter(({ name }) => names.has(name)) }))
    .filter(({ lines }) => lines.length > 0);
}

/**
 * The axis of a score, from low to high. A search that begins far below its end would flatten all that follows: what lies
 * more than ten times as far below the top as half of all values do is cut off.
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
