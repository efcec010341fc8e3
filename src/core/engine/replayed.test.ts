import fc from "fast-check";
import { expect, it } from "vitest";
import { recordedType, replayed } from "./replayed.ts";
import { loggedEvent } from "./run-state.ts";

it("tells about so many steps, spread evenly, the last line among them, and none that is known", () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), fc.integer({ min: 1, max: 1000 }), (after, more, steps) => {
      const total = after + more;
      const isTold = replayed({ total, after, steps });
      const told = Array.from({ length: total + 5 }, (_, k) => k + 1).filter(isTold);
      expect(told.length).toBeLessThanOrEqual(steps + 1);
      expect(told.at(-1)).toBe(more > 0 ? total : undefined);
      expect(Math.min(...told)).toBeGreaterThan(after);
      const gaps = told.map((line, k) => line - (k === 0 ? after : told[k - 1]));
      expect(new Set(gaps.slice(0, -1)).size).toBeLessThanOrEqual(1);
    }),
    { seed: 1, numRuns: 200 },
  );
});

it("knows the type of an event by its line", () => {
  const event = loggedEvent({ type: "note", sentence: '"type":"step"' }, 12);
  expect(recordedType(JSON.stringify(event))).toBe("note");
  expect(recordedType('{"ms":12,"ty')).toBeUndefined();
});
