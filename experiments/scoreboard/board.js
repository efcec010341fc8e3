// Executes the missing runs of the scoreboard, appends each to rows.ndjson as soon as it has ended, and writes table.md from them.
//
//     npm run experiments scoreboard                        all of it, which takes many hours; resumes where it was stopped
//     node experiments/run.js scoreboard --runs 20           the next twenty
//     node experiments/run.js scoreboard --only "bic 30x8"    those whose name (SCORE DxEDGES seed SEED METHOD) matches
//     node experiments/run.js scoreboard --runs 0            table.md from the existing rows
//     node experiments/run.js scoreboard --smallest          small tables and short runs; writes nothing

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { scores } from "../../dist/core/score/scores.js";
import { searches } from "../../dist/core/search/searches.js";
import * as wherefore from "../../dist/node/index.js";
import { rowOf } from "./anytime.js";
import { keyOf, planned } from "./plan.js";
import { tableText } from "./summary.js";

/** @typedef {import("./scoreboard.js").Row} Row */

const library = { ...wherefore, scores, searches };
const file = new URL("rows.ndjson", import.meta.url);
const table = new URL("table.md", import.meta.url);

/** @returns {Row[]} */
export function storedRows() {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/**
 * @param {{ smallest: boolean, runs?: string | undefined, only: string, commit: string | null, isStopped: () => boolean }} options
 */
export async function fillBoard({ smallest, runs, only, commit, isStopped }) {
  const rows = smallest ? [] : storedRows();
  const made = new Set(rows.map(keyOf));
  const name = new RegExp(only);
  const all = planned();
  const missing = all.filter((run) => !made.has(keyOf(run)));
  const few = smallest ? all.filter(({ d, edges, seed }) => d === 12 && edges === 2 && seed === 1) : missing;
  const wanted = few
    .filter((run) => name.test(keyOf(run)))
    .slice(0, runs === undefined ? undefined : Number(runs));
  const small = smallest ? { cut: { d: 5, samples: 60 }, limit: 0.2 } : {};
  for (const run of wanted) {
    if (isStopped()) break;
    const row = rowOf(library, run, { optimum: optimumOf(rows, run), ...small });
    const stored = commit && !smallest ? { ...row, commit } : row;
    rows.push(stored);
    if (!smallest) {
      appendFileSync(file, `${JSON.stringify(stored)}\n`);
      writeFileSync(table, tableText(rows));
    }
    const { score, shd } = row.end;
    const end = row.ended ? "ended" : "stopped";
    console.log(
      `${keyOf(run)}: ${score?.toFixed(2)}, truth ${row.truth.toFixed(2)}, SHD ${shd}, ${end} after ${row.seconds} s`,
    );
    await new Promise((resolve) => setImmediate(resolve)); // lets Ctrl-C be handled
  }
  if (smallest) return;
  writeFileSync(table, tableText(rows));
  console.log(`\n${rows.length} of ${all.length} runs made; experiments/scoreboard/table.md is written`);
}

/**
 * The proven best score, from the row of exact search.
 * @param {readonly Row[]} rows
 * @param {import("./scoreboard.js").Planned} run
 */
function optimumOf(rows, run) {
  const exact = rows.find((row) => keyOf(row) === keyOf({ ...run, method: "exact" }));
  return exact?.ended ? (exact.end.score ?? undefined) : undefined;
}
