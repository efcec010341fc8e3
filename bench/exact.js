// Exact search: time, growth with the number of variables, and memory.
//
//     npm run build && node bench/exact.js
//     options, with defaults: --nodes 12,15,18,20 --threads 1,2 --scores bic,bic-equal-variance --samples 5000 --repeat 5 --seed 1
//
// A time is one call in process, from a table in memory to the proven optimum: creating the score and searching; "best" of
// --repeat, "first" with everything cold. Each (d, score, threads) runs in its own process, so that its peak memory is measured
// separately; "tables" is the allocation that the search announces in advance. The baseline of every ratio is the smallest d
// of the same score and threads; "gain" is the time on the first number of threads divided by this one (below 16 variables
// threads are not used). bench/peers/exact.js compares with other software.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { meetsBound } from "../dist/core/search/exact/bound.js";
import { subsetProgramBytes } from "../dist/core/search/exact/subset-program.js";
import {
  createCrew,
  exactSearch,
  finish,
  linearBic,
  linearBicEqualVariance,
  simulate,
} from "../dist/node/index.js";
import { barsLine, optionsOf, printedTable, quickest, timed, verdict } from "./harness.js";

/**
 * @typedef {{ d: number, scoreName: string, threads: number, first: number, best: number, passes: number, isProven: boolean,
 *   tables: number, idle: number, peak: number }} Measured seconds and bytes
 */

const options = optionsOf({
  nodes: [12, 15, 18, 20],
  threads: [1, 2],
  scores: "bic,bic-equal-variance",
  samples: 5000,
  repeat: 5,
  seed: 1,
  one: "", // measure this score and print JSON: set in the child processes
});
/** @type {Record<string, typeof linearBic>} */
const scores = { bic: linearBic, "bic-equal-variance": linearBicEqualVariance };
/** Limits in seconds and bytes, by number of variables. @type {Record<number, { seconds: number, bytes?: number }>} */
const bars = { 12: { seconds: 0.1 }, 15: { seconds: 1 }, 20: { seconds: 40, bytes: 1e9 } };

if (options.one === "") main();
else console.log(JSON.stringify(await measured(options.nodes[0], options.one, options.threads[0])));

function main() {
  console.log(
    `n = ${options.samples}, seed ${options.seed}, best of ${options.repeat}; Node ${process.versions.node}\n`,
  );
  const printRow = printedTable(
    "  d               score  threads  passes   first s    best s    gain     ratio  per variable  tables MB  idle MB  peak MB                      bar",
  );
  let missed = 0;
  for (const scoreName of options.scores.split(",")) {
    /** @type {Measured[]} */
    const done = [];
    for (const d of options.nodes) {
      for (const threads of options.threads) {
        const now = inOwnProcess(d, scoreName, threads);
        const told = verdictOf(now);
        if (told.startsWith("MISSED")) missed++;
        printRow(cellsOf(now, done, told));
        done.push(now);
      }
    }
  }
  console.log(`
ratio: to the smallest d of the same score; per variable: the factor that one more variable costs, from the row above
(the work of a pass is proportional to d² 2^d: a factor of ${growth(12, 15).toFixed(2)} from 12 to 15, ${growth(18, 20).toFixed(2)} from 18 to 20)
peak: of the whole process (idle: before the search); tables: what the search announces`);
  console.log(barsLine("exact", missed));
}

/**
 * @param {number} d
 * @param {string} scoreName
 * @param {number} threads
 * @returns {Measured}
 */
function inOwnProcess(d, scoreName, threads) {
  const args = ["--one", scoreName, "--nodes", String(d), "--threads", String(threads)];
  for (const name of /** @type {const} */ (["samples", "repeat", "seed"]))
    args.push(`--${name}`, String(options[name]));
  return JSON.parse(
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...args], { encoding: "utf8" }),
  );
}

/**
 * @param {number} d
 * @param {string} scoreName
 * @param {number} threads
 * @returns {Promise<Measured>}
 */
async function measured(d, scoreName, threads) {
  const { samples, seed, repeat } = options;
  const crew = await createCrew(threads);
  const { table } = simulate({ nodes: d, samples, seed });
  const idle = process.memoryUsage().rss;
  const runs = Array.from({ length: repeat }, () =>
    timed(() => {
      const score = scores[scoreName](table);
      return { score, step: finish(exactSearch({ score }, {}, { crew })) };
    }),
  );
  const { score, step } = runs[repeat - 1].value;
  if (!score.local || !step.graph) throw new Error("bench: a finished search has a graph");
  return {
    d,
    scoreName,
    threads,
    first: runs[0].seconds,
    best: quickest(runs).seconds,
    passes: step.passes.filter(({ multiplier }) => multiplier !== null).length,
    isProven: meetsBound(step.score, step.bound, score.local, step.graph),
    tables: subsetProgramBytes(d, score.local, threads),
    idle,
    peak: Math.max(process.memoryUsage().rss, 1024 * process.resourceUsage().maxRSS),
  };
}

/** @param {Measured} measured */
function verdictOf({ d, best, peak, isProven }) {
  if (!isProven) return "MISSED: not proven";
  const bar = bars[d];
  if (bar === undefined) return "none";
  const { seconds, bytes = Number.POSITIVE_INFINITY } = bar;
  const asked = `≤ ${seconds} s${bar.bytes ? `, ≤ ${bytes / 1e9} GB` : ""}`;
  return verdict(best <= seconds && peak <= bytes, asked);
}

/**
 * @param {Measured} now
 * @param {readonly Measured[]} done
 * @param {string} told
 */
function cellsOf(now, done, told) {
  const alike = done.filter(({ threads }) => threads === now.threads);
  const [baseline, before] = [alike[0] ?? now, alike.at(-1)];
  const fewest = done.find(({ d }) => d === now.d) ?? now;
  return [
    now.d,
    now.scoreName,
    now.threads,
    now.passes,
    now.first.toFixed(4),
    now.best.toFixed(4),
    `${(fewest.best / now.best).toFixed(2)}×`,
    `${(now.best / baseline.best).toFixed(1)}×`,
    before ? `${((now.best / before.best) ** (1 / (now.d - before.d))).toFixed(2)}×` : "",
    ...[now.tables, now.idle, now.peak].map((bytes) => (bytes / 1e6).toFixed(1)),
    told,
  ];
}

/**
 * Factor by which the work grows per additional variable between two sizes.
 * @param {number} from
 * @param {number} to
 */
function growth(from, to) {
  return (((to * to) / (from * from)) * 2 ** (to - from)) ** (1 / (to - from));
}
