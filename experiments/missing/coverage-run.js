// Coverage of the intervals of coefficients where values are missing.
//
//     npm run build && node experiments/missing/coverage-run.js     fills experiments/missing/coverage.ndjson; resumes
//     node experiments/missing/coverage-run.js --nodes 8            only tables of so many variables
//     node experiments/missing/coverage-run.js --table              prints the table of what is there

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gapVariance } from "../../dist/core/score/gap-variance.js";
import { linearEffect } from "../../dist/core/score/linear-effect.js";
import { createRng, simulate, tableByEm } from "../../dist/node/index.js";
import { cells, coverageRow, coverageTable } from "./coverage.js";

/** @typedef {import("./coverage.js").Row} Row */

const { values: options } = parseArgs({
  options: { nodes: { type: "string" }, table: { type: "boolean", default: false } },
});
const file = new URL("coverage.ndjson", import.meta.url);

/** @param {Pick<Row, "nodes" | "rows" | "share" | "by" | "seed">} row */
const keyOf = ({ nodes, rows, share, by, seed }) => [nodes, rows, share, by, seed].join();

/** @returns {Row[]} */
function stored() {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

if (!options.table) {
  const done = new Set(stored().map(keyOf));
  const library = { createRng, simulate, tableByEm, gapVariance, linearEffect };
  for (const cell of cells) {
    if (options.nodes !== undefined && cell.nodes !== Number(options.nodes)) continue;
    for (let seed = 1; seed <= cell.tables; seed++) {
      if (done.has(keyOf({ ...cell, seed }))) continue;
      appendFileSync(file, `${JSON.stringify(coverageRow(library, cell, seed))}\n`);
    }
  }
}
console.log(coverageTable(stored()));
