// The assignment of rows to columns with the least total cost, one column for each row.
//
// Shortest augmenting paths with potentials (the Hungarian method, O(d³)): rows are assigned one after the other, each along
// the cheapest path of reassignments, found by Dijkstra's algorithm over reduced costs that the potentials keep non-negative.
//
// Kuhn, H. "The Hungarian method for the assignment problem." Naval Research Logistics 2, 1955; in the form of Jonker &
// Volgenant, Computing 38, 1987, without their initialisation.

import { check } from "../check.ts";
import type { Matrix } from "./matrix.ts";

/** columns[i] is the column of row i. Ties between paths of equal cost go to lower columns. */
export function assignment({ rows: d, cols, data }: Matrix): number[] {
  check(d === cols, `assignment: the costs must be square, got ${d} × ${cols}`);
  check(
    data.every((c) => Number.isFinite(c)),
    "assignment: every cost must be a finite number",
  );
  const rowPrice = new Float64Array(d);
  const columnPrice = new Float64Array(d);
  const rowOf = new Int32Array(d).fill(-1);
  const from = new Int32Array(d); // the column before this one on the path, −1 at its start
  const distance = new Float64Array(d);
  const isDone = new Uint8Array(d);
  for (let row = 0; row < d; row++) {
    distance.fill(Number.POSITIVE_INFINITY);
    isDone.fill(0);
    let at = -1;
    let length = 0;
    let i = row;
    for (;;) {
      let next = -1;
      for (let j = 0; j < d; j++) {
        if (isDone[j] === 1) continue;
        const through = length + data[i * d + j] - rowPrice[i] - columnPrice[j];
        if (through < distance[j]) {
          distance[j] = through;
          from[j] = at;
        }
        if (next < 0 || distance[j] < distance[next]) next = j;
      }
      at = next;
      length = distance[at];
      if (rowOf[at] < 0) break;
      isDone[at] = 1;
      i = rowOf[at];
    }
    rowPrice[row] += length;
    for (let j = 0; j < d; j++) {
      if (isDone[j] === 0) continue;
      rowPrice[rowOf[j]] += length - distance[j];
      columnPrice[j] -= length - distance[j];
    }
    for (; at >= 0; at = from[at]) rowOf[at] = from[at] < 0 ? row : rowOf[from[at]];
  }
  const columns = new Array<number>(d);
  rowOf.forEach((i, j) => {
    columns[i] = j;
  });
  return columns;
}
