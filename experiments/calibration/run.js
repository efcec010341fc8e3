// Of the links given 80 to 90 %, how many are true? Shares of resamples and posterior probabilities against simulated truths.
//
//     npm run build && node experiments/calibration/run.js             fills experiments/calibration/results.json; resumes
//     node experiments/calibration/run.js --minutes 20 --family equal  some of it
//     node experiments/calibration/run.js --table                      writes table.md and the curves, curves-NAME.svg
//
// A cell is a family of tables, a number of variables and of rows, and a method; for each of ten intervals of the share it has
// how many pairs have such a share, the sum of their shares, and how many of them are true. Links: are the two linked in the true
// graph? Edges: is it i → j, with half of an undirected share for each direction?

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as library from "../../dist/node/index.js";
import { discreteTable } from "./discrete.js";
import { curves, tableOf } from "./summary.js";

/** @typedef {import("./summary.js").Cell} Cell */

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "600" },
    family: { type: "string" },
    nodes: { type: "string" },
    table: { type: "boolean", default: false },
    smallest: { type: "boolean", default: false },
  },
});
const file = new URL("results.json", import.meta.url);

/** Edges a variable are two; weights down to 0.1, so that some are hard to see. */
const linear = { graph: "erdos-renyi", mechanism: "linear", noise: "gauss", weightLow: 0.1, weightHigh: 1 };

/** @type {Record<string, { score: string, table: (d: number, n: number, seed: number) => any, methods: readonly string[] }>} */
const families = {
  unequal: {
    score: "bic",
    table: (nodes, samples, seed) =>
      library.simulate({
        ...linear,
        nodes,
        samples,
        seed,
        noiseScales: "differing",
        expectedEdges: 1.5 * nodes,
      }),
    methods: ["bootstrap", "subsample", "posterior orders", "posterior dags"],
  },
  equal: {
    score: "bic-equal-variance",
    table: (nodes, samples, seed) =>
      library.simulate({ ...linear, nodes, samples, seed, expectedEdges: 1.5 * nodes }),
    methods: ["bootstrap", "subsample"],
  },
  discrete: {
    score: "bdeu",
    table: (nodes, samples, seed) => discreteTable(library, { nodes, samples, seed }),
    methods: ["bootstrap", "subsample", "posterior orders", "posterior dags"],
  },
};
const sizes = [8, 12, 20, 50];
const rows = [100, 1000, 10000];
/** Variables up to which a method takes seconds. */
const reach = { bootstrap: 50, subsample: 50, "posterior orders": 20, "posterior dags": 12 };
/** Pairs with a share between 0.05 and 0.95 that a cell should have, and tables that it has at most. */
const [enough, most] = [2500, 600];

if (options.table) writeSummary();
else await fill();

async function fill() {
  const end = Date.now() + 60_000 * Number(options.minutes);
  /** @type {Cell[]} */
  const cells = !options.smallest && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).cells : [];
  const chosen = planned();
  // In turns, so that every cell has something early.
  while (Date.now() < end) {
    let isDone = true;
    for (const asked of chosen) {
      if (Date.now() > end) break;
      const cell = cellOf(cells, asked);
      if (cell.tables >= (options.smallest ? 1 : most) || middle(cell) >= enough) continue;
      isDone = false;
      const started = Date.now();
      do await addTable(cell);
      while (
        !options.smallest &&
        Date.now() - started < 10_000 &&
        cell.tables < most &&
        middle(cell) < enough
      );
      if (!options.smallest) writeFileSync(file, `${JSON.stringify({ cells }, null, 1)}\n`);
      console.log(
        `${cell.family} ${cell.d} ${cell.n} ${cell.method}: ${cell.tables} tables, ${middle(cell)} pairs`,
      );
    }
    if (isDone) return;
  }
}

function planned() {
  const all = Object.entries(families).flatMap(([family, { methods }]) =>
    sizes.flatMap((d) => rows.flatMap((n) => methods.map((method) => ({ family, d, n, method })))),
  );
  const fitting = all.filter(({ d, method }) => d <= reach[/** @type {keyof typeof reach} */ (method)]);
  const wanted = fitting.filter(
    ({ family, d }) =>
      (options.family === undefined || family === options.family) &&
      (options.nodes === undefined || d === Number(options.nodes)),
  );
  return options.smallest ? wanted.filter(({ d, n }) => d === 8 && n === 100) : wanted;
}

/** @param {Cell[]} cells @param {{ family: string, d: number, n: number, method: string }} asked @returns {Cell} */
function cellOf(cells, asked) {
  const known = cells.find((cell) =>
    Object.entries(asked).every(([key, value]) => cell[/** @type {keyof Cell} */ (key)] === value),
  );
  if (known) return known;
  const bins = () => Array.from({ length: 10 }, () => [0, 0, 0]);
  const cell = { ...asked, tables: 0, seconds: 0, brier: 0, links: bins(), edges: bins() };
  cells.push(cell);
  return cell;
}

/** @param {Cell} cell */
function middle({ links }) {
  return links.slice(0, 10).reduce((sum, [count]) => sum + count, 0);
}

/** @param {Cell} cell */
async function addTable(cell) {
  const { family, d, n, method } = cell;
  const { score, table: make } = families[family];
  const seed = 1 + cell.tables;
  const { table, truth } = make(d, n, 1_000_000 * d + 1000 * Math.log10(n) + seed);
  const [confidence, prior] = method.split(" ");
  const by = prior ? { prior } : { resamples: 100 };
  const search = d <= 12 ? { search: "exact" } : { search: "order", options: { effort: "low" } };
  const started = performance.now();
  const result = await library.discover(table, {
    ...{ score, ...search, confidence, ...by, truth, panel: "never", optimum: "never", threads: 1, seed },
  });
  cell.seconds += (performance.now() - started) / 1000;
  cell.tables++;
  cell.brier += result.confidence.metrics.links.brier;
  const known = new Map(result.confidence.pairs.map((pair) => [`${pair.a}\n${pair.b}`, pair]));
  const isEdge = (i, j) => truth.edges[i * d + j] === 1;
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      const pair = known.get(`${table.names[i]}\n${table.names[j]}`);
      if (pair === undefined) continue;
      const { forward, backward, undirected } = pair;
      count(cell.links, forward + backward + undirected, isEdge(i, j) || isEdge(j, i));
      count(cell.edges, forward + undirected / 2, isEdge(i, j));
      count(cell.edges, backward + undirected / 2, isEdge(j, i));
    }
  }
}

/** Shares from 0.05 to 0.95, in ten intervals. @param {number[][]} bins @param {number} share @param {boolean} isTrue */
function count(bins, share, isTrue) {
  if (share < 0.05 || share > 0.95) return;
  const bin = bins[Math.min(9, Math.floor((share - 0.05) / 0.09))];
  bin[0]++;
  bin[1] += share;
  bin[2] += isTrue ? 1 : 0;
}

function writeSummary() {
  /** @type {{ cells: Cell[] }} */
  const { cells } = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(new URL("table.md", import.meta.url), tableOf(cells));
  for (const family of Object.keys(families).filter((name) => cells.some((cell) => cell.family === name)))
    writeFileSync(
      new URL(`curves-${family}.svg`, import.meta.url),
      curves(cells.filter((cell) => cell.family === family)),
    );
}
