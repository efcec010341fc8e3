// ICA-LiNGAM by the unit of its weights: each column's residual given all others, its noise, or the column itself, as published. On
// data as drawn, and on the same data standardised, where the first two give the same weights and are not run again.

import { claim } from "../claims.js";

const seeds = Array.from({ length: 20 }, (_, k) => 1 + k);
const sizes = [6, 10, 20];
const noises = /** @type {const} */ (["uniform", "laplace", "exponential"]);

/** @param {"residuals" | "noise" | "columns"} units */
const inUnits = (units) => ({
  scoreName: "bic",
  penalty: null,
  method: `units of the ${units}`,
  options: { units },
});
const [residuals, noise, columns] = [inUnits("residuals"), inUnits("noise"), inUnits("columns")];

/** @type {import("../experiment.js").TableFamily[]} */
const tables = sizes.flatMap((nodes) =>
  noises.flatMap((each) => {
    const drawn = /** @type {const} */ ({
      ...{ graph: "erdos-renyi", degree: 4, mechanism: "linear", weightLow: 0.5, weightHigh: 2 },
      ...{ noiseScales: "differing", samples: 1000 },
    });
    const simulate = { ...drawn, noise: each, nodes };
    return [
      { set: `${each}-${nodes}`, simulate, seeds },
      {
        set: `${each}-${nodes}-standardised`,
        simulate: { ...simulate, scaling: /** @type {const} */ ("standardised") },
        seeds,
        scores: [columns],
      },
    ];
  }),
);
const standardised = tables.map(({ set }) => set).filter((set) => set.endsWith("-standardised"));

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "ICA-LiNGAM by the unit of its weights",
  search: "ica-lingam",
  prune: "none",
  tables,
  scores: [residuals, noise, columns],
  claims: [
    claim("in units of the residuals: mean SHD at most 1.5 over all sets", {
      mean: "pruned.shd",
      atMost: 1.5,
      where: { method: residuals.method },
    }),
    claim("in units of the noises: more than twice that", {
      mean: "pruned.shd",
      atLeast: 3,
      where: { method: noise.method },
    }),
    claim("in the columns' units: at least 15 where the columns are standardised", {
      mean: "pruned.shd",
      atLeast: 15,
      where: { method: columns.method, set: standardised },
    }),
    claim("six variables, uniform noise, units of the residuals: no graph is further than 2 from the truth", {
      max: "pruned.shd",
      atMost: 2,
      where: { method: residuals.method, set: "uniform-6" },
    }),
  ],
  smallest: { families: 1, seeds: 1 },
};
