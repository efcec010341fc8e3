// What the scoreboard compares: tables, scores and methods as data, and the order in which the runs are executed.

/**
 * @typedef {import("./scoreboard.js").Method} Method
 * @typedef {import("./scoreboard.js").Planned} Planned
 */

/** Seconds of processor time, on one thread, at which a run is read: what two cores provide in 1, 10 and 60 seconds. */
export const readSeconds = [2, 20, 120];
/** For a slow score: how many of its values were computed. A term is a variable with its parents; 12 variables have 24,576 in all. */
export const readCounts = { terms: [500, 2000, 8000], graphs: [500, 2000, 8000] };

/** Each with default options, from one seed. The agents come last, so that an early part of the table has the other methods. @type {readonly Method[]} */
export const methods = [
  { method: "exact", search: "exact", mostVariables: 12, needsTerms: true },
  { method: "order", search: "order", needsTerms: true },
  { method: "ges", search: "ges", needsTerms: true },
  {
    method: "ges, extended",
    search: "ges",
    options: { extended: true },
    isForClasses: true,
    needsTerms: true,
  },
  { method: "hill-climb", search: "hill-climb" },
  { method: "rl-order", search: "rl-order", isAgent: true },
  { method: "vec2dag", search: "vec2dag", isAgent: true },
  { method: "corl", search: "corl", isAgent: true },
  { method: "rl", search: "rl", isAgent: true },
];

const linear = /** @type {const} */ ({
  ...{ graph: "bernoulli", mechanism: "linear", weightLow: 0.5, weightHigh: 2 },
  ...{ noise: "gauss", noiseScale: 1, samples: 1000 },
});

/** For each score, the data that it is meant for. @type {Readonly<Record<string, import("./scoreboard.js").ScoreData>>} */
export const scores = {
  bic: {
    simulate: { ...linear, noiseScales: "differing" },
    options: { penaltyWeight: 1 },
    isEquivalent: true,
  },
  // With 30 × 8 and 200 × 2 these are the hard protocols of the ALIAS paper, on our own data sets.
  "bic-equal-variance": { simulate: { ...linear, noiseScales: "equal" }, options: { penaltyWeight: 1 } },
  // Functions of all parents together, and few rows, so that all terms of a table take less than a minute.
  "gp-nearest": {
    simulate: { graph: "bernoulli", mechanism: "gp", noise: "gauss", samples: 300 },
    options: {},
    counted: "terms",
    mostVariables: 12,
  },
  // A function of the whole graph, without terms: no search but hill climbing and the agents can use it.
  independence: {
    simulate: { graph: "bernoulli", mechanism: "gp-additive", noise: "gauss", samples: 150 },
    options: {},
    counted: "graphs",
    mostVariables: 12,
    mostSeeds: 5,
  },
};

/** Stages, each with all scores, densities and methods: one seed of the small sizes first, ten seeds of them last. */
const stages = [
  { sizes: [12, 30], seeds: [1] },
  { sizes: [12, 30], seeds: [2] },
  { sizes: [50, 100, 200], seeds: [1] },
  { sizes: [12, 30], seeds: [3, 4, 5] },
  { sizes: [50, 100, 200], seeds: [2, 3] },
  { sizes: [200], seeds: [4, 5], only: { score: "bic-equal-variance", edges: 2 } },
  { sizes: [12, 30], seeds: [6, 7, 8, 9, 10] },
];

/** Average numbers of edges per variable. @param {number} d */
export function densities(d) {
  return d >= 30 ? [1, 2, 4, 8] : [1, 2, 4];
}

/**
 * Every run, in order of execution: table by table for few variables, method by method for many, since a method may take as long as
 * all those before it together.
 * @returns {Planned[]}
 */
export function planned() {
  return stages.flatMap(({ sizes, seeds, only }) =>
    seeds.flatMap((seed) =>
      sizes.flatMap((d) => {
        const tables = densities(d).flatMap((edges) =>
          Object.entries(scores)
            .filter(([, { mostVariables = d, mostSeeds = seed }]) => d <= mostVariables && seed <= mostSeeds)
            .filter(([score]) => !only || (only.score === score && only.edges === edges))
            .map(([score]) => ({ d, edges, score, seed })),
        );
        const fitting = methods.filter(({ mostVariables = d }) => d <= mostVariables);
        const runs =
          d < 30
            ? tables.flatMap((table) => fitting.map((method) => ({ table, method })))
            : fitting.flatMap((method) => tables.map((table) => ({ table, method })));
        return runs
          .filter(({ table: { score }, method }) => scores[score].isEquivalent || !method.isForClasses)
          .filter(({ table: { score }, method }) => scores[score].counted !== "graphs" || !method.needsTerms)
          .map(({ table, method: { method } }) => ({ ...table, method }));
      }),
    ),
  );
}

/** @param {Planned} run */
export function keyOf({ d, edges, score, seed, method }) {
  return `${score} ${d}x${edges} seed ${seed} ${method}`;
}
