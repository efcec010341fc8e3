// Runs an experiment, prints one line per run, and reports for each claim whether it holds.
//
//     npm run build && node experiments/run.js NAME        writes experiments/NAME/results.json
//     node experiments/run.js NAME --smallest               the part that continuous integration runs; writes nothing
//     node experiments/run.js                               every experiment that takes minutes, in turn
//
// A grid that takes hours can be filled over several sessions: rows in its results.json are kept, a run that was stopped (Ctrl-C)
// or killed is resumed from its checkpoint under runs/, and the command reports what is still missing.
//
//     --again                 repeats every run
//     --runs COUNT            stops after COUNT new runs
//     --only REGEXP           only runs whose name (SET_SEED_METHOD_SCORE) matches
//     --part 1/2              every second missing run: two processes share a grid
//     --threads COUNT --wide  how networks are computed; affects only the time
//
// With a store the runs are tasks of a batch (docs/cluster.md), whose results are kept there: the rows are the same except for
// their times; a run that is stopped is resumed from its checkpoint in the store.
//
//     --store FOLDER|s3://…|http://…    on threads of this process, one run per thread
//     --store … --queue redis://HOST    by workers: wherefore work --queue … --store … on any machine
//     --store … --plan                  only lists them, for wherefore batch work --shard 3/50; without --plan it runs those still missing
//
// Exits 1 when a claim does not hold.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { scores } from "../dist/core/score/scores.js";
import * as library from "../dist/node/index.js";
import { runBatch } from "./batch.js";
import { judge, keyOf, missingFiles, plannedRuns, runExperiment, smallestOf, withRow } from "./experiment.js";
import { at, commitNow, folderOf, inOrder, putRow, rowsOf, write } from "./results.js";
import { fillBoard } from "./scoreboard/board.js";
import { tableText } from "./table.js";

/**
 * @typedef {import("./experiment.js").Row} Row
 * @typedef {import("./experiment.js").Judged} Judged
 */

const { values: options, positionals } = parseArgs({
  options: {
    smallest: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    runs: { type: "string" },
    only: { type: "string", default: "" },
    part: { type: "string", default: "1/1" },
    threads: { type: "string" },
    wide: { type: "boolean" },
    store: { type: "string" },
    queue: { type: "string" },
    plan: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const known = readdirSync(new URL(".", import.meta.url)).filter((name) => existsSync(at(name, "grid.js")));
/** Its rows differ in form from those of all other experiments, and it takes hours. */
const board = "scoreboard";
const unknown = positionals.find((name) => !known.includes(name) && name !== board);

let isStopped = false;
process.on("SIGINT", () => {
  if (isStopped) process.exit(130);
  isStopped = true;
});

const refusal = refused();
if (refusal === undefined) {
  for (const name of positionals.length > 0 ? positionals : known)
    if (name === board) await fillBoard({ ...options, commit: commitNow(), isStopped: () => isStopped });
    else await run(name, positionals.length > 0);
} else {
  console.error(`experiments: ${refusal}`);
  process.exitCode = 2;
}

/** The error in the given options, if any. */
function refused() {
  const { store, queue, plan, wide } = options;
  if (unknown !== undefined)
    return `no experiment called "${unknown}" (known: ${[...known, board].join(", ")})`;
  if (store === undefined && (queue !== undefined || plan))
    return "results of a batch are kept in a store; give --store";
  if (queue !== undefined && plan) return "a plan is for shards; leave --queue out";
  if (store !== undefined && wide) return "--wide is for runs of this process; leave it or --store out";
  if (store !== undefined && positionals.includes(board))
    return `the runs of ${board} are read off by their own clocks; leave --store out`;
  return undefined;
}

/**
 * @param {string} name
 * @param {boolean} isNamed
 */
async function run(name, isNamed) {
  /** @type {{ grid: import("./experiment.js").Grid }} */
  const { grid: whole } = await import(at(name, "grid.js").href);
  if (whole.isLong && !isNamed && !options.smallest) return;
  const grid = options.smallest ? smallestOf(whole) : whole;
  const absent = missingFiles(grid);
  if (absent.length > 0) {
    console.error(`${name}: its data are not in this repository; ${absent[0]} is not there`);
    if (isNamed) process.exitCode = 2;
    return;
  }
  const published = JSON.parse(readFileSync(at(name, "published.json"), "utf8"));
  const commit = commitNow();
  const isKept = whole.isLong === true && !options.smallest;
  const rows = isKept && !options.again ? rowsOf(name) : [];
  console.log(`${name}: ${grid.title}\n`);
  const isAgent = ["rl", "rl-order", "corl", "vec2dag"].includes(grid.search);
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
    ...(isAgent ? ["run", "iterations", "restarts", "looks", "gap"] : []),
    ...(published.runs ? ["authors' SHD", grid.search === "rl" ? "theirs − ours" : "failed there"] : []),
  ]);
  for (const row of rows) printRow(cellsOf(row));
  const missing = plannedRuns(grid).filter((planned) => !rows.some((row) => keyOf(row) === keyOf(planned)));
  const share = wantedOf(missing);
  const wanted = new Set(share.map(keyOf));
  const onRow = (/** @type {Row} */ row) => {
    printRow(cellsOf(row));
    rows.push(row);
    if (isKept) {
      putRow(name, row);
      write(name, whole, withRow(rowsOf(name), row), commit);
    }
  };
  if (options.store !== undefined) {
    const failures = await runBatch(library, grid, share, {
      ...{ published, onRow, store: options.store, queue: options.queue, plan: options.plan },
      ...(options.threads && { threads: Number(options.threads) }),
      ...(isKept && { commit: commit ?? undefined }),
      stop: () => isStopped,
    });
    if (options.plan) return;
    for (const failure of failures) console.error(failure);
    if (failures.length > 0) process.exitCode = 1;
  } else
    await runExperiment(library, grid, {
      published,
      rows,
      isWanted: (planned) => wanted.has(keyOf(planned)),
      running: (planned) => ({
        ...(isKept && { folder: folderOf(name, planned), commit: commit ?? undefined }),
        machine: machineOf(grid, planned),
        stop: () => (isStopped ? "interrupted" : undefined),
        onEvent: progressOf(`${planned.set} ${planned.seed}`),
      }),
      onRow,
    });
  const all = inOrder(whole, isKept ? rowsOf(name) : rows);
  const claims = judge(grid.claims, all, whole.isLong ? grid : undefined);
  const isTable = all.some(({ method }) => method !== undefined);
  const summary = isTable
    ? [tableText(all, published, name, grid.isByClass)]
    : [...summaryOf(all), ...missesOf(all)];
  console.log(`\n${summary.join("\n")}\n`);
  for (const { sentence, runs, missing: left = 0, value, holds } of claims) {
    const verdict = runs === 0 ? "not run" : !holds ? "FAILS" : left > 0 ? "so far" : "holds";
    const found = value === null ? "" : `, found ${Number(value.toFixed(6))}`;
    console.log(
      `${verdict.padEnd(8)}${sentence} (${runs} runs${left > 0 ? `, ${left} missing` : ""}${found})`,
    );
  }
  const left = plannedRuns(grid).filter((planned) => !all.some((row) => keyOf(row) === keyOf(planned)));
  const [first] = left;
  if (first) console.log(`\nnot yet run: ${left.length}, the next of them ${keyOf(first)}`);
  console.log("");
  const isComplete = left.length === 0;
  if (claims.some(({ holds, runs }) => !holds && (runs > 0 || (isComplete && !options.smallest))))
    process.exitCode = 1;
  if (!options.smallest) write(name, whole, all, commit);
  if (isTable && !options.smallest)
    writeFileSync(at(name, "table.md"), tableText(rowsOf(name), published, name, grid.isByClass));
}

/**
 * This process's share of the missing runs.
 * @param {readonly import("./experiment.js").Run[]} missing
 */
function wantedOf(missing) {
  const [part, parts] = options.part.split("/").map(Number);
  const count = options.runs === undefined ? Number.POSITIVE_INFINITY : Number(options.runs);
  const name = new RegExp(options.only);
  return missing
    .filter((run) => name.test(keyOf(run)))
    .filter((_, k) => k % parts === part - 1)
    .slice(0, count);
}

/**
 * Only searches with a network and slow scores take these options.
 * @param {import("./experiment.js").Grid} grid
 * @param {import("./experiment.js").Run} planned
 */
function machineOf(grid, { scoreName, search = grid.search }) {
  const isSlow = scores[scoreName].sets !== undefined;
  if (search !== "rl" && search !== "corl" && !isSlow) return {};
  return { wide: options.wide, ...(options.threads && { threads: Number(options.threads) }) };
}

/**
 * A progress line on a terminal, updated at most twice a second, with the remaining time.
 * @param {string} what
 */
function progressOf(what) {
  const start = performance.now();
  let shown = start;
  let first = -1;
  return (/** @type {import("../src/node/index.ts").RunEvent} */ event) => {
    if (!process.stderr.isTTY || event.type !== "step" || !["scores", "search"].includes(event.stage)) return;
    if (first < 0) first = event.progress;
    const now = performance.now();
    if (now - shown < 500 && event.progress < 1) return;
    shown = now;
    const left = ((now - start) / 1000) * ((1 - event.progress) / Math.max(1e-9, event.progress - first));
    const time = Number.isFinite(left) ? `, about ${Math.ceil(left / 60)} min left` : "";
    process.stderr.write(`\r\u001b[K${what}: ${event.doing}${time}`);
    if (event.progress === 1) process.stderr.write("\r\u001b[K");
  };
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
      ? [
          ...[runSeed, agent.iterations, agent.restarts, agent.looks ?? "–"].map(String),
          gap === null ? "" : gap.toFixed(3),
        ]
      : []),
    ...(published ? [String(published.shd), published.failed ?? published.behind?.toFixed(5) ?? "–"] : []),
  ];
}

/** @param {Pick<Row, "scoreName" | "penalty" | "decoder" | "step" | "reward" | "method">} row */
function scoreOf({ scoreName, penalty, decoder, step, reward, method }) {
  if (method) return method;
  const score = `${scoreName}${penalty === null ? "" : ` (${penalty})`}`;
  return [score, decoder, step, reward].filter(Boolean).join(", ");
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
  const widths = [25, 4, 40, 10, 10, 3, 5, 13, 3, 5, 15, 5, 8, 4, 10, 8, 5, 12, 12, 16];
  console.log(
    cells.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join(" "),
  );
}
