import { expect, it } from "vitest";
import { edgeStrength as strength } from "../../../test/edge-strength.ts";
import type { NamedEdge } from "../run/result.ts";
import { comparedEdges } from "./compared-edges.ts";

it("marks links that both runs have, that one of them leaves open, that are opposite, and that only one run has", () => {
  const a = {
    edges: [
      ["x", "y"],
      ["z", "y"],
      ["x", "w"],
    ] as NamedEdge[],
    undirected: [
      ["v", "x"],
      ["t", "u"],
    ] as NamedEdge[],
    strengths: [strength("z", "y", 2), strength("t", "u", 5)],
  };
  const b = {
    edges: [
      ["x", "y"],
      ["y", "z"],
      ["v", "x"],
      ["u", "v"],
    ] as NamedEdge[],
    undirected: [["u", "t"]] as NamedEdge[],
    strengths: [strength("u", "t", 3)],
  };
  const { edges, counts } = comparedEdges(a, b);
  const shown = edges.map(({ pair, a, b, mark }) => [pair.join(" "), a, b, mark]);
  expect(shown).toEqual([
    ["t u", "undirected", "undirected", "same"],
    ["u v", "none", "forward", "only in b"],
    ["v x", "undirected", "forward", "open in one"],
    ["w x", "backward", "none", "only in a"],
    ["x y", "forward", "forward", "same"],
    ["y z", "backward", "forward", "opposite"],
  ]);
  expect(edges[0].losses).toEqual({ a: 5, b: 3 });
  expect(edges[5].losses).toEqual({ a: 2, b: null });
  expect(counts).toEqual({ same: 2, open: 1, opposite: 1, onlyA: 1, onlyB: 1 });
  expect(comparedEdges(b, b).counts).toEqual({ same: 5, open: 0, opposite: 0, onlyA: 0, onlyB: 0 });
});
