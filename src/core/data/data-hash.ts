// The identity of a table's data: SHA-256 of names and numbers, the same for the same data in any column order.
//
// Canonical form: the names sorted by code unit, as a JSON array in UTF-8; one zero byte; then the columns in that
// order, each n float64 numbers, little-endian, in the order of the rows. The zero byte cannot occur in JSON, so no
// name can imitate a number. Rows are not sorted: they identify the file, and a permuted file is another one.
// With categorical columns the JSON is [names, labels], null for the labels of a column of numbers, and the numbers of a
// categorical column are its codes.

import { createSha256, type Hasher, utf8 } from "../math/bytes/bytes.ts";
import { nameOrder, type Table } from "./table.ts";

/** 64 hexadecimal digits; a host that has a faster SHA-256 gives it. */
export function dataHash({ names, X, levels }: Table, hash: Hasher = createSha256()): string {
  const { rows: n, cols: d, data } = X;
  const order = nameOrder(names);
  const sorted = order.map((j) => names[j]);
  const head = levels ? [sorted, order.map((j) => levels[j])] : sorted;
  hash.update(utf8(`${JSON.stringify(head)}\0`));
  const size = Math.min(n, 8192);
  const bytes = new Uint8Array(8 * size);
  const block = new Float64Array(bytes.buffer);
  const view = new DataView(bytes.buffer);
  for (const j of order) {
    for (let from = 0; from < n; from += size) {
      const count = Math.min(size, n - from);
      if (isLittleEndian) for (let i = 0; i < count; i++) block[i] = data[(from + i) * d + j];
      else for (let i = 0; i < count; i++) view.setFloat64(8 * i, data[(from + i) * d + j], true);
      hash.update(bytes.subarray(0, 8 * count));
    }
  }
  return hash.digest();
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
