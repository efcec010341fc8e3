// An array of numbers as a file in NumPy's format, version 1.0, for numpy.load.
//
//     \x93NUMPY 1 0, length of the header, { 'descr': '<f8', 'fortran_order': False, 'shape': (2, 3, 3) }, the numbers
//
// The header ends in a line break and is padded so that the numbers begin at a multiple of 64 bytes. Numbers are little-endian
// float64 in row-major order.
//
// NumPy Enhancement Proposal 1, "A simple file format for NumPy arrays", 2007.

import { utf8 } from "./sha256.ts";

const magic = [0x93, ...utf8("NUMPY"), 1, 0];

export function npyBytes(shape: readonly number[], numbers: readonly Float64Array[]): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': ${tuple}, }`;
  const start = magic.length + 2;
  const length = Math.ceil((start + text.length + 1) / 64) * 64 - start;
  const header = utf8(`${text.padEnd(length - 1)}\n`);
  const count = numbers.reduce((sum, each) => sum + each.length, 0);
  const bytes = new Uint8Array(start + length + 8 * count);
  bytes.set([...magic, length & 255, length >> 8, ...header]);
  const view = new DataView(bytes.buffer);
  let at = start + length;
  for (const each of numbers) {
    for (const value of each) {
      view.setFloat64(at, value, true);
      at += 8;
    }
  }
  return bytes;
}
