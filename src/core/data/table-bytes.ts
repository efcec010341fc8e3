// Lossless binary form of a table: the length of a JSON header in 4 bytes (little-endian), the header, and the numbers of X, row by
// row, as float64 (little-endian). The kinds of the columns and doubts about their reading are in the header. The rows with gaps from
// which a scatter matrix was estimated, if any, follow X in the same form.

import { check } from "../check.ts";
import { utf8 } from "../math/bytes/bytes.ts";
import type { Matrix } from "../math/matrix.ts";
import type { LoadedTable } from "./columns.ts";

const format = "wherefore-table/1";

export function tableBytes({ X, scatter, weights, ...rest }: LoadedTable): Uint8Array {
  const cells = scatter?.cells;
  const moments = scatter && {
    n: scatter.n,
    origin: scatter.origin,
    mean: [...scatter.mean],
    S: [...scatter.S.data],
    ...(cells && { cells: cells.rows }),
  };
  const fields = { scatter: moments, ...(weights && { weights: [...weights] }), ...rest };
  const header = utf8(JSON.stringify({ format, rows: X.rows, cols: X.cols, ...fields }));
  const parts = [X.data, ...(cells ? [cells.data] : [])];
  const bytes = new Uint8Array(4 + header.length + parts.reduce((sum, { length }) => sum + 8 * length, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, header.length, true);
  bytes.set(header, 4);
  let at = 4 + header.length;
  for (const part of parts)
    for (const value of part) {
      view.setFloat64(at, value, true);
      at += 8;
    }
  return bytes;
}

/** `textOf` decodes UTF-8: core has no decoder of its own. */
export function tableFromBytes(bytes: Uint8Array, textOf: (bytes: Uint8Array) => string): LoadedTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = bytes.length < 4 ? Number.POSITIVE_INFINITY : 4 + view.getUint32(0, true);
  check(start <= bytes.length, "table: these bytes are not a table; store it again");
  const { format: tag, rows, cols, scatter, weights, ...rest } = JSON.parse(textOf(bytes.subarray(4, start)));
  const gapped = scatter?.cells ?? 0;
  check(
    tag === format && bytes.length === start + 8 * (rows + gapped) * cols,
    "table: these bytes are not a table; store it again",
  );
  const rowsFrom = (first: number, count: number): Matrix => {
    const data = new Float64Array(count * cols);
    for (let k = 0; k < data.length; k++) data[k] = view.getFloat64(start + 8 * (first * cols + k), true);
    return { rows: count, cols, data };
  };
  const moments = scatter && {
    scatter: {
      n: scatter.n,
      origin: scatter.origin,
      mean: Float64Array.from(scatter.mean),
      S: { rows: cols, cols, data: Float64Array.from(scatter.S) },
      ...(gapped > 0 && { cells: rowsFrom(rows, gapped) }),
    },
  };
  const weighed = weights && { weights: Float64Array.from(weights) };
  return { ...rest, ...moments, ...weighed, X: rowsFrom(0, rows) };
}
