// Two partially directed graphs on the same variables, pair by pair.
//
//     same                             linked alike in both: i → j and i → j, or i — j and i — j
//     open in first, open in second    undirected in that graph, directed in the other: the two may agree
//     opposite                         i → j in one, j → i in the other
//     only in first, only in second    linked in that graph only
//
// The structural Hamming distance between classes is the number of pairs that are not the same, each counted once, as in
// pcalg (shd) and causal-learn (SHD).

import { check } from "../check.ts";
import type { Pdag } from "./pdag.ts";

const agreements = [
  "same",
  "open in first",
  "open in second",
  "opposite",
  "only in first",
  "only in second",
] as const;

export type Agreement = (typeof agreements)[number];

/** The edge between i < j; null if there is none. */
export type EdgeMark = "→" | "←" | "—" | null;

export interface ComparedPair {
  readonly i: number;
  readonly j: number;
  readonly first: EdgeMark;
  readonly second: EdgeMark;
  readonly agreement: Agreement;
}

export interface Comparison {
  /** The pairs i < j that at least one graph links, ordered by i and then j. */
  readonly pairs: readonly ComparedPair[];
  readonly counts: Readonly<Record<Agreement, number>>;
  /** Structural Hamming distance: the pairs that are not the same. */
  readonly shd: number;
}

export function comparePdags(first: Pdag, second: Pdag): Comparison {
  const { d } = first;
  check(second.d === d, `compare: both graphs must have the same variables, got ${d} and ${second.d}`);
  const counts = Object.fromEntries(agreements.map((name) => [name, 0])) as Record<Agreement, number>;
  const pairs: ComparedPair[] = [];
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      const [a, b] = [markOf(first, i, j), markOf(second, i, j)];
      if (a === null && b === null) continue;
      const agreement = agreementOf(a, b);
      counts[agreement]++;
      pairs.push({ i, j, first: a, second: b, agreement });
    }
  }
  return { pairs, counts, shd: pairs.length - counts.same };
}

/** The number of pairs that two graphs on the same variables link differently. */
export function structuralHammingDistance(first: Pdag, second: Pdag): number {
  return comparePdags(first, second).shd;
}

function markOf({ d, directed, undirected }: Pdag, i: number, j: number): EdgeMark {
  const [forward, backward] = [directed[i * d + j], directed[j * d + i]];
  check(
    forward + backward + undirected[i * d + j] < 2,
    () => `compare: a pair has one edge, got two between ${i} and ${j}`,
  );
  if (forward === 1) return "→";
  if (backward === 1) return "←";
  return undirected[i * d + j] === 1 ? "—" : null;
}

function agreementOf(first: EdgeMark, second: EdgeMark): Agreement {
  if (first === second) return "same";
  if (second === null) return "only in first";
  if (first === null) return "only in second";
  if (first === "—") return "open in first";
  return second === "—" ? "open in second" : "opposite";
}
