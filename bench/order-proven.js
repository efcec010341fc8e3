// How often order search ends at the proven optimum, on tables small enough to compute it.
//
//     npm run build && node bench/order-proven.js
//     options, with defaults: --nodes 12,16,20 --first 201 --sets 50 --samples 1000 --effort normal --rows "" (a file) --print
//
// Linear Gaussian graphs: sparse (Erdős–Rényi, two edges per variable), half and dense (each edge present with probability 0.5 and
// 0.8); bic. Seconds are the mean processor time of order search. The bar: at least 98 % at the optimum. Tables 101 to 112 were used
// to choose the rules, and are not evidence. With --rows each result is appended to that file as soon as it is computed, and not
// computed again; --print computes nothing new.

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import {
  createRng,
  exactSearch,
  finish,
  isBetter,
  linearBic,
  orderSearch,
  simulate,
} from "../dist/node/index.js";
import { barsLine, optionsOf, printedTable, processorTimed, verdict } from "./harness.js";

const options = optionsOf({
  ...{ nodes: [12, 16, 20], first: 201, sets: 50, samples: 1000 },
  ...{ effort: "normal", rows: "", print: false },
});
const effort = /** @type {"low" | "normal" | "high"} */ (options.effort);
/** @type {Record<string, import("../dist/node/index.js").SimulateOptions>} */
const kinds = {
  sparse: { graph: "erdos-renyi", degree: 4 },
  half: { graph: "bernoulli", edgeProbability: 0.5 },
  dense: { graph: "bernoulli", edgeProbability: 0.8 },
};
/** @typedef {{ d: number, kind: string, seed: number, effort: string, gap: number, isOptimal: boolean, seconds: number }} Row */
/** @type {Row[]} */
const rows =
  options.rows && existsSync(options.rows)
    ? readFileSync(options.rows, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];

for (let seed = options.first; !options.print && seed < options.first + options.sets; seed++)
  for (const d of options.nodes) for (const kind of Object.keys(kinds)) tryOn(d, kind, seed);
report();

/** @param {number} d @param {string} kind @param {number} seed */
function tryOn(d, kind, seed) {
  if (rows.some((row) => row.d === d && row.kind === kind && row.seed === seed && row.effort === effort))
    return;
  const { table } = simulate({ ...kinds[kind], nodes: d, samples: options.samples, seed });
  const best = finish(exactSearch({ score: linearBic(table) }));
  const { value, seconds } = processorTimed(() =>
    finish(orderSearch({ score: linearBic(table), rng: createRng(seed) }, { effort })),
  );
  const isOptimal = !isBetter(best.score, value.score);
  const row = { d, kind, seed, effort, gap: isOptimal ? 0 : best.score - value.score, isOptimal, seconds };
  rows.push(row);
  if (options.rows) appendFileSync(options.rows, `${JSON.stringify(row)}\n`);
}

function report() {
  let missed = 0;
  console.log(`n = ${options.samples}, bic, ${effort} effort\n`);
  const printRow = printedTable("   d    graphs  sets  at the optimum  largest gap  seconds            bar");
  for (const d of options.nodes) {
    for (const kind of Object.keys(kinds)) {
      const own = rows.filter((row) => row.d === d && row.kind === kind && row.effort === effort);
      if (own.length === 0) continue;
      const optimal = own.filter(({ isOptimal }) => isOptimal).length;
      const isMet = optimal >= 0.98 * own.length;
      if (!isMet) missed++;
      const gap = Math.max(...own.map((row) => row.gap));
      const mean = own.reduce((sum, { seconds }) => sum + seconds, 0) / own.length;
      printRow([d, kind, own.length, optimal, gap.toFixed(1), mean.toFixed(2), verdict(isMet)]);
    }
  }
  console.log(barsLine("order-proven", missed));
  if (missed > 0) process.exitCode = 1;
}
