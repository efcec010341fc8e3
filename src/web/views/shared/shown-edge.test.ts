import { describe, expect, it } from "vitest";
import {
  allNodeWords,
  edgeWords,
  isChosen,
  lineOpacity,
  lineWidths,
  nameText,
  neighbours,
  type ShownEdge,
} from "./shown-edge.ts";

const edge = (from: string, to: string, more: Partial<ShownEdge> = {}): ShownEdge => ({
  from,
  to,
  isDirected: true,
  kind: "plain",
  loss: null,
  note: "",
  ...more,
});

describe("an edge of a drawing", () => {
  it("is said in words: what causes what, how much, and what is to be remarked", () => {
    expect(edgeWords(edge("a", "b", { loss: 12.44, note: "known beforehand" }))).toBe(
      "a causes b, score loss 12.4, known beforehand",
    );
    expect(edgeWords(edge("a", "b", { isDirected: false }))).toBe(
      "a and b are adjacent, direction undetermined",
    );
  });

  it("shows names that would look like nothing", () => {
    expect(nameText(" ")).toBe("“ ”");
    expect(nameText("\u200b")).toBe("“\u200b”");
    expect(nameText("a b")).toBe("a b");
    expect(edgeWords(edge("", "b"))).toBe("“” causes b");
  });

  it("belongs to both of its variables", () => {
    const edges = [edge("a", "b"), edge("b", "c"), edge("c", "a", { isDirected: false })];
    const { causes, effects, open } = neighbours("a", edges);
    expect([causes, effects, open]).toEqual([[], [edges[0]], [edges[2]]]);
    expect(allNodeWords(["b", "a", "c"], edges)).toEqual([
      "b: 1 cause, 1 effect",
      "a: 0 causes, 1 effect, 1 undirected",
      "c: 1 cause, 0 effects, 1 undirected",
    ]);
  });

  it("is the chosen one in its own direction, or in both where it has none", () => {
    const chosen = { what: "edge", from: "b", to: "a" } as const;
    expect(isChosen(edge("a", "b"), chosen)).toBe(false);
    expect(isChosen(edge("b", "a"), chosen)).toBe(true);
    expect(isChosen(edge("a", "b", { isDirected: false }), chosen)).toBe(true);
    expect(isChosen(edge("b", "a"), { what: "node", name: "a" })).toBe(false);
    expect(isChosen(edge("b", "a"), null)).toBe(false);
  });

  it("is as thick as the score's loss without it is large, where that is asked for", () => {
    const edges = [edge("a", "b", { loss: 4 }), edge("b", "c", { loss: 2 }), edge("c", "d")];
    const widths = lineWidths(edges, true);
    expect(widths[0]).toBeGreaterThan(widths[1]);
    expect(widths[1]).toBeGreaterThan(widths[2]);
    expect(new Set(lineWidths(edges, false)).size).toBe(1);
  });

  it("is said, and drawn wider and darker, by how sure it is", () => {
    const pair = { a: "a", b: "b", forward: 0.6, backward: 0.15, undirected: 0.2, none: 0.05 };
    const [sure, unsure] = [edge("a", "b", { sure: pair }), edge("b", "c", { sure: null })];
    expect(edgeWords(sure)).toBe("a causes b, linked in 95 %, so drawn in 60 %");
    expect(edgeWords({ ...sure, isDirected: false })).toMatch(/linked in 95 %, so drawn in 20 %$/);
    const split = { ...pair, undirected: 0, none: 0.25 };
    expect(edgeWords({ ...sure, sure: split, isDirected: false })).toMatch(/linked in 75 %, → 60 %, ← 15 %$/);
    expect(edgeWords(unsure)).toBe("b causes c, linked in ≤ 1 %, so drawn in ≤ 1 %");
    const [wide, narrow] = lineWidths([sure, unsure], false);
    expect(wide).toBeGreaterThan(3 * narrow);
    expect(lineOpacity(sure)).toBeGreaterThan(0.9);
    expect(lineOpacity(unsure)).toBeLessThan(0.4);
    expect(lineOpacity(edge("a", "b"))).toBeUndefined();
  });
});
