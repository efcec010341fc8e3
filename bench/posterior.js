// Posterior probabilities of edges: time and memory of the exact sums, and the results of the chains on the same tables.
//
//     npm run build && node bench/posterior.js
//     options, with defaults: --orders 12,16,20 --dags 10,12,14 --chains 13,30 --samples 500 --seed 1
//
// A time is one call in process, from a table in memory to all probabilities and 10,000 sampled graphs, on one thread (bge). Each
// runs in its own process, so that its peak memory is measured separately; "said" is the allocation that the sums announce in
// advance. "off" is the largest difference between an edge's probabilities by chains and by sums, where sums are computed.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createRng } from "../dist/core/math/rng.js";
import { bge } from "../dist/core/score/bge.js";
import { posterior, posteriorBytes } from "../dist/core/search/posterior/posterior.js";
import { simulate } from "../dist/node/index.js";
import { barsLine, optionsOf, printedTable, verdict } from "./harness.js";

/**
 * @typedef {{ seconds: number, pause: number, said: number, grown: number, error: number | null,
 *   chains: { disagreement: number, rHat: number } | null, off: number | null }} Measured seconds and bytes
 */

const options = optionsOf({
  orders: [12, 16, 20],
  dags: [10, 12, 14],
  chains: [13, 30],
  samples: 500,
  seed: 1,
  one: "", // measure this: "orders 12 sums"; print JSON
});
/** Limits in seconds, by prior and number of variables. @type {Record<string, number>} */
const bars = { "orders 16": 10, "orders 20": 300, "dags 14": 300 };

if (options.one === "") main();
else console.log(JSON.stringify(measured(options.one)));

function main() {
  console.log(`n = ${options.samples}, seed ${options.seed}, one thread; Node ${process.versions.node}\n`);
  const printRow = printedTable(
    "  prior   d  method   seconds  longest pause s  said MB  grown MB  error bound  chains differ  R-hat     off            bar",
  );
  let missed = 0;
  for (const [prior, method, sizes] of /** @type {const} */ ([
    ["orders", "sums", options.orders],
    ["dags", "sums", options.dags],
    ["orders", "chains", options.chains],
    ["dags", "chains", options.chains],
  ])) {
    for (const d of sizes) {
      const now = inOwnProcess(`${prior} ${d} ${method}`);
      const bar = method === "sums" ? bars[`${prior} ${d}`] : undefined;
      const told = bar === undefined ? "none" : verdict(now.seconds <= bar, `≤ ${bar} s`);
      if (told.startsWith("MISSED")) missed++;
      printRow([prior, d, method, ...cellsOf(now), told]);
    }
  }
  console.log(barsLine("posterior", missed));
}

/**
 * @param {string} what
 * @returns {Measured}
 */
function inOwnProcess(what) {
  const args = ["--one", what, "--samples", String(options.samples), "--seed", String(options.seed)];
  return JSON.parse(
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...args], { encoding: "utf8" }),
  );
}

/**
 * @param {string} what
 * @returns {Measured}
 */
function measured(what) {
  const [prior, size, method] = /** @type {["orders" | "dags", string, "sums" | "chains"]} */ (
    what.split(" ")
  );
  const d = Number(size);
  const { table } = simulate({ nodes: d, samples: options.samples, seed: options.seed });
  const score = bge(table);
  const idle = process.memoryUsage().rss;
  const start = performance.now();
  let [last, pause] = [start, 0];
  const found = finished(prior, method, () => {
    pause = Math.max(pause, performance.now() - last);
    last = performance.now();
  });
  const seconds = (performance.now() - start) / 1000;
  const grown = 1024 * process.resourceUsage().maxRSS - idle;
  const isComparable = method === "chains" && d <= 14;
  const exact = isComparable ? finished(prior, "sums", () => {}).edges : found.edges;
  return {
    seconds,
    pause: pause / 1000,
    said: posteriorBytes(d, prior, score.local),
    grown,
    error: found.error,
    chains: found.chains,
    off: isComparable ? Math.max(...exact.map((p, k) => Math.abs(p - found.edges[k]))) : null,
  };

  /**
   * @param {"orders" | "dags"} over
   * @param {"sums" | "chains"} by
   * @param {() => void} heard
   */
  function finished(over, by, heard) {
    const running = posterior({ score, rng: createRng(1) }, { prior: over, method: by });
    for (;;) {
      const { value, done } = running.next();
      heard();
      if (done) return value;
    }
  }
}

/** @param {Measured} measured */
function cellsOf({ seconds, pause, said, grown, error, chains, off }) {
  return [
    seconds.toFixed(2),
    pause.toFixed(2),
    chains ? "" : (said / 1e6).toFixed(0),
    (grown / 1e6).toFixed(0),
    error?.toExponential(0) ?? "",
    chains?.disagreement.toFixed(3) ?? "",
    // Infinity is null in JSON.
    chains ? (chains.rHat?.toFixed(3) ?? "Infinity") : "",
    off?.toFixed(3) ?? "",
  ];
}
