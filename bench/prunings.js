// The effect of each pruning on one graph: the complete graph along the true order of the paper's quadratic set 8.
//
//     npm run build && node bench/prunings.js
//
// A search that returns nearly complete graphs (as the paper's does) has found an order; here that order is the true one, so only
// the pruning rule matters. Prints the table of docs/algorithms/prune.md.

import { scores } from "../dist/core/score/scores.js";
import { prunings } from "../dist/core/search/prune/prunings.js";
import { graphMetrics, paperSet, runSpec, topologicalOrder } from "../dist/node/index.js";

const { table, truth } = paperSet("paper/exp2-quad-10", 8);
const order = topologicalOrder(truth);
const complete = { d: truth.d, edges: new Uint8Array(truth.d * truth.d) };
for (const [k, j] of order.entries()) for (const i of order.slice(0, k)) complete.edges[i * truth.d + j] = 1;

const rows = [
  ["none", "quadratic-equal-variance"],
  ["threshold", "bic-equal-variance"],
  ["quadratic", "quadratic-equal-variance"],
  ["cam", "additive"],
  ["greedy", "bic"],
  ["greedy", "quadratic"],
  ["greedy", "quadratic-equal-variance"],
  ["greedy-fit", "bic"],
  ["greedy-fit", "quadratic"],
];
console.log("| rule | fit or score | edges | correct | missing | extra | SHD |");
console.log("| ---- | ------------ | ----- | ------- | ------- | ----- | --- |");
for (const [rule, name] of rows) {
  const spec = runSpec({ score: name });
  const score = scores[name].make(table, spec, {});
  const pruned = prunings[rule].prune(
    { graph: complete, score, table, given: {} },
    { threshold: 0.3, tolerance: 0.01, alpha: 0.001 },
  );
  const { edges, correct, missing, extra, shd } = graphMetrics(truth, pruned);
  console.log(
    `| \`${rule}\` | ${rule === "none" || rule === "cam" ? "" : `\`${name}\``} | ${edges} | ${correct} | ${missing} | ${extra} | ${shd} |`,
  );
}
