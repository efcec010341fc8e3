// Gaussian-process terms by nearest rows and by low rank, compared with those of the whole kernel matrix: their cost, the gain that
// they assign to a parent, and whether they rank parent sets in the same order.
//
//     npm run build && node bench/gp-nearest.js
//     options, with defaults: --nodes 20 --edges 4 (a variable) --seed 1
//
// Data generated as by GraN-DAG's authors (experiments/nonlinear/tables.js), 1,000 rows. For every effect: its true parents, those
// without each one, and with each of two others. All pairs of these sets are compared whose terms differ by more than 3 with the
// whole matrix.

import { gpTerms } from "../dist/core/score/gp.js";
import * as library from "../dist/node/index.js";
import { gaussianProcesses } from "../experiments/nonlinear/tables.js";
import { optionsOf, printedTable } from "./harness.js";

const { nodes: d, edges, seed } = optionsOf({ nodes: 20, edges: 4, seed: 1 });
const { table, truth } = gaussianProcesses(library, seed, { nodes: d, edges: edges * d, samples: 1000 });
const all = Array.from({ length: d }, (_, j) => j);
const asked = all.flatMap((node) => {
  const parents = all.filter((i) => truth.edges[i * d + node] === 1);
  const others = all.filter((i) => i !== node && !parents.includes(i)).slice(0, 2);
  const sets = [parents, ...parents.map((p) => parents.filter((i) => i !== p))].filter((s) => s.length > 0);
  const more = others.map((i) => [...parents, i].sort((a, b) => a - b));
  return parents.length > 0 ? [{ node, count: parents.length, sets: [...sets, ...more] }] : [];
});
const ways = {
  whole: gpTerms(table),
  "10 nearest": gpTerms(table, { nearestRows: 10 }),
  "20 nearest": gpTerms(table, { nearestRows: 20 }),
  "40 nearest": gpTerms(table, { nearestRows: 40 }),
  "rank 100": gpTerms(table, { exactRows: 0, maxRank: 100 }),
  "rank 200": gpTerms(table, { exactRows: 0, maxRank: 200 }),
};
const found = Object.entries(ways).map(([name, terms]) => {
  terms([0]); // warm-up: compiles, and allocates its workspace
  const before = process.cpuUsage();
  const values = asked.map(({ node, sets }) => sets.map((set) => terms(set)[node]));
  const { user, system } = process.cpuUsage(before);
  return { name, values, seconds: (user + system) / 1e6 };
});
const [whole] = found;
const sets = asked.reduce((sum, { sets }) => sum + sets.length, 0);

const printRow = printedTable(
  "       terms   ms a set  ranked alike, 1–3 parents       4 or more   off, median    largest",
);
for (const { name, values, seconds } of found) {
  const alike = (/** @type {boolean} */ isFew) => {
    let [same, pairs] = [0, 0];
    asked.forEach(({ count }, k) => {
      if (count <= 3 !== isFew) return;
      for (let a = 0; a < values[k].length; a++) {
        for (let b = 0; b < a; b++) {
          const difference = whole.values[k][a] - whole.values[k][b];
          if (Math.abs(difference) <= 3) continue;
          pairs++;
          if (difference * (values[k][a] - values[k][b]) > 0) same++;
        }
      }
    });
    return `${same} of ${pairs}`;
  };
  const off = values.flatMap((row, k) => row.map((x, at) => Math.abs(x - whole.values[k][at])));
  off.sort((a, b) => a - b);
  printRow([
    ...[name, ((1000 * seconds) / sets).toFixed(1), alike(true), alike(false)],
    ...[off[off.length >> 1].toFixed(1), off[off.length - 1].toFixed(1)],
  ]);
}
