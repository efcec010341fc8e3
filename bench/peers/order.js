// Order search beside GES and beside causal-learn's BOSS and GRaSP: the same tables and score, in the same run.
//
//     npm run build && node bench/peers/order.js
//     options, with defaults: --nodes 20,50,100 --degree 4 --samples 1000 --seeds 1,2,3 --minutes 3
//
// One thread each. A time is of one search from the table to the class, ours with one start, with four, and with the eight and the
// shakes that it makes unless told otherwise. The score is bic (the same function of the graph on both sides). SHD is between classes (CPDAGs), to
// the class of the truth. The bars, at 100 variables: under 60 s with eight starts, and an SHD below that of GES. A peer is
// stopped after --minutes, and is then not asked for larger tables.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { memberByOrder } from "../../dist/core/graph/equivalence.js";
import {
  createRng,
  finish,
  ges,
  graphMetrics,
  linearBic,
  noKnowledge,
  orderSearch,
  simulate,
} from "../../dist/node/index.js";
import { barsLine, optionsOf, printedTable, timed, verdict } from "../harness.js";
import { startedPeer, withFolder } from "./peer.js";

/**
 * @typedef {{ seconds: number, score: number, shd: number, edges: number }} Found
 * @typedef {import("../../dist/node/index.js").Graph} Graph
 */

const options = optionsOf({ nodes: [20, 50, 100], degree: 4, samples: 1000, seeds: [1, 2, 3], minutes: 3 });
const { samples, degree, minutes } = options;
/** Methods of the peer that took too long. @type {Set<string>} */
const given = new Set();
let missed = 0;

const { versions, stop } = await startedPeer("order.py");
stop();
console.log(
  `n = ${samples}, average degree ${degree}, one thread; Node ${process.versions.node}, ${versions}; score: bic, higher is better\n`,
);
const printRow = printedTable(
  "   d  seed                 search   seconds       score  edges  SHD of classes                    bar",
);
await withFolder(async (folder) => {
  for (const nodes of options.nodes) for (const seed of options.seeds) await compareOn(nodes, seed, folder);
});
console.log(barsLine("order", missed));
if (missed > 0) process.exitCode = 1;

/**
 * @param {number} nodes
 * @param {number} seed
 * @param {string} folder
 */
async function compareOn(nodes, seed, folder) {
  const { table, truth } = simulate({ graph: "erdos-renyi", degree, nodes, samples, seed });
  const score = linearBic(table);
  const finished = (/** @type {() => { graph: Graph | null, score: number }} */ search) => {
    const { value, seconds } = timed(search);
    return found(value.graph, seconds);
  };
  const found = (/** @type {Graph | null} */ graph, /** @type {number} */ seconds) => {
    if (graph === null) throw new Error("bench: a finished search has a graph");
    const { shdClass, edges } = graphMetrics(truth, graph);
    return { seconds, score: score.ofGraph(graph), shd: shdClass ?? Number.NaN, edges };
  };
  const greedy = finished(() => finish(ges(linearBic(table))));
  report(nodes, seed, "ges", greedy, "");
  for (const restarts of [1, 4, 8]) {
    const settings = { restarts, ...(restarts < 8 && { shakes: 0 }) };
    const own = finished(() => finish(orderSearch(linearBic(table), createRng(seed), settings)));
    const isMet = own.shd < greedy.shd && own.seconds < 60;
    const hasBar = nodes === 100 && restarts === 8;
    if (hasBar && !isMet) missed++;
    const name = `order, ${restarts} start${restarts === 1 ? "" : "s"}`;
    report(nodes, seed, name, own, hasBar ? verdict(isMet, `< 60 s, < ${greedy.shd}`) : "");
  }
  const file = join(folder, `${nodes}-${seed}.bin`);
  writeFileSync(file, table.X.data);
  for (const method of ["boss", "grasp"]) {
    if (given.has(method)) continue;
    const peer = await startedPeer("order.py");
    const answer = await peer.ask({ file, n: samples, d: nodes, method }, minutes);
    peer.stop();
    if (answer === null) {
      given.add(method);
      console.log(`     ${method}: stopped after ${minutes} minutes at d = ${nodes}`);
    } else
      report(nodes, seed, `causal-learn's ${method}`, found(memberOf(nodes, answer), answer.seconds), "");
  }
}

/**
 * A member of the class that the peer found.
 * @param {number} d
 * @param {{ directed: number[][], undirected: number[][] }} found
 */
function memberOf(d, { directed, undirected }) {
  const pdag = { d, directed: new Uint8Array(d * d), undirected: new Uint8Array(d * d) };
  for (const [i, j] of directed) pdag.directed[i * d + j] = 1;
  for (const [i, j] of undirected) pdag.undirected[i * d + j] = pdag.undirected[j * d + i] = 1;
  return memberByOrder(pdag, noKnowledge(d));
}

/**
 * @param {number} nodes
 * @param {number} seed
 * @param {string} search
 * @param {Found} found
 * @param {string} bar
 */
function report(nodes, seed, search, { seconds, score, edges, shd }, bar) {
  printRow([nodes, seed, search, seconds.toFixed(2), score.toFixed(2), edges, shd, bar]);
}
