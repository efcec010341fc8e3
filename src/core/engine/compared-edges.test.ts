import { expect, it } from "vitest";
import { comparedEdges } from "./compared-edges.ts";

it("tells edges that two runs share from turned, undirected and single ones", () => {
  const a = {
    edges: [
      ["x", "y"],
      ["z", "y"],
      ["x", "w"],
    ] as [string, string][],
    undirected: [["v", "x"]] as [string, string][],
    coefficients: [{ cause: "z", effect: "y", value: 2 }],
  };
  const b = {
    edges: [
      ["x", "y"],
      ["y", "z"],
      ["v", "x"],
      ["u", "v"],
    ] as [string, string][],
    undirected: [],
    coefficients: null,
  };
  const { edges, counts } = comparedEdges(a, b);
  const shown = edges.map(({ pair, a, b, isSame }) => [pair.join(" "), a, b, isSame]);
  expect(shown).toEqual([
    ["u v", "none", "forward", false],
    ["v x", "undirected", "forward", false],
    ["w x", "backward", "none", false],
    ["x y", "forward", "forward", true],
    ["y z", "backward", "forward", false],
  ]);
  expect(edges[4].coefficients).toEqual({ a: 2, b: null });
  expect(counts).toEqual({ same: 1, turned: 2, onlyA: 1, onlyB: 1 });
  expect(comparedEdges(b, b).counts).toEqual({ same: 4, turned: 0, onlyA: 0, onlyB: 0 });
});
