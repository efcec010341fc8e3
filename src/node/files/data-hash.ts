// The identity of a table's data: SHA-256 of names and numbers, the same for the same data in any column order.
//
// Canonical form: the names sorted by code unit, as a JSON array in UTF-8; one zero byte; then the columns in that
// order, each n float64 numbers, little-endian, in the order of the rows. The zero byte cannot occur in JSON, so no
// name can imitate a number. Rows are not sorted: they identify the file, and a permuted file is another one.
// With categorical columns the JSON is [names, labels], null for the labels of a column of numbers, and the numbers of a
// categorical column are its codes.

import { createHash } from "node:crypto";
import { endianness } from "node:os";
import { nameOrder, type Table } from "../../core/index.ts";

/** 64 hexadecimal digits. */
export function dataHash({ names, X, levels }: Table): string {
  const { rows: n, cols: d, data } = X;
  const order = nameOrder(names);
  const hash = createHash("sha256");
  const sorted = order.map((j) => names[j]);
  const head = levels ? [sorted, order.map((j) => levels[j])] : sorted;
  hash.update(`${JSON.stringify(head)}\0`, "utf8");
  const block = new Float64Array(Math.min(n, 8192));
  for (const j of order) {
    for (let from = 0; from < n; from += block.length) {
      const size = Math.min(block.length, n - from);
      for (let i = 0; i < size; i++) block[i] = data[(from + i) * d + j];
      const bytes = Buffer.from(block.buffer, 0, 8 * size);
      hash.update(endianness() === "LE" ? bytes : Buffer.from(bytes).swap64());
    }
  }
  return hash.digest("hex");
}
