import { describe, expect, it } from "vitest";
import { complaint, edgesOf } from "../../../../test/graph-texts.ts";
import { readGraph } from "./formats.ts";

describe("GraphML", () => {
  // Written by networkx 3.6.1, write_graphml.
  const networkx = `<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
  <key id="d0" for="edge" attr.name="weight" attr.type="double" />
  <graph edgedefault="directed">
    <node id="age" />
    <node id="income" />
    <node id="years of school" />
    <node id="in&quot;come &lt;b&gt; &amp; c" />
    <node id="größe" />
    <edge source="age" target="income">
      <data key="d0">0.75</data>
    </edge>
    <edge source="age" target="years of school" />
    <edge source="years of school" target="in&quot;come &lt;b&gt; &amp; c" />
  </graph>
</graphml>
`;

  it("reads what networkx writes", () => {
    const named = readGraph(networkx, "graphml");
    expect(named.names).toEqual(["age", "income", "years of school", 'in"come <b> & c', "größe"]);
    expect(edgesOf(named)).toEqual([
      "age --> income 0.75",
      "age --> years of school",
      'years of school --> in"come <b> & c',
    ]);
    const undirected =
      '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="undirected"><node id="1" /><node id="2" /><edge source="1" target="2" /></graph></graphml>';
    expect(edgesOf(readGraph(undirected, "graphml"))).toEqual(["1 --- 2"]);
  });

  it("reads names that igraph and yEd store beside the id", () => {
    const igraph = `<?xml version="1.0"?><!-- Created by igraph -->
      <graphml><key id="v_name" for="node" attr.name="name" attr.type="string"/>
      <graph id="G" edgedefault="directed">
      <node id="n0"><data key="v_name">age</data></node><node id="n1"><data key="v_name">a &amp; b</data></node>
      <edge source="n0" target="n1"/></graph></graphml>`;
    expect(edgesOf(readGraph(igraph, "graphml"))).toEqual(["age --> a & b"]);
    const yed = `<graphml xmlns:y="http://www.yworks.com/xml/graphml"><key for="node" id="d6" yfiles.type="nodegraphics"/>
      <graph edgedefault="directed">
      <node id="n0"><data key="d6"><y:ShapeNode><y:NodeLabel alignment="center">age<y:LabelModel/></y:NodeLabel></y:ShapeNode></data></node>
      <node id="n1"><data key="d6"><y:ShapeNode><y:NodeLabel><![CDATA[x < y]]></y:NodeLabel></y:ShapeNode></data></node>
      <edge id="e0" source="n0" target="n1"/></graph></graphml>`;
    expect(edgesOf(readGraph(yed, "graphml"))).toEqual(["age --> x < y"]);
  });

  it("refuses files that are truncated, not closed, nested or not GraphML", () => {
    expect(complaint(() => readGraph(networkx.slice(0, 500), "graphml"))).toMatch(/is the file complete\?/);
    expect(complaint(() => readGraph("<a></b>", "graphml"))).toMatch(
      /line 1 closes <b>, which is not open there/,
    );
    expect(complaint(() => readGraph("<svg></svg>", "graphml"))).toMatch(
      /must hold <graphml> with a <graph>/,
    );
    expect(complaint(() => readGraph("<graphml><graph><node/></graph></graphml>", "graphml"))).toMatch(
      /line 1 has a <node> without id/,
    );
    expect(
      complaint(() => readGraph('<graphml><graph><node id="a"><graph/></node></graph></graphml>', "graphml")),
    ).toMatch(/graphs within nodes/);
  });
});
