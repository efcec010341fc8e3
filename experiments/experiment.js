// Executes the runs of an experiment's grid, and checks whether its claims hold. Files and printing are left to run.js and the
// test.

import { existsSync } from "node:fs";
import { pathOf } from "./problem.js";
import { rowOf } from "./row.js";

/**
 * @typedef {import("./experiment.js").Grid} Grid
 * @typedef {import("./experiment.js").Run} Run
 * @typedef {import("./experiment.js").Row} Row
 * @typedef {import("./experiment.js").Claim} Claim
 */

/**
 * The grid reduced to the part that continuous integration runs.
 * @param {Grid} grid
 * @returns {Grid}
 */
export function smallestOf(grid) {
  const { families, seeds, iterations, columns, rows, scores } = grid.smallest;
  const tables = grid.tables.slice(0, families).map(({ runSeeds, ...family }) => ({
    ...family,
    seeds: family.seeds.slice(0, seeds),
    ...(runSeeds && { runSeeds: runSeeds.slice(0, 1) }),
    ...((columns || rows) && { cut: { columns, rows } }),
  }));
  // Claims about whole runs need not hold for short ones.
  const isShort = iterations || columns || rows;
  return {
    ...grid,
    tables,
    scores: grid.scores.slice(0, scores),
    ...(iterations && { options: { ...grid.options, iterations } }),
    ...(isShort && { claims: [] }),
  };
}

/**
 * Every run of a grid, in order of execution.
 * @param {Grid} grid
 * @returns {Run[]}
 */
export function plannedRuns(grid) {
  return grid.tables.flatMap(({ set, seeds, runSeeds = [undefined], scores = grid.scores, ...source }) =>
    seeds.flatMap((seed) =>
      scores.flatMap((choice) =>
        runSeeds.map((runSeed) => ({
          set,
          seed,
          ...(runSeed === undefined ? {} : { runSeed }),
          ...choice,
          ...source,
        })),
      ),
    ),
  );
}

/**
 * Files that the grid needs and that are missing: data that we may not redistribute.
 * @param {Grid} grid
 */
export function missingFiles(grid) {
  return plannedRuns(grid)
    .flatMap(({ files, seed }) => (files ? [files.table, files.truth].map((path) => pathOf(path, seed)) : []))
    .filter((path) => !existsSync(path));
}

/**
 * A key that identifies a run within its experiment; also the name of its folder.
 * @param {Pick<Row, "set" | "seed" | "runSeed" | "scoreName" | "penalty" | "decoder" | "step" | "reward" | "method" | "penaltyWeight">} run
 */
export function keyOf({
  set,
  seed,
  runSeed,
  scoreName,
  penalty,
  penaltyWeight,
  decoder,
  step,
  reward,
  method,
}) {
  const of = runSeed && `run-${runSeed}`;
  const weight = penaltyWeight === undefined || method ? null : `weight-${penaltyWeight}`; // a method's name includes it
  const parts = [
    set.replace("paper/", ""),
    seed,
    method,
    scoreName,
    penalty,
    weight,
    decoder,
    step,
    reward,
    of,
  ];
  return parts.filter((part) => part !== null && part !== undefined).join("_");
}

/**
 * Executes the runs that have no row yet.
 * @param {import("./experiment.js").Library} library
 * @param {Grid} grid
 * @param {import("./experiment.js").ExperimentOptions} [options]
 * @returns {Promise<Row[]>} all rows, in the order of the grid
 */
export async function runExperiment(library, grid, options = {}) {
  const { published, rows = [], onRow, isWanted = () => true } = options;
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  /** @type {Row[]} */
  const all = [];
  for (const run of plannedRuns(grid)) {
    const before = known.get(keyOf(run));
    if (!before && !isWanted(run)) continue;
    const row = before ?? (await rowOf(library, grid, run, { published, ...options.running?.(run) }));
    if (row === null) break;
    all.push(row);
    if (!before) await onRow?.(row);
  }
  return all;
}

/**
 * The rows with this one, in place of an earlier row of the same run.
 * @param {readonly Row[]} rows
 * @param {Row} row
 */
export function withRow(rows, row) {
  return [...rows.filter((other) => keyOf(other) !== keyOf(row)), row];
}

/**
 * A claim without rows does not hold. If the grid is given, `missing` counts the planned runs that a claim also concerns.
 * @param {readonly Claim[]} claims
 * @param {readonly Row[]} rows
 * @param {Grid} [grid]
 */
export function judge(claims, rows, grid) {
  return claims.map((claim) => {
    const values = rows.filter((row) => isAbout(claim, row)).map((row) => valueAt(row, claim.column));
    const value =
      values.length === 0
        ? Number.NaN
        : claim.by === "mean"
          ? values.reduce((a, b) => a + b) / values.length
          : claim.by === "median"
            ? median(values)
            : values.reduce((a, b) => (claim.by === "max" ? Math.max(a, b) : Math.min(a, b)));
    const planned = grid ? plannedRuns(grid).filter((run) => isAbout(claim, run)).length : 0;
    const missing = Math.max(0, planned - values.length);
    const { sentence } = claim;
    return {
      sentence,
      runs: values.length,
      ...(missing > 0 && { missing }),
      value: Number.isNaN(value) ? null : value,
      holds: meets(value, claim),
    };
  });
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(values.length - 1) >> 1] + sorted[values.length >> 1]) / 2;
}

/**
 * The number at a path of a row, or the difference of two ("score - scoreOfTruth"), NaN for a null; a claim about a missing value is
 * a mistake in the grid.
 * @param {Row} row
 * @param {string} column
 * @returns {number}
 */
export function valueAt(row, column) {
  const [first, second] = column.split(" - ");
  if (second !== undefined) return valueAt(row, first) - valueAt(row, second);
  const value = column
    .split(".")
    .reduce((at, key) => /** @type {any} */ (at)?.[key], /** @type {unknown} */ (row));
  if (typeof value === "boolean") return Number(value);
  if (value === null) return Number.NaN;
  if (typeof value !== "number") throw new Error(`${row.set}, seed ${row.seed}: no number at "${column}"`);
  return value;
}

/**
 * @param {Claim} claim
 * @param {Row | Run} row
 */
function isAbout({ where = {} }, row) {
  return Object.entries(where).every(([key, wanted]) => {
    const value = /** @type {any} */ (row)[key];
    return Array.isArray(wanted) ? wanted.includes(value) : value === wanted;
  });
}

/**
 * @param {number} value
 * @param {Claim} claim
 */
function meets(value, { atMost, below, atLeast }) {
  return (
    (atMost === undefined || value <= atMost) &&
    (below === undefined || value < below) &&
    (atLeast === undefined || value >= atLeast) &&
    !Number.isNaN(value)
  );
}
