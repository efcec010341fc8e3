import { describe, expect, it } from "vitest";
import { complaint, edgesOf } from "../../../../test/graph-texts.ts";
import { readGraph } from "./formats.ts";

describe("Tetrad text", () => {
  it("reads graphs with attributes, properties and bootstrap probabilities", () => {
    const text = `Graph Nodes:
X1;X2;X3;X4

Graph Edges:
1. X1 --> X2
2. X2 --- X3
3. X3 --> X4 dd nl
4. X1 --> X4 [X1 --> X4]:0.9000;[no edge]:0.1000;
5. X3 <-- X1

Graph Attributes:
BIC: -1234.5

Graph Node Attributes:
BIC: [X1: -12.3;X2: -13.1]
`;
    const named = readGraph(text, "tetrad");
    expect(named.names).toEqual(["X1", "X2", "X3", "X4"]);
    expect(edgesOf(named)).toEqual(["X1 --> X2", "X1 --> X3", "X1 --> X4", "X3 --> X4", "X2 --- X3"]);
  });

  it("reads the commas of older versions and Windows line endings", () => {
    expect(
      readGraph("Graph Nodes: \r\nX1,X2\r\n\r\nGraph Edges: \r\n1. X1 --> X2\r\n", "tetrad").names,
    ).toEqual(["X1", "X2"]);
  });

  it("refuses endpoints other than arrow and tail, and text without the sections", () => {
    expect(complaint(() => readGraph("Graph Nodes:\na;b\n\nGraph Edges:\n1. a o-> b\n", "tetrad"))).toMatch(
      /line 5 must mark its edge -->, <-- or ---, got "o->"/,
    );
    expect(complaint(() => readGraph("Graph Nodes:\na;b\n\nGraph Edges:\n1. a\n", "tetrad"))).toMatch(
      /line 5 must be an edge such as 1. a --> b, got "1. a"/,
    );
    expect(complaint(() => readGraph("a,b\n", "tetrad"))).toMatch(/must have the sections/);
  });
});
