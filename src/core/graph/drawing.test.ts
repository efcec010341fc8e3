import { describe, expect, it } from "vitest";
import { drawingOf } from "./drawing.ts";
import { readGraph } from "./formats/formats.ts";

const names = ["a", "b", "c", "d"];
const found = readGraph("cause,effect,mark\na,b,\nc,b,\na,d,\nc,d,---\n", "csv", names);
const truth = readGraph("cause,effect\na,b\nb,c\nc,d\nb,d\n", "csv", ["d", "c", "b", "a"]);

/** The attributes of the edge between two nodes. */
function look(dot: string, from: string, to: string): string | undefined {
  return dot.split("\n").find((line) => line.startsWith(`  ${from} -> ${to} [`));
}

describe("drawingOf", () => {
  it("draws a graph alone with one kind of line and no legend", () => {
    const dot = drawingOf(found);
    expect(look(dot, "a", "b")).toBe(look(dot, "c", "b")?.replace("c -> b", "a -> b"));
    expect(look(dot, "c", "d")).toContain("dir=none");
    expect(dot).not.toContain("legend");
  });

  it("tells correct, reversed, missing and extra edges apart by colour and by line, whatever the truth's order", () => {
    const dot = drawingOf(found, truth);
    const lines = [look(dot, "a", "b"), look(dot, "c", "b"), look(dot, "b", "d"), look(dot, "a", "d")];
    expect(lines.every((line) => line !== undefined)).toBe(true);
    expect(lines[0]).toMatch(/color="#2B2F36", style=solid/);
    expect(lines[1]).toMatch(/color="#E08A00:white:#E08A00", style=solid/);
    expect(lines[2]).toMatch(/color="#0072B2", style=dotted/);
    expect(lines[3]).toMatch(/color="#C8102E", style=dashed/);
  });

  it("counts an undirected edge as correct where the truth joins the two", () => {
    const dot = drawingOf(found, truth);
    expect(look(dot, "c", "d")).toMatch(/color="#2B2F36".*dir=none/);
    expect(dot).toContain('label="2 correct"');
    for (const rest of ["1 reversed", "1 missing", "1 extra"]) expect(dot).toContain(`label="${rest}"`);
  });

  it("escapes what Graphviz would read as something else in a label", () => {
    const odd = readGraph('{"nodes": ["a\\"b\\\\N", "x &amp; y", "two\\nlines"]}', "json");
    const dot = drawingOf(odd);
    expect(dot).toContain('label="a\\"b\\\\N"');
    expect(dot).toContain('label="x &amp;amp; y"');
    expect(dot).toContain('label="two\\nlines"');
  });

  it("keeps its legend apart from variables that are called like it", () => {
    const named = readGraph(
      '{"nodes": ["legend correct to", "b"], "directed": [["legend correct to", "b"]]}',
      "json",
    );
    const dot = drawingOf(named, named);
    expect(dot).toContain('"legend correct to" [label="legend correct to"]');
    expect(dot.match(/"legend correct to" \[/g)).toHaveLength(1);
  });

  it("refuses a truth on other variables by name", () => {
    const other = readGraph("cause,effect\na,b\n", "csv", ["a", "b", "c", "e"]);
    expect(() => drawingOf(found, other)).toThrow('drawing: the truth has no variable "d"');
    const more = readGraph("cause,effect\na,b\n", "csv", [...names, "e"]);
    expect(() => drawingOf(found, more)).toThrow("on the 4 variables of the graph, got 5");
  });
});
