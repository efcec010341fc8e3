import { describe, expect, it } from "vitest";
import { complaint } from "../../../../test/graph-texts.ts";
import { formatOf, graphFormats, readGraph } from "./formats.ts";

// graph.graph of a GeneralGraph in causal-learn 0.1.4.1 with the edges a → b, b — c.
const text = "a,b,c\n0,-1,0\n1,0,-1\n0,-1,0\n";

describe("endpoints", () => {
  it("reads and writes a matrix of causal-learn", () => {
    const { names, graph } = readGraph(text, "endpoints");
    expect(names).toEqual(["a", "b", "c"]);
    expect([...graph.directed]).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0]);
    expect([...graph.undirected]).toEqual([0, 0, 0, 0, 0, 1, 0, 1, 0]);
    expect(graphFormats.endpoints.write({ names, graph })).toBe(text);
  });

  it("is distinguished from an adjacency matrix in a .csv file, which has weights one way or 1 both ways", () => {
    expect(formatOf("graph.csv", text)).toBe("endpoints");
    expect(formatOf("graph.csv", "a,b,c\n0,-1,0\n0,0,1\n0,1,0\n")).toBe("adjacency");
    expect(formatOf("graph.csv", "a,b\n0,0\n0,0\n")).toBe("adjacency");
    expect(formatOf("graph.endpoints", "a,b\n0,0\n0,0\n")).toBe("endpoints");
  });

  it("refuses marks of graphs with hidden common causes, and a variable linked to itself", () => {
    expect(complaint(() => readGraph("a,b\n0,1\n1,0\n", "endpoints"))).toBe(
      'graph: matrix of endpoints line 2 must have the marks −1 and 1, or −1 twice, for two variables, got 1 at "a" and 1 at "b"; graphs with hidden common causes cannot be read',
    );
    expect(complaint(() => readGraph("a,b\n0,2\n1,0\n", "endpoints"))).toContain("got 2 at");
    expect(complaint(() => readGraph("a,b\n-1,0\n0,0\n", "endpoints"))).toContain('joins "a" to itself');
  });
});
