// Identifies a table's data: SHA-256 of names and numbers, independent of the order of the columns.
//
// Canonical form: the names sorted by code unit, as a JSON array in UTF-8; one zero byte; then the columns in that
// order, each n float64 numbers, little-endian, in the order of the rows. The zero byte cannot occur in JSON, so no
// name can imitate a number. Rows are not sorted: they identify the file, and a permuted file is another one.
// With categorical columns the JSON is [names, labels], null for the labels of a column of numbers, and the numbers of a
// categorical column are its codes. A table given by its scatter matrix has the JSON {"names", "rows"}, with the number of rows that
// it represents; the columns of any rows it holds are followed by the means and the rows of the matrix, in the same order of columns.
// Weights of the rows come last.

import { createSha256, type Hasher, utf8 } from "../math/bytes/bytes.ts";
import { selectScatter } from "../math/scatter.ts";
import { nameOrder, type Table } from "./table.ts";

/** 64 hexadecimal digits; a host with a faster SHA-256 passes it as `hash`. */
export function dataHash(
  { names, X, levels, scatter, weights }: Table,
  hash: Hasher = createSha256(),
): string {
  const { rows: n, cols: d, data } = X;
  const order = nameOrder(names);
  const sorted = order.map((j) => names[j]);
  const head = scatter
    ? { names: sorted, rows: scatter.n }
    : levels
      ? [sorted, order.map((j) => levels[j])]
      : sorted;
  hash.update(utf8(`${JSON.stringify(head)}\0`));
  for (const j of order) hashNumbers(hash, n, (i) => data[i * d + j]);
  if (scatter) {
    const { mean, S } = selectScatter(scatter, order);
    for (const numbers of [mean, S.data]) hashNumbers(hash, numbers.length, (i) => numbers[i]);
  }
  if (weights) hashNumbers(hash, weights.length, (i) => weights[i]);
  return hash.digest();
}

function hashNumbers(hash: Hasher, count: number, at: (i: number) => number): void {
  const size = Math.min(count, 8192);
  const bytes = new Uint8Array(8 * size);
  const block = new Float64Array(bytes.buffer);
  const view = new DataView(bytes.buffer);
  for (let from = 0; from < count; from += size) {
    const length = Math.min(size, count - from);
    if (isLittleEndian) for (let i = 0; i < length; i++) block[i] = at(from + i);
    else for (let i = 0; i < length; i++) view.setFloat64(8 * i, at(from + i), true);
    hash.update(bytes.subarray(0, 8 * length));
  }
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
