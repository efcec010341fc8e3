import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { penalised } from "./lambda.ts";
import { createRecord, type GraphRecord } from "./record.ts";

interface Entry {
  readonly score: number;
  readonly distance: number;
  readonly isAcyclic: boolean;
}

/** Coarse numbers, so that graphs tie in one of them or both; and fine ones. */
const entry = fc
  .record({
    score: fc.oneof(
      fc.integer({ min: 0, max: 6 }),
      fc.double({ min: -0.5, max: 6, noNaN: true, noDefaultInfinity: true }),
    ),
    distance: fc.oneof(
      fc.integer({ min: 1, max: 6 }),
      fc.double({ min: 1e-8, max: 1e5, noNaN: true, noDefaultInfinity: true }),
    ),
    isAcyclic: fc.boolean(),
  })
  .map((seen): Entry => (seen.isAcyclic ? { ...seen, distance: 0 } : seen));
const weights = fc.record({
  one: fc.double({ min: 0, max: 5, noNaN: true }),
  cap: fc.constant(5),
  two: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.01, noNaN: true })),
});

/** Graph number k has k for its parents. */
function added(record: GraphRecord, entries: readonly Entry[], first = 0): GraphRecord {
  for (const [k, { score, distance, isAcyclic }] of entries.entries())
    record.add(score, distance, isAcyclic, Uint32Array.of(first + k));
  return record;
}

describe("the record", () => {
  it("is empty at first", () => {
    const record = createRecord();
    expect(record.best({ one: 1, cap: 5, two: 0.01 })).toBeNull();
    expect(record.bestDag()).toBeNull();
  });

  it("has, for all weights, a graph as good as the best of everything ever seen", () => {
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 120 }),
        fc.array(weights, { minLength: 5, maxLength: 5 }),
        (entries, several) => {
          const record = added(createRecord(), entries);
          for (const lambdas of several) {
            const value = (seen: Entry) => penalised(seen.score, seen.distance, seen.isAcyclic, lambdas);
            const found = record.best(lambdas)!;
            const seen = entries[found.parents[0]];
            // It is one of those seen, with its own numbers, and none is better.
            expect([found.score, found.distance]).toEqual([seen.score, seen.distance]);
            expect(value(seen)).toBe(entries.reduce((least, e) => Math.min(least, value(e)), Infinity));
            // Of those with both its numbers it is the first.
            const first = entries.findIndex(
              (e) => e.score === seen.score && e.distance === seen.distance && e.isAcyclic === seen.isAcyclic,
            );
            expect(found.parents[0]).toBe(first);
          }
        },
      ),
      { seed: 1, numRuns: 400 },
    );
  });

  it("has the best of the acyclic graphs, of equals the first", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
        const dags = entries.filter((e) => e.isAcyclic);
        const found = added(createRecord(), entries).bestDag();
        if (dags.length === 0) expect(found).toBeNull();
        else {
          const least = dags.reduce((a, b) => (b.score < a.score ? b : a));
          expect(found).toEqual({ score: least.score, distance: 0, parents: [entries.indexOf(least)] });
        }
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it("keeps only cyclic graphs that no other beats in both numbers", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 120 }), (entries) => {
        const { front } = added(createRecord(), entries).state();
        for (let k = 1; k < front.length; k++) {
          expect(front[k].score).toBeGreaterThan(front[k - 1].score);
          expect(front[k].distance).toBeLessThan(front[k - 1].distance);
        }
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it("goes on from its state, as JSON, as if nothing had happened; a state that was taken stays as it is", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), fc.array(entry, { maxLength: 60 }), (before, after) => {
        const whole = added(createRecord(), before);
        const state = whole.state();
        const text = JSON.stringify(state);
        const resumed = added(createRecord(JSON.parse(text)), after, before.length);
        added(whole, after, before.length);
        expect(resumed.state()).toEqual(whole.state());
        expect(JSON.stringify(state)).toBe(text);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  it("does not hold on to the caller's array", () => {
    const record = createRecord();
    const parents = Uint32Array.of(1, 2);
    record.add(1, 0, true, parents);
    record.add(0.5, 3, false, parents);
    parents.fill(9);
    expect(record.bestDag()?.parents).toEqual([1, 2]);
    expect(record.best({ one: 0, cap: 5, two: 0 })?.parents).toEqual([1, 2]);
  });
});
