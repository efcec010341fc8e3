// Of the links given 80 to 90 %, how many are true? Resampling shares and posterior probabilities compared with simulated truths.
//
//     npm run build && node experiments/calibration/run.js             fills experiments/calibration/results.json; resumes
//     node experiments/calibration/run.js --minutes 20 --family equal --nodes 8,12 --rows 1000 --method subsample    a part of it
//     node experiments/calibration/run.js --family discrete --nodes 20,50 --tables 10       until every cell has ten tables
//     node experiments/calibration/run.js --table                      writes table.md and the curves, curves-NAME.svg
//
// A posterior is computed as in a run, but without the 10,000 graphs that are sampled for ancestors: hundredths of a second instead
// of seconds, with the same edge probabilities. For 50 variables it is a mean over chains, and also for 20 under the slow
// Gaussian-process scores, where a run would sum over all sets for a quarter of an hour.
//
// A cell is a family of tables, a number of variables and of rows, and a method; for each of ten intervals of the share it holds
// the number of pairs with such a share, the sum of their shares, and how many of them are true. Links: are the two adjacent in the
// true graph? Edges: is it i → j, with half of an undirected share for each direction?

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { scores } from "../../dist/core/score/scores.js";
import { posterior } from "../../dist/core/search/posterior/posterior.js";
import * as library from "../../dist/node/index.js";
import { randomMixed } from "../mixed/tables.js";
import { discreteTable } from "./discrete.js";
import { curves, tableOf } from "./summary.js";

/** @typedef {import("./summary.js").Cell} Cell */

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "600" },
    family: { type: "string" },
    nodes: { type: "string" },
    rows: { type: "string" },
    method: { type: "string" },
    tables: { type: "string", default: "600" },
    table: { type: "boolean", default: false },
    smallest: { type: "boolean", default: false },
  },
});
const file = new URL("results.json", import.meta.url);

/** Weights down to 0.1, so that some edges are hard to detect. */
const linear = { graph: "erdos-renyi", mechanism: "linear", noise: "gauss", weightLow: 0.1, weightHigh: 1 };

const resamplings = ["subsample", "bootstrap", "bayesian-bootstrap"];
/** The prior over orders or DAGs, and the parent prior. @type {Record<string, readonly [string, string]>} */
const posteriors = {
  posterior: ["orders", "fair"],
  "posterior uniform": ["orders", "uniform"],
  "posterior DAGs": ["dags", "uniform"],
};
const all = [...Object.keys(posteriors), ...resamplings];

/** @param {number} nodes @param {number} samples @param {number} seed */
const unequal = (nodes, samples, seed) =>
  library.simulate({
    ...linear,
    ...{ nodes, samples, seed, noiseScales: "differing", expectedEdges: 1.5 * nodes },
  });
/** A table in which every column varies: resamples of others are refused. @param {number} nodes @param {number} samples @param {number} seed */
function discrete(nodes, samples, seed) {
  for (let another = seed; ; another += 500_000) {
    const made = discreteTable(library, { nodes, samples, seed: another });
    const { data } = made.table.X;
    if (made.table.names.every((_, j) => data.some((x, at) => at % nodes === j && x !== data[j])))
      return made;
  }
}
/** @param {number} nodes @param {number} samples @param {number} seed */
const curved = (nodes, samples, seed) =>
  library.simulate({
    ...{ graph: "erdos-renyi", mechanism: "gp", noise: "gauss" },
    ...{ nodes, samples, seed, expectedEdges: 1.5 * nodes },
  });
/** The posterior under other priors of the parameters. */
const few = { methods: ["posterior", "posterior uniform"], sizes: [8] };

/** @type {Record<string, { score: string, options?: object, table: (d: number, n: number, seed: number) => any, methods: readonly string[], sizes?: readonly number[], rows?: readonly number[] }>} */
const families = {
  unequal: { score: "bic", table: unequal, methods: all },
  equal: {
    score: "bic-equal-variance",
    table: (nodes, samples, seed) =>
      library.simulate({ ...linear, nodes, samples, seed, expectedEdges: 1.5 * nodes }),
    methods: all,
  },
  discrete: { score: "bdeu", table: discrete, methods: all },
  // With the search's default penalty weight; the resamples of the first family have weight 1 up to 25 variables.
  "unequal-auto": {
    score: "bic",
    options: { penaltyWeight: "auto" },
    table: unequal,
    methods: ["subsample", "bootstrap"],
    sizes: [8, 12],
    rows: [100, 1000],
  },
  "unequal-bge": { score: "bge", table: unequal, ...few, rows: [1000] },
  "discrete-10": {
    score: "bdeu",
    options: { equivalentSampleSize: 10 },
    table: discrete,
    ...few,
    rows: [300],
  },
  "discrete-30": {
    score: "bdeu",
    options: { equivalentSampleSize: 30 },
    table: discrete,
    ...few,
    rows: [300],
  },
  "discrete-bic": {
    score: "bic-discrete",
    table: discrete,
    methods: ["posterior", "subsample", "bootstrap"],
    sizes: [8, 12],
    rows: [300, 1000],
  },
  mixed: {
    score: "bic-mixed",
    table: (nodes, samples, seed) => randomMixed(library, seed, { nodes, samples, causes: "any" }),
    methods: ["posterior", "subsample", "bootstrap"],
    sizes: [8],
    rows: [300, 1000],
  },
  gp: {
    score: "gp",
    table: curved,
    methods: Object.keys(posteriors),
    rows: [100, 300, 1000],
  },
  "gp-nearest": {
    score: "gp-nearest",
    table: curved,
    methods: ["posterior", "subsample"],
    sizes: [8, 12, 20],
    rows: [100, 300, 1000],
  },
};
const sizes = [8, 12, 20, 50];
const rows = [1000, 10000, 300, 100];
/** Number of variables up to which a method takes less than a minute or two. */
const reach = { "posterior uniform": 20, "posterior DAGs": 12 };
/** Number of pairs with a share between 0.05 and 0.95 that a cell should have, and its maximum number of tables. */
const [enough, most] = [2500, Number(options.tables)];

if (options.table) writeSummary();
else await fill();

async function fill() {
  const end = Date.now() + 60_000 * Number(options.minutes);
  /** @type {Cell[]} */
  const cells = !options.smallest && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).cells : [];
  const chosen = planned();
  // Round-robin, so that every cell has results early.
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
  const cells = Object.entries(families).flatMap(
    ([family, { methods, sizes: ds = sizes, rows: ns = rows }]) =>
      ds.flatMap((d) => ns.flatMap((n) => methods.map((method) => ({ family, d, n, method })))),
  );
  const fitting = cells.filter(
    ({ d, method }) => d <= (reach[/** @type {keyof typeof reach} */ (method)] ?? 50),
  );
  const isAsked = (/** @type {string | undefined} */ list, /** @type {unknown} */ value) =>
    list === undefined || list.split(",").includes(String(value));
  const wanted = fitting.filter(
    ({ family, d, n, method }) =>
      isAsked(options.family, family) &&
      isAsked(options.nodes, d) &&
      isAsked(options.rows, n) &&
      isAsked(options.method, method),
  );
  const isSmall = (/** @type {typeof wanted[number]} */ { family, n, method }) =>
    n === 100 ? !family.startsWith("gp") : family === "mixed" && n === 300 && method === "posterior";
  return options.smallest ? wanted.filter((cell) => cell.d === 8 && isSmall(cell)) : wanted;
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
  const { score, options: ofScore = {}, table: make } = families[family];
  const seed = 1 + cell.tables;
  const { table, truth, categorical } = make(d, n, 1_000_000 * d + Math.round(1000 * Math.log10(n)) + seed);
  const started = process.cpuUsage();
  const isEdge = (i, j) => truth.edges[i * d + j] === 1;
  const shares = posteriors[method]
    ? posteriorOf(
        table,
        { name: score, given: { ...ofScore, ...(categorical && { categorical }) } },
        { method, seed },
      )
    : await resampledShares(table, { score, categorical, ...ofScore }, method, seed);
  cell.seconds += process.cpuUsage(started).user / 1e6;
  cell.tables++;
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      const [forward, backward] = [shares[i * d + j], shares[j * d + i]];
      const isLinked = isEdge(i, j) || isEdge(j, i);
      cell.brier += (forward + backward - (isLinked ? 1 : 0)) ** 2 / ((d * (d - 1)) / 2);
      count(cell.links, forward + backward, isLinked);
      count(cell.edges, forward, isEdge(i, j));
      count(cell.edges, backward, isEdge(j, i));
    }
  }
}

/** The share of i → j, plus half of the undirected share. @param {any} table @param {{ score: string, categorical?: readonly string[] }} by @param {string} confidence @param {number} seed */
async function resampledShares(table, by, confidence, seed) {
  const d = table.names.length;
  const search = d <= 12 ? { search: "exact" } : { search: "order", options: { effort: "low" } };
  // The same weights as for the first rows, so that the method of a cell stays the same.
  const weight = by.score === "bic" ? { penaltyWeight: d > 25 ? "auto" : 1 } : {};
  const run = {
    ...search,
    ...weight,
    ...by,
    confidence,
    resamples: 100,
    panel: "never",
    optimum: "never",
    threads: 1,
    seed,
  };
  const { confidence: found } = await library.discover(table, run);
  const shares = new Float64Array(d * d);
  const at = new Map(table.names.map((name, j) => [name, j]));
  for (const { a, b, forward, backward, undirected } of found.pairs) {
    shares[at.get(a) * d + at.get(b)] = forward + undirected / 2;
    shares[at.get(b) * d + at.get(a)] = backward + undirected / 2;
  }
  return shares;
}

/** @param {any} table @param {{ name: string, given: object }} score @param {{ method: string, seed: number }} by */
function posteriorOf(table, { name, given }, { method, seed }) {
  const { make, options: ofScore } = scores[name];
  const score = make(table, ofScore.parse(given), {});
  const [prior, parentPrior] = posteriors[method];
  const isChained = score.d > (name.startsWith("gp") ? 12 : 20);
  const how = isChained ? { method: "chains", samples: 2000 } : { samples: 1 };
  const running = posterior({ score, rng: library.createRng(seed) }, { prior, parentPrior, ...how });
  for (;;) {
    const { value, done } = running.next();
    if (done) return value.edges;
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
  for (const family of Object.keys(families).filter((name) =>
    cells.some((cell) => cell.family === name && cell.tables > 0),
  ))
    writeFileSync(
      new URL(`curves-${family}.svg`, import.meta.url),
      curves(cells.filter((cell) => cell.family === family)),
    );
}
