// Runs an experiment, prints one line for each run, and says of each claim whether it holds.
//
//     npm run build && node experiments/run.js NAME        writes experiments/NAME/results.json
//     node experiments/run.js NAME --smallest               the part that continuous integration runs; writes nothing
//     node experiments/run.js                               every experiment in turn
//
// Exits 1 when a claim does not hold.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as library from "../dist/node/index.js";
import { judge, runExperiment, smallestOf } from "./experiment.js";

/**
 * @typedef {import("./experiment.js").Row} Row
 * @typedef {import("./experiment.js").Judged} Judged
 */

const { values: options, positionals } = parseArgs({
  options: { smallest: { type: "boolean", default: false } },
  allowPositionals: true,
});
const known = readdirSync(new URL(".", import.meta.url)).filter((name) => existsSync(at(name, "grid.js")));
const unknown = positionals.find((name) => !known.includes(name));

if (unknown === undefined) {
  for (const name of positionals.length > 0 ? positionals : known) await run(name);
} else {
  console.error(`experiments: no experiment called "${unknown}" (known: ${known.join(", ")})`);
  process.exitCode = 2;
}

/** @param {string} name */
async function run(name) {
  const { grid: whole } = await import(at(name, "grid.js").href);
  const grid = options.smallest ? smallestOf(whole) : whole;
  const published = JSON.parse(readFileSync(at(name, "published.json"), "utf8"));
  const commit = commitNow();
  console.log(`${name}: ${grid.title}\n`);
  printRow([
    "set",
    "seed",
    "score",
    "true edges",
    "raw: edges",
    "SHD",
    "class",
    "pruned: edges",
    "SHD",
    "class",
    "score − truth's",
    "proof",
    "seconds",
    ...(grid.search === "rl-order" ? ["run", "iterations", "restarts", "gap"] : []),
    ...(published.runs ? ["authors' SHD", "failed there"] : []),
  ]);
  const rows = await runExperiment(library, grid, { published, onRow: (row) => printRow(cellsOf(row)) });
  const claims = judge(grid.claims, rows);
  console.log(`\n${[...summaryOf(rows), ...missesOf(rows)].join("\n")}\n`);
  for (const { sentence, runs, value, holds } of claims) {
    const verdict = runs === 0 ? "not run" : holds ? "holds" : "FAILS";
    console.log(`${verdict.padEnd(8)}${sentence} (${runs} runs, found ${Number(value.toFixed(6))})`);
  }
  console.log("");
  if (claims.some(({ holds, runs }) => !holds && (runs > 0 || !options.smallest))) process.exitCode = 1;
  if (!options.smallest) writeFileSync(at(name, "results.json"), document({ name, commit, claims, rows }));
}

/**
 * @param {string} name
 * @param {string} file
 */
function at(name, file) {
  return new URL(`${name}/${file}`, import.meta.url);
}

/** The commit that the results belong to; null outside a repository. Results themselves do not count as changes. */
function commitNow() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { encoding: "utf8", cwd: new URL(".", import.meta.url), stdio: "pipe" }).trim();
  try {
    const isChanged =
      git("status", "--porcelain", "--", ":/", ":(top,exclude)experiments/*/results.json") !== "";
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
 * JSON with an object inside a row on one line where it fits: half the lines, and as the formatter leaves it.
 * @param {unknown} value
 * @param {string} indent
 * @param {number} before characters on the line before the value
 * @returns {string}
 */
function laidOut(value, indent = "", before = 0) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
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

/** @param {Row} row */
function cellsOf(row) {
  const { set, seed, raw, pruned, shdEmpty, score, scoreOfTruth, proofHolds, seconds, published } = row;
  const { agent, runSeed = 1, gap } = row;
  return [
    set,
    String(seed),
    scoreOf(row),
    String(shdEmpty),
    ...[raw, pruned].flatMap(({ edges, shd, shdClass }) => [edges, shd, shdClass].map(String)),
    (score - scoreOfTruth).toFixed(3).replace("-0.000", "0.000"),
    proofHolds === null ? "none" : proofHolds ? "holds" : "FAILS",
    (agent?.seconds ?? seconds).toFixed(3),
    ...(agent
      ? [...[runSeed, agent.iterations, agent.restarts].map(String), gap === null ? "" : gap.toFixed(3)]
      : []),
    ...(published ? [String(published.shd), published.failed] : []),
  ];
}

/** @param {Pick<Row, "scoreName" | "penalty">} row */
function scoreOf({ scoreName, penalty }) {
  return penalty === null ? scoreName : `${scoreName} (${penalty})`;
}

/**
 * Mean ± standard deviation, as in the paper's tables, for each set and score.
 * @param {readonly Row[]} rows
 */
function summaryOf(rows) {
  const groups = new Map();
  for (const row of rows) {
    const key = `${row.set}, ${scoreOf(row)}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].map(([key, group]) => {
    const of = (/** @type {(row: Row) => number} */ value) => meanAndDeviation(group.map(value));
    const published = group[0].published
      ? `; published ${of((row) => row.published?.shd ?? Number.NaN)}`
      : "";
    return (
      `${key}: SHD raw ${of((row) => row.raw.shd)}, pruned ${of((row) => row.pruned.shd)}${published}; ` +
      `between classes raw ${of((row) => row.raw.shdClass)}, pruned ${of((row) => row.pruned.shdClass)}; ` +
      `pruned FDR ${of(({ pruned }) => (pruned.reversed + pruned.extra) / Math.max(pruned.edges, 1))}, ` +
      `TPR ${of(({ pruned, shdEmpty }) => pruned.correct / Math.max(shdEmpty, 1))}; ` +
      `empty graph ${of((row) => row.shdEmpty)} (${group.length} runs)`
    );
  });
}

/**
 * Every run of an agent that did not reach the proven optimum.
 * @param {readonly Row[]} rows
 */
function missesOf(rows) {
  return rows
    .filter(({ agent }) => agent?.isOptimal === false)
    .map((row) => {
      const { set, seed, runSeed = 1, gap, agent } = row;
      const after = `${agent?.restarts} restarts, ${agent?.iterations} iterations`;
      return `missed: ${set}, seed ${seed}, ${scoreOf(row)}, run ${runSeed}: ${gap?.toFixed(3)} below the optimum after ${after}`;
    });
}

/** @param {readonly number[]} values */
function meanAndDeviation(values) {
  const mean = values.reduce((a, b) => a + b) / values.length;
  const variance = values.reduce((a, b) => a + (b - mean) * (b - mean), 0) / values.length;
  return `${mean.toFixed(2)} ± ${Math.sqrt(variance).toFixed(2)}`;
}

/** @param {readonly string[]} cells */
function printRow(cells) {
  const widths = [25, 4, 29, 10, 10, 3, 5, 13, 3, 5, 15, 5, 7, 12, 16, 8, 12, 16];
  console.log(
    cells.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join(" "),
  );
}
