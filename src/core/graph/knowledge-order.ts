// What knowledge implies about causal orders: which variables come before which.
//
//     i before j   if a path of required edges leads from i to j, or
//                  if a path of allowed edges leads from i to j and none leads back
//
// Every graph that satisfies the knowledge has an order of this kind, so a search over such orders misses nothing; and tiers,
// roots and leaves, which are many forbidden edges, become the orders they mean. A forbidden edge alone implies nothing about
// the order: its endpoints may be linked through other variables.

import type { Knowledge } from "./knowledge.ts";

/** before[i * d + j] = 1: i comes before j. */
export function precedence({ d, required, forbidden }: Knowledge): Uint8Array {
  const must = closure(required, d);
  const may = closure(
    forbidden.map((e, k) => +(e === 0 && k % (d + 1) !== 0)),
    d,
  );
  const before = new Uint8Array(d * d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const isOneWay = may[i * d + j] === 1 && may[j * d + i] === 0;
      if (must[i * d + j] === 1 || isOneWay) before[i * d + j] = 1;
    }
  }
  return before;
}

/** The members of `rest` that no other member must precede, in the given order. */
export function firstOnes(before: Uint8Array, d: number, rest: readonly number[]): number[] {
  return rest.filter((j) => rest.every((i) => before[i * d + j] === 0));
}

/** reach[i * d + j] = 1: a path of one edge or more leads from i to j. */
function closure(edges: Uint8Array, d: number): Uint8Array {
  const reach = new Uint8Array(edges);
  for (let k = 0; k < d; k++) {
    for (let i = 0; i < d; i++) {
      if (reach[i * d + k] === 0) continue;
      for (let j = 0; j < d; j++) if (reach[k * d + j] === 1) reach[i * d + j] = 1;
    }
  }
  return reach;
}
