// Exact search: ours and causal-learn's on the same data in the same run, and the ratio of their times.
//
//     npm run build && node bench/peers/exact.js
//     options, with defaults: --nodes 8,10,12 --samples 5000 --methods dp,astar --repeat 3 --seed 1
//
// Takes about four minutes, nearly all of it causal-learn at d = 12. Both sides are timed as one whole call from a
// table in memory to a graph, on one thread, best of --repeat; ours includes everything `discover` does besides the
// search. causal-learn's columns are centred beforehand, which makes its score equal to ours (exact_search.py says why), so
// both must reach the same score and the same equivalence class; otherwise the bench says so and exits 1.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { discover, simulate } from "../../dist/node/index.js";
import { optionsOf, printedTable } from "../harness.js";
import { csv, withFolder } from "./peer.js";
import { recorded } from "./rows.js";
import { peerPython } from "./venv.js";

/**
 * @typedef {{ names: readonly string[], X: { rows: number, cols: number, data: Float64Array } }} Table
 * @typedef {readonly (readonly [string, string])[]} Edges
 * @typedef {{ seconds: number, score: number, edges: Edges }} Found
 * @typedef {Found & { version: string }} PeerFound
 */

const { nodes, samples, methods, repeat, seed } = optionsOf({
  nodes: [8, 10, 12],
  samples: 5000,
  methods: "dp,astar",
  repeat: 3,
  seed: 1,
});

let disagreements = 0;
await withFolder(compare);
if (disagreements > 0) {
  console.log(`\n${disagreements} of the rows disagree: one of the two did not find the optimum`);
  process.exitCode = 1;
}

/** @param {string} folder */
async function compare(folder) {
  const python = peerPython();
  console.log(
    `n = ${samples}, seed ${seed}, one thread, best of ${repeat}; ratio = causal-learn / wherefore\n`,
  );
  const printRow = printedTable(
    "  d  wherefore s   peer    peer s     ratio           score    peer's score  same score  same class",
  );
  let version = "";
  const ratios = [];
  for (const d of nodes) {
    const { table } = simulate({
      graph: "bernoulli",
      mechanism: "linear",
      noise: "gauss",
      nodes: d,
      samples,
      seed,
    });
    const file = join(folder, `data-${d}.csv`);
    writeFileSync(file, csv(table));
    const mine = await ours(table);
    for (const method of methods.split(",")) {
      const peer = theirs(python, file, method);
      version = peer.version;
      const sameScore = Math.abs(mine.score - peer.score) <= 1e-9 * Math.max(1, Math.abs(mine.score));
      const sameClass = classKey(mine.edges) === classKey(peer.edges);
      if (!sameScore || !sameClass) disagreements++;
      const ratio = peer.seconds / mine.seconds;
      recorded({
        ...{ bench: "exact", product: "exact search", of: `d = ${d}, n = ${samples}` },
        ...{ peer: `causal-learn, ${method}`, versions: peer.version, times: ratio },
      });
      ratios.push(`${ratio.toFixed(0)}× at d = ${d} (${method})`);
      printRow([
        d,
        mine.seconds.toFixed(4),
        method,
        peer.seconds.toFixed(3),
        `${ratio.toFixed(1)}×`,
        mine.score.toFixed(6),
        peer.score.toFixed(6),
        sameScore ? "yes" : "NO",
        sameClass ? "yes" : "NO",
      ]);
    }
  }
  console.log(`
peer: causal-learn ${version}, causallearn.search.ScoreBased.ExactSearch.bic_exact_search, default options, method as listed
score: −[Σ n ln(RSSᵢ/n) + E ln n] on both sides. causal-learn fits no intercept, ours does; its columns were centred
before the clock started, which makes the two the same function of the graph. Its penalty is the same (ln n for each edge).
causal-learn's time is that of wherefore times: ${ratios.join(", ")}`);
}

/**
 * The library's exact search, timed around the whole call.
 * @param {Table} table
 * @returns {Promise<Found>}
 */
async function ours(table) {
  /** @type {Found} */
  let best = { seconds: Number.POSITIVE_INFINITY, score: Number.NaN, edges: [] };
  for (let k = 0; k < repeat; k++) {
    const start = performance.now();
    const options = { search: "exact", score: "bic", penaltyWeight: 1, seed: 1, member: true };
    const { score, edges } = await discover(table, options);
    const seconds = (performance.now() - start) / 1000;
    if (seconds < best.seconds) best = { seconds, score, edges };
  }
  return best;
}

/**
 * causal-learn's exact search on the same table, in its own process; its clock starts after imports and reading.
 * @param {string} python
 * @param {string} file
 * @param {string} method
 * @returns {PeerFound}
 */
function theirs(python, file, method) {
  const script = fileURLToPath(new URL("exact_search.py", import.meta.url));
  const line = execFileSync(python, [script, file, "--method", method, "--repeat", String(repeat)], {
    encoding: "utf8",
  });
  const { version, seconds, best, edges } = JSON.parse(line);
  return { version, seconds: Math.min(...seconds), score: best, edges };
}

/**
 * A key that two DAGs share exactly when they are Markov equivalent: same adjacencies, same unshielded colliders
 * (Verma and Pearl 1990).
 * @param {Edges} edges
 */
function classKey(edges) {
  const pair = (/** @type {string} */ a, /** @type {string} */ b) => [a, b].sort().join(" ");
  const adjacent = new Set(edges.map(([a, b]) => pair(a, b)));
  const colliders = new Set();
  for (const [a, c] of edges) {
    for (const [b, c2] of edges) {
      if (c === c2 && a < b && !adjacent.has(pair(a, b))) colliders.add(`${pair(a, b)} > ${c}`);
    }
  }
  return [...[...adjacent].sort(), ...[...colliders].sort()].join("\n");
}
