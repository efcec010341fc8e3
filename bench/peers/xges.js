// Greedy equivalence search with and without its escapes, compared with XGES by its authors: same tables, score and penalty.
//
//     npm run build && node bench/peers/xges.js
//     options, with defaults: --nodes 25,50,100 --edges 2,4 --samples 1000 --seeds 1,2,3 --penalty 2 --minutes 8
//
// One thread each, in seconds of processor time, from a table in memory to the class. Erdős–Rényi graphs with --edges edges
// per variable. XGES-0 is their search without forced deletions. A row has the medians over the seeds: seconds, score
// minus the score of the truth (bic, --penalty times its penalty), SHD between classes. The bar: extended reaches at least the
// score of XGES in at most its time. A peer is stopped after --minutes; a search stopped on any seed has no row.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { finish, ges, graphMetrics, linearBic, simulate } from "../../dist/node/index.js";
import { barsLine, optionsOf, printedTable, processorTimed, verdict } from "../harness.js";
import { medians, memberOf, startedPeer, withFolder } from "./peer.js";
import { recorded } from "./rows.js";

/**
 * @typedef {import("./peer.js").Found} Found
 * @typedef {import("../../dist/node/index.js").Graph} Graph
 */

const options = optionsOf({
  ...{ nodes: [25, 50, 100], edges: [2, 4], samples: 1000, seeds: [1, 2, 3] },
  ...{ penalty: 2, minutes: 8 },
});
const { samples, penalty, minutes } = options;
const peerOptions = { environment: "xges" };
let missed = 0;

let peer = await startedPeer("xges_search.py", peerOptions);
console.log(
  `n = ${samples}, one thread, seconds of the processor; Node ${process.versions.node}, ${peer.versions}; bic, penalty weight ${penalty}\n`,
);
const printRow = printedTable(
  "   d  edges a variable         search   seconds  score minus truth's  SHD of classes            bar",
);
await withFolder(async (folder) => {
  for (const nodes of options.nodes) for (const edges of options.edges) await compareOn(nodes, edges, folder);
});
peer.stop();
console.log(barsLine("xges", missed));
if (missed > 0) process.exitCode = 1;

/**
 * @param {number} nodes
 * @param {number} edges
 * @param {string} folder
 */
async function compareOn(nodes, edges, folder) {
  /** @type {Map<string, Found[]>} */
  const all = new Map();
  const note = (/** @type {string} */ name, /** @type {Found} */ found) =>
    all.set(name, [...(all.get(name) ?? []), found]);
  for (const seed of options.seeds) {
    const { table, truth } = simulate({ graph: "erdos-renyi", degree: 2 * edges, nodes, samples, seed });
    const score = linearBic(table, { penaltyWeight: penalty });
    const whole = score.ofGraph(truth);
    const found = (/** @type {Graph | null} */ graph, /** @type {number} */ seconds) => {
      if (graph === null) throw new Error("bench: a finished search has a graph");
      const shd = graphMetrics(truth, graph).shdClass ?? NaN;
      return { seconds, score: score.ofGraph(graph) - whole, shd };
    };
    for (const extended of [false, true]) {
      const { value, seconds } = processorTimed(() =>
        finish(ges({ score: linearBic(table, { penaltyWeight: penalty }) }, { extended })),
      );
      note(extended ? "ges, extended" : "ges", found(value.graph, seconds));
    }
    const file = join(folder, `${nodes}-${edges}-${seed}.bin`);
    writeFileSync(file, table.X.data);
    for (const extended of [false, true]) {
      const answer = await peer.ask({ file, n: samples, d: nodes, penalty, extended }, minutes);
      if (answer === null) peer = await startedPeer("xges_search.py", peerOptions);
      else note(extended ? "XGES" : "XGES-0", found(memberOf(nodes, answer), answer.seconds));
    }
  }
  const isWhole = (/** @type {Found[]} */ rows) => rows.length === options.seeds.length;
  const whole = [...all].filter(([, rows]) => isWhole(rows));
  report(nodes, edges, new Map(whole.map(([name, rows]) => [name, medians(rows)])));
}

/**
 * @param {number} nodes
 * @param {number} edges
 * @param {Map<string, Found>} rows
 */
function report(nodes, edges, rows) {
  const theirs = rows.get("XGES");
  const own = rows.get("ges, extended");
  if (own && theirs)
    recorded({
      ...{
        bench: "xges",
        product: "GES, extended",
        of: `d = ${nodes}, ${edges} edges a variable, n = ${samples}`,
      },
      ...{ peer: "XGES", versions: peer.versions, times: theirs.seconds / own.seconds },
    });
  for (const [name, { seconds, score, shd }] of rows) {
    let bar = "";
    if (name === "ges, extended" && theirs) {
      const isMet = seconds <= theirs.seconds && score >= theirs.score - 1e-6;
      if (!isMet) missed++;
      bar = verdict(isMet);
    }
    printRow([nodes, edges, name, seconds.toFixed(2), score.toFixed(1), shd, bar]);
  }
}
