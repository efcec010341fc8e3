// Order search compared with FLOP (flopsearch, in Rust) and Tetrad's BOSS (Java): same tables, score and penalty, in the same run.
//
//     npm run build && node bench/peers/order.js
//     options, with defaults: --nodes 50,100,200 --edges 2,4 --samples 1000 --seeds 11,12,13 --penalty 2 --restarts 20 --minutes 8
//         --searches all --rows "" (a file) --print (only what the file holds, nothing new)
//
// One thread each, in seconds of processor time, from a table in memory to the class. Erdős–Rényi graphs with --edges edges per
// variable. FLOP without restarts and with --restarts of them; BOSS from one start; order search at each effort. A row has the
// medians over the seeds: seconds, score minus the score of the truth (bic, --penalty times its penalty), SHD between classes. The
// bars: normal effort reaches at least the score of FLOP with restarts in at most its time; low effort at least that of FLOP without
// restarts, in at most its time or half a second. Searches are compared on the seeds that both have. A peer is stopped after
// --minutes of wall-clock time, and then has no row. Seeds 1 to 3 were used to choose the rules of order search, and are not
// evidence. With --rows each run is appended to that file as soon as it ends, and is not repeated: bench/peers/order-rows.ndjson
// has those of docs/algorithms/order.md.

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cpdagOf, createRng, finish, linearBic, orderSearch, simulate } from "../../dist/node/index.js";
import { barsLine, optionsOf, printedTable, processorTimed, verdict } from "../harness.js";
import { medians, memberOf, startedPeer, withFolder } from "./peer.js";
import { recorded } from "./rows.js";

/**
 * @typedef {import("../../dist/node/index.js").Graph} Graph
 * @typedef {{ d: number, edges: number, seed: number, search: string, seconds: number, score: number, shd: number, versions: string }} Row
 */

const options = optionsOf({
  ...{ nodes: [50, 100, 200], edges: [2, 4], samples: 1000, seeds: [11, 12, 13] },
  ...{ penalty: 2, restarts: 20, minutes: 8, searches: "all", rows: "", print: false },
});
const { samples, penalty, restarts, minutes, searches } = options;
const ours = /** @type {const} */ (["order, low", "order, normal", "order, high"]);
const flop = [`FLOP, 0`, `FLOP, ${restarts}`];
const names = [ours[0], flop[0], ours[1], flop[1], "BOSS", ours[2]].filter(
  (name) => searches === "all" || searches.split(";").includes(name),
);
const rows = options.rows && existsSync(options.rows) ? read(options.rows) : [];
/** @type {import("./peer.js").Peer | undefined} */
let java;

if (!options.print)
  await withFolder(async (folder) => {
    for (const seed of options.seeds)
      for (const d of options.nodes)
        for (const edges of options.edges) await compareOn(d, edges, seed, folder);
  });
java?.stop();
report();

/**
 * @param {number} d
 * @param {number} edges
 * @param {number} seed
 * @param {string} folder
 */
async function compareOn(d, edges, seed, folder) {
  const isMade = (/** @type {string} */ search) =>
    rows.some((row) => row.d === d && row.edges === edges && row.seed === seed && row.search === search);
  const missing = names.filter((name) => !isMade(name));
  if (missing.length === 0) return;
  const { table, truth } = simulate({ graph: "erdos-renyi", degree: 2 * edges, nodes: d, samples, seed });
  const score = linearBic(table, { penaltyWeight: penalty });
  const whole = score.ofGraph(truth);
  const file = join(folder, `${d}-${edges}-${seed}.bin`);
  writeFileSync(file, table.X.data);
  const request = { file, n: samples, d, penalty };
  for (const search of missing) {
    const found = search.startsWith("order") ? ourSearch(search) : await theirSearch(search);
    if (found === null) continue;
    const { graph, seconds, versions } = found;
    const row = {
      ...{ d, edges, seed, search, seconds, score: score.ofGraph(graph) - whole },
      ...{ shd: classDistance(truth, graph), versions },
    };
    rows.push(row);
    if (options.rows) appendFileSync(options.rows, `${JSON.stringify(row)}\n`);
    console.error(
      `${d}, ${edges}, seed ${seed}: ${search} ${row.seconds.toFixed(2)} s, ${row.score.toFixed(1)}`,
    );
  }

  function ourSearch(/** @type {string} */ search) {
    const effort = /** @type {"low" | "normal" | "high"} */ (search.slice("order, ".length));
    const { value, seconds } = processorTimed(() => {
      const own = linearBic(table, { penaltyWeight: penalty });
      return finish(orderSearch({ score: own, rng: createRng(seed) }, { effort }));
    });
    if (value.graph === null) throw new Error("bench: a finished search has a graph");
    return { graph: value.graph, seconds, versions: `Node ${process.versions.node}` };
  }

  async function theirSearch(/** @type {string} */ search) {
    const isJava = search === "BOSS";
    const peer =
      (isJava ? java : undefined) ??
      (isJava
        ? await startedPeer("boss.py", { environment: "tetrad" })
        : await startedPeer("order.py", { environment: "flop" }));
    const count = search === flop[0] ? 0 : restarts;
    const answer = await peer.ask(isJava ? request : { ...request, restarts: count }, minutes);
    if (isJava) java = answer === null ? undefined : peer;
    else peer.stop();
    return answer && { graph: memberOf(d, answer), seconds: answer.seconds, versions: peer.versions };
  }
}

function report() {
  const made = [...new Set(rows.map(({ versions }) => versions))].sort().join("; ");
  console.log(
    `n = ${samples}, one thread, seconds of the processor; ${made}; bic, penalty weight ${penalty}\n`,
  );
  const printRow = printedTable(
    "   d  edges a variable         search  seeds   seconds  score minus truth's  SHD of classes            bar",
  );
  let missed = 0;
  for (const d of options.nodes) {
    for (const edges of options.edges) {
      const cell = rows.filter(
        (row) => row.d === d && row.edges === edges && options.seeds.includes(row.seed),
      );
      const of = (/** @type {string} */ name) => cell.filter(({ search }) => search === name);
      for (const [name, peer] of [
        [ours[0], flop[0]],
        [ours[1], flop[1]],
        [ours[1], "BOSS"],
      ])
        record(
          `order search, ${name.slice("order, ".length)} effort`,
          `d = ${d}, ${edges} edges a variable, n = ${samples}`,
          of(name),
          of(peer),
        );
      for (const name of names) {
        const own = of(name);
        if (own.length === 0) continue;
        const { seconds, score, shd } = medians(own);
        const isMet = barOf(name, own, of);
        if (isMet === false) missed++;
        const bar = isMet === undefined ? "" : verdict(isMet);
        printRow([d, edges, name, own.length, seconds.toFixed(2), score.toFixed(1), shd, bar]);
      }
    }
  }
  console.log(barsLine("order", missed));
  if (missed > 0) process.exitCode = 1;
}

/**
 * Records the comparison on the seeds that both have.
 * @param {string} product
 * @param {string} size
 * @param {readonly Row[]} own
 * @param {readonly Row[]} theirs
 */
function record(product, size, own, theirs) {
  const pairs = own.flatMap((row) =>
    theirs.filter(({ seed }) => seed === row.seed).map((other) => [row, other]),
  );
  // Rows of a file may have been measured on another machine, or long ago.
  if (pairs.length === 0 || options.rows) return;
  const [{ search: peer, versions }] = theirs;
  const rounds = pairs.map(([a, b]) => b.seconds / a.seconds);
  const [a, b] = [0, 1].map((side) => medians(pairs.map((pair) => pair[side])));
  recorded({
    ...{ bench: "order", product, of: size, peer, versions, times: b.seconds / a.seconds, rounds },
  });
}

/**
 * Whether the bar is met; undefined if there is no bar, or no seed that both have.
 * @param {string} name
 * @param {readonly Row[]} own
 * @param {(name: string) => readonly Row[]} of
 */
function barOf(name, own, of) {
  const theirs = name === ours[0] ? of(flop[0]) : name === ours[1] ? of(flop[1]) : [];
  const shared = (/** @type {readonly Row[]} */ a, /** @type {readonly Row[]} */ b) =>
    a.filter(({ seed }) => b.some((row) => row.seed === seed));
  const [left, right] = [shared(own, theirs), shared(theirs, own)];
  if (left.length === 0) return undefined;
  const [a, b] = [medians(left), medians(right)];
  const time = name === ours[0] ? Math.max(0.5, b.seconds) : b.seconds;
  return a.seconds <= time && a.score >= b.score - 1e-6;
}

/**
 * The number of pairs of variables whose edge differs between the two classes.
 * @param {Graph} truth
 * @param {Graph} graph
 */
function classDistance(truth, graph) {
  const { d } = truth;
  const [a, b] = [cpdagOf(truth), cpdagOf(graph)];
  const mark = (/** @type {typeof a} */ { directed, undirected }, /** @type {number} */ at) =>
    directed[at] + 2 * undirected[at];
  let count = 0;
  for (let i = 0; i < d; i++)
    for (let j = 0; j < i; j++)
      if (mark(a, i * d + j) !== mark(b, i * d + j) || mark(a, j * d + i) !== mark(b, j * d + i)) count++;
  return count;
}

/** @param {string} file */
function read(file) {
  return /** @type {Row[]} */ (
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
  );
}
