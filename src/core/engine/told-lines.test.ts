import fc from "fast-check";
import { expect, it } from "vitest";
import { toldLines } from "./told-lines.ts";

const types = fc.array(fc.constantFrom("step", "step", "step", "step", "step", "note"), { maxLength: 2000 });

it("are all that are no steps, at most so many steps, evenly, and the last line; each once, in order", () => {
  fc.assert(
    fc.property(types, fc.integer({ min: 1, max: 300 }), fc.nat(2000), (given, most, after) => {
      const told = toldLines(most);
      given.forEach((type, k) => {
        for (let time = 0; time < 2; time++) told.add({ line: k + 1, type, text: `${k}` });
      });
      const all = told.after(0);
      const lines = all.map(({ line }) => line);
      expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
      given.forEach((type, k) => {
        if (type !== "step") expect(lines).toContain(k + 1);
      });
      const steps = all.filter(({ type }) => type === "step").map(({ line }) => line);
      const inAll = given.filter((type) => type === "step").length;
      expect(steps.length).toBeLessThanOrEqual(most + 1);
      if (inAll <= most) expect(steps.length).toBe(inAll);
      expect([lines.at(-1) ?? 0, told.last()]).toEqual([given.length, given.length]);
      expect(told.after(after)).toEqual(all.filter(({ line }) => line > after));
      // As far apart as their number says: about as many in the first half as in the second.
      if (inAll > 4 * most && most > 20) {
        const early = steps.filter((line) => line <= given.length / 2).length;
        expect(Math.abs(2 * early - steps.length)).toBeLessThan(0.3 * steps.length);
      }
    }),
    { seed: 1, numRuns: 200 },
  );
});

it("go on after a gap, and know their size", () => {
  const told = toldLines();
  told.add({ line: 3, type: "step", text: "abc" });
  told.add({ line: 90, type: "note", text: "de" });
  told.add({ line: 5, type: "note", text: "too late" });
  expect(told.after(3)).toEqual([{ line: 90, type: "note", text: "de" }]);
  expect([told.size(), told.last()]).toEqual([5, 90]);
});

it("are spread evenly whatever the distance of the lines that come", () => {
  for (const distance of [1, 2, 20, 51]) {
    const told = toldLines(100);
    for (let k = 0; k < 10_000; k++) told.add({ line: 1 + k * distance, type: "step", text: "" });
    const lines = told.after(0).map(({ line }) => line);
    expect(lines.length).toBeGreaterThan(45);
    const gaps = lines.slice(1, -1).map((line, k) => line - lines[k]);
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(2.1);
  }
});
