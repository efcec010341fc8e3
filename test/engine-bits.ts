// Numbers to the last bit, for comparing JavaScript engines.

import {
  type Crew,
  discovery,
  exactSearch,
  finish,
  type Graph,
  linearBicEqualVariance,
  type NamedEdge,
  type RunOptions,
  simulate,
  type Table,
} from "../src/core/index.ts";
import {
  cosine,
  exponential,
  hyperbolicSine,
  hyperbolicTangent,
  logarithm,
  logarithm1p,
} from "../src/core/math/elementary.ts";
import { createRng } from "../src/core/math/rng.ts";

/** A hash of the bits of the elementary functions over a thousand arguments. */
export function elementaryBits(): number {
  const rng = createRng(7);
  let hash = 0;
  for (let i = 0; i < 1000; i++) {
    const u = rng.uniform();
    const values = [
      logarithm(u * 100),
      exponential(20 * u - 10),
      logarithm1p(u - 0.5),
      cosine(6 * u),
      hyperbolicSine(3 * u),
      hyperbolicTangent(3 * u),
    ];
    for (const word of new Uint32Array(new Float64Array(values).buffer))
      hash = (Math.imul(hash, 31) + word) | 0;
  }
  return hash;
}

/** What small runs on simulated data find, scores in all their digits: searches and scores of all kinds, on the noise that they are for. */
export function runBits(): string {
  const lines: string[] = [];
  for (const noise of ["gauss", "power", "exponential", "gumbel", "laplace"] as const) {
    const { table, truth } = simulate({ nodes: 6, samples: 80, noise, seed: 1 });
    lines.push(`${noise} ${table.X.data.reduce((sum, x) => sum + x * x, 0)}`);
    for (const options of runsOn[noise] ?? []) lines.push(runLine(table, truth, options));
  }
  // Parents by growing and shrinking, in the kernel.
  const { table, truth } = simulate({ nodes: 30, samples: 80, seed: 1 });
  for (const score of ["bic", "bge"])
    lines.push(runLine(table, truth, { search: "order", score, options: { shakes: 32 } }));
  return [...lines, ...confidenceBits()].join("\n");
}

const runsOn: Readonly<Record<string, readonly RunOptions[]>> = {
  gauss: [
    { search: "exact", score: "bic" },
    { search: "exact", score: "bic-equal-variance" },
    { search: "exact", score: "bge" },
    { search: "exact", score: "quadratic" },
    { search: "hill-climb", score: "additive" },
    { search: "order", score: "gp" },
    { search: "ges", score: "bic" },
    { search: "pc", score: "bic" },
    { search: "cam", score: "additive", prune: "cam" },
    { search: "notears", score: "bic" },
    { search: "dagma", score: "bic" },
  ],
  laplace: [
    { search: "direct-lingam", score: "bic" },
    { search: "ica-lingam", score: "bic" },
  ],
};

function runLine(table: Table, truth: Graph, options: RunOptions): string {
  const running = discovery({ table, truth, options: { ...options, optimum: "never" }, now: () => 0 });
  let step = running.next();
  while (!step.done) step = running.next();
  const { edges, undirected, member, rawEdges, score, finalScore, strengths } = step.value.result;
  const names = (list: readonly NamedEdge[]) => list.map((edge) => edge.join(">")).join(" ");
  const weights = strengths
    .map(({ loss, coefficient, standardError, partialCorrelation }) =>
      [loss, coefficient, standardError, partialCorrelation].join(" "),
    )
    .join(" ");
  return `${options.search} ${options.score} ${names(edges)} | ${names(undirected)} | ${names(member.edges)} | ${names(rawEdges)} | ${score} ${finalScore} ${weights}`;
}

/** All counts and probabilities of how sure edges are, by every method. */
function confidenceBits(): string[] {
  const { table } = simulate({ nodes: 6, samples: 80, seed: 2 });
  const data = table.X.data.map((x) => (x > 0 ? 1 : 0));
  const labels = { ...table, X: { ...table.X, data }, levels: table.names.map(() => ["no", "yes"]) };
  const methods = [
    { confidence: "posterior", prior: "orders" },
    { confidence: "posterior", prior: "dags" },
    { confidence: "bootstrap", resamples: 5 },
    { confidence: "subsample", resamples: 5 },
    { confidence: "bayesian-bootstrap", resamples: 5 },
  ] as const;
  return (
    [
      ["bic", table],
      ["bdeu", labels],
    ] as const
  ).flatMap(([score, rows]) =>
    methods.map((method) => {
      const options = { score, search: "exact", best: 3, panel: "never", ...method } as const;
      const running = discovery({ table: rows, options, now: () => 0 });
      let step = running.next();
      while (!step.done) step = running.next();
      const { confidence, alternatives } = step.value.result;
      return JSON.stringify([score, method, confidence, alternatives]);
    }),
  );
}

/** The passes of a proof that threads share, in all their digits. */
export function exactBits(crew?: Crew): string {
  const score = linearBicEqualVariance(simulate({ nodes: 16, samples: 80, seed: 1 }).table);
  const { passes, bound, state } = finish(exactSearch({ score }, {}, { crew }));
  return JSON.stringify({ passes, bound, state });
}
