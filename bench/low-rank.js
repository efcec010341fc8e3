// Gaussian-process terms of many rows by low-rank kernel matrices: their cost and their error.
//
//     npm run build && node bench/low-rank.js
//     options, with defaults: --rows 3000,10000,30000, --wide (off: 128 bits)
//
// Eight variables, a Gaussian-process data set of 2,000 rows repeated with noise; one thread. Up to 3,000 rows the exact term, from
// the whole kernel matrix, is shown for comparison.

import { wideKernels } from "../dist/core/math/wasm/wide-kernels.js";
import { gpTerms } from "../dist/core/score/gp.js";
import { createRng, createTable, matrix, simulate, wideModule } from "../dist/node/index.js";
import { optionsOf, printedTable, timed } from "./harness.js";

const options = optionsOf({ rows: [3000, 10000, 30000], wide: false });
const wide = options.wide ? wideKernels(wideModule) : undefined;
const d = 8;
const { X } = simulate({ mechanism: "gp", nodes: d, samples: 2000, seed: 1 }).table;

const printRow = printedTable("  rows  parents  seconds    term of the last      exact");
for (const rows of options.rows) {
  const rng = createRng(`low-rank/${rows}`);
  const data = Float64Array.from(
    { length: rows * d },
    (_, at) => X.data[at % X.data.length] + 0.3 * rng.normal(),
  );
  const table = createTable(
    Array.from({ length: d }, (_, j) => `x${j}`),
    matrix(rows, d, data),
  );
  const low = gpTerms(table, { exactRows: 0, wide });
  const exact = rows <= 3000 ? gpTerms(table, { exactRows: rows, wide }) : undefined;
  low([0]); // warm-up: compiles, and allocates its workspace
  for (const count of [1, 3, 4, 6]) {
    const parents = Array.from({ length: count }, (_, j) => j);
    const { value, seconds } = timed(() => low(parents)[d - 1]);
    const beside = exact ? exact(parents)[d - 1].toFixed(4) : "";
    printRow([rows, count, seconds.toFixed(2), value.toFixed(4), beside]);
  }
}
