// Greedy equivalence search on sparse graphs of many variables: seconds, and the distance of the result from the true class.
//
//     npm run build && node bench/ges.js [--large] [--sets 3] [--samples 1000]
//
// A time is one call in process, from a table in memory to the search's final class: creating the score and searching, on one
// thread. "two phases" is Chickering's algorithm; "all phases" also turns edges and repeats the phases; "extended" escapes from
// local optima by forced deletions. The baseline of the ratio is order search, one start, on the same table. --large adds
// d = 300, without the baseline and without extended.

import {
  createRng,
  finish,
  ges,
  graphMetrics,
  linearBic,
  orderSearch,
  simulate,
} from "../dist/node/index.js";
import { optionsOf, printedTable, timed } from "./harness.js";

const { sets, samples, large } = optionsOf({ sets: 3, samples: 1000, large: false });
console.log(
  `bic, Erdős–Rényi graphs, n = ${samples}, one thread; Node ${process.versions.node}; SHD between classes\n`,
);
const printRow = printedTable(
  "   d   degree   set       search   edges        SHD    seconds   score − truth's  ratio to order",
);
for (const nodes of large ? [50, 100, 300] : [50, 100]) {
  for (const degree of [2, 4]) {
    for (let seed = 1; seed <= sets; seed++) compareOn(nodes, degree, seed);
  }
}

/**
 * @param {number} nodes
 * @param {number} degree
 * @param {number} seed
 */
function compareOn(nodes, degree, seed) {
  const { table, truth } = simulate({ graph: "erdos-renyi", degree, nodes, samples, seed });
  const searches = {
    order: () => orderSearch({ score: linearBic(table), rng: createRng(1), restarts: 1 }, { shakes: 0 }),
    "two phases": () => ges({ score: linearBic(table) }, { turning: false }),
    "all phases": () => ges({ score: linearBic(table) }),
    extended: () => ges({ score: linearBic(table) }, { extended: true }),
  };
  let baseline = Number.NaN;
  for (const [name, search] of Object.entries(searches)) {
    if (nodes > 100 && (name === "order" || name === "extended")) continue;
    const { value, seconds } = timed(() => finish(search()));
    const { graph, score } = value;
    if (graph === null) throw new Error("bench: a finished search has a graph");
    if (name === "order") baseline = seconds;
    const { shdClass, edges } = graphMetrics(truth, graph);
    printRow([
      nodes,
      degree,
      seed,
      name,
      edges,
      `${shdClass}`,
      seconds.toFixed(2),
      (score - linearBic(table).ofGraph(truth)).toFixed(1),
      Number.isNaN(baseline) ? "" : `${(seconds / baseline).toFixed(2)}×`,
    ]);
  }
}
