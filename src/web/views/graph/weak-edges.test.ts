import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ShownEdge } from "../shared/shown-edge.ts";
import { lossSteps, openEdges, stepOf, strongEdges, sureEdges } from "./weak-edges.ts";

const edge = (loss: number | null): ShownEdge => {
  return { from: "a", to: "b", isDirected: true, kind: "plain", loss, note: "" };
};

describe("hiding unsure edges", () => {
  const shared = (forward: number) => ({
    a: "a",
    b: "b",
    forward,
    backward: 0.1,
    undirected: 0,
    none: 0.9 - forward,
  });
  const edges = [shared(0.4), shared(0.8), null, undefined].map((sure) => ({ ...edge(null), sure }));

  it("leaves links that more than the share has, and those of which it is not known", () => {
    expect(sureEdges(edges, 0)).toBe(edges);
    expect(sureEdges(edges, 0.49)).toEqual([edges[0], edges[1], edges[3]]);
    expect(sureEdges(edges, 0.5)).toEqual([edges[1], edges[3]]);
  });
});

describe("hiding weak edges", () => {
  const edges = [900, 3, null, 40, 3].map(edge);

  it("goes through the losses that there are", () => {
    expect(lossSteps(edges)).toEqual([3, 40, 900]);
    expect(lossSteps([edge(null)])).toEqual([]);
  });

  it("leaves edges of an unknown loss", () => {
    expect(strongEdges(edges, 40).map(({ loss }) => loss)).toEqual([900, null, 40]);
    expect(strongEdges(edges, 0)).toBe(edges);
  });

  it("leaves only what has no direction, where that is asked for", () => {
    const open = { ...edge(2), isDirected: false };
    expect(openEdges([...edges, open], true)).toEqual([open]);
    expect(openEdges(edges, false)).toBe(edges);
  });

  it("never hides the strongest, and the slider stands where it was put", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e4, noNaN: true }), { minLength: 1 }), (losses) => {
        const steps = lossSteps(losses.map(edge));
        expect(steps.map((least) => stepOf(steps, least))).toEqual(steps.map((_, k) => k));
        const left = strongEdges(losses.map(edge), steps.at(-1)!);
        expect(left.length).toBeGreaterThan(0);
      }),
      { seed: 11 },
    );
    expect(stepOf([3, 40], 1e9)).toBe(1);
  });
});
