// The weight of the BIC penalty on small tables: the proven optimum under fixed weights and under the automatic one.
//
//     npm run build && node experiments/penalty/small.js      resumes where it was stopped; writes small.ndjson and small.md
//
// The automatic weight was chosen on seeds 1 to 20. One line of small.ndjson per table: for every weight the edges of the class, how
// many of them are correct (undirected ones if the variables are adjacent in the truth), reversed, missing and extra, and the SHD
// between classes.

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpdagOf } from "../../dist/core/graph/equivalence.js";
import { penaltyWeightFor } from "../../dist/core/score/penalty-weight.js";
import { exactSearch, finish, graphMetrics, linearBic, simulate } from "../../dist/node/index.js";

/**
 * @typedef {readonly [edges: number, correct: number, reversed: number, missing: number, extra: number, shdClass: number]} Found
 * @typedef {{ d: number, degree: number, effects: keyof typeof effects, n: number, seed: number, trueEdges: number, found: Record<string, Found> }} Row
 */

const effects = { strong: { weightLow: 0.5, weightHigh: 2 }, weak: { weightLow: 0.1, weightHigh: 1 } };
const automatic = "automatic";
const weights = [1, 1.5, 2, 3];
const methods = [...weights.map(String), automatic];
const file = new URL("small.ndjson", import.meta.url);

/** @type {Row[]} */
const rows = existsSync(file)
  ? readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
  : [];
const known = new Set(rows.map(keyOf));
const cells = [5, 8, 12, 16].flatMap((d) =>
  [1, 2, 4].flatMap((degree) =>
    /** @type {const} */ (["strong", "weak"]).flatMap((strength) =>
      [100, 1000, 10_000].map((n) => ({ d, degree, effects: strength, n })),
    ),
  ),
);
for (let seed = 1; seed <= 24; seed++)
  for (const cell of cells) {
    if (known.has(keyOf({ ...cell, seed }))) continue;
    const row = rowOf({ ...cell, seed });
    rows.push(row);
    appendFileSync(file, `${JSON.stringify(row)}\n`);
  }
writeFileSync(new URL("small.md", import.meta.url), text());

/** @param {Pick<Row, "d" | "degree" | "effects" | "n" | "seed">} row */
function keyOf({ d, degree, effects: strength, n, seed }) {
  return [d, degree, strength, n, seed].join();
}

/** @param {Pick<Row, "d" | "degree" | "effects" | "n" | "seed">} set @returns {Row} */
function rowOf(set) {
  const { d, degree, n, seed } = set;
  const { table, truth } = simulate({
    ...{ graph: "erdos-renyi", degree, nodes: d, samples: n, mechanism: "linear", ...effects[set.effects] },
    ...{ noise: "gauss", noiseScales: "differing", scaling: "standardised", seed },
  });
  const found = methods.map((method) => {
    const penaltyWeight =
      method === automatic ? Math.round(100 * penaltyWeightFor({ d, n })) / 100 : Number(method);
    const { graph } = finish(exactSearch({ score: linearBic(table, { penaltyWeight }) }));
    if (graph === null) throw new Error("experiments: a finished search has a graph");
    const { edges, correct, reversed, missing, extra, shdClass } = graphMetrics(truth, cpdagOf(graph));
    return [method, [edges, correct, reversed, missing, extra, shdClass]];
  });
  return { ...set, trueEdges: graphMetrics(truth, truth).edges, found: Object.fromEntries(found) };
}

function text() {
  const head = ["variables", "neighbours", "effects", "rows", "edges", ...methods.map(nameOf), "best"];
  const lines = cells.map((cell) => {
    const own = rows.filter((row) => keyOf({ ...row, seed: 0 }) === keyOf({ ...cell, seed: 0 }));
    const means = methods.map((method) => meanOf(own, method));
    const shown = means.map(
      ({ shd, fdr, tpr }) => `${shd.toFixed(1)} (${fdr.toFixed(2)}, ${tpr.toFixed(2)})`,
    );
    const best = Math.min(...means.slice(0, -1).map(({ shd }) => shd)).toFixed(1);
    const edges = own.reduce((sum, { trueEdges }) => sum + trueEdges, 0) / own.length;
    return [cell.d, cell.degree, cell.effects, cell.n, edges.toFixed(1), ...shown, best];
  });
  const table = [head, head.map(() => "-"), ...lines].map((line) => `| ${line.join(" | ")} |`);
  return [
    "# The weight of the BIC penalty on small tables",
    "",
    "Written by `node experiments/penalty/small.js` from `small.ndjson`. Exact search, 24 tables a cell: mean SHD between classes (false discovery rate, true positive rate). Best: the least of the fixed weights.",
    "",
    ...table,
    "",
  ].join("\n");
}

/** @param {string} method */
function nameOf(method) {
  return method === automatic ? method : `weight ${method}`;
}

/** @param {readonly Row[]} own @param {string} method */
function meanOf(own, method) {
  const mean = (/** @type {(found: Found, row: Row) => number} */ value) =>
    own.reduce((sum, row) => sum + value(row.found[method], row), 0) / own.length;
  return {
    shd: mean(([, , , , , shd]) => shd),
    fdr: mean(([edges, , reversed, , extra]) => (reversed + extra) / Math.max(1, edges)),
    tpr: mean(([, correct], { trueEdges }) => correct / Math.max(1, trueEdges)),
  };
}
