// Dynamic programming over subsets (Silander & Myllymäki, "A simple approach for finding the globally optimal
// Bayesian network structure", UAI 2006): first the best parents of a node within each candidate set, then the best
// sink of each set of variables; and, backwards, the best completion of each set. Together these give the least cost of a DAG in
// which two given variables are not adjacent, or one of them precedes the other.

/** cells[S] = min over T ⊆ S of cells[T], for all S < 2^bits, in place. */
export function lowerOverSubsets(cells: usize, bits: i32): void {
  // Low bits are folded block by block, each block staying in the L1 cache; high bits in strides over the whole table.
  const blockBits = bits < 12 ? bits : 12;
  const blockBytes: usize = (<usize>8) << blockBits;
  const bytes: usize = (<usize>8) << bits;
  for (let block = cells; block < cells + bytes; block += blockBytes) {
    if (blockBits > 0) {
      for (let p = block; p < block + blockBytes; p += 16) {
        const low = load<f64>(p);
        if (low < load<f64>(p, 8)) store<f64>(p, low, 8);
      }
    }
    foldAll(block, blockBytes, 1, blockBits);
  }
  foldAll(cells, bytes, blockBits, bits);
}

/** Three bits at a time while at least three remain: each number is then read and written once per three folds. */
@inline
function foldAll(cells: usize, bytes: usize, from: i32, to: i32): void {
  let bit = from;
  for (; bit + 3 <= to; bit += 3) foldThree(cells, bytes, (<usize>8) << bit);
  for (; bit < to; bit++) fold(cells, bytes, (<usize>8) << bit);
}

/** Folds by `step`, 2 · step and 4 · step. */
function foldThree(cells: usize, bytes: usize, step: usize): void {
  for (let base = cells; base < cells + bytes; base += step << 3) {
    for (let p = base; p < base + step; p += 16) {
      const p2 = p + (step << 1);
      const p4 = p + (step << 2);
      const p6 = p4 + (step << 1);
      const a = v128.load(p);
      const b = f64x2.pmin(v128.load(p + step), a);
      let c = v128.load(p2);
      let d = f64x2.pmin(v128.load(p2 + step), c);
      const e = v128.load(p4);
      const f = f64x2.pmin(v128.load(p4 + step), e);
      let g = v128.load(p6);
      let h = f64x2.pmin(v128.load(p6 + step), g);
      c = f64x2.pmin(c, a);
      d = f64x2.pmin(d, b);
      g = f64x2.pmin(g, e);
      h = f64x2.pmin(h, f);
      v128.store(p + step, b);
      v128.store(p2, c);
      v128.store(p2 + step, d);
      v128.store(p4, f64x2.pmin(e, a));
      v128.store(p4 + step, f64x2.pmin(f, b));
      v128.store(p6, f64x2.pmin(g, c));
      v128.store(p6 + step, f64x2.pmin(h, d));
    }
  }
}

@inline
function fold(cells: usize, bytes: usize, step: usize): void {
  for (let base = cells; base < cells + bytes; base += step << 1) {
    for (let p = base; p < base + step; p += 16) {
      const upper = p + step;
      v128.store(upper, f64x2.pmin(v128.load(upper), v128.load(p)));
    }
  }
}

/**
 * costs[S] = the least cost of a DAG on the variables S, for S = from … to − 1: min over the sink j ∈ S of
 * costs[S \ j] + table[j][S \ j], and of the previous value, which the caller sets (costs[0] = 0, others Infinity or
 * the least cost with a sink whose table is elsewhere).
 */
export function bestOrderCosts(costs: usize, table: usize, bits: i32, from: u32, to: u32): void {
  const half: usize = (<usize>1) << (bits - 1);
  for (let S: u32 = from; S < to; S++) {
    let best = load<f64>(costs + (<usize>S << 3));
    let rest = S;
    while (rest != 0) {
      const j = ctz<u32>(rest);
      rest &= rest - 1;
      const cost =
        load<f64>(costs + ((<usize>(S ^ ((<u32>1) << j))) << 3)) +
        load<f64>(table + ((<usize>j * half + squeezed(S, j)) << 3));
      if (cost < best) best = cost;
    }
    store<f64>(costs + (<usize>S << 3), best);
  }
}

/**
 * rest[S] = the least cost of the variables outside S when those of S precede them, for S = from, from − 1, … to
 * (the caller sets rest[all] = 0): min over the next variable j ∉ S of table[j][S] + rest[S ∪ j].
 */
export function bestRestCosts(rest: usize, table: usize, d: i32, from: i32, to: i32): void {
  const half: usize = (<usize>1) << (d - 1);
  const full: u32 = ((<u32>1) << d) - 1;
  for (let S = from; S >= to; S--) {
    let best = Infinity;
    let outside = full & ~(<u32>S);
    while (outside != 0) {
      const j = ctz<u32>(outside);
      outside &= outside - 1;
      const cost =
        load<f64>(table + ((<usize>j * half + squeezed(<u32>S, j)) << 3)) +
        load<f64>(rest + ((<usize>(<u32>S | ((<u32>1) << j))) << 3));
      if (cost < best) best = cost;
    }
    store<f64>(rest + ((<usize>S) << 3), best);
  }
}

/**
 * The least cost of a DAG with an order in which i precedes j: min over the sets S of predecessors of j that contain i of
 * costs[S] + table[j][S ∩ parents] + rest[S ∪ j]. `parents`: those that j may have; all but i, and i is not its parent.
 */
export function precedingCost(
  costs: usize,
  rest: usize,
  table: usize,
  d: i32,
  i: i32,
  j: i32,
  parents: u32,
): f64 {
  const cells = table + ((<usize>j << (d - 1)) << 3);
  const iBit: u32 = (<u32>1) << i;
  const jBit: u32 = (<u32>1) << j;
  const sets: u32 = (<u32>1) << d;
  let best = Infinity;
  for (let S = iBit; S < sets; S = (S + 1) | iBit) {
    if ((S & jBit) != 0) continue;
    const cost =
      load<f64>(costs + ((<usize>S) << 3)) +
      load<f64>(cells + (squeezed(S & parents, j) << 3)) +
      load<f64>(rest + ((<usize>(S | jBit)) << 3));
    if (cost < best) best = cost;
  }
  return best;
}

/** A set without j, renumbered with one bit fewer. */
@inline
function squeezed(S: u32, j: u32): usize {
  // (S >> j) >> 1, not S >> (j + 1): a shift by 32 would be a shift by 0.
  return <usize>((S & (((<u32>1) << j) - 1)) | (((S >> j) >> 1) << j));
}
