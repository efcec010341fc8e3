// The move of order search: a variable moves to the position of a causal order where the order scores best.
//
// A variable that passes a neighbour changes the predecessors of only these two, by one. Its own parents are updated as it moves.
// Each variable that it passes gains or loses it as a possible parent, whatever else was passed, so each is examined once, and for
// most one check suffices: would it join the parents, or is it one of them? Only then are the parents grown and shrunk, in rows of
// a trial, which become those of the order when the move is made.

import { addParent } from "./order-add";
import {
  beginTrial,
  d,
  emptyFit,
  Fit,
  isOwn,
  joins,
  look,
  noteBits,
  parentAt,
  place,
  required,
  rowAt,
  rowBytes,
  slotOf,
} from "./order-fit";
import { dropParent } from "./order-drop";
import { settle } from "./order-parents";

const beforeAll: f64 = -1;
const afterAll: f64 = 1e9;

let fits: usize = 0;
let order: usize = 0; // i32
let isOpen: usize = 0; // u8 [d, d]: isOpen[j][i] ≠ 0 if i → j is allowed
let pool: usize = 0; // addresses of free rows, and their number
let poolCount: i32 = 0;
let changed: usize = 0; // nodes whose parents have changed, each once, and their number
let changedCount: i32 = 0;
let isChanged: usize = 0; // u8
let concerns: usize = 0; // bits [d, d]: for each node, its parents and the variables that may join them
let concernBytes: usize = 0; // per node
let hasRequired: bool = false;

/** Bytes per fit; the d fits are followed by two trials. */
export function orderFitBytes(): i32 {
  return (<i32>offsetof<Fit>() + 15) & ~15;
}

/** `rows` holds the addresses of the `count` rows of the pool. */
export function setOrderWalk(
  fitsAt: usize,
  orderAt: usize,
  open: usize,
  rows: usize,
  count: i32,
  changes: usize,
  bits: usize,
): void {
  fits = fitsAt;
  order = orderAt;
  isOpen = open;
  pool = rows;
  poolCount = count;
  changed = changes;
  isChanged = changes + (<usize>d << 2);
  changedCount = 0;
  concerns = bits;
  concernBytes = rowBytes >> 6;
  hasRequired = false;
  for (let i = 0; i < d * d; i++) hasRequired = hasRequired || load<u8>(required + <usize>i) != 0;
}

/** Sets the addresses of fit j: its lists, its vectors and, for a trial, its own rows. */
export function setOrderFit(j: i32, lists: usize, vectors: usize, own: usize): void {
  const f = fitOf(j);
  f.node = j;
  f.k = 0;
  f.parents = lists;
  f.rows = lists + (<usize>d << 2);
  f.free = lists + (<usize>d << 3);
  f.covariance = f.ownCovariance = vectors;
  f.variance = f.ownVariance = vectors + rowBytes;
  f.beta = vectors + 2 * rowBytes;
  f.inverse = vectors + 3 * rowBytes;
  f.own = own;
  f.ownEnd = own == 0 ? 0 : own + <usize>(d + 1) * rowBytes;
}

@inline
function fitOf(j: i32): Fit {
  return changetype<Fit>(fits + <usize>j * <usize>orderFitBytes());
}

@inline
function placeOf(j: i32): f64 {
  return load<f64>(place + (<usize>j << 3));
}

@inline
function setPlace(j: i32, p: f64): void {
  store<f64>(place + (<usize>j << 3), p);
}

@inline
function variableAt(p: i32): i32 {
  return load<i32>(order + (<usize>p << 2));
}

@inline
function mustPrecede(i: i32, j: i32): bool {
  return hasRequired && load<u8>(required + <usize>j * <usize>d + <usize>i) != 0;
}

/** Sets the parents of node j; if `grows`, then adds and removes parents among its predecessors while the term rises. */
export function setOrderParents(j: i32, list: usize, count: i32, grows: bool): void {
  const base = fitOf(j);
  const trial = fitOf(d);
  for (let l = 0; l < base.k; l++) freeRow(rowAt(base, l));
  emptyFit(base, isOpen);
  beginTrial(trial, base);
  const limit = placeOf(j);
  for (let l = 0; l < count; l++) addParent(trial, load<i32>(list + (<usize>l << 2)), limit);
  if (grows) {
    look(trial, limit);
    settle(trial, limit);
  }
  if (trial.k == 0) noteBits(base, concerns + <usize>j * concernBytes);
  commit(base, trial);
}

/**
 * Moves x to its best place, the first of those that differ by no more than `least`; returns the increase of the score, or 0. A walk
 * ends when the score has fallen by more than `deepest`.
 */
export function improveOrder(x: i32, least: f64, deepest: f64): f64 {
  const own = fitOf(d);
  const from = <i32>placeOf(x);
  const base = fitOf(x).term;
  let best = from;
  let most: f64 = 0;
  for (let step = -1; step <= 1; step += 2) {
    let passed: f64 = 0;
    const isBefore = step < 0;
    setPlace(x, isBefore ? beforeAll : afterAll);
    beginTrial(own, fitOf(x));
    for (let p = from + step; p >= 0 && p < d; p += step) {
      const y = variableAt(p);
      if (isBefore ? mustPrecede(y, x) : mustPrecede(x, y)) break;
      if (tried(y, x, isBefore)) passed += fitOf(d + 1).term - fitOf(y).term;
      if (isBefore) lose(own, y, p);
      else gain(own, y, p);
      const value = passed + own.term - base;
      if (value < -deepest) break;
      if (value > most + least) {
        most = value;
        best = p;
      }
    }
  }
  setPlace(x, from);
  if (best == from) return 0;
  moveInOrder(x, best);
  return most;
}

/** Moves x to a place, or as near to it as required edges allow. */
export function moveInOrder(x: i32, to: i32): void {
  const own = fitOf(d);
  const from = <i32>placeOf(x);
  const step = to < from ? -1 : 1;
  setPlace(x, to < from ? beforeAll : afterAll);
  beginTrial(own, fitOf(x));
  let p = from;
  while (p != to) {
    const y = variableAt(p + step);
    if (to < from ? mustPrecede(y, x) : mustPrecede(x, y)) break;
    p += step;
    if (tried(y, x, to < from)) commit(fitOf(y), fitOf(d + 1));
    if (to < from) lose(own, y, p);
    else gain(own, y, p);
    store<i32>(order + (<usize>(p - step) << 2), y);
    setPlace(y, p - step);
  }
  commit(fitOf(x), own);
  store<i32>(order + (<usize>p << 2), x);
  setPlace(x, p);
}

/** The sum of the terms. */
export function orderTerms(): f64 {
  let sum: f64 = 0;
  for (let j = 0; j < d; j++) sum += fitOf(j).term;
  return sum;
}

/** Number of nodes changed since the last call; they are listed at the address passed to `setOrderWalk`. */
export function orderChanges(): i32 {
  const count = changedCount;
  changedCount = 0;
  for (let c = 0; c < count; c++) store<u8>(isChanged + <usize>load<i32>(changed + (<usize>c << 2)), 0);
  return count;
}

export function orderParentCount(j: i32): i32 {
  return fitOf(j).k;
}

/** Whether moving x before or after y would change the parents of y; if so, the second trial holds the new ones. */
function tried(y: i32, x: i32, isBefore: bool): bool {
  const bits = load<u8>(concerns + <usize>y * concernBytes + (<usize>x >> 3));
  if (((bits >> (<u8>x & 7)) & 1) == 0) return false;
  const base = fitOf(y);
  const trial = fitOf(d + 1);
  if (isBefore) {
    if (!joins(base, x)) return false;
    beginTrial(trial, base);
    addParent(trial, x, placeOf(y));
  } else {
    const slot = slotOf(base, x);
    if (slot < 0) return false;
    beginTrial(trial, base);
    dropParent(trial, slot, placeOf(y));
  }
  settle(trial, placeOf(y));
  return true;
}

/** Updates a fit whose node has moved to place p, before y. */
function lose(f: Fit, y: i32, p: i32): void {
  const slot = slotOf(f, y);
  if (slot < 0) return;
  dropParent(f, slot, p);
  settle(f, p);
}

/** Updates a fit whose node has moved to place p, after y. */
function gain(f: Fit, y: i32, p: i32): void {
  if (!joins(f, y)) return;
  addParent(f, y, p + 1);
  settle(f, p + 1);
}

@inline
function freeRow(row: usize): void {
  store<u32>(pool + (<usize>poolCount << 2), <u32>row);
  poolCount++;
}

/** Makes the trial the fit of its node. */
function commit(base: Fit, trial: Fit): void {
  if (trial.covariance != trial.ownCovariance) return;
  for (let l = 0; l < base.k; l++) {
    const row = rowAt(base, l);
    let isKept = false;
    for (let m = 0; m < trial.k; m++) isKept = isKept || rowAt(trial, m) == row;
    if (!isKept) freeRow(row);
  }
  for (let l = 0; l < trial.k; l++) {
    let row = rowAt(trial, l);
    if (isOwn(trial, row)) {
      if (poolCount == 0) unreachable();
      poolCount--;
      const kept = <usize>load<u32>(pool + (<usize>poolCount << 2));
      memory.copy(kept, row, rowBytes);
      row = kept;
    }
    store<u32>(base.rows + (<usize>l << 2), <u32>row);
    store<i32>(base.parents + (<usize>l << 2), parentAt(trial, l));
  }
  memory.copy(base.covariance, trial.covariance, rowBytes);
  memory.copy(base.variance, trial.variance, rowBytes);
  memory.copy(base.beta, trial.beta, <usize>trial.k << 3);
  memory.copy(base.inverse, trial.inverse, <usize>trial.k << 3);
  base.k = trial.k;
  base.v = trial.v;
  base.logdet = trial.logdet;
  base.term = trial.term;
  base.bar = trial.bar;
  noteBits(base, concerns + <usize>base.node * concernBytes);
  if (load<u8>(isChanged + <usize>base.node) == 0) {
    store<u8>(isChanged + <usize>base.node, 1);
    store<i32>(changed + (<usize>changedCount << 2), base.node);
    changedCount++;
  }
}
