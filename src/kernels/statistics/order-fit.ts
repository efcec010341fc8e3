// A node's parents under a causal order, added and removed one by one, with the gain of every other variable as a further parent.
//
//     term(j, P) = a[k] · log v + b[k] · log det M_PP + c[k]      or      a[k] · v + c[k]
//
// v is the residual variance of j given its k parents P. M = diag(√scale) R diag(√scale), R with unit diagonal. A fit holds for
// every variable i its coefficients on the parents (row l of the Cholesky factor of R_PP, extended to all i), and its covariance
// with the node and its variance, both given P. So the gain of i is covariance²/variance, one division; adding a parent takes one
// new row, removing one rotates the rows after it (a rank-one downdate). Each is one pass over d numbers.
//
// Variables that cannot be parents (the node, its parents, forbidden ones) have variance `closed`, so that they explain nothing.
// Those with a place below `limit` are the candidates. Rows are padded to whole blocks of eight numbers.
//
// Fits of the order have rows in a pool; a trial starts with the rows of such a fit and writes only to its own rows.

export const closed: f64 = 1e300;
export const blockBytes: usize = 64;

/** Sizes, and addresses that stay fixed during a search. */
export let d: i32 = 0;
export let rowBytes: usize = 0;
export let R: usize = 0;
export let place: usize = 0; // f64 for each variable
export let required: usize = 0; // u8 [d, d]: required[j][i] ≠ 0 if i → j is required
let scale: usize = 0;
export let logScale: usize = 0;
let coefficients: usize = 0; // a, b, c: d + 1 numbers each
export let square: usize = 0;
export let factors: usize = 0;
export let solution: usize = 0;
let isLog: bool = false;
export let hasLogdet: bool = false;
export let tolerance: f64 = 0;
/** Changes of the term up to this size are ignored. */
export let least: f64 = 0;
export let maxParents: i32 = 0;

/** A fit in memory; `rows` holds the addresses of its rows, `own` is where the rows begin that it may write to. */
@unmanaged
export class Fit {
  node: i32;
  k: i32;
  parents: usize;
  rows: usize;
  covariance: usize;
  variance: usize;
  v: f64;
  logdet: f64;
  term: f64;
  /** The largest gain of a candidate, and the first candidate with it; may be −1 if the gain is below `bar`. */
  gain: f64;
  next: i32;
  /** Candidates with a smaller gain do not raise the term. */
  bar: f64;
  /** For each parent, its coefficient and its entry on the diagonal of R_PP⁻¹: it explains β²/entry. */
  beta: usize;
  inverse: usize;
  /** The remaining fields are used in trials only. */
  ownCovariance: usize;
  ownVariance: usize;
  own: usize;
  ownEnd: usize;
  /** Rows from here on have not been used yet; released rows are listed in `free`. */
  unused: usize;
  free: usize;
  freeCount: i32;
}

export function setOrderFits(
  size: i32,
  matrix: usize,
  places: usize,
  requiredParents: usize,
  scales: usize,
  logScales: usize,
  terms: usize,
  room: usize,
): void {
  d = size;
  rowBytes = ((<usize>size + 7) & ~7) << 3;
  R = matrix;
  place = places;
  required = requiredParents;
  scale = scales;
  logScale = logScales;
  coefficients = terms;
  factors = room;
  solution = room + rowBytes;
  square = room + 2 * rowBytes;
}

/** kind: 0 linear, 1 log, 2 log with log det. */
export function setOrderTerms(kind: i32, most: i32, pivotTolerance: f64, leastChange: f64): void {
  isLog = kind > 0;
  hasLogdet = kind == 2;
  maxParents = most;
  tolerance = pivotTolerance;
  least = leastChange;
}

@inline
export function parentAt(f: Fit, l: i32): i32 {
  return load<i32>(f.parents + (<usize>l << 2));
}

@inline
export function rowAt(f: Fit, l: i32): usize {
  return <usize>load<u32>(f.rows + (<usize>l << 2));
}

export function slotOf(f: Fit, i: i32): i32 {
  for (let l = 0; l < f.k; l++) if (parentAt(f, l) == i) return l;
  return -1;
}

export function termOf(node: i32, k: i32, v: f64, logdet: f64): f64 {
  const at = coefficients + (<usize>k << 3);
  const step = <usize>(d + 1) << 3;
  const whole = max(v, tolerance) * load<f64>(scale + (<usize>node << 3));
  const a = load<f64>(at);
  const c = load<f64>(at + 2 * step);
  if (!isLog) return a * whole + c;
  const value = a * Math.log(whole) + c;
  return hasLogdet ? value + load<f64>(at + step) * logdet : value;
}

/** The term of a fit with i as one more parent, given its gain and its variance given the parents. */
@inline
export function termWith(f: Fit, i: i32, gain: f64, variance: f64): f64 {
  const logdet = hasLogdet ? f.logdet + Math.log(variance) + load<f64>(logScale + (<usize>i << 3)) : 0;
  return termOf(f.node, f.k + 1, f.v - gain, logdet);
}

/** Updates, after a change of the parents, the term and the gain that a further parent needs to raise it. */
export function weigh(f: Fit): void {
  f.term = termOf(f.node, f.k, f.v, f.logdet);
  const at = coefficients + (<usize>f.k << 3);
  const c = at + 2 * (<usize>(d + 1) << 3);
  const price = load<f64>(c) - load<f64>(c, 8);
  // −log(1 − x) < 1.1 x for x < 0.1; with log det there is no such bound.
  if (hasLogdet || f.k >= d || !(price > 0)) f.bar = 0;
  else if (isLog) f.bar = f.v * min(0.1, price / (-1.1 * load<f64>(at)));
  else f.bar = (0.999 * price) / (-load<f64>(at) * load<f64>(scale + (<usize>f.node << 3)));
}

/** Would adding i, a present or future candidate, raise the term? */
export function joins(f: Fit, i: i32): bool {
  const variance = load<f64>(f.variance + (<usize>i << 3));
  const covariance = load<f64>(f.covariance + (<usize>i << 3));
  if (covariance * covariance < f.bar * variance) return false;
  if (!(variance > tolerance) || variance == closed || f.k >= maxParents) return false;
  return termWith(f, i, (covariance * covariance) / variance, variance) > f.term + least;
}

/**
 * Sets in the mask at `bits` the variables that need a call of joins(), and the parents.
 */
export function noteBits(f: Fit, bits: usize): void {
  const bars = f64x2.splat(f.bar);
  for (let i: usize = 0; i < rowBytes; i += blockBytes) {
    const $v = each([0, 1, 2, 3]);
    const c$v = v128.load(f.covariance + i, 16 * $v);
    const m$v = i64x2.bitmask(f64x2.ge(f64x2.mul(c$v, c$v), f64x2.mul(bars, v128.load(f.variance + i, 16 * $v))));
    store<u8>(bits + (i >> 6), m0 | (m1 << 2) | (m2 << 4) | (m3 << 6));
  }
  for (let l = 0; l < f.k; l++) {
    const i = <usize>parentAt(f, l);
    store<u8>(bits + (i >> 3), load<u8>(bits + (i >> 3)) | (1 << (<u8>i & 7)));
  }
}

/** The fit without parents: covariances are the node's row of R, variances 1 where open. */
export function emptyFit(f: Fit, isOpen: usize): void {
  const node = f.node;
  f.k = 0;
  f.v = 1;
  f.logdet = 0;
  f.gain = -1;
  weigh(f);
  memory.copy(f.covariance, R + <usize>node * rowBytes, rowBytes);
  for (let i: usize = 0; i < rowBytes >> 3; i++) {
    const open = <i32>i < d && load<u8>(isOpen + <usize>node * <usize>d + i) != 0;
    store<f64>(f.variance + (i << 3), open ? 1 : closed);
  }
}

/** Starts a trial from `base`. */
export function beginTrial(f: Fit, base: Fit): void {
  f.node = base.node;
  f.k = base.k;
  memory.copy(f.parents, base.parents, <usize>base.k << 2);
  memory.copy(f.rows, base.rows, <usize>base.k << 2);
  f.covariance = base.covariance;
  f.variance = base.variance;
  f.v = base.v;
  f.logdet = base.logdet;
  f.term = base.term;
  f.bar = base.bar;
  f.gain = -1;
  memory.copy(f.beta, base.beta, <usize>base.k << 3);
  memory.copy(f.inverse, base.inverse, <usize>base.k << 3);
  f.freeCount = 0;
  f.unused = f.own;
}

@inline
export function freeRow(f: Fit, row: usize): void {
  store<u32>(f.free + (<usize>f.freeCount << 2), <u32>row);
  f.freeCount++;
}

@inline
export function takeRow(f: Fit): usize {
  if (f.freeCount == 0) {
    f.unused += rowBytes;
    return f.unused - rowBytes;
  }
  f.freeCount--;
  return <usize>load<u32>(f.free + (<usize>f.freeCount << 2));
}

let most: f64 = -1;
let block: usize = 0;

@inline
export function beginLook(): void {
  most = -1;
}

/** Records the largest gain in the block at i, given on two lanes. */
@inline
export function noteBlock(gains: v128, i: usize): void {
  const gain = max(f64x2.extract_lane(gains, 0), f64x2.extract_lane(gains, 1));
  if (!(gain > most)) return;
  most = gain;
  block = i;
}

/** Stores the largest recorded gain and its candidate in the fit. */
export function endLook(f: Fit, limit: f64): void {
  f.gain = most;
  if (!(most >= 0)) return;
  let i = block;
  while (gainAt(f, i, limit) != most) i += 8;
  f.next = <i32>(i >> 3);
}

/** The gain of the variable at an offset; −1 if it is not a candidate. */
@inline
export function gainAt(f: Fit, at: usize, limit: f64): f64 {
  const v = load<f64>(f.variance + at);
  const c = load<f64>(f.covariance + at);
  return load<f64>(place + at) < limit && v > tolerance ? (c * c) / v : -1;
}

/** Finds the largest gain of a candidate. */
export function look(f: Fit, limit: f64): void {
  const limits = f64x2.splat(limit);
  beginLook();
  for (let i: usize = 0; i < rowBytes; i += 16) {
    const c = v128.load(f.covariance + i);
    noteBlock(explained(c, v128.load(f.variance + i), v128.load(place + i), limits), i);
  }
  endLook(f, limit);
}

/** Mask of the variables that are candidates with a gain of at least `bars`. */
@inline
export function passes(c: v128, v: v128, places: v128, limits: v128, bars: v128): v128 {
  return v128.and(f64x2.lt(places, limits), f64x2.ge(f64x2.mul(c, c), f64x2.mul(v, bars)));
}

/** The gains of two variables; −1 for one that is not a candidate. */
@inline
export function explained(c: v128, v: v128, places: v128, limits: v128): v128 {
  const isCandidate = v128.and(f64x2.lt(places, limits), f64x2.gt(v, f64x2.splat(tolerance)));
  return v128.bitselect(f64x2.div(f64x2.mul(c, c), v), f64x2.splat(-1), isCandidate);
}

/** Entry j of the solution of U x = b, given the later entries. */
@inline
export function backward(f: Fit, j: i32, b: f64): f64 {
  const row = rowAt(f, j);
  let x = b;
  for (let m = j + 1; m < f.k; m++)
    x -= load<f64>(row + (<usize>parentAt(f, m) << 3)) * load<f64>(solution + (<usize>m << 3));
  const diagonal = load<f64>(row + (<usize>parentAt(f, j) << 3));
  x = diagonal > 0 ? x / diagonal : 0;
  store<f64>(solution + (<usize>j << 3), x);
  return x;
}

@inline
export function isOwn(f: Fit, row: usize): bool {
  return row >= f.own && row < f.ownEnd;
}
