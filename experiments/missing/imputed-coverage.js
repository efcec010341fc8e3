// How many of the true coefficients 95 % intervals cover after imputation, given the true graph.
//
//     npm run build && node experiments/missing/imputed-coverage.js        about a minute
//
// Random graphs of 8 variables with three neighbours each, weights of size 0.5 to 2, normal noises of scales from 0.5 to 2, 40 tables a
// line, values missing by chance in every column. "as observed": the same intervals if imputed values counted as observed.

import { imputedTable } from "../../dist/core/data/impute/impute.js";
import { tableScatter } from "../../dist/core/data/table.js";
import { linearEffect } from "../../dist/core/score/linear-effect.js";
import { createRng, createTable, matrix, simulate } from "../../dist/node/index.js";

const nodes = 8;
const cells = /** @type {const} */ ([
  [200, 0.1],
  [200, 0.2],
  [200, 0.4],
  [1000, 0.1],
  [1000, 0.2],
  [1000, 0.4],
]);
for (const [samples, share] of cells) {
  const covered = { counted: 0, observed: 0, of: 0 };
  for (let seed = 501; seed <= 540; seed++) addTable(covered, { samples, share, seed });
  const percent = (/** @type {number} */ count) => `${((100 * count) / covered.of).toFixed(1)} %`;
  console.log(
    `${samples} rows, ${100 * share} % missing: ${percent(covered.counted)} of ${covered.of} covered, as observed ${percent(covered.observed)}`,
  );
}

/**
 * @param {{ counted: number, observed: number, of: number }} covered
 * @param {{ samples: number, share: number, seed: number }} how
 */
function addTable(covered, { samples, share, seed }) {
  const graph = { graph: /** @type {const} */ ("erdos-renyi"), degree: 3, nodes };
  const { table, truth, weights } = simulate({ ...graph, samples, seed, noiseScales: "differing" });
  const rng = createRng(seed);
  const X = matrix(
    samples,
    nodes,
    table.X.data.map((x) => (rng.uniform() < share ? Number.NaN : x)),
  );
  const counted = tableScatter(imputed(createTable(table.names, X)));
  const { mean, S, n } = counted;
  const observed = {
    n: samples,
    mean,
    S: matrix(
      nodes,
      nodes,
      S.data.map((s) => (s * samples) / n),
    ),
  };
  for (let j = 0; j < nodes; j++) {
    const parents = [...Array(nodes).keys()].filter((i) => truth.edges[i * nodes + j] === 1);
    for (const cause of parents) {
      const isIn = (/** @type {typeof counted} */ scatter) => {
        const [low, high] = linearEffect(scatter, j, { parents, cause }).interval ?? [Number.NaN, Number.NaN];
        const weight = weights?.data[cause * nodes + j] ?? Number.NaN;
        return low <= weight && weight <= high ? 1 : 0;
      };
      covered.counted += isIn(counted);
      covered.observed += isIn(observed);
      covered.of++;
    }
  }
}

/** @param {import("../../src/node/index.ts").Table} table */
function imputed(table) {
  const running = imputedTable(table, createRng("imputation"));
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}
