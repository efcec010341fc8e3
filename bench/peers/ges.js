// Greedy equivalence search: ours and causal-learn's on the same data in the same run, and the ratio of their times.
//
//     npm run build && node bench/peers/ges.js
//     options, with defaults: --nodes 50,100 --degrees 2,4 --samples 1000 --repeat 1 --seed 1 --minutes 15
//
// Both sides are timed as one whole call from a table in memory to a class, on one thread, best of --repeat; ours with
// Chickering's two phases, like theirs. The score is the same function of the graph (ges.py says how), so both must find the
// same class; otherwise the bench says so and exits 1. The peer is stopped after --minutes: the ratio is then a lower bound.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { finish, ges, linearBic, simulate } from "../../dist/node/index.js";
import { bestOf, optionsOf, printedTable } from "../harness.js";
import { csv, withFolder } from "./peer.js";
import { recorded } from "./rows.js";
import { peerPython } from "./venv.js";

/** @typedef {{ names: readonly string[], X: { rows: number, cols: number, data: Float64Array } }} Table */

const options = optionsOf({
  nodes: [50, 100],
  degrees: [2, 4],
  samples: 1000,
  repeat: 1,
  seed: 1,
  minutes: 15,
});
const { samples, repeat, seed, minutes } = options;

const python = peerPython();
console.log(
  `n = ${samples}, seed ${seed}, one thread, best of ${repeat}; ratio = causal-learn / wherefore\n`,
);
const printRow = printedTable(
  "   d  degree  wherefore s  causal-learn s      ratio          score               same class",
);
await withFolder(async (folder) => {
  for (const nodes of options.nodes) for (const degree of options.degrees) compareOn(nodes, degree, folder);
});

/**
 * @param {number} nodes
 * @param {number} degree
 * @param {string} folder
 */
function compareOn(nodes, degree, folder) {
  const { table } = simulate({ graph: "erdos-renyi", degree, nodes, samples, seed });
  const file = join(folder, `data-${nodes}-${degree}.csv`);
  writeFileSync(file, csv(table));
  const mine = ours(table);
  const peer = theirs(file);
  const isSame = peer !== null && peer.key === mine.key;
  if (peer !== null && !isSame) process.exitCode = 1;
  const [seconds, sign] = peer === null ? [60 * minutes, "> "] : [peer.seconds, ""];
  recorded({
    ...{ bench: "ges", product: "GES, two phases", of: `d = ${nodes}, degree ${degree}, n = ${samples}` },
    ...{ peer: "causal-learn", versions: "requirements.txt", times: seconds / mine.seconds },
    ...(peer === null && { isLeast: true }),
  });
  printRow([
    nodes,
    degree,
    mine.seconds.toFixed(3),
    `${sign}${seconds.toFixed(1)}`,
    `${sign}${(seconds / mine.seconds).toFixed(0)}×`,
    mine.score.toFixed(3),
    peer === null ? "stopped" : isSame ? "yes" : `NO (${peer.score.toFixed(3)})`,
  ]);
}

/** @param {Table} table */
function ours(table) {
  const { value, seconds } = bestOf(repeat, () =>
    finish(ges({ score: linearBic(table) }, { turning: false })),
  );
  const { d, directed, undirected } = value.pdag;
  const edges = [];
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      if (directed[i * d + j] === 1) edges.push(`${table.names[i]} → ${table.names[j]}`);
      if (i < j && undirected[i * d + j] === 1) edges.push(`${table.names[i]} — ${table.names[j]}`);
    }
  }
  return { seconds, score: value.score, key: edges.sort().join("\n") };
}

/**
 * causal-learn on the same table, in its own process; null if it was stopped.
 * @param {string} file
 */
function theirs(file) {
  const script = fileURLToPath(new URL("ges.py", import.meta.url));
  try {
    const line = execFileSync(python, [script, file, "--repeat", String(repeat)], {
      encoding: "utf8",
      timeout: 60_000 * minutes * repeat,
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
