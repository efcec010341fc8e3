import { describe, expect, it } from "vitest";
import { comparedEdges } from "../../../core/index.ts";
import { arrowWords, comparedGraph, comparedLegend, comparedWords } from "./compared-graph.ts";

const [a, b] = [
  {
    edges: [
      ["x", "y"],
      ["y", "z"],
      ["z", "w"],
    ] as const,
    undirected: [],
    coefficients: [{ cause: "x", effect: "y", value: 2 }],
  },
  {
    edges: [
      ["x", "y"],
      ["z", "y"],
      ["u", "v"],
    ] as const,
    undirected: [["k", "l"]] as const,
    coefficients: [{ cause: "u", effect: "v", value: 3 }],
  },
];
const compared = comparedEdges(a, b);

describe("two runs as one graph", () => {
  const graph = comparedGraph(compared);
  const edge = (from: string, to: string) => graph.find((each) => each.from === from && each.to === to);

  it("has every pair once, as A has it where A has it", () => {
    expect(graph).toHaveLength(compared.edges.length);
    expect(edge("x", "y")).toMatchObject({ kind: "plain", coefficient: 2, note: "in both" });
    expect(edge("y", "z")).toMatchObject({
      kind: "reversed",
      note: "in both, with different directions (B: z → y)",
    });
    expect(edge("z", "w")).toMatchObject({ kind: "only-a", note: "only in A" });
    expect(edge("u", "v")).toMatchObject({ kind: "only-b", coefficient: 3, note: "only in B" });
    expect(edge("k", "l")).toMatchObject({ kind: "only-b", isDirected: false });
  });

  it("counts each kind in its legend", () => {
    expect(comparedLegend(compared).map(([, words]) => words)).toEqual([
      "1 in both",
      "1 in both, with different directions",
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
