import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyName, cannotHold, complaint, edgesOf, graphs, hostile } from "../../../../test/graph-texts.ts";
import { graphFromEdges } from "../graph.ts";
import { sharesFromPairs } from "../shares/shares.ts";
import {
  confidenceIn,
  type FormatName,
  formatNames,
  formatOf,
  graphFormats,
  namedGraph,
  readGraph,
} from "./formats.ts";

describe("a graph with hostile names", () => {
  it.each(formatNames)("is read from %s as it was written, given the columns", (name) => {
    const names = anyName.filter((n) => !cannotHold[name]?.test(n));
    fc.assert(
      fc.property(graphs(names), (named) => {
        const { weights, ...bare } = named;
        const expected = name === "tetrad" || name === "endpoints" ? bare : named;
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

  it("is refused by dagitty and GraphML if they cannot represent the name", () => {
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

describe("the confidence in each edge", () => {
  const names = ["a", "b", "c", "d"];
  const [directed, undirected] = [new Float64Array(16), new Float64Array(16)];
  directed[0 * 4 + 1] = 0.7;
  directed[1 * 4 + 0] = 0.1;
  undirected[0 * 4 + 1] = undirected[1 * 4 + 0] = 0.2;
  undirected[0 * 4 + 2] = undirected[2 * 4 + 0] = 0.5;
  directed[3 * 4 + 1] = 0.25;
  const shares = { d: 4, directed, undirected };
  // None of the graphs links c and d.
  const bare = readGraph("cause,effect,mark,weight\na,b,,2\na,c,---,\nc,d,,3\n", "csv", names);

  it.each(formatNames)("is not part of the graph that is read from %s", (name) => {
    const read = readGraph(graphFormats[name].write({ ...bare, shares }), name, names);
    expect(read).toEqual(readGraph(graphFormats[name].write(bare), name, names));
    expect(read.graph).toEqual(bare.graph);
  });

  it("is written as the share with the link and the share with exactly this edge", () => {
    const linesOf = (name: FormatName) => graphFormats[name].write({ ...bare, shares }).split("\n");
    expect(linesOf("csv")).toEqual([
      "cause,effect,mark,weight,probability,direction",
      "a,b,-->,2,1,0.7",
      "c,d,-->,3,,",
      "a,c,---,,0.5,0.5",
      "",
    ]);
    expect(linesOf("dot").slice(5, 8)).toEqual([
      '  a -> b [coefficient="2", probability="1", direction="0.7"];',
      '  c -> d [coefficient="3"];',
      '  a -> c [dir=none, probability="0.5", direction="0.5"];',
    ]);
    const data = (key: string, value: number) => `<data key="${key}">${value}</data>`;
    expect(linesOf("graphml")).toContain(
      `    <edge source="a" target="b">${data("weight", 2)}${data("probability", 1)}${data("direction", 0.7)}</edge>`,
    );
    expect(linesOf("graphml")).toContain(
      '  <key id="direction" for="edge" attr.name="direction" attr.type="double"/>',
    );
    expect(linesOf("gml").join(" ").replace(/ +/g, " ")).toContain(
      "source 0 target 2 directed 0 probability 0.5 direction 0.5 ]",
    );
  });

  it("is a list in JSON of all pairs that some graph links, which can be read back, also from a result document", () => {
    const text = graphFormats.json.write({ ...bare, shares });
    const told = confidenceIn(text, "graph")!;
    expect(told.names).toEqual(names);
    expect(told.pairs.map(({ a, b }) => a + b)).toEqual(["ab", "ac", "bd"]);
    expect(sharesFromPairs(names, told.pairs)).toEqual(shares);
    const document = { table: { columns: names }, edges: [], confidence: { pairs: told.pairs } };
    expect(confidenceIn(JSON.stringify(document), "graph")).toEqual(told);
    expect(confidenceIn(graphFormats.json.write(bare), "graph")).toBeNull();
    expect(complaint(() => confidenceIn(text.replace('"nodes": ["a",', '"nodes": ['), "graph"))).toBe(
      'graph "confidence" names "a"; did you mean "b"? (known: b, c, d)',
    );
  });

  it.each(["adjacency", "dagitty", "tetrad", "mermaid", "endpoints"] as const)(
    "is not supported in %s",
    (name) => {
      expect(graphFormats[name].write({ ...bare, shares })).toBe(graphFormats[name].write(bare));
    },
  );
});

describe("formatOf", () => {
  it("distinguishes files with the same extension by their content", () => {
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

  it("reports an unrecognised format", () => {
    expect(complaint(() => formatOf("notes.txt", "hello"))).toMatch(
      /^notes.txt: the format of the file cannot be recognised/,
    );
  });
});

describe("readGraph", () => {
  const names = ["age", "income", "school"];

  it("names an unknown column, its line and the nearest known one", () => {
    const act = (): unknown =>
      readGraph("cause,effect\nage,income\nages,school\n", "csv", names, { where: "truth" });
    expect(complaint(act)).toBe(
      'truth: edge list line 3 names "ages", which is not a column of the table; did you mean "age"? (known: age, income, school)',
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
      endpoints: "age,income\n-1,0\n0,0\n",
    };
    for (const name of formatNames)
      expect(complaint(() => readGraph(texts[name], name, names))).toMatch(/joins "age" to itself/);
  });

  it("refuses contradictory edges between two variables, and counts a repeated edge once", () => {
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

  it("keeps longer cycles: the caller decides whether a graph must be a DAG", () => {
    expect(edgesOf(readGraph("cause,effect\na,b\nb,c\nc,a\n", "csv"))).toEqual([
      "a --> b",
      "b --> c",
      "c --> a",
    ]);
  });
});
