import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../run/result.ts";
import { recordEvents } from "./record-events.ts";
import type { LoggedEvent } from "./run-state.ts";

const step = (score: number | null, stage = "search", doing = ""): RunEvent => ({
  type: "step",
  stage,
  doing,
  progress: 0.5,
  score,
  edges: 12,
  values: { iteration: 1 },
  state: "not for the record",
});

/** A record in memory that only counts its bytes, and what it kept, by the number of the event. */
function recorded(events: readonly RunEvent[], { stepMs = 0, everyMs = 1, bytes = 0 } = {}) {
  const lines: LoggedEvent[] = [];
  let size = bytes;
  const kept = recordEvents(
    (event) => {
      lines.push(event);
      size += JSON.stringify(event).length + 1;
    },
    { stepMs, bytes: () => size },
  );
  events.forEach((event, k) => {
    kept.add(event, k * everyMs);
  });
  kept.flush();
  return { lines, size, at: lines.map(({ ms }) => ms / everyMs) };
}

describe("the events of a run that its record keeps", () => {
  it("are all events while the record is small, and a limited number per second on request", () => {
    const events = Array.from({ length: 1000 }, () => step(1));
    expect(recorded(events).at).toEqual(events.map((_, k) => k));
    expect(recorded(events, { stepMs: 250 }).at).toEqual([0, 250, 500, 750, 999]);
  });

  it("include all but steps, the first and last step of a stage and every improvement, in order, without states", () => {
    const happening = fc.record({
      kind: fc.constantFrom("step", "step", "step", "step", "step", "note"),
      stage: fc.constantFrom("search", "search", "search", "proof"),
      score: fc.oneof(fc.constant(null), fc.integer({ min: -50, max: 50 })),
    });
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 300 }), fc.constantFrom(0, 3e6, 11e6), (given, bytes) => {
        const events = given.map(({ kind, stage, score }) =>
          kind === "note" ? ({ type: "note", sentence: stage } as const) : step(score, stage),
        );
        const { at, lines } = recorded(events, { bytes, stepMs: 40 });
        expect(at).toEqual([...new Set(at)].toSorted((a, b) => a - b));
        const had = new Set(at);
        const best = { stage: "", score: Number.NEGATIVE_INFINITY };
        let before: RunEvent | undefined;
        events.forEach((event, k) => {
          const next = events[k + 1];
          if (event.type !== "step") {
            expect(had.has(k)).toBe(true);
            return;
          }
          const isFirst = event.stage !== best.stage;
          if (isFirst) Object.assign(best, { stage: event.stage, score: Number.NEGATIVE_INFINITY });
          const isBetter = event.score !== null && event.score > best.score;
          if (isBetter) best.score = event.score!;
          const isLast = next === undefined || next.type !== "step" || next.stage !== event.stage;
          if (isFirst || isBetter || isLast) expect(had.has(k), `event ${k}`).toBe(true);
          before = event;
        });
        expect(before === undefined || lines.length > 0).toBe(true);
        for (const line of lines) expect(line).not.toHaveProperty("state");
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("have fewer steps the longer the record is, and from 16 MB on none without an improvement", () => {
    const events = Array.from({ length: 20_000 }, () => step(1));
    const counts = [1e6, 2e6, 3e6, 5e6, 8e6, 16e6].map((bytes) => recorded(events, { bytes }).lines.length);
    expect(counts[5]).toBe(2);
    for (let k = 1; k < counts.length; k++) expect(counts[k]).toBeLessThan(counts[k - 1]);
  });

  it("are the first improvements, some later ones and the last, if there are more than a record can hold", () => {
    const events = Array.from({ length: 1_000_000 }, (_, k) => step(k));
    const { at, size } = recorded([...events, step(5)]);
    expect(size).toBeLessThan(20e6);
    expect(at.length).toBeGreaterThan(40_000);
    expect(at.slice(0, 40_000)).toEqual(Array.from({ length: 40_000 }, (_, k) => k));
    expect(at.slice(-2)).toEqual([999_999, 1_000_000]);
    const later = at.slice(40_000);
    expect(later.length).toBeGreaterThan(100);
  });
});
