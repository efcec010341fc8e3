import { describe, expect, it } from "vitest";
import { complaint, edgesOf } from "../../../../test/graph-texts.ts";
import { readGraph } from "./formats.ts";

describe("adjacency matrix", () => {
  it("reads row to column, weights, and 1 both ways as undirected", () => {
    expect(edgesOf(readGraph("a,b,c\n0,0.5,1\n0,0,0\n1,0,0\n", "adjacency"))).toEqual([
      "a --> b 0.5",
      "a --- c",
    ]);
  });

  it("reads rows with names in another order, and R's header without a corner", () => {
    expect(edgesOf(readGraph(",a,b\nb,0,0\na,0,1\n", "adjacency"))).toEqual(["a --> b"]);
    expect(edgesOf(readGraph('"a","b"\n"a",0,1\n"b",0,0\n', "adjacency"))).toEqual(["a --> b"]);
  });

  it("reads a bare square of numbers if the columns are known", () => {
    expect(edgesOf(readGraph("0,1\n0,0\n", "adjacency", ["a", "b"]))).toEqual(["a --> b"]);
    expect(complaint(() => readGraph("0,1\n0,0\n", "adjacency"))).toMatch(/must begin with a row of names/);
  });

  it("refuses what is not a square of numbers", () => {
    expect(complaint(() => readGraph("a,b\n0,x\n0,0\n", "adjacency"))).toMatch(
      /line 2 must hold numbers \(0: no edge\), got "x"/,
    );
    expect(complaint(() => readGraph("a,b,c\n0,1,0\n", "adjacency"))).toMatch(/got 3 names and 1 rows/);
    expect(complaint(() => readGraph("a,b\n0,1\n0\n", "adjacency"))).toMatch(
      /line 3 must have 2 cells, got 1/,
    );
    expect(complaint(() => readGraph("a,a\n0,1\n0,0\n", "adjacency"))).toMatch(
      /must name each variable once/,
    );
  });
});
