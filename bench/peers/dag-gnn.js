// DAG-GNN: steps of training in a second, ours and gCastle's, on the same tables in the same run, and the ratio.
//
//     npm run build && node bench/peers/dag-gnn.js
//     options, with defaults: --rounds 3, --epochs 20
//
// One thread each, taking turns, so that both meet the machine in the same states; a time is the best of all rounds, of the
// processor, and is that of one whole solve of --epochs epochs, from the table to the weights: batches of 100 rows, networks
// 1 → 64 → 1, float64 on both sides. Both begin with numbers of their own, so what is compared is the work and not the answer. The bar: at
// least 2 times as fast for the same number of steps.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { paperSet } from "../../dist/core/data/paper-sets.js";
import { simulate } from "../../dist/core/data/simulate/simulate.js";
import { createRng } from "../../dist/core/math/rng.js";
import { linearBic } from "../../dist/core/score/linear-bic.js";
import { dagGnn } from "../../dist/core/search/continuous/dag-gnn/dag-gnn.js";
import { finish } from "../../dist/core/search/search.js";
import { best, printRow as printCells, startedPeer } from "./peer.js";

/** @typedef {{ seconds: number }} Answer */

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "3" }, epochs: { type: "string", default: "20" } },
});
const epochs = Number(options.epochs);
const batch = 100;
const bar = 2;

const tables = {
  "paper, LiNGAM": paperSet("paper/exp1-lingam-12", 8).table,
  "paper, LiNGAM, 30": paperSet("paper/exp1-lingam-30", 8).table,
  "simulated, 100": simulate({ nodes: 100, samples: 1000, seed: 1 }).table,
};

await main();

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "wherefore-dag-gnn-"));
  const peer = await startedPeer("dag_gnn.py");
  try {
    console.log(
      `one thread, best of ${options.rounds}; Node ${process.versions.node}, ${peer.versions}; ratio = theirs / ours\n`,
    );
    printRow(["data", "d", "n", "steps", "ours steps/s", "gCastle steps/s", "ratio", "bar"]);
    for (const [name, table] of Object.entries(tables)) {
      const { rows: n, cols: d, data } = table.X;
      const file = join(folder, "table.bin");
      writeFileSync(file, data);
      /** @type {Answer[]} */
      const [ours, theirs] = [[], []];
      for (let round = 0; round < Number(options.rounds); round++) {
        ours.push(timed(table));
        theirs.push(await peer.ask({ file, n, d, epochs, batch }));
      }
      report(name, d, n, best(ours), best(theirs));
    }
  } finally {
    peer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {import("../../dist/core/data/table.js").Table} table
 * @returns {Answer}
 */
function timed(table) {
  const score = linearBic(table);
  const start = process.cpuUsage();
  finish(dagGnn({ table, score, rng: createRng(1) }, { epochs, batch, rounds: 1 }));
  const { user, system } = process.cpuUsage(start);
  return { seconds: (user + system) / 1e6 };
}

/**
 * @param {string} name
 * @param {number} d
 * @param {number} n
 * @param {Answer} ours
 * @param {Answer} theirs
 */
function report(name, d, n, ours, theirs) {
  const steps = epochs * Math.ceil(n / batch);
  const ratio = theirs.seconds / ours.seconds;
  if (!(ratio >= bar)) process.exitCode = 1;
  printRow([
    name,
    String(d),
    String(n),
    String(steps),
    (steps / ours.seconds).toFixed(0),
    (steps / theirs.seconds).toFixed(0),
    `${ratio.toFixed(1)}×`,
    `${ratio >= bar ? "met" : "MISSED"} (≥ ${bar})`,
  ]);
}

/** @param {readonly string[]} cells */
function printRow(cells) {
  printCells(cells, [18, 4, 6, 6, 13, 16, 8, 14]);
}
