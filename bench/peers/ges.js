// Greedy equivalence search: ours and causal-learn's on the same data in the same run, and the ratio of their times.
//
//     npm run build && node bench/peers/ges.js
//     options, with defaults: --nodes 50,100 --degrees 2,4 --samples 1000 --repeat 1 --seed 1 --minutes 15
//
// Both sides are timed as one whole call from a table in memory to a class, on one thread, best of --repeat; ours with
// Chickering's two phases, as theirs. The score is the same function of the graph (ges.py says how), so both must find the
// same class; where they do not, the bench says so and exits 1. A peer is stopped after --minutes: the ratio is then a lower
// bound.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { finish, ges, linearBic, simulate } from "../../dist/node/index.js";
import { csv, printRow as printCells } from "./peer.js";
import { peerPython } from "./venv.js";

/** @typedef {{ names: readonly string[], X: { rows: number, cols: number, data: Float64Array } }} Table */

const { values: options } = parseArgs({
  options: {
    nodes: { type: "string", default: "50,100" },
    degrees: { type: "string", default: "2,4" },
    samples: { type: "string", default: "1000" },
    repeat: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "15" },
  },
});
const repeat = Number(options.repeat);
const folder = mkdtempSync(join(tmpdir(), "wherefore-peers-"));
try {
  const python = peerPython();
  console.log(
    `n = ${options.samples}, seed ${options.seed}, one thread, best of ${repeat}; ratio = causal-learn / wherefore\n`,
  );
  printRow(["d", "degree", "wherefore s", "causal-learn s", "ratio", "score", "same class"]);
  for (const nodes of options.nodes.split(",").map(Number)) {
    for (const degree of options.degrees.split(",").map(Number)) compareOn(python, nodes, degree);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * @param {string} python
 * @param {number} nodes
 * @param {number} degree
 */
function compareOn(python, nodes, degree) {
  const [samples, seed] = [Number(options.samples), Number(options.seed)];
  const { table } = simulate({ graph: "erdos-renyi", degree, nodes, samples, seed });
  const file = join(folder, `data-${nodes}-${degree}.csv`);
  writeFileSync(file, csv(table));
  const mine = ours(table);
  const peer = theirs(python, file);
  const isSame = peer !== null && peer.key === mine.key;
  if (peer !== null && !isSame) process.exitCode = 1;
  const [seconds, sign] = peer === null ? [60 * Number(options.minutes), "> "] : [peer.seconds, ""];
  printRow([
    String(nodes),
    String(degree),
    mine.seconds.toFixed(3),
    `${sign}${seconds.toFixed(1)}`,
    `${sign}${(seconds / mine.seconds).toFixed(0)}×`,
    mine.score.toFixed(3),
    peer === null ? "stopped" : isSame ? "yes" : `NO (${peer.score.toFixed(3)})`,
  ]);
}

/** @param {Table} table */
function ours(table) {
  let best = Number.POSITIVE_INFINITY;
  for (let k = 1; ; k++) {
    const start = performance.now();
    const { score, pdag } = finish(ges({ score: linearBic(table) }, { turning: false }));
    best = Math.min(best, (performance.now() - start) / 1000);
    if (k < repeat) continue;
    const { d, directed, undirected } = pdag;
    const edges = [];
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        if (directed[i * d + j] === 1) edges.push(`${table.names[i]} → ${table.names[j]}`);
        if (i < j && undirected[i * d + j] === 1) edges.push(`${table.names[i]} — ${table.names[j]}`);
      }
    }
    return { seconds: best, score, key: edges.sort().join("\n") };
  }
}

/**
 * causal-learn on the same table, in a process of its own; null when it was stopped.
 * @param {string} python
 * @param {string} file
 */
function theirs(python, file) {
  const script = fileURLToPath(new URL("ges.py", import.meta.url));
  try {
    const line = execFileSync(python, [script, file, "--repeat", String(repeat)], {
      encoding: "utf8",
      timeout: 60_000 * Number(options.minutes) * repeat,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const { seconds, score, directed, undirected } = JSON.parse(line);
    const edges = [
      ...directed.map((/** @type {string[]} */ pair) => pair.join(" → ")),
      ...undirected.map((/** @type {string[]} */ pair) => pair.sort().join(" — ")),
    ];
    return { seconds: Math.min(...seconds), score, key: edges.sort().join("\n") };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ETIMEDOUT") return null;
    throw error;
  }
}

/** @param {readonly string[]} cells */
function printRow(cells) {
  printCells(cells, [4, 7, 12, 15, 10, 14, 24]);
}
