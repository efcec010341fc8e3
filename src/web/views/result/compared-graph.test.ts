import { describe, expect, it } from "vitest";
import { edgeStrength as strength } from "../../../../test/edge-strength.ts";
import { comparedEdges } from "../../../core/index.ts";
import { arrowWords, comparedGraph, comparedLegend, comparedWords } from "./compared-graph.ts";

const [a, b] = [
  {
    edges: [
      ["x", "y"],
      ["y", "z"],
      ["z", "w"],
      ["m", "l"],
    ] as const,
    undirected: [["p", "q"]] as const,
    strengths: [strength("x", "y", 2)],
  },
  {
    edges: [
      ["x", "y"],
      ["z", "y"],
      ["u", "v"],
    ] as const,
    undirected: [
      ["k", "l"],
      ["l", "m"],
      ["p", "q"],
    ] as const,
    strengths: [strength("u", "v", 3)],
  },
];
const compared = comparedEdges(a, b);

describe("two runs as one graph", () => {
  const graph = comparedGraph(compared);
  const edge = (from: string, to: string) => graph.find((each) => each.from === from && each.to === to);

  it("has every pair once, as A has it where A has it", () => {
    expect(graph).toHaveLength(compared.edges.length);
    expect(edge("x", "y")).toMatchObject({ kind: "plain", loss: 2, note: "the same in both" });
    expect(edge("p", "q")).toMatchObject({ kind: "plain", isDirected: false });
    expect(edge("y", "z")).toMatchObject({
      kind: "reversed",
      note: "in both, with opposite directions (A: y → z, B: z → y)",
    });
    expect(edge("l", "m")).toMatchObject({
      kind: "open",
      isDirected: false,
      note: "in both, one leaves the direction open (A: m → l, B: l — m)",
    });
    expect(edge("z", "w")).toMatchObject({ kind: "only-a", note: "only in A" });
    expect(edge("u", "v")).toMatchObject({ kind: "only-b", loss: 3, note: "only in B" });
    expect(edge("k", "l")).toMatchObject({ kind: "only-b", isDirected: false });
  });

  it("counts each kind in its legend", () => {
    expect(comparedLegend(compared).map(([, words]) => words)).toEqual([
      "2 the same in both",
      "1 in both, one leaves the direction open",
      "1 in both, with opposite directions",
      "1 only in A",
      "2 only in B",
    ]);
  });

  it("says each arrow in the order of the pair", () => {
    expect(arrowWords(["p", "q"], "forward")).toBe("p → q");
    expect(arrowWords(["p", "q"], "backward")).toBe("q → p");
    expect(arrowWords(["p", "q"], "undirected")).toBe("p — q");
    expect(arrowWords(["p", "q"], "none")).toBe("–");
    expect(compared.edges.map(comparedWords)).toContain("only in A");
  });
});
