// The best parent set of a node among at most 31 candidates, by leaps and bounds.
//
//     term(j, P) = a · log v(j | P) + c[k]      a < 0, c decreasing in the number k of parents
//
// The search starts from all candidates. The current set S has the inverse A of R_SS and the node's coefficients β on S, so the
// residual variance without i, v + β_i²/A_ii, takes one division. No subset of S without i has a smaller one: if it would not beat
// the best so far even with only the parents certain to stay, i stays as well. Each branch leaves out one variable and keeps all
// that explain more. Backward elimination gives the first set to beat, so the result depends only on node and candidates, even if
// the search stops after `budget` sets with the best so far.
//
// Furnival & Wilson, "Regressions by leaps and bounds", Technometrics 16(4), 1974.

const most = 32;
const rowBytes: usize = 8 * most;
const levelBytes: usize = rowBytes * (most + 1); // A below its diagonal, then β
const listBytes: usize = 4 * most;

let d: usize = 0;
let R: usize = 0; // [d, d], unit diagonal
let scale: usize = 0;
let a: f64 = 0;
let c: usize = 0;
let maxParents: i32 = 0;
let tolerance: f64 = 0;
let least: f64 = 0;

let levels: usize = 0; // one for each number of remaining variables
let ids: usize = 0; // for each level, the variables of its rows
let slots: usize = 0; // for each level, the rows of the variables that may be left out, largest loss first
let losses: usize = 0;
let column: usize = 0;
let enough: usize = 0; // for each k, the residual variance below which k parents beat the best so far
let shares: usize = 0; // the same as a fraction of its value for k = 0

let node: usize = 0;
let required: u32 = 0;
let v: f64 = 0;
let best: f64 = 0;
let bestSet: u32 = 0;
let left: i32 = 0;

export function bestParentsBytes(): i32 {
  return <i32>((levelBytes + 2 * listBytes + rowBytes) * (most + 1) + 3 * rowBytes + 64);
}

/** Sets the addresses of the matrix scaled to unit diagonal, its original diagonal, and the constants c[k]. */
export function setBestParents(size: i32, matrix: usize, scales: usize, constants: usize, room: usize): void {
  d = size;
  R = matrix;
  scale = scales;
  c = constants;
  levels = room;
  ids = levels + levelBytes * (most + 1);
  slots = ids + listBytes * (most + 1);
  losses = slots + listBytes * (most + 1);
  column = losses + rowBytes * (most + 1);
  enough = column + rowBytes;
  shares = enough + rowBytes;
}

export function setBestParentsTerms(perLog: f64, limit: i32, pivotTolerance: f64, leastChange: f64): void {
  a = perLog;
  maxParents = limit;
  tolerance = pivotTolerance;
  least = leastChange;
  for (let k = 0; k < <i32>d; k++) put(shares, k, Math.exp((at(c, 0) - at(c, k)) / a));
}

/** The best parents of j among the candidates, which include the required ones; all as bit masks. */
export function bestParents(j: i32, candidates: u32, requiredOnes: u32, budget: i32): u32 {
  node = j;
  required = requiredOnes;
  left = budget;
  best = -Infinity;
  bestSet = required;
  const kept = factor(candidates);
  const m = popcnt(kept);
  const all = v;
  invert(m);
  aim();
  consider(all, kept);
  eliminate(m, all, kept);
  visit(m, all, kept, kept & ~required, popcnt(required));
  return bestSet;
}

/** The term of j with these parents. */
export function termOfParents(j: i32, parents: u32): f64 {
  node = j;
  factor(parents);
  return termOf(v, popcnt(parents));
}

function termOf(variance: f64, k: i32): f64 {
  return a * Math.log(max(variance, tolerance) * at(scale, <i32>node)) + at(c, k);
}

/** Updates `enough` for the best term so far. */
function aim(): void {
  const none = Math.exp((best + least - at(c, 0)) / a) / at(scale, <i32>node);
  for (let k = 0; k < <i32>d; k++) put(enough, k, k > maxParents ? 0 : none * at(shares, k));
}

@inline
function consider(variance: f64, set: u32): void {
  const k = popcnt(set | required);
  if (!(max(variance, tolerance) < at(enough, k))) return;
  best = termOf(variance, k);
  bestSet = set | required;
  aim();
}

/** Backward elimination: drops the variable with the smallest loss while fewer parents might still be better. */
function eliminate(count: i32, variance: f64, all: u32): void {
  let set = all;
  let whole = variance;
  for (let m = count; m > 0; m--) {
    let slot = -1;
    let loss = Infinity;
    for (let k = 0; k < m; k++) {
      const own = lossOf(m, k);
      if (own < loss && (required & bit(idAt(m, k))) == 0) {
        loss = own;
        slot = k;
      }
    }
    if (slot < 0) return;
    set &= ~bit(idAt(m, slot));
    whole += loss;
    if (!(max(whole, tolerance) < at(enough, popcnt(required)))) return;
    consider(whole, set);
    dropInto(m, slot);
  }
}

/** Searches the subsets of `set`, the m variables of a level, that lack some of `open`; `sure` parents are certain to stay. */
function visit(m: i32, variance: f64, set: u32, open: u32, sure: i32): void {
  const own = slots + <usize>m * listBytes;
  const lost = losses + <usize>m * rowBytes;
  let count = 0;
  for (let k = 0; k < m; k++) {
    if ((open & bit(idAt(m, k))) == 0) continue;
    const loss = lossOf(m, k);
    let to = count++;
    for (; to > 0 && at(lost, to - 1) < loss; to--) {
      put(lost, to, at(lost, to - 1));
      store<i32>(own + (<usize>to << 2), load<i32>(own + (<usize>(to - 1) << 2)));
    }
    put(lost, to, loss);
    store<i32>(own + (<usize>to << 2), k);
  }
  let rest: u32 = 0;
  for (let t = count - 1; t >= 0; t--) {
    const slot = load<i32>(own + (<usize>t << 2));
    const without = variance + at(lost, t);
    const id = bit(idAt(m, slot));
    if (max(without, tolerance) < at(enough, sure + t)) {
      consider(without, set & ~id);
      if (rest != 0) {
        if (left-- <= 0) return;
        dropInto(m, slot);
        visit(m - 1, without, set & ~id, rest, sure + t);
      }
    }
    rest |= id;
  }
}

/** Increase of the residual variance when the variable of row k is left out. */
@inline
function lossOf(m: i32, k: i32): f64 {
  const level = levelOf(m);
  const beta = at(rowOf(level, most), k);
  return (beta * beta) / at(rowOf(level, k), k);
}

/** Writes level m − 1: without the variable of row i, whose row the last variable takes. */
function dropInto(m: i32, i: i32): void {
  const from = levelOf(m);
  const to = levelOf(m - 1);
  const last = m - 1;
  for (let k = 0; k <= i; k++) put(column, k, at(rowOf(from, i), k));
  for (let k = i + 1; k < m; k++) put(column, k, at(rowOf(from, k), i));
  const inverse = 1 / at(column, i);
  const end = at(column, last);
  for (let j = 0; j < last; j++) {
    const isMoved = j == i;
    const source = rowOf(from, isMoved ? last : j);
    const target = rowOf(to, j);
    const factor = inverse * (isMoved ? end : at(column, j));
    subtract(target, source, factor, j + 1);
    if (j > i) put(target, i, at(rowOf(from, last), j) - factor * end);
    if (isMoved) put(target, i, at(source, last) - factor * end);
    store<u32>(ids + <usize>last * listBytes + (<usize>j << 2), <u32>idAt(m, isMoved ? last : j));
  }
  const betas = rowOf(from, most);
  const factor = inverse * at(betas, i);
  subtract(rowOf(to, most), betas, factor, last);
  if (i < last) put(rowOf(to, most), i, at(betas, last) - factor * end);
}

/** target = source − factor · column, `count` numbers rounded up to even. */
@inline
function subtract(target: usize, source: usize, factor: f64, count: i32): void {
  const factors = f64x2.splat(factor);
  for (let k: usize = 0; k < <usize>count << 3; k += 16)
    v128.store(target + k, f64x2.sub(v128.load(source + k), f64x2.mul(factors, v128.load(column + k))));
}

/** target += factor · source, `count` numbers rounded up to even. */
@inline
function addTimes(target: usize, source: usize, factor: f64, count: i32): void {
  const factors = f64x2.splat(factor);
  for (let k: usize = 0; k < <usize>count << 3; k += 16)
    v128.store(target + k, f64x2.add(v128.load(target + k), f64x2.mul(factors, v128.load(source + k))));
}

/** Cholesky rows of the candidates not collinear with earlier ones, then of the node, which gives v; returns those candidates. */
function factor(candidates: u32): u32 {
  let kept: u32 = 0;
  let m = 0;
  for (let rest = candidates; rest != 0; rest &= rest - 1) {
    const i = <usize>ctz(rest);
    const pivot = eliminated(i, m);
    if (!(pivot > tolerance)) continue;
    put(rowOf(levelOf(most), m), m, 1 / sqrt(pivot)); // the diagonal is stored inverted
    store<u32>(ids + <usize>most * listBytes + (<usize>m << 2), <u32>i);
    kept |= bit(i);
    m++;
  }
  v = eliminated(node, m);
  return kept;
}

/** Writes row m of the factor, for variable i; returns the remaining variance of i. */
function eliminated(i: usize, m: i32): f64 {
  const factors = levelOf(most);
  const row = rowOf(factors, m);
  let pivot: f64 = 1;
  for (let k = 0; k < m; k++) {
    const other = rowOf(factors, k);
    let x = at(R + ((i * d) << 3), <i32>idAt(most, k));
    for (let l = 0; l < k; l++) x -= at(row, l) * at(other, l);
    x *= at(other, k);
    put(row, k, x);
    pivot -= x * x;
  }
  return pivot;
}

/** Writes level m from the Cholesky rows: A = L⁻ᵀ L⁻¹ and β = L⁻ᵀ z. */
function invert(m: i32): void {
  const factors = levelOf(most);
  const level = levelOf(m);
  const betas = rowOf(level, most);
  const z = rowOf(factors, m);
  memory.copy(ids + <usize>m * listBytes, ids + <usize>most * listBytes, listBytes);
  memory.fill(betas, 0, rowBytes);
  for (let i = 0; i < m; i++) {
    const row = rowOf(factors, i); // overwritten with the row of L⁻¹
    const diagonal = at(row, i);
    for (let j = 0; j < i; j++) {
      let x: f64 = 0;
      for (let k = j; k < i; k++) x -= at(row, k) * at(rowOf(factors, k), j);
      put(row, j, x * diagonal);
    }
    const share = at(z, i);
    for (let j = 0; j <= i; j++) {
      const x = at(row, j);
      put(betas, j, at(betas, j) + x * share);
      const target = rowOf(level, j);
      if (j == i) memory.fill(target, 0, rowBytes);
      addTimes(target, row, x, j + 1);
    }
  }
}

@inline
function bit(i: usize): u32 {
  return (<u32>1) << (<u32>i);
}

@inline
function levelOf(m: i32): usize {
  return levels + <usize>m * levelBytes;
}

@inline
function rowOf(level: usize, k: i32): usize {
  return level + <usize>k * rowBytes;
}

@inline
function idAt(m: i32, k: i32): usize {
  return <usize>load<u32>(ids + <usize>m * listBytes + (<usize>k << 2));
}

@inline
function at(row: usize, k: i32): f64 {
  return load<f64>(row + (<usize>k << 3));
}

@inline
function put(row: usize, k: i32, x: f64): void {
  store<f64>(row + (<usize>k << 3), x);
}
