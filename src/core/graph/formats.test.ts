import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../check.ts";
import { dotId } from "./formats/dot.ts";
import { namedEdges } from "./formats/named-graph.ts";
import {
  type FormatName,
  formatNames,
  formatOf,
  graphFormats,
  type NamedGraph,
  namedGraph,
  readGraph,
} from "./formats.ts";
import { graphFromEdges } from "./graph.ts";

const odd = [
  ..." \"',;:|&<>[](){}#%\\/-=+*.`~^$@!?_0123abcXYZnNt\n\t",
  "->",
  "--",
  "-->",
  "---",
  "é",
  "年",
  "𝜃",
  "&amp;",
  "#35;",
  "\\N",
  "\\n",
  "end",
  "//",
  "%%",
  "graph",
];
const plain = fc.stringMatching(/^[A-Za-z]\w{0,6}$/);
const hostile = fc
  .array(fc.constantFrom(...odd), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""));
const anyName = fc.oneof(
  hostile,
  plain,
  fc.constantFrom("node", "graph", "n0", "n1", "0", "1", "cause", "end", "Graph Edges:", "1. a --> b"),
);

/** One name list and for each pair no edge, an arrow one way or the other, or a line; weights on all arrows or none. */
function graphs(name: fc.Arbitrary<string>): fc.Arbitrary<NamedGraph> {
  return fc
    .uniqueArray(name, { minLength: 1, maxLength: 6 })
    .chain((names) =>
      fc.record({
        names: fc.constant(names),
        kinds: fc.array(fc.nat(3), { minLength: 36, maxLength: 36 }),
        weights: fc.option(
          fc.array(
            fc.double({ noNaN: true, noDefaultInfinity: true }).filter((w) => w !== 0 && w !== 1),
            { minLength: 36, maxLength: 36 },
          ),
        ),
      }),
    )
    .map(({ names, kinds, weights }) => {
      const d = names.length;
      const directed = new Uint8Array(d * d);
      const undirected = new Uint8Array(d * d);
      const W = new Float64Array(d * d);
      for (let i = 0; i < d; i++) {
        for (let j = i + 1; j < d; j++) {
          const kind = kinds[i * d + j];
          const at = kind === 1 ? i * d + j : j * d + i;
          if (kind === 3) undirected[i * d + j] = undirected[j * d + i] = 1;
          if (kind === 1 || kind === 2) {
            directed[at] = 1;
            W[at] = weights?.[at] ?? 0;
          }
        }
      }
      const graph = { d, directed, undirected };
      return W.some((w) => w !== 0) ? { names, graph, weights: W } : { names, graph };
    });
}

function edgesOf(named: NamedGraph): string[] {
  return namedEdges(named).map(
    ({ from, to, mark, weight }) => `${from} ${mark} ${to}${weight === undefined ? "" : ` ${weight}`}`,
  );
}

function complaint(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "";
}

/** What the header of the format says it cannot hold. */
const cannotHold: Partial<Record<FormatName, RegExp>> = { dagitty: /[\n\t]|\\$/ };

describe("a graph with hostile names", () => {
  it.each(formatNames)("is read from %s as it was written, given the columns", (name) => {
    const names = anyName.filter((n) => !cannotHold[name]?.test(n));
    fc.assert(
      fc.property(graphs(names), (named) => {
        const { weights, ...bare } = named;
        const expected = name === "tetrad" ? bare : named;
        expect(readGraph(graphFormats[name].write(named), name, named.names)).toEqual(expected);
      }),
      { seed: 1, numRuns: 400 },
    );
  });

  it.each(formatNames.filter((name) => name !== "csv"))(
    "is read from %s with its names in their order, without the columns",
    (name) => {
      const names = anyName.filter((n) => !cannotHold[name]?.test(n));
      fc.assert(
        fc.property(graphs(names), (named) => {
          const back = readGraph(graphFormats[name].write(named), name);
          expect(back.names).toEqual(named.names);
          expect(back.graph).toEqual(named.graph);
        }),
        { seed: 2, numRuns: 200 },
      );
    },
  );

  it.each(formatNames)("is recognised as %s from the file's name and text", (name) => {
    const names = hostile.filter((n) => !cannotHold[name]?.test(n));
    fc.assert(
      fc.property(graphs(names), (named) => {
        expect(
          formatOf(`out/graph.${graphFormats[name].extensions[0]}`, graphFormats[name].write(named)),
        ).toBe(name);
      }),
      { seed: 3, numRuns: 50 },
    );
  });

  it("is refused by dagitty and GraphML where they have no way to write the name", () => {
    const end = namedGraph(["a\\"], graphFromEdges(1, []));
    expect(complaint(() => graphFormats.dagitty.write(end))).toBe(
      'dagitty: a name must not end in a backslash or hold a line break or tab, got "a\\\\"; rename it',
    );
    const bell = namedGraph(["a\u0007"], graphFromEdges(1, []));
    expect(complaint(() => graphFormats.graphml.write(bell))).toBe(
      'graphml: a name must not hold control characters, got "a\\u0007"; rename it',
    );
  });
});

describe("formatOf", () => {
  it("tells files of one extension apart by what they say", () => {
    expect(formatOf("a.csv", "cause,effect\na,b\n")).toBe("csv");
    expect(formatOf("a.csv.gz", "Effect;x;Cause\n")).toBe("csv");
    expect(formatOf("a.csv", "a,b\n0,1\n0,0\n")).toBe("adjacency");
    expect(formatOf("a.txt", "\nGraph Nodes:\na;b\n")).toBe("tetrad");
    expect(formatOf("a.txt", "dag {\na -> b\n}")).toBe("dagitty");
    expect(formatOf("a.gv", "pdag{ a -- b }")).toBe("dagitty");
    expect(formatOf("a.dot", "# made by hand\nstrict digraph G { a -> b }")).toBe("dot");
    expect(formatOf("a.xml", "<graphml/>")).toBe("graphml");
    expect(formatOf("graph", "flowchart LR\na --> b")).toBe("mermaid");
    expect(formatOf("graph", "graph [ directed 1 ]")).toBe("gml");
    expect(formatOf("graph", "graph { a -- b }")).toBe("dot");
    expect(formatOf("graph", "graph TD\na --> b")).toBe("mermaid");
    expect(formatOf("graph", '{"nodes": []}')).toBe("json");
  });

  it("says so when nothing tells", () => {
    expect(complaint(() => formatOf("notes.txt", "hello"))).toMatch(
      /^notes.txt: the file's format cannot be told/,
    );
  });
});

describe("readGraph", () => {
  const names = ["age", "income", "school"];

  it("names an unknown column, its line and the nearest known one", () => {
    const act = (): unknown =>
      readGraph("cause,effect\nage,income\nages,school\n", "csv", names, { where: "truth" });
    expect(complaint(act)).toBe(
      'truth: edge list line 3 names "ages", which is no column of the table; did you mean "age"? (known: age, income, school)',
    );
  });

  it("refuses an edge from a variable to itself, in every format", () => {
    const texts: Record<FormatName, string> = {
      csv: "cause,effect\nage,age\n",
      adjacency: "age,income\n1,0\n0,0\n",
      json: '{"directed":[["age","age"]]}',
      dot: "digraph { age -> age }",
      graphml:
        '<graphml><graph edgedefault="directed"><node id="age"/><edge source="age" target="age"/></graph></graphml>',
      gml: 'graph [ directed 1 node [ id 0 label "age" ] edge [ source 0 target 0 ] ]',
      dagitty: "dag { age -> age }",
      tetrad: "Graph Nodes:\nage\n\nGraph Edges:\n1. age --> age\n",
      mermaid: "flowchart TD\nage --> age\n",
    };
    for (const name of formatNames)
      expect(complaint(() => readGraph(texts[name], name, names))).toMatch(/joins "age" to itself/);
  });

  it("refuses two edges between the same two variables that do not agree, and takes a repeated one once", () => {
    expect(
      complaint(() => readGraph("cause,effect\nage,income\nincome,age\n", "csv", names, { where: "truth" })),
    ).toBe(
      'truth: edge list line 2 says "age" --> "income" and line 3 "income" --> "age", a cycle of two; two variables are joined by one edge: keep one, or mark it undirected (---)',
    );
    expect(complaint(() => readGraph("cause,effect,mark\nage,income,\nincome,age,---\n", "csv"))).toMatch(
      /line 2 .* line 3/,
    );
    expect(edgesOf(readGraph("cause,effect\nage,income\nage,income\n", "csv"))).toEqual(["age --> income"]);
  });

  it("refuses an unknown format by name", () => {
    expect(complaint(() => readGraph("", "graphlm" as FormatName))).toMatch(/did you mean "graphml"/);
  });

  it("keeps longer cycles: whether a graph must be a DAG is for the caller to say", () => {
    expect(edgesOf(readGraph("cause,effect\na,b\nb,c\nc,a\n", "csv"))).toEqual([
      "a --> b",
      "b --> c",
      "c --> a",
    ]);
  });
});

describe("edge list", () => {
  it("ignores further columns, reads marks and weights, and takes any line ending", () => {
    const text =
      '\uFEFFid,Effect,cause,mark,note\r\n1,income, age ,,"a, b"\r\n\r\n2,"x ""y""",age,---,\r\n3,age,z,<--,';
    expect(edgesOf(readGraph(text, "csv"))).toEqual(["age --> income", "age --> z", 'age --- x "y"']);
    expect(edgesOf(readGraph("from\tto\tweight\na\tb\t-0.5\nb\tc\tlarge\n", "csv"))).toEqual([
      "a --> b -0.5",
      "b --> c",
    ]);
  });

  it("refuses marks that it has no edge for, missing cells, a missing header and an open quote", () => {
    expect(complaint(() => readGraph("cause,effect,mark\na,b,<->\n", "csv"))).toMatch(
      /line 2 must mark its edge -->, <-- or ---, got "<->"/,
    );
    expect(complaint(() => readGraph("cause,effect\na,\n", "csv"))).toMatch(
      /line 2 must name a cause and an effect, got "a" and ""/,
    );
    expect(complaint(() => readGraph("a,b\n", "csv"))).toMatch(/must begin with the header cause,effect/);
    expect(complaint(() => readGraph('cause,effect\n"a,b\n', "csv"))).toMatch(/line 2 opens a quote/);
  });
});

describe("adjacency matrix", () => {
  it("reads row to column, weights, and 1 both ways as undirected", () => {
    expect(edgesOf(readGraph("a,b,c\n0,0.5,1\n0,0,0\n1,0,0\n", "adjacency"))).toEqual([
      "a --> b 0.5",
      "a --- c",
    ]);
  });

  it("reads rows with names in another order, and R's header without a corner", () => {
    expect(edgesOf(readGraph(",a,b\nb,0,0\na,0,1\n", "adjacency"))).toEqual(["a --> b"]);
    expect(edgesOf(readGraph('"a","b"\n"a",0,1\n"b",0,0\n', "adjacency"))).toEqual(["a --> b"]);
  });

  it("reads a bare square of numbers where the columns are known", () => {
    expect(edgesOf(readGraph("0,1\n0,0\n", "adjacency", ["a", "b"]))).toEqual(["a --> b"]);
    expect(complaint(() => readGraph("0,1\n0,0\n", "adjacency"))).toMatch(/must begin with a row of names/);
  });

  it("refuses what is not a square of numbers", () => {
    expect(complaint(() => readGraph("a,b\n0,x\n0,0\n", "adjacency"))).toMatch(
      /line 2 must hold numbers \(0: no edge\), got "x"/,
    );
    expect(complaint(() => readGraph("a,b,c\n0,1,0\n", "adjacency"))).toMatch(/got 3 names and 1 rows/);
    expect(complaint(() => readGraph("a,b\n0,1\n0\n", "adjacency"))).toMatch(
      /line 3 must have 2 cells, got 1/,
    );
    expect(complaint(() => readGraph("a,a\n0,1\n0,0\n", "adjacency"))).toMatch(
      /must name each variable once/,
    );
  });
});

describe("JSON", () => {
  it("reads a result document by its edges", () => {
    const text = '{"edges": [["a","b"]], "undirected": [["b","c"]], "score": -12.5, "seed": 1}';
    expect(edgesOf(readGraph(text, "json"))).toEqual(["a --> b", "b --- c"]);
  });

  it("says what is wrong, and where", () => {
    expect(complaint(() => readGraph("{", "json"))).toMatch(/^graph: JSON graph must be JSON: /);
    expect(complaint(() => readGraph('{"directed": [["a","b"],["c"]]}', "json"))).toMatch(
      /"directed" entry 2/,
    );
    expect(complaint(() => readGraph("{}", "json"))).toMatch(/must have "nodes"/);
    expect(complaint(() => readGraph('{"directed":[["a","b"]],"weights":[]}', "json"))).toMatch(
      /one entry for each directed edge, got 0 for 1/,
    );
  });
});

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

  // The shape that causal-learn's GraphUtils.to_pydot gives: numbers as ids, names as labels, ends as arrow shapes.
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

  it("takes the id where the table knows every id, whatever the labels say", () => {
    const text = 'digraph { a [label="Age in years"]; a -> b }';
    expect(readGraph(text, "dot", ["a", "b"]).names).toEqual(["a", "b"]);
    expect(readGraph(text, "dot").names).toEqual(["Age in years", "b"]);
  });

  it("refuses subgraphs, arrows in an undirected graph, and text that is no DOT, by line", () => {
    expect(complaint(() => readGraph("digraph {\n subgraph cluster_1 { a }\n}", "dot"))).toMatch(
      /line 2 has a subgraph, which is not supported/,
    );
    expect(complaint(() => readGraph("digraph {\n a -> { b c }\n}", "dot"))).toMatch(/line 2 has a subgraph/);
    expect(complaint(() => readGraph("graph { a -> b }", "dot"))).toMatch(/-> in an undirected graph/);
    expect(complaint(() => readGraph("digraph {\n a -> b", "dot"))).toMatch(
      /line 2 must have a name, got the end of the file/,
    );
    expect(complaint(() => readGraph("digraph {\n a ! b }", "dot"))).toMatch(
      /line 2 has "! b }", which is no part/,
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

  it("reads names that igraph and yEd keep beside the id", () => {
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

  it("refuses what is cut off, not closed, nested or no GraphML", () => {
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

  it("does not take numbers of nodes for columns that are called by numbers", () => {
    const text =
      'graph [ directed 1 node [ id 0 label "1" ] node [ id 1 label "0" ] edge [ source 0 target 1 ] ]';
    expect(edgesOf(readGraph(text, "gml", ["0", "1"]))).toEqual(["1 --> 0"]);
  });

  it("refuses lists that do not close or that hold no graph, by line", () => {
    expect(complaint(() => readGraph("graph [ node [ id 0 ]", "gml"))).toMatch(/close every \[/);
    expect(complaint(() => readGraph("graph [ ]\n]", "gml"))).toMatch(/line 2 has a \] that closes nothing/);
    expect(complaint(() => readGraph("graph [\n edge [ target 0 ] ]", "gml"))).toMatch(
      /line 2 must give its edge a source/,
    );
    expect(complaint(() => readGraph('graph [ node [ id 0 label "a ] ]', "gml"))).toMatch(/opens a quote/);
    expect(complaint(() => readGraph("", "gml"))).toMatch(/must hold graph \[/);
  });
});

describe("dagitty", () => {
  it("reads code as dagitty.net exports it, with positions, roles and a bounding box", () => {
    const text = `dag {
bb="-2.2,-1.7,2.5,1.8"
"Fruit and vegetables" [pos="-1.4,-0.9"]
"Systolic blood pressure" [outcome,pos="1.26,0.28"]
BMI.2 [adjusted,pos="0.1,1.1"]
Smoking [exposure,pos="-1.5,0.3"]
U [latent,pos="0.000,-1.200"]
"Fruit and vegetables" -> "Systolic blood pressure" [beta="-0.2"]
BMI.2 -> "Systolic blood pressure"
Smoking -> BMI.2
Smoking -> "Systolic blood pressure" [pos="0.1,0.2"]
}
`;
    const named = readGraph(text, "dagitty");
    expect(named.names).toEqual(["Fruit and vegetables", "Systolic blood pressure", "BMI.2", "Smoking", "U"]);
    expect(edgesOf(named)).toEqual([
      "Fruit and vegetables --> Systolic blood pressure -0.2",
      "BMI.2 --> Systolic blood pressure",
      "Smoking --> Systolic blood pressure",
      "Smoking --> BMI.2",
    ]);
  });

  it("reads the R call, chains in both directions and undirected edges", () => {
    expect(edgesOf(readGraph("dagitty('pdag { x -> y <- z ; z -- w }')", "dagitty"))).toEqual([
      "x --> y",
      "z --> y",
      "z --- w",
    ]);
  });

  it("keeps a backslash as it is, for that is dagitty's grammar", () => {
    expect(readGraph('dag { "a\\\\b" "c\\"d" }', "dagitty").names).toEqual(["a\\\\b", 'c"d']);
  });

  it("refuses hidden common causes and graphs of other kinds", () => {
    expect(complaint(() => readGraph("dag {\nx <-> y }", "dagitty"))).toMatch(
      /line 2 joins "x" and "y" by <->; hidden common causes/,
    );
    expect(complaint(() => readGraph("pag { x @-> y }", "dagitty"))).toMatch(
      /must have "dag {" or "pdag {", got "pag"/,
    );
  });
});

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

  it("reads the commas of older versions and Windows line ends", () => {
    expect(
      readGraph("Graph Nodes: \r\nX1,X2\r\n\r\nGraph Edges: \r\n1. X1 --> X2\r\n", "tetrad").names,
    ).toEqual(["X1", "X2"]);
  });

  it("refuses ends that are no arrow or tail, and text without the sections", () => {
    expect(complaint(() => readGraph("Graph Nodes:\na;b\n\nGraph Edges:\n1. a o-> b\n", "tetrad"))).toMatch(
      /line 5 must mark its edge -->, <-- or ---, got "o->"/,
    );
    expect(complaint(() => readGraph("Graph Nodes:\na;b\n\nGraph Edges:\n1. a\n", "tetrad"))).toMatch(
      /line 5 must be an edge such as 1. a --> b, got "1. a"/,
    );
    expect(complaint(() => readGraph("a,b\n", "tetrad"))).toMatch(/must have the sections/);
  });
});

describe("Mermaid", () => {
  it("reads shapes, chains, groups, labels, classes and comments", () => {
    const text = `---
title: A picture
---
%% a comment
graph LR;
  A[Age in years] --> B(("income, net")) --> C{school}
  A & B -->|0.5| D:::big; C -- helps --> D
  E -.-> A
  F ==> A
  G --- A
  H <--- A
  style A fill:#f9f
  classDef big font-size:20px
`;
    expect(edgesOf(readGraph(text, "mermaid"))).toEqual([
      "Age in years --> income, net",
      "Age in years --> D 0.5",
      "Age in years --> H",
      "income, net --> school",
      "income, net --> D 0.5",
      "school --> D",
      "E --> Age in years",
      "F --> Age in years",
      "Age in years --- G",
    ]);
  });

  it("writes plain words as they are and other names as labels", () => {
    const write = (names: string[]): string =>
      graphFormats.mermaid.write(namedGraph(names, graphFromEdges(2, [[0, 1]])));
    expect(write(["age", "income"])).toBe("flowchart TD\n  age\n  income\n  age --> income\n");
    expect(write(["age", 'a "b"'])).toBe('flowchart TD\n  n0["age"]\n  n1["a #34;b#34;"]\n  n0 --> n1\n');
  });

  it("refuses subgraphs, round ends and other diagrams", () => {
    expect(complaint(() => readGraph("graph TD\nsubgraph one\na --> b\nend", "mermaid"))).toMatch(
      /line 2 has a subgraph/,
    );
    expect(complaint(() => readGraph("graph TD\na --o b", "mermaid"))).toMatch(
      /line 2 has an edge with two arrows or a round/,
    );
    expect(complaint(() => readGraph("graph TD\na <--> b", "mermaid"))).toMatch(/two arrows/);
    expect(complaint(() => readGraph("sequenceDiagram\na->>b: hi", "mermaid"))).toMatch(
      /line 1 must begin with flowchart TD/,
    );
    expect(complaint(() => readGraph("graph TD\na => b", "mermaid"))).toMatch(
      /line 2 must be a node or an edge/,
    );
  });
});
