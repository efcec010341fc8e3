import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NamedEdge } from "../../../core/index.ts";
import { plainLayers } from "./plain-layers.ts";

const edgesOn = (names: readonly string[], isAcyclic: boolean) =>
  fc.subarray(
    names.flatMap((a, i) =>
      names.filter((_, j) => (isAcyclic ? j > i : j !== i)).map((b): NamedEdge => [a, b]),
    ),
  );
const letters = "abcdefghijkl".split("");

describe("plain layers", () => {
  it("have every variable once, also where arrows go in circles", () => {
    fc.assert(
      fc.property(edgesOn(letters, false), (edges) => {
        const rows = plainLayers(letters, edges);
        expect(rows.flat().toSorted()).toEqual(letters);
        expect(rows.every((row) => row.length > 0)).toBe(true);
      }),
      { seed: 3 },
    );
  });

  it("have each variable below all of its causes", () => {
    fc.assert(
      fc.property(edgesOn(letters, true), (edges) => {
        const rows = plainLayers(letters, edges);
        const at = (name: string): number => rows.findIndex((row) => row.includes(name));
        for (const [cause, effect] of edges) expect(at(cause)).toBeLessThan(at(effect));
      }),
      { seed: 3 },
    );
  });

  it("put variables without edges last, and break rows that are too wide", () => {
    const names = Array.from({ length: 200 }, (_, i) => `x${i}`);
    const rows = plainLayers(names, [["x198", "x199"]]);
    expect(rows[0]).toEqual(["x198"]);
    expect(rows[1]).toEqual(["x199"]);
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(29);
  });
});
