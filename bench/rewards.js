// Rewards of a batch of 64 graphs (including cyclic ones), on one thread: scores, distances, and both with new and with
// cached terms.
//
//     npm run build && node bench/rewards.js
//     options, with defaults: --repeat 30
//
// Graphs have every edge with probability ½. "new": no term was requested before; "remembered": the same batch again. Times are
// in milliseconds, best of --repeat. The baseline is the same work by the plain functions, one graph after another:
// bounds.ofGraph and traceExponential; the last column is how much faster `evaluate` is with new terms.

import { simulate } from "../dist/core/data/simulate/simulate.js";
import { traceExponential } from "../dist/core/graph/acyclicity.js";
import { createRng } from "../dist/core/math/rng.js";
import { bge } from "../dist/core/score/bge.js";
import { linearBic, linearBicEqualVariance } from "../dist/core/score/linear-bic.js";
import { bitsOfCells, graphAt } from "../dist/core/search/agents/parent-bits.js";
import { createDistance } from "../dist/core/search/agents/rl/distance.js";
import { createRewards } from "../dist/core/search/agents/rl/rewards.js";
import { bestOf, optionsOf, printedTable, timed } from "./harness.js";

const batch = 64;
const { repeat } = optionsOf({ repeat: 30 });

console.log(`Node ${process.versions.node}, one thread, ${batch} graphs, ms, best of ${repeat}\n`);
const printScore = printedTable("              score   d         new  remembered       plain      faster");
for (const d of [12, 30, 50]) {
  for (const make of [linearBicEqualVariance, linearBic, bge]) scoreRow(d, make);
}
console.log("");
const printDistance = printedTable("           distance   d   density ½  density 2/d        DAGs");
for (const d of [12, 30, 50]) {
  for (const name of /** @type {const} */ (["trace-exponential", "cyclic-paths", "feedback-arcs"]))
    distanceRow(d, name);
}

/**
 * @param {number} d
 * @param {(table: import("../dist/core/data/table.js").Table) => import("../dist/core/score/score.js").Score} make
 */
function scoreRow(d, make) {
  const { table } = simulate({ nodes: d, samples: 5000, seed: 1 });
  const score = make(table);
  const rewards = createRewards(score);
  const rng = createRng(`bench/rewards/graphs/${d}`);
  let [fresh, again] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // Below 20 nodes terms repeat by chance, so each round has new rewards with an empty cache.
  for (let r = 0; r < repeat; r++) {
    const own = d < 20 ? createRewards(score) : rewards;
    const graphs = randomGraphs(rng, d, 0.5);
    fresh = Math.min(fresh, timed(() => own.evaluate(graphs, batch)).seconds);
    again = Math.min(again, timed(() => own.evaluate(graphs, batch)).seconds);
  }
  const graphs = Array.from({ length: batch }, (_, b) => graphAt(randomGraphs(rng, d, 0.5), b, d));
  const ofGraph = score.bounds?.ofGraph ?? score.ofGraph;
  const { seconds: plain } = bestOf(3, () => {
    for (const graph of graphs) {
      ofGraph(graph);
      traceExponential(graph);
    }
  });
  printScore([score.name, d, ms(fresh), ms(again), ms(plain), `${(plain / fresh).toFixed(0)}×`]);
}

/**
 * @param {number} d
 * @param {import("../dist/core/search/agents/rl/distance.js").DistanceName} name
 */
function distanceRow(d, name) {
  const distancesInto = createDistance(d, name);
  const out = { distance: new Float64Array(batch), acyclic: new Uint8Array(batch) };
  const rng = createRng(`bench/distance/${d}`);
  const cells = [randomGraphs(rng, d, 0.5), randomGraphs(rng, d, 2 / d), randomGraphs(rng, d, 0.5, true)];
  const times = cells.map((bits) => bestOf(repeat, () => distancesInto(bits, batch, out)).seconds);
  printDistance([name, d, ...times.map(ms)]);
}

/**
 * @param {import("../dist/core/math/rng.js").Rng} rng
 * @param {number} d
 * @param {number} density
 */
function randomGraphs(rng, d, density, isAcyclic = false) {
  const cells = new Uint8Array(batch * d * d); // row b · d + j: the parents of j in graph b
  for (let b = 0; b < batch; b++) {
    const order = rng.permutation(d);
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        const allowed = isAcyclic ? order[i] < order[j] : i !== j;
        if (allowed && rng.uniform() < density) cells[(b * d + j) * d + i] = 1;
      }
    }
  }
  return bitsOfCells(cells, { batch, d, rowStep: d });
}

/** @param {number} time */
function ms(time) {
  return (1000 * time).toFixed(3);
}
