// How much an attack tries, and what it has tried, said at its end. The tests try a part, with the same seeds;
// `npm run attack` tries all of it, and measures time and memory too.

import { afterAll } from "vitest";

/** Is this `npm run attack`? */
export const isWhole = process.env.ATTACK === "whole";

/** So many in the tests, so many in the whole attack. */
export function amount(part: number, whole: number): number {
  return isWhole ? whole : part;
}

export interface Tally {
  /** Counts one attempt and what became of it ("refused", "same digest", …). */
  readonly add: (outcome: string) => void;
  readonly count: (outcome?: string) => number;
}

/** Counts attempts of one kind and prints the counts when the test file ends. */
export function tally(what: string): Tally {
  const counts = new Map<string, number>();
  const total = () => [...counts.values()].reduce((sum, each) => sum + each, 0);
  afterAll(() => {
    const parts = [...counts].map(([outcome, count]) => `${count} ${outcome}`);
    console.log(`attack: ${total()} ${what}: ${parts.join(", ")}`);
  });
  return {
    add: (outcome) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
    count: (outcome) => (outcome === undefined ? total() : (counts.get(outcome) ?? 0)),
  };
}
