import { describe, expect, it } from "vitest";
import { complaint, edgesOf } from "../../../../test/graph-texts.ts";
import { readGraph } from "./formats.ts";

describe("GML", () => {
  it("reads what networkx 3.6.1 writes (write_gml)", () => {
    const text = `graph [
  directed 1
  node [
    id 0
    label "age"
  ]
  node [
    id 1
    label "in&#34;come <b> &#38; c"
  ]
  node [
    id 2
    label "gr&#246;&#223;e"
  ]
  edge [
    source 0
    target 1
    weight 0.75
  ]
  edge [
    source 2
    target 0
  ]
]
`;
    const named = readGraph(text, "gml");
    expect(named.names).toEqual(["age", 'in"come <b> & c', "größe"]);
    expect(edgesOf(named)).toEqual(['age --> in"come <b> & c 0.75', "größe --> age"]);
    expect(
      edgesOf(
        readGraph(
          'Creator "igraph"\nVersion 1\ngraph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]',
          "gml",
        ),
      ),
    ).toEqual(["0 --- 1"]);
  });

  it("does not confuse node ids with columns whose names are numbers", () => {
    const text =
      'graph [ directed 1 node [ id 0 label "1" ] node [ id 1 label "0" ] edge [ source 0 target 1 ] ]';
    expect(edgesOf(readGraph(text, "gml", ["0", "1"]))).toEqual(["1 --> 0"]);
  });

  it("refuses lists that are not closed or contain no graph, by line", () => {
    expect(complaint(() => readGraph("graph [ node [ id 0 ]", "gml"))).toMatch(/close every \[/);
    expect(complaint(() => readGraph("graph [ ]\n]", "gml"))).toMatch(/line 2 has a \] that closes nothing/);
    expect(complaint(() => readGraph("graph [\n edge [ target 0 ] ]", "gml"))).toMatch(
      /line 2 must give its edge a source/,
    );
    expect(complaint(() => readGraph('graph [ node [ id 0 label "a ] ]', "gml"))).toMatch(/opens a quote/);
    expect(complaint(() => readGraph("", "gml"))).toMatch(/must hold graph \[/);
  });
});
