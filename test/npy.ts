// A reader of NumPy's format, version 1.0, for float64 in C order.

export function readNpy(bytes: Uint8Array): { readonly shape: number[]; readonly numbers: Float64Array } {
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 8) !== "\x93NUMPY\x01\x00") throw new Error("not a .npy file of version 1.0");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 10 + view.getUint16(8, true);
  const header = text(10, start);
  const [, tuple] = /^\{'descr': '<f8', 'fortran_order': False, 'shape': \(([^)]*)\), \} *\n$/.exec(header)!;
  const shape = tuple.split(",").filter(Boolean).map(Number);
  const numbers = new Float64Array((bytes.length - start) / 8);
  for (let k = 0; k < numbers.length; k++) numbers[k] = view.getFloat64(start + 8 * k, true);
  return { shape, numbers };
}
