import fc from "fast-check";
import { expect, it } from "vitest";
import { replayLines } from "./replay-lines.ts";
import { loggedEvent } from "./run-state.ts";

const text = (type: string, n = 0): string => JSON.stringify({ ms: n, type });
const types = fc.array(fc.constantFrom("step", "step", "step", "step", "step", "note"), { maxLength: 2000 });

it("are all events but steps, at most the given number of steps, evenly, and the last line; each once, in order", () => {
  fc.assert(
    fc.property(types, fc.integer({ min: 1, max: 300 }), fc.nat(2000), (given, most, after) => {
      const replay = replayLines(most);
      given.forEach((type, k) => {
        for (let time = 0; time < 2; time++) replay.add(k + 1, text(type, k));
      });
      const all = replay.after(0);
      const lines = all.map(({ line }) => line);
      expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
      given.forEach((type, k) => {
        if (type !== "step") expect(lines).toContain(k + 1);
      });
      const steps = all.filter(({ type }) => type === "step").map(({ line }) => line);
      const inAll = given.filter((type) => type === "step").length;
      expect(steps.length).toBeLessThanOrEqual(most + 1);
      if (inAll <= most) expect(steps.length).toBe(inAll);
      expect(lines.at(-1) ?? 0).toBe(given.length);
      expect(replay.after(after)).toEqual(all.filter(({ line }) => line > after));
      // Evenly spaced by number: about as many in the first half as in the second.
      if (inAll > 4 * most && most > 20) {
        const early = steps.filter((line) => line <= given.length / 2).length;
        expect(Math.abs(2 * early - steps.length)).toBeLessThan(0.3 * steps.length);
      }
    }),
    { seed: 1, numRuns: 200 },
  );
});

it("continue after a gap, know their size, and omit a line that a kill cut short", () => {
  const replay = replayLines();
  replay.add(3, text("step"));
  replay.add(90, text("note"));
  replay.add(5, text("note"));
  replay.add(91, '{"ms":12,"ty');
  expect(replay.after(3)).toEqual([{ line: 90, type: "note", text: text("note") }]);
  expect(replay.size()).toBe(2 * text("note").length);
});

it("have the type of their event, whatever its sentence contains", () => {
  const replay = replayLines();
  replay.add(1, JSON.stringify(loggedEvent({ type: "note", sentence: '"type":"step"' }, 12)));
  expect(replay.after(0)[0].type).toBe("note");
});

it("are spread evenly whatever the spacing of the lines added", () => {
  for (const distance of [1, 2, 20, 51]) {
    const replay = replayLines(100);
    for (let k = 0; k < 10_000; k++) replay.add(1 + k * distance, text("step"));
    const lines = replay.after(0).map(({ line }) => line);
    expect(lines.length).toBeGreaterThan(45);
    const gaps = lines.slice(1, -1).map((line, k) => line - lines[k]);
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(2.1);
  }
});
