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
  it("draws a graph alone with one kind of arrow and no legend; undirected edges dashed, with a note", () => {
    const dot = drawingOf(found);
    expect(look(dot, "a", "b")).toBe(look(dot, "c", "b")?.replace("c -> b", "a -> b"));
    expect(look(dot, "c", "d")).toMatch(/color="#7A3DB8", style=dashed.*dir=none/);
    expect(dot).not.toContain("legend");
    expect(dot).toContain('label="Dashed, without an arrow: linked, direction open."');
    expect(drawingOf(truth)).not.toContain("Dashed");
  });

  it("distinguishes correct, reversed, missing and extra edges by colour and line, whatever the order of the truth", () => {
    const dot = drawingOf(found, truth);
    const lines = [look(dot, "a", "b"), look(dot, "c", "b"), look(dot, "b", "d"), look(dot, "a", "d")];
    expect(lines.every((line) => line !== undefined)).toBe(true);
    expect(lines[0]).toMatch(/color="#2B2F36", style=solid/);
    expect(lines[1]).toMatch(/color="#E08A00:white:#E08A00", style=solid/);
    expect(lines[2]).toMatch(/color="#0072B2", style=dotted/);
    expect(lines[3]).toMatch(/color="#C8102E", style=dashed/);
  });

  it("counts an undirected edge as correct if the truth links the two", () => {
    const dot = drawingOf(found, truth);
    expect(look(dot, "c", "d")).toMatch(/color="#2B2F36".*dir=none/);
    expect(dot).toContain('label="2 correct"');
    for (const rest of ["1 reversed", "1 missing", "1 extra"]) expect(dot).toContain(`label="${rest}"`);
  });

  it("draws a more certain edge thicker and darker, with percentages if there is room and a legend line below", () => {
    const directed = new Float64Array(16);
    directed[0 * 4 + 1] = 0.9;
    directed[1 * 4 + 2] = 0.2;
    const sure = { ...found, shares: { d: 4, directed, undirected: new Float64Array(16) } };
    const dot = drawingOf(sure);
    const [strong, weak] = [look(dot, "a", "b")!, look(dot, "c", "b")!];
    const width = (line: string) => Number(/penwidth=([\d.]+)/.exec(line)![1]);
    const shade = (line: string) => Number.parseInt(/color="#\w{6}(\w\w)"/.exec(line)![1], 16);
    expect(width(strong)).toBeGreaterThan(2 * width(weak));
    expect(shade(strong)).toBeGreaterThan(1.5 * shade(weak));
    expect([strong, weak].map((line) => /label=" (.*?)"/.exec(line)![1])).toEqual(["90 %", "20 %"]);
    expect(dot).toContain("direction open.\\nThickness, shade and percentages: confidence");
    expect(look(drawingOf(sure, truth), "c", "b")).toMatch(/color="#E08A00\w\w:white:#E08A00\w\w"/);

    const many = Array.from({ length: 42 }, (_, k) => `v${k}`);
    const chain = many.slice(1).map((name, k) => [many[k], name]);
    const long = readGraph(JSON.stringify({ nodes: many, directed: chain }), "json");
    const shares = { d: 42, directed: new Float64Array(42 * 42), undirected: new Float64Array(42 * 42) };
    expect(drawingOf({ ...long, shares })).not.toMatch(/label=" \d+ %"/);
  });

  it("escapes what Graphviz would interpret in a label", () => {
    const odd = readGraph('{"nodes": ["a\\"b\\\\N", "x &amp; y", "two\\nlines"]}', "json");
    const dot = drawingOf(odd);
    expect(dot).toContain('label="a\\"b\\\\N"');
    expect(dot).toContain('label="x &amp;amp; y"');
    expect(dot).toContain('label="two\\nlines"');
  });

  it("keeps its legend separate from variables with the same names", () => {
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
