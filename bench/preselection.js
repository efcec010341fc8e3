// How many of the true causes a preselection keeps, on Gaussian-process data generated as by GraN-DAG's authors (1,000 rows).
//
//     npm run build && node bench/preselection.js
//     options, with defaults: --nodes 20,50 --edges 1,4 (a variable) --sets 1
//
// The preselection of the nonlinear scores (score/additive.ts: boosting, at most 15), and CAM's, which is stricter (at most 10).

import { basisScatter, neighbours } from "../dist/core/math/smooth/smooth.js";
import { likelyCauses } from "../dist/core/score/additive.js";
import * as library from "../dist/node/index.js";
import { gaussianProcesses } from "../experiments/nonlinear/tables.js";
import { optionsOf, printedTable, processorTimed } from "./harness.js";

const options = optionsOf({ nodes: [20, 50], edges: [1, 4], sets: 1 });
const printRow = printedTable(
  "variables   edges   set  true causes  kept of those with 1–3 causes  with 4 or more   candidates, mean  seconds      CAM keeps",
);
for (const nodes of options.nodes) {
  for (const edges of options.edges) {
    for (let set = 1; set <= options.sets; set++) {
      const shape = { nodes, edges: edges * nodes, samples: 1000 };
      const { table, truth } = gaussianProcesses(library, set, shape);
      const { value: chosen, seconds } = processorTimed(() => likelyCauses(table, {}));
      const strict = neighbours(basisScatter(table.X));
      const all = Array.from({ length: nodes }, (_, j) => j);
      const causes = all.map((j) => all.filter((i) => truth.edges[i * nodes + j] === 1));
      const kept = (/** @type {readonly (readonly number[])[]} */ lists, least = 1, most = nodes) => {
        const those = all.filter((j) => causes[j].length >= least && causes[j].length <= most);
        const count = those.reduce((sum, j) => sum + causes[j].length, 0);
        const found = those.reduce((sum, j) => sum + causes[j].filter((i) => lists[j].includes(i)).length, 0);
        return `${found} of ${count}`;
      };
      const mean = chosen.reduce((sum, list) => sum + list.length, 0) / nodes;
      printRow([
        ...[nodes, edges * nodes, set, causes.flat().length, kept(chosen, 1, 3), kept(chosen, 4)],
        ...[mean.toFixed(1), seconds.toFixed(1), kept(strict)],
      ]);
    }
  }
}
