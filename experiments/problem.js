// The table of a run with its truth: simulated, made by the experiment, or read from files; cut, or with gaps, where that is asked for.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {import("./experiment.js").Library} Library
 * @typedef {import("./experiment.js").Run} Run
 */

/**
 * The table of a run and its truth, or the first columns and rows of them.
 * @param {Library} library
 * @param {Run} run
 * @returns {Promise<import("./experiment.js").Made>}
 */
export async function problemOf(library, run) {
  const { cut = {} } = run;
  const { table, truth, categorical } = await wholeProblemOf(library, run);
  const { names, X } = table;
  const [d, n] = [cut.columns ?? X.cols, cut.rows ?? X.rows];
  if (d === X.cols && n === X.rows) return { table, truth, ...(categorical && { categorical }) };
  const data = new Float64Array(n * d);
  const edges = new Uint8Array(d * d);
  for (let i = 0; i < n; i++) for (let j = 0; j < d; j++) data[i * d + j] = X.data[i * X.cols + j];
  for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) edges[i * d + j] = truth.edges[i * X.cols + j];
  const left = names.slice(0, d);
  return {
    table: { names: left, X: { rows: n, cols: d, data } },
    truth: { d, edges },
    ...(categorical && { categorical: categorical.filter((name) => left.includes(name)) }),
  };
}

/**
 * @param {Library} library
 * @param {Run} run
 * @returns {Promise<import("./experiment.js").Made>}
 */
async function wholeProblemOf(library, { set, seed, simulate, make, files, gaps, cut = {} }) {
  const made = make
    ? make(library, seed, cut)
    : files
      ? await problemIn(library, files, seed)
      : simulate
        ? library.simulate({ ...simulate, seed })
        : library.paperSet(set, seed);
  return gaps ? { ...made, table: withGaps(library, made.table, gaps, seed) } : made;
}

/**
 * The table with NaN in the place of some values.
 * @param {Library} library
 * @param {ReturnType<Library["simulate"]>["table"]} table
 * @param {import("./experiment.js").Gaps} gaps
 * @param {number} seed
 */
function withGaps(library, { names, X }, { share, by }, seed) {
  const rng = library.createRng(seed).fork(`gaps/${by}/${share}`);
  const first = Array.from({ length: X.rows }, (_, i) => X.data[i * X.cols]);
  const median = first.toSorted((a, b) => a - b)[X.rows >> 1];
  const data = X.data.map((x, k) => {
    if ((k % X.cols) % 2 === 0) return x;
    const isHigh = X.data[k - (k % X.cols)] >= median;
    const chance = by === "chance" ? share : isHigh ? 2 * share : 0;
    return rng.uniform() < chance ? Number.NaN : x;
  });
  return { names, X: { ...X, data } };
}

/**
 * @param {Library} library
 * @param {import("./experiment.js").Files} files
 * @param {number} seed
 */
async function problemIn(library, files, seed) {
  const table = await library.readTable(pathOf(files.table, seed));
  const text = readFileSync(pathOf(files.truth, seed), "utf8");
  const { graph } = library.readGraph(text, "csv", table.names);
  return { table, truth: { d: graph.d, edges: graph.directed } };
}

/**
 * @param {string} path from the root of the repository
 * @param {number} seed
 */
export function pathOf(path, seed) {
  return fileURLToPath(new URL(`../${path.replace("{seed}", String(seed))}`, import.meta.url));
}
