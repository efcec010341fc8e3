// Storage of an experiment's results: results.json, and the rows of single runs, kept next to their run folders.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { judge, keyOf, plannedRuns } from "./experiment.js";

/**
 * @typedef {import("./experiment.js").Row} Row
 * @typedef {import("./experiment.js").Judged} Judged
 */

/**
 * @param {string} name
 * @param {string} file
 */
export function at(name, file) {
  return new URL(`${name}/${file}`, import.meta.url);
}

/**
 * @param {string} name
 * @param {import("./experiment.js").Run | Row} planned
 */
export function folderOf(name, planned) {
  const folder = new URL(`../runs/experiments/${name}/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  return fileURLToPath(new URL(keyOf(planned), folder));
}

/**
 * A row is stored next to its run, so that two processes may fill one table.
 * @param {string} name
 * @param {Row} row
 */
export function putRow(name, row) {
  writeFileSync(`${folderOf(name, row)}.json`, JSON.stringify(row));
}

/**
 * The rows of results.json and those stored by runs since then; `write` puts them in the order of the grid.
 * @param {string} name
 * @returns {Row[]}
 */
export function rowsOf(name) {
  const path = at(name, "results.json");
  /** @type {Row[]} */
  const rows = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).rows : [];
  const folder = new URL(`../runs/experiments/${name}/`, import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
  const left = files.map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")));
  const keys = new Set(rows.map(keyOf));
  return [...rows, ...left.filter((row) => !keys.has(keyOf(row)))];
}

/**
 * @param {string} name
 * @param {import("./experiment.js").Grid} grid
 * @param {Row[]} rows
 * @param {string | null} commit
 */
export function write(name, grid, rows, commit) {
  const ordered = inOrder(grid, rows);
  const claims = judge(grid.claims, ordered, grid.isLong ? grid : undefined);
  const part = fileURLToPath(at(name, `results.json.${process.pid}`));
  writeFileSync(part, document({ name, commit, claims, rows: ordered }));
  renameSync(part, fileURLToPath(at(name, "results.json")));
}

/**
 * The rows that belong to the grid, in its order.
 * @param {import("./experiment.js").Grid} grid
 * @param {readonly Row[]} rows
 */
export function inOrder(grid, rows) {
  const place = new Map(plannedRuns(grid).map((planned, k) => [keyOf(planned), k]));
  return rows
    .filter((row) => place.has(keyOf(row)))
    .sort((a, b) => (place.get(keyOf(a)) ?? 0) - (place.get(keyOf(b)) ?? 0));
}

/** The commit that the results belong to; null outside a repository. Results themselves do not count as changes. */
export function commitNow() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { encoding: "utf8", cwd: new URL(".", import.meta.url), stdio: "pipe" }).trim();
  try {
    const isChanged =
      git(
        "status",
        "--porcelain",
        "--",
        ":/",
        ":(top,exclude)experiments/*/results.json",
        ":(top,exclude)experiments/scoreboard",
      ) !== "";
    return `${git("rev-parse", "HEAD")}${isChanged ? " with changes" : ""}`;
  } catch {
    return null;
  }
}

/** @param {{ name: string, commit: string | null, claims: Judged[], rows: Row[] }} results */
function document({ name, commit, claims, rows }) {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const versions = { wherefore: version, node: process.versions.node };
  return `${laidOut({ command: `node experiments/run.js ${name}`, commit, versions, claims, rows })}\n`;
}

/**
 * JSON with an object inside a row on one line where it fits: half the lines, and unchanged by the formatter.
 * @param {unknown} value
 * @param {string} indent
 * @param {number} before characters on the line before the value
 * @returns {string}
 */
function laidOut(value, indent = "", before = 0) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => `${inner}${laidOut(item, inner)}`).join(",\n")}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  const isFlat = entries.every(([, field]) => typeof field !== "object" || field === null);
  const line = `{ ${entries.map(([key, field]) => `"${key}": ${JSON.stringify(field)}`).join(", ")} }`;
  if (isFlat && before > 0 && before + line.length + 1 <= 110) return line;
  const lines = entries.map(([key, field]) => {
    const start = `${inner}"${key}": `;
    return `${start}${laidOut(field, inner, start.length)}`;
  });
  return `{\n${lines.join(",\n")}\n${indent}}`;
}
