import { describe, expect, it } from "vitest";
import type { ShownEdge } from "../shared/shown-edge.ts";
import { drawingSvg, type Palette } from "./drawing-svg.ts";
import { flowOf, withMoved } from "./graph-flow.tsx";
import { plainArrangement } from "./layout.ts";

const palette: Palette = {
  paper: "white",
  box: "silver",
  border: "gray",
  ink: "black",
  softInk: "dimgray",
  softBorder: "lightgray",
  accent: "blue",
  lineOf: (kind) => {
    return {
      colour: kind === "known" ? "green" : "navy",
      dashes: kind === "extra" ? "8 4" : "none",
      cap: "butt",
    };
  },
};
const edge = (from: string, to: string, change: Partial<ShownEdge> = {}): ShownEdge => {
  return { from, to, isDirected: true, kind: "plain", loss: null, note: "", ...change };
};

function flow(names: readonly string[], edges: readonly ShownEdge[], near: readonly string[] | null = null) {
  const placed = { ...plainArrangement(names, []), names, by: [] };
  return flowOf({
    names,
    edges,
    placed,
    chosen: null,
    near: near && { names: new Set(near), edges: new Set() },
    isByStrength: false,
  });
}
const count = (svg: string, text: string): number => svg.split(text).length - 1;

describe("the picture of a drawing", () => {
  it("has every variable and edge that is drawn, arrows where there is a direction, and the mark of what was known", () => {
    const edges = [
      edge("a", "b"),
      edge("b", "c", { isDirected: false }),
      edge("a", "c", { kind: "known" }),
      edge("c", "d", { kind: "extra" }),
    ];
    const svg = drawingSvg(flow(["a", "b", "c", "d"], edges), palette);
    expect(count(svg, "<text")).toBe(4);
    expect(count(svg, 'fill="none"')).toBe(4);
    expect(count(svg, 'Z"')).toBe(3);
    expect(count(svg, "<circle")).toBe(1);
    expect(count(svg, 'stroke-dasharray="8 4"')).toBe(1);
  });

  it("has variables where they were put, and is as large as it must be", () => {
    const moved = withMoved(flow(["a", "b"], [edge("a", "b")]), new Map([["b", { x: 1000, y: 700 }]]));
    const svg = drawingSvg(moved, palette);
    expect(svg).toContain('<rect x="1000.0" y="700.0"');
    expect(Number(/ height="(\d+)"/.exec(svg)![1])).toBeGreaterThan(700);
  });

  it("has the rest faint where one variable is looked at", () => {
    const svg = drawingSvg(flow(["a", "b", "c"], [edge("a", "b")], ["a"]), palette);
    // Two variables, and the edge, which the part does not have.
    expect(count(svg, 'fill="dimgray"')).toBe(2);
    expect(count(svg, 'opacity="0.22"')).toBe(1);
  });

  it("has unsure edges fainter", () => {
    const sure = { a: "a", b: "b", forward: 0.5, backward: 0, undirected: 0, none: 0.5 };
    const svg = drawingSvg(flow(["a", "b", "c"], [edge("a", "b", { sure }), edge("b", "c")]), palette);
    expect(count(svg, ' opacity="0.65"')).toBe(1);
    expect(count(svg, " opacity=")).toBe(1);
  });

  it("is well-formed with any name, and cuts long ones", () => {
    const names = ['<a href="x">&', "\u0001\uD800", "W".repeat(100)];
    const svg = drawingSvg(flow(names, []), palette);
    expect(svg).toContain("&lt;a href=");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(svg).not.toMatch(/<a |\u0001|\uD800/);
    expect(svg).toContain("W…</text>");
  });
});
