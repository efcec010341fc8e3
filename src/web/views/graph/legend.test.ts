import { describe, expect, it } from "vitest";
import type { ShownEdge } from "../shared/shown-edge.ts";
import { legendRows } from "./legend.ts";

const edge = (change: Partial<ShownEdge>): ShownEdge => {
  return { from: "a", to: "b", isDirected: true, kind: "plain", loss: null, note: "", ...change };
};
const looks = (edges: readonly ShownEdge[], isByStrength = true): string[] =>
  legendRows(edges, [], isByStrength).map(([look]) => look);

describe("the legend", () => {
  it("has a line for what is drawn, and for nothing else", () => {
    expect(looks([])).toEqual([]);
    expect(looks([edge({})])).toEqual(["arrow"]);
    expect(looks([edge({ isDirected: false, loss: 2 }), edge({ kind: "known" })])).toEqual([
      "arrow",
      "line",
      "known",
      "widths",
    ]);
    expect(looks([edge({ loss: 2 })], false)).toEqual(["arrow"]);
    expect(looks([edge({ isDirected: false, kind: "open" })])).toEqual(["open"]);
  });

  it("says what width means: strength where that is asked for, otherwise how sure a link is where it is known", () => {
    const edges = [edge({ loss: 2, sure: null })];
    const widths = (isByStrength: boolean) =>
      legendRows(edges, [], isByStrength).find(([look]) => look === "widths")?.[1];
    expect(widths(true)).toContain("score loses more");
    expect(widths(false)).toContain("more certain");
  });

  it("tells the kinds of a comparison between lines and widths", () => {
    const rows = legendRows([edge({ loss: 1 })], [["extra", "2 extra"]], true);
    expect(rows.map(([look]) => look)).toEqual(["arrow", "extra", "widths"]);
    const open = legendRows([edge({ isDirected: false, kind: "open" })], [["open", "1 open in one"]], true);
    expect(open).toEqual([["open", "1 open in one"]]);
  });
});
