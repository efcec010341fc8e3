import { describe, expect, it } from "vitest";
import { complaint, edgesOf } from "../../../../test/graph-texts.ts";
import { dotId } from "./dot.ts";
import { readGraph } from "./formats.ts";

describe("DOT", () => {
  it("reads comments, attributes, chains, ports, joined strings, HTML ids and undirected edges", () => {
    const text = `# a comment
      /* another */ strict digraph "G" {
        graph [rankdir=LR]; node [shape=box, style="filled"]
        bgcolor = white
        edge [color=red]
        a -> b -> "c " + "d" [weight=2]; // chain
        a:port:n -> <<b>x</b>> [dir=back]
        größe -> a [dir=none], -1.5 -> .5
        e -- a
      }`;
    expect(edgesOf(readGraph(text, "dot"))).toEqual([
      "a --> b 2",
      "b --> c d 2",
      "<b>x</b> --> a",
      "-1.5 --> .5",
      "a --- größe",
      "a --- e",
    ]);
    expect(edgesOf(readGraph("graph { a -- b -- c }", "dot"))).toEqual(["a --- b", "b --- c"]);
    expect(
      edgesOf(readGraph("digraph { edge [dir=none] a -> b; edge [dir=forward] b -> c }", "dot")),
    ).toEqual(["b --> c", "a --- b"]);
  });

  it("reads what networkx 3.6.1 writes through pydot 4", () => {
    const text = `strict digraph {
age;
income;
"years of school";
"in\\"come <b> & c";
größe;
age -> income [weight=0.75];
age -> "years of school";
"years of school" -> "in\\"come <b> & c";
}
`;
    const named = readGraph(text, "dot");
    expect(named.names).toEqual(["age", "income", "years of school", 'in"come <b> & c', "größe"]);
    expect(edgesOf(named)).toEqual([
      "age --> income 0.75",
      "age --> years of school",
      'years of school --> in"come <b> & c',
    ]);
  });

  // The output format of causal-learn's GraphUtils.to_pydot: numbers as ids, names as labels, endpoints as arrow shapes.
  it("reads names from labels and directions from arrow shapes, as causal-learn writes them", () => {
    const text = `digraph "" {
      graph [dpi=200, fontsize=18];
      0 [label=X1]; 1 [label=X2]; 2 [label=X3];
      0 -> 1 [arrowhead=normal, arrowtail=none, dir=both];
      1 -> 2 [arrowhead=none, arrowtail=none, dir=both];
    }`;
    expect(edgesOf(readGraph(text, "dot"))).toEqual(["X1 --> X2", "X2 --- X3"]);
    expect(edgesOf(readGraph(text, "dot", ["X3", "X2", "X1"]))).toEqual(["X1 --> X2", "X3 --- X2"]);
    const hidden = text.replace("arrowtail=none", "arrowtail=normal");
    expect(complaint(() => readGraph(hidden, "dot"))).toMatch(/line 4 has an edge with two arrows/);
    expect(complaint(() => readGraph(text.replace("arrowtail=none", "arrowtail=odot"), "dot"))).toMatch(
      /two arrows or an uncertain end/,
    );
  });

  it("uses the ids if every id is a column of the table, whatever the labels", () => {
    const text = 'digraph { a [label="Age in years"]; a -> b }';
    expect(readGraph(text, "dot", ["a", "b"]).names).toEqual(["a", "b"]);
    expect(readGraph(text, "dot").names).toEqual(["Age in years", "b"]);
  });

  it("refuses subgraphs, arrows in an undirected graph, and text that is not DOT, by line", () => {
    expect(complaint(() => readGraph("digraph {\n subgraph cluster_1 { a }\n}", "dot"))).toMatch(
      /line 2 has a subgraph, which is not supported/,
    );
    expect(complaint(() => readGraph("digraph {\n a -> { b c }\n}", "dot"))).toMatch(/line 2 has a subgraph/);
    expect(complaint(() => readGraph("graph { a -> b }", "dot"))).toMatch(/-> in an undirected graph/);
    expect(complaint(() => readGraph("digraph {\n a -> b", "dot"))).toMatch(
      /line 2 must have a name, got the end of the file/,
    );
    expect(complaint(() => readGraph("digraph {\n a ! b }", "dot"))).toMatch(
      /line 2 has "! b }", which is not part/,
    );
    expect(complaint(() => readGraph("hello", "dot"))).toMatch(
      /must have "digraph {" or "graph {", got "hello"/,
    );
  });

  it("quotes keywords and everything that is not a plain word", () => {
    expect(["a_1", "1a", "Node", 'a"b', "a\\b", ""].map(dotId)).toEqual([
      "a_1",
      '"1a"',
      '"Node"',
      '"a\\"b"',
      '"a\\\\b"',
      '""',
    ]);
  });
});
