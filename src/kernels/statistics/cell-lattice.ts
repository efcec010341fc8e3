// Cells of a contingency table from those of a table with one more variable.
//
// A cell is 16 bytes: key (u64: the labels, some bits per variable), count (u32), first row (u32). Cells that differ in only one
// variable are adjacent if that variable was the last sort key; without the variable they merge into one.

const entry: usize = 16;
/** Counts below this are tallied, larger ones listed. */
const small: u32 = 64;

/** Writes the cells without the variables outside the mask, and returns their number. Cells that become equal must be adjacent. */
export function mergeCells(out: usize, cells: usize, length: i32, maskLow: u32, maskHigh: u32): i32 {
  const mask = (<u64>maskHigh << 32) | <u64>maskLow;
  const end = cells + <usize>length * entry;
  if (length == 0) return 0;
  let last = out - entry;
  let lastKey = ~(load<u64>(cells) & mask);
  let sum: u32 = 0;
  let earliest: u32 = 0;
  // Branch-free, since whether two neighbours merge is unpredictable: the current cell is rewritten in every iteration.
  for (let at = cells; at < end; at += entry) {
    const key = load<u64>(at) & mask;
    const count = load<u32>(at, 8);
    const first = load<u32>(at, 12);
    const isSame = key == lastKey;
    sum = select<u32>(sum + count, count, isSame);
    earliest = select<u32>(min<u32>(earliest, first), first, isSame);
    last += select<usize>(0, entry, isSame);
    store<u64>(last, key);
    store<u32>(last, sum, 8);
    store<u32>(last, earliest, 12);
    lastKey = key;
  }
  return <i32>((last + entry - out) / entry);
}

/** Stable sort by one variable, whose label is at bit `shift`. room: one u32 per label. */
export function sortCells(
  out: usize,
  cells: usize,
  length: i32,
  shift: i32,
  labelMask: u32,
  labels: i32,
  room: usize,
): void {
  const end = cells + <usize>length * entry;
  memory.fill(room, 0, <usize>labels << 2);
  for (let at = cells; at < end; at += entry) {
    const slot = room + (<usize>labelAt(at, shift, labelMask) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let place = <u32>out;
  for (let label = 0; label < labels; label++) {
    const slot = room + (<usize>label << 2);
    const count = load<u32>(slot);
    store<u32>(slot, place);
    place += count * <u32>entry;
  }
  for (let at = cells; at < end; at += entry) {
    const slot = room + (<usize>labelAt(at, shift, labelMask) << 2);
    const to = <usize>load<u32>(slot);
    v128.store(to, v128.load(at));
    store<u32>(slot, <u32>(to + entry));
  }
}

@inline
function labelAt(cell: usize, shift: i32, mask: u32): u32 {
  return <u32>(load<u64>(cell) >> <u64>shift) & mask;
}

/**
 * Tallies the counts of the cells that mergeCells would write: how many cells have each small count (often: 64 u32), and a list of
 * the larger counts by first row (large: u64, first row and count). Returns the number of cells; the u32 after `often` receives
 * the length of the list.
 */
export function tallyCells(
  cells: usize,
  length: i32,
  maskLow: u32,
  maskHigh: u32,
  often: usize,
  large: usize,
): i32 {
  const mask = (<u64>maskHigh << 32) | <u64>maskLow;
  const end = cells + <usize>length * entry;
  memory.fill(often, 0, <usize>(small + 1) << 2);
  if (length == 0) return 0;
  let found = 0;
  let listed = 0;
  let lastKey = ~(load<u64>(cells) & mask);
  let sum: u32 = 0;
  let earliest: u32 = 0;
  // Branch-free as above: each partial count is tallied, and untallied if the cell continues. The last entry of `often` takes
  // the counts that are not small.
  for (let at = cells; at < end; at += entry) {
    const key = load<u64>(at) & mask;
    const count = load<u32>(at, 8);
    const first = load<u32>(at, 12);
    const isSame = key == lastKey;
    const before = select<u32>(sum, 0, isSame);
    earliest = select<u32>(min<u32>(earliest, first), first, isSame);
    sum = before + count;
    const old = often + (<usize>min<u32>(before, small) << 2);
    store<u32>(old, load<u32>(old) - 1);
    const now = often + (<usize>min<u32>(sum, small) << 2);
    store<u32>(now, load<u32>(now) + 1);
    found += select<i32>(0, 1, isSame);
    lastKey = key;
    if (sum >= small) {
      listed += before >= small ? 0 : 1;
      store<u64>(large + (<usize>(listed - 1) << 3), (<u64>earliest << 32) | <u64>sum);
    }
  }
  sortLarge(large, listed);
  store<u32>(often, 0);
  store<u32>(often + (<usize>small << 2), <u32>listed);
  return found;
}

/** Heapsort, ascending. */
function sortLarge(list: usize, length: i32): void {
  for (let root = (length >> 1) - 1; root >= 0; root--) sink(list, root, length);
  for (let end = length - 1; end > 0; end--) {
    const top = load<u64>(list);
    store<u64>(list, load<u64>(list + (<usize>end << 3)));
    store<u64>(list + (<usize>end << 3), top);
    sink(list, 0, end);
  }
}

function sink(list: usize, from: i32, length: i32): void {
  const value = load<u64>(list + (<usize>from << 3));
  let at = from;
  for (let child = 2 * at + 1; child < length; child = 2 * at + 1) {
    if (child + 1 < length) {
      const next = load<u64>(list + (<usize>(child + 1) << 3));
      if (next > load<u64>(list + (<usize>child << 3))) child++;
    }
    const larger = load<u64>(list + (<usize>child << 3));
    if (larger <= value) break;
    store<u64>(list + (<usize>at << 3), larger);
    at = child;
  }
  store<u64>(list + (<usize>at << 3), value);
}
