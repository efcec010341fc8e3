// Rows with gaps: means and covariances by EM compared with complete rows only, where values are missing completely at random, or more
// often where another column, which has no gaps, is high. Every second column has gaps, so that complete rows remain: 295, 164 and
// 39 of 500. For categories, and for categories and numbers (../mixed/tables.js), multiple imputation compared with complete rows.

import { certificatesHold, claim } from "../claims.js";
import { randomMixed } from "../mixed/tables.js";

const seeds = Array.from({ length: 130 }, (_, k) => 1 + k);
const shares = [0.1, 0.2, 0.4];
const causes = /** @type {const} */ (["chance", "first column"]);
const ways = /** @type {const} */ (["em", "drop"]);
const simulate = /** @type {const} */ ({
  ...{ graph: "erdos-renyi", nodes: 10, degree: 3, samples: 500 },
  ...{ mechanism: "linear", noise: "gauss", noiseScales: "differing", weightLow: 0.5, weightHigh: 2 },
});

/**
 * @param {string} by
 * @param {number} share
 * @param {string} then
 */
const setOf = (by, share, then) => `${by === "chance" ? by : "first-column"}-${100 * share}-${then}`;

/** @type {import("../experiment.js").TableFamily[]} */
const tables = causes.flatMap((by) =>
  shares.flatMap((share) =>
    ways.map((then) => ({ set: setOf(by, share, then), simulate, seeds, gaps: { share, by, then } })),
  ),
);

/** Scores for categories, and for both kinds of columns. */
const labelled = /** @type {const} */ ([
  ["categories", "bdeu", 1],
  ["both kinds", "bic-mixed", 0.5],
]);

/** @type {import("../experiment.js").TableFamily[]} */
const imputed = labelled.flatMap(([of, scoreName, part]) =>
  [0.2, 0.4].flatMap((share) =>
    /** @type {const} */ (["impute", "drop"]).map((then) => ({
      set: `${of}-${100 * share}-${then}`,
      make: (/** @type {import("../mixed/tables.js").Makers} */ library, /** @type {number} */ seed) =>
        randomMixed(library, seed, { nodes: 8, samples: 500, causes: "any", share: part }),
      seeds: seeds.slice(0, 40),
      scores: [{ scoreName, penalty: null }],
      gaps: { share, by: /** @type {const} */ ("chance"), then },
    })),
  ),
);

/** Where the two ways differ by more than chance: a mean SHD between classes that separates them, chosen after the runs. */
const parted = /** @type {const} */ ([
  ["chance", 0.2, 3.2],
  ["chance", 0.4, 8],
  ["first column", 0.2, 3.6],
]);

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "Rows with gaps: EM beside complete rows",
  search: "exact",
  prune: "none",
  tables: [...tables, ...imputed],
  scores: [{ scoreName: "bic", penalty: null }],
  claims: [
    certificatesHold,
    ...parted.flatMap(([by, share, limit]) => {
      const about = `${100 * share} % missing by ${by === "chance" ? by : `the ${by}`}`;
      return [
        claim(`${about}: the mean SHD between classes is below ${limit} with EM`, {
          mean: "pruned.shdClass",
          below: limit,
          where: { set: setOf(by, share, "em") },
        }),
        claim(`${about}: it is at least ${limit} with complete rows alone`, {
          mean: "pruned.shdClass",
          atLeast: limit,
          where: { set: setOf(by, share, "drop") },
        }),
      ];
    }),
  ],
  smallest: { families: 2, seeds: 1 },
};
