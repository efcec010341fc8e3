// DirectLiNGAM and ICA-LiNGAM: ours and the package lingam's on the same tables in the same run, and the ratio.
//
//     npm run build && node bench/peers/lingam.js
//     options, with defaults: --rounds 3, --large (off: no table of 50 variables, on which lingam takes about a minute)
//
// One thread each, taking turns, so that both meet the machine in the same states; a time is the best of all rounds, and is that
// of one search from the table to the graph, regressions included. The bar: DirectLiNGAM at d = 20, n = 5,000 at least 5 times
// as fast. The same order and edges are asked of DirectLiNGAM, which has nothing random; where they differ the bench says so
// and exits 1. ICA-LiNGAM runs by lingam's rules (columns' units, zeroing, 1e-4) from a start of its own, and its edges are counted.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { simulate } from "../../dist/core/data/simulate/simulate.js";
import { edgeList } from "../../dist/core/graph/graph.js";
import { createRng } from "../../dist/core/math/rng.js";
import { linearBic } from "../../dist/core/score/linear-bic.js";
import { directLingam } from "../../dist/core/search/lingam/direct-lingam.js";
import { icaLingam } from "../../dist/core/search/lingam/ica-lingam.js";
import { finish } from "../../dist/core/search/search.js";
import { best, printRow as printCells, startedPeer } from "./peer.js";

/** @typedef {{ seconds: number, order: readonly number[], edges: readonly (readonly number[])[] }} Answer */

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "3" }, large: { type: "boolean", default: false } },
});

/** Least number of times as fast, by model and size. @type {Record<string, number>} */
const bars = { "direct 20 5000": 5 };
const sizes = [{ d: 10, n: 1000 }, { d: 20, n: 5000 }, ...(options.large ? [{ d: 50, n: 2000 }] : [])];
const theirs = /** @type {const} */ ({ units: "columns", exactVariables: 0, tolerance: 1e-4, restarts: 1 });

await main();

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "wherefore-lingam-"));
  const peer = await startedPeer("lingam_search.py", { environment: "lingam" });
  try {
    console.log(
      `one thread, best of ${options.rounds}; Node ${process.versions.node}, ${peer.versions}; ratio = theirs / ours\n`,
    );
    printRow(["model", "d", "n", "ours ms", "lingam ms", "ratio", "same order, edges", "bar"]);
    for (const { d, n } of sizes) {
      const { table } = simulate({
        graph: "erdos-renyi",
        degree: 4,
        nodes: d,
        samples: n,
        noise: "laplace",
        scaling: "internal",
        seed: 1,
      });
      const file = join(folder, `${d}-${n}.bin`);
      writeFileSync(file, table.X.data);
      for (const model of /** @type {const} */ (["direct", "ica"])) {
        /** @type {Answer[]} */
        const [ours, peers] = [[], []];
        for (let round = 0; round < Number(options.rounds); round++) {
          ours.push(timed(model, table));
          peers.push(await peer.ask({ model, file, n, d }));
        }
        report(model, d, n, best(ours), best(peers));
      }
    }
  } finally {
    peer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {"direct" | "ica"} model
 * @param {import("../../dist/core/data/table.js").Table} table
 * @returns {Answer}
 */
function timed(model, table) {
  const score = linearBic(table);
  const start = performance.now();
  const search =
    model === "direct"
      ? directLingam({ table, score })
      : icaLingam({ table, score, rng: createRng(1), ...theirs }, theirs);
  const { graph, order } = finish(search);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, order, edges: graph === null ? [] : edgeList(graph) };
}

/**
 * @param {string} model
 * @param {number} d
 * @param {number} n
 * @param {Answer} ours
 * @param {Answer} peers
 */
function report(model, d, n, ours, peers) {
  const ratio = peers.seconds / ours.seconds;
  const bar = bars[`${model} ${d} ${n}`];
  const isSameOrder = ours.order.join() === peers.order.join();
  const known = new Set(peers.edges.map((edge) => edge.join()));
  const shared = ours.edges.filter((edge) => known.has(edge.join())).length;
  const isSame = isSameOrder && shared === ours.edges.length && shared === peers.edges.length;
  if (model === "direct" && !isSame) process.exitCode = 1;
  if (bar !== undefined && !(ratio >= bar)) process.exitCode = 1;
  printRow([
    model,
    String(d),
    String(n),
    (1000 * ours.seconds).toFixed(1),
    (1000 * peers.seconds).toFixed(1),
    `${ratio.toFixed(1)}×`,
    `${isSameOrder ? "yes" : "NO"}, ${shared} of ${ours.edges.length} and ${peers.edges.length}`,
    bar === undefined ? "" : `${ratio >= bar ? "met" : "MISSED"} (≥ ${bar})`,
  ]);
}

/** @param {readonly string[]} cells */
function printRow(cells) {
  printCells(cells, [8, 4, 6, 10, 11, 8, 26, 14]);
}
