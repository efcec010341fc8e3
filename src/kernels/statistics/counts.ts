// Counts of the combinations of labels that occur in some columns, in order of first occurrence.
//
// A column has one byte per row, its code, followed by up to 15 bytes that are read but not used. The codes of combinations are
// computed for a block of rows at a time, in 16-bit lanes, in two parts of at most 65,536 values each:
//
//     low = (x₁ r₂ + x₂) r₃ + x₃ …,  high likewise from further columns,  code = high · lowSize + low

const block: i32 = 2048;

/** Workspace for the codes of a block, in bytes. */
export function countRoom(): i32 {
  return 4 * block;
}

/**
 * counts: u32, the sum of the weights of each combination's rows (weights: u32; address 0: 1 each); firsts: u32, its first row.
 * Returns the number of combinations. table: one u32 per possible combination, all 0 before and after; codes: as large as
 * `counts`. lowColumns, highColumns: pairs of u32, address and number of labels; there may be no high ones.
 */
export function countCellsInto(
  counts: usize,
  firsts: usize,
  codes: usize,
  table: usize,
  lowColumns: usize,
  lowCount: i32,
  lowSize: i32,
  highColumns: usize,
  highCount: i32,
  rows: i32,
  weights: usize,
  room: usize,
): i32 {
  const high = room + (<usize>block << 1);
  let found = 0;
  for (let start = 0; start < rows; start += block) {
    const n = min(block, rows - start);
    codesInto(room, lowColumns, lowCount, start, n);
    if (highCount > 0) codesInto(high, highColumns, highCount, start, n);
    for (let i = 0; i < n; i++) {
      let code = <usize>load<u16>(room + (<usize>i << 1));
      if (highCount > 0) code += <usize>load<u16>(high + (<usize>i << 1)) * <usize>lowSize;
      const at = table + (code << 2);
      const before = load<u32>(at);
      if (before == 0) {
        store<u32>(codes + (<usize>found << 2), <u32>code);
        store<u32>(firsts + (<usize>found << 2), <u32>(start + i));
        found++;
      }
      store<u32>(at, before + (weights == 0 ? 1 : load<u32>(weights + (<usize>(start + i) << 2))));
    }
  }
  for (let c = 0; c < found; c++) {
    const at = table + (<usize>load<u32>(codes + (<usize>c << 2)) << 2);
    store<u32>(counts + (<usize>c << 2), load<u32>(at));
    store<u32>(at, 0);
  }
  return found;
}

/** The codes of n rows as u16, and of up to 15 more. */
function codesInto(out: usize, columns: usize, count: i32, start: i32, n: i32): void {
  const end = out + (<usize>n << 1);
  memory.fill(out, 0, <usize>block << 1);
  for (let c = 0; c < count; c++) {
    let column = <usize>load<u32>(columns + (<usize>c << 3)) + <usize>start;
    const size = i16x8.splat(<i16>load<u32>(columns + (<usize>c << 3), 4));
    for (let at = out; at < end; at += 32, column += 16) {
      const x = v128.load(column);
      const a = i16x8.mul(v128.load(at), size);
      const b = i16x8.mul(v128.load(at, 16), size);
      v128.store(at, i16x8.add(a, i16x8.extend_low_i8x16_u(x)));
      v128.store(at, i16x8.add(b, i16x8.extend_high_i8x16_u(x)), 16);
    }
  }
}
