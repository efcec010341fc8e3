import ELK from "elkjs/lib/elk.bundled.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NamedEdge } from "../../../core/index.ts";
import { type Arrangement, arranged, arrangementOf, elkGraph, nodeHeight, nodeWidth } from "./layout.ts";

const elk = new ELK();

/** As the worker does it, in this thread. */
async function byElk(names: readonly string[], edges: readonly NamedEdge[]): Promise<Arrangement> {
  return arrangementOf(names, await elk.layout(elkGraph(names, edges)));
}

/** Graphs without cycles, with names that a program might take for something else. */
const dags = fc.integer({ min: 1, max: 9 }).chain((d) => {
  const names = ["<script>", "__proto__", "n0", "", "constructor", "a b", '"', "ü", "e1"].slice(0, d);
  const pairs = names.flatMap((cause, i) => names.slice(i + 1).map((effect): NamedEdge => [cause, effect]));
  return fc.subarray(pairs).map((edges) => ({ names, edges }));
});

describe("nodeWidth", () => {
  it("has room for names of wide letters, and no more than for a line", () => {
    // Widths of DejaVu Sans at 13 px, one of the widest fonts there are, and 18 for padding and border.
    const measured = { "=1+1": 38.4, WWWW: 51.4, 患者年齢: 52, illicit: 37, temperature: 84 };
    for (const [name, width] of Object.entries(measured))
      expect(nodeWidth(name)).toBeGreaterThanOrEqual(width + 18);
    expect(nodeWidth("W".repeat(100))).toBe(190);
  });
});

describe("the layout", () => {
  it("puts causes above their effects, and no two variables in one place", async () => {
    await fc.assert(
      fc.asyncProperty(dags, async ({ names, edges }) => {
        const { places } = await byElk(names, edges);
        expect([...places.keys()]).toEqual(names);
        for (const [cause, effect] of edges)
          expect(places.get(cause)!.y + nodeHeight).toBeLessThan(places.get(effect)!.y);
        const corners = new Set([...places.values()].map(({ x, y }) => `${x} ${y}`));
        expect(corners.size).toBe(names.length);
      }),
      { seed: 7, numRuns: 30 },
    );
  });

  it("leads every line from the lower border of the cause to the upper border of the effect", async () => {
    const names = ["a", "b", "c", "a long name of a variable"];
    const edges: NamedEdge[] = [
      ["a", "b"],
      ["b", "c"],
      ["a", "c"],
      ["c", "a long name of a variable"],
    ];
    const { places, routes } = await byElk(names, edges);
    edges.forEach(([cause, effect], k) => {
      const [from, to] = [places.get(cause)!, places.get(effect)!];
      const [start, end] = [routes[k][0], routes[k].at(-1)!];
      expect(start.y).toBeCloseTo(from.y + nodeHeight, 6);
      expect(end.y).toBeCloseTo(to.y, 6);
      for (const [point, place, name] of [[start, from, cause] as const, [end, to, effect] as const]) {
        expect(point.x).toBeGreaterThanOrEqual(place.x);
        expect(point.x).toBeLessThanOrEqual(place.x + nodeWidth(name));
      }
    });
  });

  it("takes graphs with circles, which comparisons may have", async () => {
    const { places, routes } = await byElk(
      ["a", "b"],
      [
        ["a", "b"],
        ["b", "a"],
      ],
    );
    expect(places.size).toBe(2);
    expect(routes.every((route) => route.length >= 2)).toBe(true);
  });

  it("falls back to plain layers for very many variables, says so, and remembers them", async () => {
    const names = Array.from({ length: 301 }, (_, i) => `x${i}`);
    const edges = names.slice(1).map((name, i): NamedEdge => [names[Math.floor(i / 3)], name]);
    const asked = arranged(names, edges);
    expect(arranged([...names], [...edges])).toBe(asked);
    const { places, routes, isPlain } = await asked;
    expect(isPlain).toBe(true);
    expect(routes.flat()).toEqual([]);
    for (const [cause, effect] of edges) expect(places.get(cause)!.y).toBeLessThan(places.get(effect)!.y);
  });
});
