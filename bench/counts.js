// Counting for scores of categorical data: the cost of a set of columns, by one pass over the rows for each column (cells.ts) and
// as the scores count (contingency.ts), on the same rows in the same run; microseconds of processor time, best of several turns.
//
//     npm run build && node bench/counts.js
//     options, with defaults: --rows 1000,100000,1000000 --labels 2,3,10 --columns 30
//
// Columns form a chain, each value with probability 0.6 a copy of the previous column's. Sets are those that a search requests: a
// node with its parents, plus each other column in turn, so "parents" is the size of the set minus two.

import { partitions } from "../dist/core/score/cells.js";
import { contingency } from "../dist/core/score/contingency.js";
import { createRng, createTable, matrix } from "../dist/node/index.js";
import { optionsOf, printedTable } from "./harness.js";

const options = optionsOf({ rows: [1000, 100_000, 1_000_000], labels: [2, 3, 10], columns: 30 });
const d = options.columns;
const printRow = printedTable("   rows  labels  parents  by cells, µs  by counts, µs  ratio");

for (const n of options.rows)
  for (const labels of options.labels) {
    const table = chain(n, labels);
    const columns = Array.from({ length: d }, (_, j) =>
      Int32Array.from({ length: n }, (_, i) => table.X.data[i * d + j]),
    );
    const partition = partitions(
      columns,
      columns.map(() => labels),
      n,
    );
    const cellCounts = (/** @type {readonly number[]} */ set) => {
      const { cell, count } = partition(set);
      const counts = new Int32Array(count);
      for (let i = 0; i < n; i++) counts[cell[i]]++;
      return counts;
    };
    const { countsOf } = contingency(table);
    for (const parents of [0, 1, 2, 4]) {
      if (labels ** (parents + 2) > 4 * n) continue;
      const sets = asked(parents);
      for (const set of sets.slice(0, 5))
        if (cellCounts(set).join() !== countsOf(set).join()) throw new Error("bench: the counts differ");
      const turns = Math.max(1, Math.min(3, Math.round(3e6 / n)));
      const few = sets.slice(0, Math.max(20, Math.min(sets.length, Math.round(2e8 / n / 10))));
      const slow = quickest(turns, () => few.forEach(cellCounts)) / few.length;
      // A new table each time, so that no set is already cached.
      const quick =
        Math.min(
          ...Array.from({ length: turns }, () => {
            const fresh = contingency(table);
            return quickest(1, () => sets.forEach(fresh.countsOf));
          }),
        ) / sets.length;
      printRow([n, labels, parents, slow.toFixed(1), quick.toFixed(1), (slow / quick).toFixed(1)]);
    }
  }

/**
 * @param {number} n
 * @param {number} labels
 */
function chain(n, labels) {
  const rng = createRng("counts");
  const X = matrix(n, d);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < d; j++)
      X.data[i * d + j] = j > 0 && rng.uniform() < 0.6 ? X.data[i * d + j - 1] : rng.integer(labels);
  const names = Array.from({ length: d }, (_, j) => `x${String(j).padStart(2, "0")}`);
  const list = Array.from({ length: labels }, (_, k) => String(k));
  return createTable(
    names,
    X,
    names.map(() => list),
  );
}

/** @param {number} parents */
function asked(parents) {
  const rng = createRng(`sets/${parents}`);
  /** @type {number[][]} */
  const sets = [];
  for (let k = 0; k < 12; k++) {
    const family = rng.permutation(d).slice(0, parents + 1);
    for (let j = 0; j < d; j++) if (!family.includes(j)) sets.push([...family, j].sort((a, b) => a - b));
  }
  return sets;
}

/**
 * Microseconds of processor time.
 * @param {number} turns
 * @param {() => void} work
 */
function quickest(turns, work) {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < turns; turn++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return best;
}
