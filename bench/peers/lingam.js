// DirectLiNGAM and ICA-LiNGAM: ours and those of the package lingam on the same tables in the same run, and the ratio.
//
//     npm run build && node bench/peers/lingam.js
//     options, with defaults: --rounds 3, --large (off: no table of 50 variables, on which lingam takes about a minute)
//
// One thread each, taking turns, so that both meet the same machine conditions; a time is the best of all rounds for one search
// from the table to the graph, regressions included. The bar: DirectLiNGAM at d = 20, n = 5,000 at least 5 times as fast.
// DirectLiNGAM, which is deterministic, must give the same order and edges; otherwise the bench says so and exits 1. ICA-LiNGAM
// runs with lingam's rules (columns' units, zeroing, 1e-4) from its own random start, and the edges in common are counted.

import { simulate } from "../../dist/core/data/simulate/simulate.js";
import { edgeList } from "../../dist/core/graph/graph.js";
import { createRng } from "../../dist/core/math/rng.js";
import { linearBic } from "../../dist/core/score/linear-bic.js";
import { directLingam } from "../../dist/core/search/lingam/direct-lingam.js";
import { icaLingam } from "../../dist/core/search/lingam/ica-lingam.js";
import { finish } from "../../dist/core/search/search.js";
import { optionsOf, printedTable, timed, verdict } from "../harness.js";
import { inTurns, withPeer } from "./peer.js";
import { recorded } from "./rows.js";

/** @typedef {{ seconds: number, order: readonly number[], edges: readonly (readonly number[])[] }} Answer */

const { rounds, large } = optionsOf({ rounds: 3, large: false });

/** Required speed-up, by model and size. @type {Record<string, number>} */
const bars = { "direct 20 5000": 5 };
const sizes = [{ d: 10, n: 1000 }, { d: 20, n: 5000 }, ...(large ? [{ d: 50, n: 2000 }] : [])];
const theirs = /** @type {const} */ ({ units: "columns", exactVariables: 0, tolerance: 1e-4, restarts: 1 });

await withPeer("lingam_search.py", compare, { environment: "lingam" });

/**
 * @param {import("./peer.js").Peer} peer
 * @param {(X: { readonly data: Float64Array }) => string} written
 */
async function compare(peer, written) {
  console.log(
    `one thread, best of ${rounds}; Node ${process.versions.node}, ${peer.versions}; ratio = theirs / ours\n`,
  );
  const printRow = printedTable(
    "   model    d      n    ours ms   lingam ms    ratio          same order, edges            bar",
  );
  const rule = /** @type {const} */ ({
    graph: "erdos-renyi",
    degree: 4,
    noise: "laplace",
    scaling: "internal",
  });
  for (const { d, n } of sizes) {
    const { table } = simulate({ ...rule, nodes: d, samples: n, seed: 1 });
    const file = written(table.X);
    for (const model of /** @type {const} */ (["direct", "ica"])) {
      const ask = () => peer.ask({ model, file, n, d });
      const found = await inTurns(rounds, () => answer(model, table), ask);
      recorded({
        ...{
          bench: "lingam",
          product: model === "direct" ? "DirectLiNGAM" : "ICA-LiNGAM",
          of: `d = ${d}, n = ${n}`,
        },
        ...{ peer: "lingam", versions: peer.versions, times: found.theirs.seconds / found.ours.seconds },
        rounds: found.ratios,
      });
      printRow([
        model,
        d,
        n,
        ...cellsOf(found.ours, found.theirs, model === "direct", bars[`${model} ${d} ${n}`]),
      ]);
    }
  }
}

/**
 * @param {"direct" | "ica"} model
 * @param {import("../../dist/core/data/table.js").Table} table
 * @returns {Answer}
 */
function answer(model, table) {
  const score = linearBic(table);
  const search = () =>
    model === "direct"
      ? directLingam({ table, score })
      : icaLingam({ table, score, rng: createRng(1), ...theirs }, theirs);
  const { value, seconds } = timed(() => finish(search()));
  const { graph, order } = value;
  return { seconds, order, edges: graph === null ? [] : edgeList(graph) };
}

/**
 * @param {Answer} ours
 * @param {Answer} peers
 * @param {boolean} mustAgree
 * @param {number | undefined} bar
 */
function cellsOf(ours, peers, mustAgree, bar) {
  const ratio = peers.seconds / ours.seconds;
  const isSameOrder = ours.order.join() === peers.order.join();
  const known = new Set(peers.edges.map((edge) => edge.join()));
  const shared = ours.edges.filter((edge) => known.has(edge.join())).length;
  const isSame = isSameOrder && shared === ours.edges.length && shared === peers.edges.length;
  if (mustAgree && !isSame) process.exitCode = 1;
  if (bar !== undefined && !(ratio >= bar)) process.exitCode = 1;
  return [
    (1000 * ours.seconds).toFixed(1),
    (1000 * peers.seconds).toFixed(1),
    `${ratio.toFixed(1)}×`,
    `${isSameOrder ? "yes" : "NO"}, ${shared} of ${ours.edges.length} and ${peers.edges.length}`,
    bar === undefined ? "" : verdict(ratio >= bar, `≥ ${bar}`),
  ];
}
