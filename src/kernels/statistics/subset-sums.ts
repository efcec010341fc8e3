// Sums over the lattice of subsets, in logarithms: every number here is the log of a weight (−∞ for weight 0), so that nothing
// overflows or underflows however far apart the weights are. All weights are positive: nothing cancels.
//
// Koivisto & Sood, "Exact Bayesian structure discovery in Bayesian networks", JMLR 5, 2004; Koivisto, "Advances in exact
// Bayesian structure discovery in Bayesian networks", UAI 2006 (sums before and after a variable).

/** Parts below e^−45 of the whole are below rounding error. */
const negligible: f64 = -45;

/** log(e^a + e^b) */
@inline
export function logAdd(a: f64, b: f64): f64 {
  const top = max<f64>(a, b);
  const gap = min<f64>(a, b) - top;
  // If both are −∞, the gap is NaN and the comparison fails.
  return gap > negligible ? top + Math.log(1.0 + Math.exp(gap)) : top;
}

/**
 * One step of cells[S] = log Σ over T ⊆ S of e^cells[T], for all S < 2^bits: sets with this bit gain those without it. Steps
 * for the bits 0, 1, … in turn give the full sum. Overwritten values are saved in `saved` (2^(bits−1) numbers), unless it is 0.
 */
export function addWithoutBit(cells: usize, bits: i32, bit: i32, saved: usize): void {
  const step: usize = (<usize>8) << bit;
  const end = cells + ((<usize>8) << bits);
  for (let base = cells; base < end; base += step << 1) {
    for (let p = base; p < base + step; p += 8) {
      const upper = load<f64>(p + step);
      if (saved != 0) {
        store<f64>(saved, upper);
        saved += 8;
      }
      store<f64>(p + step, logAdd(upper, load<f64>(p)));
    }
  }
}

/** Undoes a step exactly. */
export function restoreBit(cells: usize, bits: i32, bit: i32, saved: usize): void {
  const step: usize = (<usize>8) << bit;
  const end = cells + ((<usize>8) << bits);
  for (let base = cells + step; base < end; base += step << 1) {
    memory.copy(base, saved, step);
    saved += step;
  }
}

/** One step of cells[S] = log Σ over T ⊇ S of e^cells[T]: sets without this bit gain those with it. */
export function addWithBit(cells: usize, bits: i32, bit: i32): void {
  const step: usize = (<usize>8) << bit;
  const end = cells + ((<usize>8) << bits);
  for (let base = cells; base < end; base += step << 1) {
    for (let p = base; p < base + step; p += 8) store<f64>(p, logAdd(load<f64>(p), load<f64>(p + step)));
  }
}

/**
 * before[S] = log Σ over the orders of S of the product over j of table[j][predecessors of j], for S = from … to − 1 (from ≥ 1; the
 * caller sets before[∅] = 0): the log-sum over the last variable j ∈ S of before[S \ j] + table[j][S \ j].
 */
export function sumsBefore(before: usize, table: usize, d: i32, from: u32, to: u32): void {
  const half: usize = (<usize>1) << (d - 1);
  for (let S: u32 = from; S < to; S++) {
    let top = -Infinity;
    let sum: f64 = 0;
    for (let rest = S; rest != 0; rest &= rest - 1) {
      const j = ctz<u32>(rest);
      const x =
        load<f64>(before + ((<usize>(S ^ ((<u32>1) << j))) << 3)) +
        load<f64>(table + ((<usize>j * half + without(S, j)) << 3));
      const gap = x - top;
      if (gap > 0) {
        sum = sum * Math.exp(-gap) + 1;
        top = x;
      } else if (gap > negligible) sum += Math.exp(gap);
    }
    store<f64>(before + (<usize>S << 3), top + Math.log(sum));
  }
}

/**
 * after[S] = the same over the orders of the variables outside S, all of which follow S, for S = from, from − 1, … to (the caller
 * sets after[all] = 0): the log-sum over the next variable j ∉ S of table[j][S] + after[S ∪ j].
 */
export function sumsAfter(after: usize, table: usize, d: i32, from: i32, to: i32): void {
  const half: usize = (<usize>1) << (d - 1);
  const full: u32 = ((<u32>1) << d) - 1;
  for (let S = from; S >= to; S--) {
    let top = -Infinity;
    let sum: f64 = 0;
    for (let rest = full & ~(<u32>S); rest != 0; rest &= rest - 1) {
      const j = ctz<u32>(rest);
      const x =
        load<f64>(table + ((<usize>j * half + without(<u32>S, j)) << 3)) +
        load<f64>(after + ((<usize>(<u32>S | ((<u32>1) << j))) << 3));
      const gap = x - top;
      if (gap > 0) {
        sum = sum * Math.exp(-gap) + 1;
        top = x;
      } else if (gap > negligible) sum += Math.exp(gap);
    }
    store<f64>(after + ((<usize>S) << 3), top + Math.log(sum));
  }
}

/** out[S] = before[S] + after[S ∪ j] for the sets S without j, renumbered to d − 1 bits. */
export function joinedAround(out: usize, before: usize, after: usize, d: i32, j: i32): void {
  const half: u32 = (<u32>1) << (d - 1);
  const bit: u32 = (<u32>1) << j;
  for (let index: u32 = 0; index < half; index++) {
    const S = (index & (bit - 1)) | ((index & ~(bit - 1)) << 1);
    store<f64>(
      out + (<usize>index << 3),
      load<f64>(before + (<usize>S << 3)) + load<f64>(after + ((<usize>(S | bit)) << 3)),
    );
  }
}

/**
 * Adds p(S) = e^(a[S] + b[S] + shift) for all S < 2^bits to totals[k] for each bit k in S, and to sizes[|S|]. a and b may be
 * any two tables of logarithms.
 */
export function tallySets(a: usize, b: usize, bits: i32, shift: f64, totals: usize, sizes: usize): void {
  const count: u32 = (<u32>1) << bits;
  for (let S: u32 = 0; S < count; S++) {
    const x = load<f64>(a + (<usize>S << 3)) + load<f64>(b + (<usize>S << 3)) + shift;
    if (!(x > -700)) continue;
    const p = Math.exp(x);
    for (let rest = S; rest != 0; rest &= rest - 1) {
      const at = totals + (<usize>ctz<u32>(rest) << 3);
      store<f64>(at, load<f64>(at) + p);
    }
    const at = sizes + (<usize>popcnt<u32>(S) << 3);
    store<f64>(at, load<f64>(at) + p);
  }
}

/** A set without j, renumbered with one bit fewer. */
@inline
export function without(S: u32, j: u32): usize {
  // (S >> j) >> 1, not S >> (j + 1): a shift by 32 would be a shift by 0.
  return <usize>((S & (((<u32>1) << j) - 1)) | (((S >> j) >> 1) << j));
}
