// The skeleton of PC, order-independent ("stable"): the pairs of variables that no set separates.
//
//     link every pair;  for level = 0, 1, 2, …
//         record the neighbours of every variable, fixed until the level ends
//         for every linked pair x, y and every set S of `level` neighbours of x without y:
//             if x and y are independent given S, S separates them
//         unlink the separated pairs
//     until no variable has enough neighbours
//
// All sets of the level are tested, from both ends, so the result does not depend on the order of the columns: the set that is
// kept for a pair is the one with the largest p-value, and all members of sets that separate it are recorded.
//
// For each x the outer loop runs over sets and the inner one over y, so that tests share their work on S. A level costs at most
// Σ_x deg(x) · C(deg(x) − 1, level) tests, minus those that are the same from both ends.
//
// Knowledge: a required pair is linked and never tested. A pair that is forbidden both ways is never linked, but is tested like
// the others, because the set that separates it distinguishes colliders from other paths.
//
// Colombo & Maathuis. "Order-independent constraint-based causal structure learning." JMLR 15, 2014.

import * as z from "zod";
import type { Knowledge } from "../../graph/knowledge.ts";
import { exponential } from "../../math/elementary.ts";
import { index, indices } from "../resumed-state.ts";
import type { GivenSet, IndependenceTest } from "./independence-test.ts";

const separationSchema = z.strictObject({
  /** i < j. */
  pair: z.tuple([index, index]).readonly(),
  /** Of the smallest size that separates the pair, the set with the largest p-value. */
  set: indices,
  p: z.number(),
  /** The members of all sets of that size that separate the pair. */
  members: indices,
});

export type Separation = Readonly<z.infer<typeof separationSchema>>;

/** Everything before `variable` at `level` is done. */
export const skeletonState = z.strictObject({
  level: index,
  variable: index,
  tests: index,
  separations: z.array(separationSchema).readonly(),
});

export type SkeletonState = Readonly<z.infer<typeof skeletonState>>;

export const noTests: SkeletonState = { level: 0, variable: 0, tests: 0, separations: [] };

export interface Skeleton extends SkeletonState {
  /** links[i * d + j] = links[j * d + i] = 1: no set of the levels before this one separates i and j. */
  readonly links: Uint8Array;
  /** Must be called before the search continues. */
  readonly state: () => SkeletonState;
}

/** Yields after every variable at every level, and in between if that takes long; those resume from the start of the variable. */
export function* skeletonOf(
  test: IndependenceTest,
  knowledge: Knowledge,
  { maxDepth, from }: { readonly maxDepth: number; readonly from: SkeletonState },
): Generator<Skeleton, Skeleton, void> {
  const { d } = test;
  const first = pairsOf(knowledge);
  const byPair = new Map(from.separations.map((s) => [s.pair[0] * d + s.pair[1], s]));
  const listed = () => [...byPair.keys()].sort((a, b) => a - b).map((key) => byPair.get(key)!);
  const lastLevel = Math.min(maxDepth, test.maxSize);
  let tests = from.tests;
  for (let level = from.level; ; level++) {
    // When a level is resumed, its own separations do not count yet.
    const separations = listed().filter(({ set }) => set.length < level);
    const links = without(first.links, separations, d);
    const near = neighbours(links, d);
    const targets = neighbours(without(first.open, separations, d), d);
    const skeletonAt = (variable: number, count: number): Skeleton => {
      const place = { level, variable, tests: count };
      return { ...place, links, separations, state: () => ({ ...place, separations: listed() }) };
    };
    if (level > lastLevel || !hasSets(targets, near, level)) return skeletonAt(0, tests);
    for (let x = level === from.level ? from.variable : 0; x < d; x++) {
      const before = tests;
      for (const S of targets[x].length > 0 ? subsets(near[x], level) : []) {
        let answers: GivenSet | null = null;
        for (const y of targets[x]) {
          if (S.includes(y) || (y < x && isWithin(S, links, y * d))) continue;
          answers ??= test.given(S);
          if (answers.isIndependent(x, y)) noteInto(byPair, d, [x, y], S, exponential(answers.logP(x, y)));
          if ((++tests - before) % test.perStep === 0) yield skeletonAt(x, before);
        }
      }
      if (x < d - 1) yield skeletonAt(x + 1, tests);
    }
  }
}

/** Pairs that are linked, and pairs to be tested, before any test. */
function pairsOf({ d, required, forbidden }: Knowledge): { links: Uint8Array; open: Uint8Array } {
  const links = new Uint8Array(d * d).fill(1);
  const open = new Uint8Array(d * d).fill(1);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const isRequired = (required[i * d + j] | required[j * d + i]) === 1;
      const isForbidden = (forbidden[i * d + j] & forbidden[j * d + i]) === 1;
      if (i === j || (isForbidden && !isRequired)) links[i * d + j] = 0;
      if (i === j || isRequired) open[i * d + j] = 0;
    }
  }
  return { links, open };
}

function without(pairs: Uint8Array, separations: readonly Separation[], d: number): Uint8Array {
  const out = new Uint8Array(pairs);
  for (const { pair } of separations) out[pair[0] * d + pair[1]] = out[pair[1] * d + pair[0]] = 0;
  return out;
}

/** For each variable, ascending. */
function neighbours(links: Uint8Array, d: number): number[][] {
  const out = Array.from({ length: d }, (): number[] => []);
  for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) if (links[i * d + j] === 1) out[i].push(j);
  return out;
}

/** Whether there is a pair to test with a set of this size. */
function hasSets(
  targets: readonly (readonly number[])[],
  near: readonly (readonly number[])[],
  level: number,
): boolean {
  return targets.some((ys, x) => ys.some((y) => near[x].length - (near[x].includes(y) ? 1 : 0) >= level));
}

/** Whether the other end makes the same test, because S is among its neighbours too. */
function isWithin(S: readonly number[], links: Uint8Array, row: number): boolean {
  for (const s of S) if (links[row + s] === 0) return false;
  return true;
}

/** All subsets of `size` items, in lexicographic order; the yielded array is overwritten by the next. */
function* subsets(items: readonly number[], size: number): Generator<number[]> {
  if (size > items.length) return;
  const at = Array.from({ length: size }, (_, k) => k);
  const S = items.slice(0, size);
  for (;;) {
    yield S;
    let k = size - 1;
    while (k >= 0 && at[k] === items.length - size + k) k--;
    if (k < 0) return;
    at[k]++;
    for (let l = k + 1; l < size; l++) at[l] = at[l - 1] + 1;
    for (let l = k; l < size; l++) S[l] = items[at[l]];
  }
}

function noteInto(
  byPair: Map<number, Separation>,
  d: number,
  [x, y]: readonly [number, number],
  S: readonly number[],
  p: number,
): void {
  const pair = x < y ? ([x, y] as const) : ([y, x] as const);
  const key = pair[0] * d + pair[1];
  const old = byPair.get(key);
  if (old === undefined) {
    byPair.set(key, { pair, set: [...S], p, members: [...S] });
    return;
  }
  const added = S.filter((s) => !old.members.includes(s));
  if (added.length === 0 && p <= old.p) return;
  const members = added.length === 0 ? old.members : [...old.members, ...added].sort((a, b) => a - b);
  byPair.set(key, p > old.p ? { pair, set: [...S], p, members } : { ...old, members });
}
