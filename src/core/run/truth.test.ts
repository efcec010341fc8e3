import { expect, it } from "vitest";
import { truthOn } from "./truth.ts";

const names = ["a", "b", "c"];

it("accepts a truth as edges or as the text of a graph file, and returns the same graph", () => {
  const graph = truthOn(names, [
    ["a", "b"],
    ["b", "c"],
  ]);
  expect([...graph.edges]).toEqual([0, 1, 0, 0, 0, 1, 0, 0, 0]);
  expect(truthOn(names, "cause,effect\na,b\nb,c\n")).toEqual(graph);
  expect(truthOn(names, "digraph { a -> b -> c }")).toEqual(graph);
});

it("refuses unknown names, cycles and undirected edges with a sentence", () => {
  expect(() => truthOn(names, [["a", "d"]])).toThrow(/^truth: no column is called "d"/);
  expect(() =>
    truthOn(names, [
      ["a", "b"],
      ["b", "a"],
    ]),
  ).toThrow(/^truth: the graph must have no cycle, got a → b → a/);
  expect(() => truthOn(names, "graph { a -- b }")).toThrow(/^truth: the graph must have directed edges only/);
  expect(() => truthOn(names, "digraph {")).toThrow(expect.objectContaining({ field: "truth" }));
});
