import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noSteps, redone, type Steps, stepped, undoKey, undone } from "./undo.ts";

describe("undo", () => {
  it("takes back every change in turn, and makes them again", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 60 }), (values) => {
        let steps: Steps<number> = noSteps;
        let now = 0;
        for (const value of values) {
          steps = stepped(steps, now);
          now = value;
        }
        const seen: number[] = [];
        for (let back = undone(steps, now); back !== null; back = undone(steps, now)) {
          seen.push(now);
          [now, steps] = back;
        }
        expect(now).toBe(0);
        expect(seen.toReversed()).toEqual(values);
        for (let again = redone(steps, now); again !== null; again = redone(steps, now)) [now, steps] = again;
        expect(now).toBe(values.at(-1));
      }),
      { seed: 4 },
    );
  });

  it("forgets what was taken back when something else is done, and steps long past", () => {
    const [before, steps] = undone(stepped<string>(noSteps, "a"), "b")!;
    expect(redone(stepped(steps, before), "c")).toBeNull();
    let many: Steps<number> = noSteps;
    for (let k = 0; k < 500; k++) many = stepped(many, k);
    expect(many.past.length).toBe(100);
    expect(many.past.at(-1)).toBe(499);
    expect(undone(noSteps, "x")).toBeNull();
  });

  it("hears the keys that people know", () => {
    const press = (key: string, held: string[] = []) =>
      undoKey({
        key,
        ctrlKey: held.includes("ctrl"),
        metaKey: held.includes("meta"),
        shiftKey: held.includes("shift"),
        altKey: held.includes("alt"),
      });
    expect(press("z", ["ctrl"])).toBe("undo");
    expect(press("z", ["meta"])).toBe("undo");
    expect(press("Z", ["ctrl", "shift"])).toBe("redo");
    expect(press("y", ["ctrl"])).toBe("redo");
    for (const [key, held] of [
      ["z", []],
      ["y", ["meta"]],
      ["z", ["ctrl", "alt"]],
      ["x", ["ctrl"]],
    ] as const)
      expect(press(key, [...held])).toBeNull();
  });
});
