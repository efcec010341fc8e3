// Order search beside FLOP (flopsearch, in Rust): the same tables, score and penalty, in the same run.
//
//     npm run build && node bench/peers/order.js
//     options, with defaults: --nodes 50,100,200 --edges 2,4 --samples 1000 --seeds 1,2,3 --penalty 2 --restarts 20 --minutes 8
//
// One thread each, in seconds of the processor, from a table in memory to the class. Erdős–Rényi graphs with --edges edges for each
// variable. FLOP without restarts and with --restarts of them; order search at each effort. A row has the medians over the seeds: seconds,
// score minus the score of the truth (bic, --penalty times its penalty), SHD between classes. The bars: normal effort has at
// least the score of FLOP with restarts in at most its time; low effort a better score than FLOP without, or the truth's, in
// at most its time or half a second. A peer is stopped after --minutes, and has then no row.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRng, finish, graphMetrics, linearBic, orderSearch, simulate } from "../../dist/node/index.js";
import { barsLine, optionsOf, printedTable, processorTimed, verdict } from "../harness.js";
import { medians, memberOf, startedPeer, withFolder } from "./peer.js";

/**
 * @typedef {import("./peer.js").Found} Found
 * @typedef {import("../../dist/node/index.js").Graph} Graph
 */

const options = optionsOf({
  ...{ nodes: [50, 100, 200], edges: [2, 4], samples: 1000, seeds: [1, 2, 3] },
  ...{ penalty: 2, restarts: 20, minutes: 8 },
});
const { samples, penalty, restarts, minutes } = options;
const efforts = /** @type {const} */ (["low", "normal", "high"]);
const peerOptions = { environment: "flop" };
let missed = 0;

const { versions, stop } = await startedPeer("order.py", peerOptions);
stop();
console.log(
  `n = ${samples}, one thread, seconds of the processor; Node ${process.versions.node}, ${versions}; bic, penalty weight ${penalty}\n`,
);
const printRow = printedTable(
  "   d  edges a variable         search   seconds  score minus truth's  SHD of classes            bar",
);
await withFolder(async (folder) => {
  for (const nodes of options.nodes) for (const edges of options.edges) await compareOn(nodes, edges, folder);
});
console.log(barsLine("order", missed));
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
    const { table, truth } = simulate({
      ...{ graph: "erdos-renyi", degree: 2 * edges, nodes, samples, seed },
    });
    const score = linearBic(table, { penaltyWeight: penalty });
    const whole = score.ofGraph(truth);
    const found = (/** @type {Graph | null} */ graph, /** @type {number} */ seconds) => {
      if (graph === null) throw new Error("bench: a finished search has a graph");
      return {
        seconds,
        score: score.ofGraph(graph) - whole,
        shd: graphMetrics(truth, graph).shdClass ?? NaN,
      };
    };
    for (const effort of efforts) {
      const { value, seconds } = processorTimed(() => {
        const own = linearBic(table, { penaltyWeight: penalty });
        return finish(orderSearch({ score: own, rng: createRng(seed) }, { effort }));
      });
      note(`order, ${effort}`, found(value.graph, seconds));
    }
    const file = join(folder, `${nodes}-${edges}-${seed}.bin`);
    writeFileSync(file, table.X.data);
    for (const count of [0, restarts]) {
      const peer = await startedPeer("order.py", peerOptions);
      const answer = await peer.ask({ file, n: samples, d: nodes, penalty, restarts: count }, minutes);
      peer.stop();
      if (answer !== null) note(`FLOP, ${count}`, found(memberOf(nodes, answer), answer.seconds));
    }
  }
  report(nodes, edges, new Map([...all].map(([name, rows]) => [name, medians(rows)])));
}

/**
 * @param {number} nodes
 * @param {number} edges
 * @param {Map<string, Found>} rows
 */
function report(nodes, edges, rows) {
  const [one, several] = [rows.get("FLOP, 0"), rows.get(`FLOP, ${restarts}`)];
  for (const [name, { seconds, score, shd }] of rows) {
    let bar = "";
    const against = name === "order, low" ? one : name === "order, normal" ? several : undefined;
    if (against) {
      const time = name === "order, low" ? Math.max(0.5, against.seconds) : against.seconds;
      const isMet = seconds <= time && score >= against.score - 1e-6;
      if (!isMet) missed++;
      bar = verdict(isMet);
    }
    printRow([nodes, edges, name, seconds.toFixed(2), score.toFixed(1), shd, bar]);
  }
}
