// Sums over all DAGs by their layers, in logarithms; all weights are positive.
//
// Layer 1 of a DAG holds its variables without parents; layer t + 1 those whose parents all lie in earlier layers, at least one of
// them in layer t. Every DAG has exactly one such sequence. With U the union of the layers so far and K ⊆ U the last of them:
//
//     b_j(U, K)      = Σ over P ⊆ U that meet K of weight(j, P)
//     before(U ∪ N, N) = Σ over K ⊆ U of before(U, K) · Π over j ∈ N of b_j(U, K)             N: the next layer
//     after(U, K)    = Σ over N outside U of Π over j ∈ N of b_j(U, K) · after(U ∪ N, N)
//     b_j(U, K)      = Σ over k ∈ K of first_jk(U without the members of K below k)
//     first_jk(T)    = Σ over P with k ∈ P ⊆ T of weight(j, P)
//
// 4^d steps each way. Kuipers & Moffa, "Partition MCMC for inference on acyclic digraphs", JASA 112, 2017 (the layers).
//
// All functions share a workspace set up by the caller: `place` holds addresses and sizes (u32), in the order of the constants
// below. Pairs (U, K) are numbered in base 3, one digit per variable: Σ 3^i over U + Σ 3^i over K; ternary[S] = Σ over i ∈ S of 3^i.

import { logAdd } from "./subset-sums";

const negligible: f64 = -45;

/** Offsets of the fields of `place`, 4 bytes each. */
const D: usize = 0; // variables
const TERNARY: usize = 4; // one u32 per set
const ROOTS: usize = 8; // log weight of no parents, for each variable
const FIRST: usize = 12; // first[(j d + k) 2^(d−2) + T without j and k]
const BEFORE: usize = 16; // 3^d
const AFTER: usize = 20; // 3^d
const FACTORS: usize = 24; // b_j(U, K) of one U: 2^|U| rows of d − |U| numbers; at most max(2^(d−1), d)
const SHARES: usize = 28; // as FACTORS
const STEPS: usize = 32; // 2^d: log weights of the next layers
const TOPS: usize = 36; // 2^d
const TOTALS: usize = 40; // 2^d
const LISTS: usize = 44; // members of U, then the variables outside U: 64 u32
const OUTER: usize = 48; // total factor of each first[…], same layout
const ALONE: usize = 52; // for each variable, the probability that it has no parents

@inline
function at(place: usize, field: usize): usize {
  return <usize>load<u32>(place + field);
}

/** Lists the members of U and the other variables; returns the number of members. */
function list(place: usize, U: u32): i32 {
  const d = <i32>at(place, D);
  const lists = at(place, LISTS);
  let inside: usize = 0;
  let outside: usize = 32;
  for (let i = 0; i < d; i++) {
    const isMember = ((U >> i) & 1) == 1;
    store<u32>(lists + ((isMember ? inside : outside) << 2), i);
    if (isMember) inside++;
    else outside++;
  }
  return <i32>inside;
}

/** The set of list members selected by the bits of `index`. */
@inline
function setOf(index: u32, members: usize): u32 {
  let S: u32 = 0;
  for (let rest = index; rest != 0; rest &= rest - 1) S |= (<u32>1) << load<u32>(members + (<usize>ctz<u32>(rest) << 2));
  return S;
}

/** A set without j and k, renumbered with two bits fewer. */
@inline
function withoutBoth(S: u32, j: u32, k: u32): usize {
  const low = min<u32>(j, k);
  const high = max<u32>(j, k);
  const once = (S & (((<u32>1) << high) - 1)) | (((S >> high) >> 1) << high);
  return <usize>((once & (((<u32>1) << low) - 1)) | (((once >> low) >> 1) << low));
}

@inline
function firstAt(table: usize, d: i32, j: u32, k: u32, T: u32): usize {
  return table + (((((<usize>j * <usize>d + <usize>k) << (d - 2))) + withoutBoth(T, j, k)) << 3);
}

/** b_j(U, K) for all K ⊆ U and j outside U. */
export function layerFactors(place: usize, U: u32): void {
  const d = <i32>at(place, D);
  const size = list(place, U);
  const width: usize = <usize>(d - size);
  const members = at(place, LISTS);
  const others = members + 128;
  const factors = at(place, FACTORS);
  const first = at(place, FIRST);
  for (let c: usize = 0; c < width; c++) {
    const j = load<u32>(others + (c << 2));
    store<f64>(factors + (c << 3), size == 0 ? load<f64>(at(place, ROOTS) + (<usize>j << 3)) : -Infinity);
  }
  const count: u32 = (<u32>1) << size;
  for (let index: u32 = 1; index < count; index++) {
    const high: u32 = 31 - clz<u32>(index);
    const below = index ^ ((<u32>1) << high);
    const k = load<u32>(members + (<usize>high << 2));
    const T = U & ~setOf(below, members);
    const from = factors + ((<usize>below * width) << 3);
    const to = factors + ((<usize>index * width) << 3);
    for (let c: usize = 0; c < width; c++) {
      const j = load<u32>(others + (c << 2));
      store<f64>(to + (c << 3), logAdd(load<f64>(from + (c << 3)), load<f64>(firstAt(first, d, j, k, T))));
    }
  }
}

/** steps[N] = start + Σ of the factors of the members of N, N being a bit mask over the list of variables outside U. */
@inline
function fillSteps(steps: usize, row: usize, width: usize, start: f64): void {
  store<f64>(steps, start);
  const count: u32 = (<u32>1) << <u32>width;
  for (let N: u32 = 1; N < count; N++) {
    const factor = load<f64>(row + (<usize>ctz<u32>(N) << 3));
    store<f64>(steps + (<usize>N << 3), load<f64>(steps + (<usize>(N & (N - 1)) << 3)) + factor);
  }
}

/** Computes before(U ∪ N, N) from the pairs (U, ·), for all layers N that follow U. */
export function layersBefore(place: usize, U: u32): void {
  layerFactors(place, U);
  const d = <i32>at(place, D);
  const size = <i32>popcnt<u32>(U);
  const width: usize = <usize>(d - size);
  const members = at(place, LISTS);
  const ternary = at(place, TERNARY);
  const before = at(place, BEFORE);
  const steps = at(place, STEPS);
  const tops = at(place, TOPS);
  const totals = at(place, TOTALS);
  const layers: u32 = (<u32>1) << <u32>width;
  for (let N: usize = 0; N < <usize>layers; N++) {
    store<f64>(tops + (N << 3), -Infinity);
    store<f64>(totals + (N << 3), 0);
  }
  const codeU = load<u32>(ternary + (<usize>U << 2));
  const count: u32 = (<u32>1) << size;
  for (let index: u32 = 0; index < count; index++) {
    const code = codeU + load<u32>(ternary + (<usize>setOf(index, members) << 2));
    const start = load<f64>(before + (<usize>code << 3));
    if (start == -Infinity) continue;
    fillSteps(steps, at(place, FACTORS) + ((<usize>index * width) << 3), width, start);
    for (let N: usize = 1; N < <usize>layers; N++) {
      const x = load<f64>(steps + (N << 3));
      const top = load<f64>(tops + (N << 3));
      const gap = x - top;
      if (gap > 0) {
        store<f64>(totals + (N << 3), load<f64>(totals + (N << 3)) * Math.exp(-gap) + 1);
        store<f64>(tops + (N << 3), x);
      } else if (gap > negligible) store<f64>(totals + (N << 3), load<f64>(totals + (N << 3)) + Math.exp(gap));
    }
  }
  for (let N: u32 = 1; N < layers; N++) {
    const next = setOf(N, members + 128);
    const code = load<u32>(ternary + (<usize>(U | next) << 2)) + load<u32>(ternary + (<usize>next << 2));
    const sum = load<f64>(tops + (<usize>N << 3)) + Math.log(load<f64>(totals + (<usize>N << 3)));
    store<f64>(before + (<usize>code << 3), sum);
  }
}

/** tops[N] = after(U ∪ N, N), for layers N that follow U. */
function gatherAfter(place: usize, U: u32, layers: u32): void {
  const others = at(place, LISTS) + 128;
  const ternary = at(place, TERNARY);
  for (let N: u32 = 1; N < layers; N++) {
    const next = setOf(N, others);
    const code = load<u32>(ternary + (<usize>(U | next) << 2)) + load<u32>(ternary + (<usize>next << 2));
    store<f64>(at(place, TOPS) + (<usize>N << 3), load<f64>(at(place, AFTER) + (<usize>code << 3)));
  }
}

/**
 * totals[N] = probability of the next layer N given (U, K), with K selected by `index` from the list of members of U; returns
 * log after(U, K). Requires `layerFactors` and `gatherAfter` of U.
 */
function nextShares(place: usize, index: u32, width: usize): f64 {
  const layers: usize = (<usize>1) << width;
  const steps = at(place, STEPS);
  const tops = at(place, TOPS);
  const totals = at(place, TOTALS);
  fillSteps(steps, at(place, FACTORS) + ((<usize>index * width) << 3), width, 0);
  let top = -Infinity;
  for (let N: usize = 1; N < layers; N++) {
    const x = load<f64>(steps + (N << 3)) + load<f64>(tops + (N << 3));
    store<f64>(steps + (N << 3), x);
    if (x > top) top = x;
  }
  store<f64>(totals, 0);
  if (top == -Infinity) return top;
  let sum: f64 = 0;
  for (let N: usize = 1; N < layers; N++) {
    const gap = load<f64>(steps + (N << 3)) - top;
    const e = gap > negligible ? Math.exp(gap) : 0;
    store<f64>(totals + (N << 3), e);
    sum += e;
  }
  for (let N: usize = 1; N < layers; N++) store<f64>(totals + (N << 3), load<f64>(totals + (N << 3)) / sum);
  return top + Math.log(sum);
}

/** Writes the probabilities of the layers that follow (U, K) to totals[N], for sampling. Requires layerFactors(place, U). */
export function layerShares(place: usize, U: u32, index: u32): void {
  const width: usize = <usize>(<i32>at(place, D) - <i32>popcnt<u32>(U));
  gatherAfter(place, U, (<u32>1) << <u32>width);
  nextShares(place, index, width);
}

/**
 * after(U, K) for all K ⊆ U; since this gives the probability of a step from (U, K) to N (`whole`: log of the sum over all DAGs),
 * it also adds to `outer` the total factor of every first_jk(T), divided by the whole.
 */
export function layersAfter(place: usize, U: u32, whole: f64): void {
  layerFactors(place, U);
  const d = <i32>at(place, D);
  const size = <i32>popcnt<u32>(U);
  const width: usize = <usize>(d - size);
  const layers: u32 = (<u32>1) << <u32>width;
  const members = at(place, LISTS);
  const ternary = at(place, TERNARY);
  const codeU = load<u32>(ternary + (<usize>U << 2));
  gatherAfter(place, U, layers);
  const count: u32 = (<u32>1) << size;
  for (let index: u32 = 0; index < count; index++) {
    const code = <usize>(codeU + load<u32>(ternary + (<usize>setOf(index, members) << 2)));
    const sum = nextShares(place, index, width);
    store<f64>(at(place, AFTER) + (code << 3), sum);
    memberShares(place, index, width, load<f64>(at(place, BEFORE) + (code << 3)) + sum - whole);
  }
  if (size == 0) {
    for (let c: usize = 0; c < width; c++) {
      const alone = load<f64>(at(place, SHARES) + (c << 3)) + load<f64>(at(place, FACTORS) + (c << 3));
      store<f64>(at(place, ALONE) + (<usize>load<u32>(members + 128 + (c << 2)) << 3), Math.exp(alone));
    }
  } else spreadShares(place, U, size, width);
}

/** shares[K][j] = log of the probability that (U, K) occurs and j is in the next layer, divided by b_j(U, K). */
function memberShares(place: usize, index: u32, width: usize, mass: f64): void {
  const totals = at(place, TOTALS);
  const row = at(place, SHARES) + ((<usize>index * width) << 3);
  const factors = at(place, FACTORS) + ((<usize>index * width) << 3);
  // There are at most 3^d pairs (U, K): those below e^−60 together are below rounding error.
  const isIdle = !(mass > -60);
  for (let c = <i32>width - 1; c >= 0; c--) {
    let sum: f64 = 0;
    if (!isIdle) {
      // Sums the layers with c, then adds the two halves: c is the highest remaining bit.
      const step: usize = (<usize>8) << c;
      for (let p = totals; p < totals + step; p += 8) {
        const upper = load<f64>(p + step);
        sum += upper;
        store<f64>(p, load<f64>(p) + upper);
      }
    }
    const share = sum > 0 ? mass + Math.log(sum) - load<f64>(factors + (<usize>c << 3)) : -Infinity;
    store<f64>(row + (<usize>c << 3), share);
  }
}

/** Distributes the shares of b_j(U, K) to the terms of its sum, which sets K with the same lowest members have in common. */
function spreadShares(place: usize, U: u32, size: i32, width: usize): void {
  const d = <i32>at(place, D);
  const members = at(place, LISTS);
  const shares = at(place, SHARES);
  const outer = at(place, OUTER);
  for (let index = ((<u32>1) << size) - 1; index != 0; index--) {
    const high: u32 = 31 - clz<u32>(index);
    const below = index ^ ((<u32>1) << high);
    const k = load<u32>(members + (<usize>high << 2));
    const T = U & ~setOf(below, members);
    const from = shares + ((<usize>index * width) << 3);
    const to = shares + ((<usize>below * width) << 3);
    for (let c: usize = 0; c < width; c++) {
      const share = load<f64>(from + (c << 3));
      if (share == -Infinity) continue;
      store<f64>(to + (c << 3), logAdd(load<f64>(to + (c << 3)), share));
      const cell = firstAt(outer, d, load<u32>(members + 128 + (c << 2)), k, T);
      store<f64>(cell, logAdd(load<f64>(cell), share));
    }
  }
}

/** out[X] = weights[X ∪ k] for the sets X without k: of bits + 1 bits, bit k is removed. */
export function weightsWith(out: usize, weights: usize, bits: i32, k: i32): void {
  const count: u32 = (<u32>1) << bits;
  const one: u32 = (<u32>1) << k;
  for (let X: u32 = 0; X < count; X++) {
    const S = (X & (one - 1)) | one | ((X & ~(one - 1)) << 1);
    store<f64>(out + (<usize>X << 3), load<f64>(weights + (<usize>S << 3)));
  }
}
