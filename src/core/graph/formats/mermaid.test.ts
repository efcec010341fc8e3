import { describe, expect, it } from "vitest";
import { complaint, edgesOf } from "../../../../test/graph-texts.ts";
import { graphFromEdges } from "../graph.ts";
import { graphFormats, namedGraph, readGraph } from "./formats.ts";

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

  it("writes plain words as ids and other names as labels", () => {
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
