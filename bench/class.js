// Queries on equivalence classes of 200 variables: the number of members, and the edges that each known direction would settle.
//
//     npm run build && node bench/class.js
//     options, with defaults: --variables 200 --runs 5
//
// A time is the best of the runs, in process, from a partially directed graph in memory. The classes are random: those of
// sparse and dense DAGs, and chordal graphs without directed edges, the hardest for both queries: a path whose variables are
// adjacent to the next k, and trees of cliques of k + 1 variables. The baseline of the ratios is the time to compute the class of
// one member from its v-structures and Meek's rules (cpdagOf). "known" are the directions that this member gives to randomly
// drawn edges.

import { parseArgs } from "node:util";
import { countMembers, settlingFacts } from "../dist/core/graph/class/class.js";
import { cpdagOf, dagOf } from "../dist/core/graph/equivalence.js";
import { createRng } from "../dist/core/math/rng.js";

const { values: options } = parseArgs({
  options: {
    variables: { type: "string", default: "200" },
    runs: { type: "string", default: "5" },
  },
});
const d = Number(options.variables);
const runs = Number(options.runs);
/** @typedef {import("../dist/core/index.js").Pdag} Pdag */

const rng = createRng(1);
console.log(`d = ${d}, best of ${runs}; Node ${process.versions.node}`);
console.log(
  "class                  edges  open   digits       class ms   count ms (ratio)   facts ms (ratio)",
);
for (const density of [0.02, 0.5, 0.9]) row(`DAG, density ${density}`, cpdagOf(randomDag(density)));
for (const k of [1, 5, 20, 50, 100]) row(`path, ${k} next`, path(k));
for (const k of [3, 10, 30, 60, 100]) row(`tree of cliques, ${k + 1}`, cliques(k));
row("complete", path(d));
for (const count of [1, 10]) row(`tree, 11, ${count} known`, withKnown(cliques(10), count));

/** @param {string} label @param {Pdag} pdag */
function row(label, pdag) {
  const open = pdag.undirected.reduce((sum, e) => sum + e, 0) / 2;
  const edges = pdag.directed.reduce((sum, e) => sum + e, 0) + open;
  const member = dagOf(pdag);
  if (member === null) throw new Error(`${label} stands for no DAG`);
  const base = best(() => cpdagOf(member));
  const count = best(() => countMembers(pdag));
  const facts = best(() => settlingFacts(pdag));
  const { count: members, exact } = countMembers(pdag);
  const time = (/** @type {number} */ ms) => `${ms.toFixed(1)} (${(ms / base).toFixed(1)})`.padStart(18);
  console.log(
    label.padEnd(20),
    String(edges).padStart(7),
    String(open).padStart(5),
    `${exact ? "" : "> "}${String(members).length}`.padStart(8),
    base.toFixed(1).padStart(14),
    time(count),
    time(facts),
  );
}

/** @param {() => unknown} work */
function best(work) {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** @param {number} density */
function randomDag(density) {
  const edges = new Uint8Array(d * d);
  for (let i = 0; i < d; i++)
    for (let j = i + 1; j < d; j++) if (rng.uniform() < density) edges[i * d + j] = 1;
  return { d, edges };
}

/** @param {Iterable<readonly [number, number]>} pairs @returns {Pdag} */
function undirectedGraph(pairs) {
  const undirected = new Uint8Array(d * d);
  for (const [i, j] of pairs) undirected[i * d + j] = undirected[j * d + i] = 1;
  return { d, directed: new Uint8Array(d * d), undirected };
}

/** @param {number} k */
function path(k) {
  /** @type {[number, number][]} */
  const pairs = [];
  for (let i = 0; i < d; i++) for (let j = i + 1; j < Math.min(d, i + k + 1); j++) pairs.push([i, j]);
  return undirectedGraph(pairs);
}

/** Each variable is adjacent to k members of an earlier clique of k + 1. @param {number} k */
function cliques(k) {
  const all = [Array.from({ length: k + 1 }, (_, i) => i)];
  for (let v = k + 1; v < d; v++) {
    const clique = all[Math.floor(rng.uniform() * all.length)];
    const gone = Math.floor(rng.uniform() * (k + 1));
    all.push([...clique.filter((_, at) => at !== gone), v]);
  }
  return undirectedGraph(
    all.flatMap((clique) =>
      clique.flatMap((i) => clique.filter((j) => j > i).map((j) => /** @type {[number, number]} */ ([i, j]))),
    ),
  );
}

/** @param {Pdag} pdag @param {number} count @returns {Pdag} */
function withKnown({ directed, undirected }, count) {
  const edges = dagOf({ d, directed, undirected })?.edges ?? new Uint8Array();
  const list = [...edges.keys()].filter((k) => edges[k] === 1);
  const out = { d, directed: new Uint8Array(directed), undirected: new Uint8Array(undirected) };
  for (let n = 0; n < count; n++) {
    const k = list[Math.floor(rng.uniform() * list.length)];
    out.directed[k] = 1;
    out.undirected[k] = out.undirected[(k % d) * d + Math.floor(k / d)] = 0;
  }
  return out;
}
