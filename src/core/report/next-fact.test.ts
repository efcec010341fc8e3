import { describe, expect, it } from "vitest";
import { run, table } from "../../../test/discoveries.ts";
import { chainTable } from "../../../test/problems.ts";
import { knowledgeStatements } from "../graph/knowledge-statements.ts";
import { createRng } from "../math/rng.ts";
import type { RunOptions } from "../run/spec.ts";
import { nextFacts } from "./next-fact.ts";

const columns = ["d e", "a", "b", "c"];
const factsOf = (edges: [string, string][], undirected: [string, string][]) =>
  nextFacts({ table: { name: "t", hash: "", rows: 1, columns }, edges, undirected });

describe("the fact to find out next", () => {
  it("is empty if no direction is open", () => {
    expect(factsOf([["a", "b"]], [])).toEqual([]);
  });

  it("is about the one open direction, both, or all", () => {
    expect(factsOf([], [["a", "b"]]).map(({ sentence }) => sentence)).toEqual([
      "If a has no cause among these variables (it comes first in time, or was assigned), this settles the open direction.",
      "Whether a causes b or b causes a settles the open direction.",
    ]);
    const chain: [string, string][] = [
      ["a", "b"],
      ["b", "c"],
    ];
    expect(factsOf([], chain)[0]).toEqual({
      sentence:
        "If a has no cause among these variables (it comes first in time, or was assigned), this settles both open directions.",
      statements: ["root: a"],
    });
    expect(factsOf([], [...chain, ["c", "d e"]])[0].sentence).toMatch(/settles all 3 open directions\.$/);
  });

  it("is a statement that a knowledge file accepts, whatever the names", () => {
    const [root, edge] = factsOf([], [["d e", "a"]]);
    expect(root.statements).toEqual(['root: "d e"']);
    expect(edge.statements).toEqual(['"d e" -> a', 'a -> "d e"']);
    for (const line of [...root.statements, ...edge.statements])
      expect(knowledgeStatements(line, "knowledge")).toHaveLength(1);
  });

  it("makes no date an effect", () => {
    const kinds = { a: { kind: "date", used: true } } as const;
    const of = (undirected: [string, string][]) =>
      nextFacts({ table: { name: "t", hash: "", rows: 1, columns }, edges: [], undirected, kinds });
    expect(of([["a", "b"]]).map(({ statements }) => statements)).toEqual([["root: a"]]);
    expect(
      of([
        ["b", "a"],
        ["b", "c"],
      ]).map(({ statements }) => statements),
    ).toEqual([["root: a"], ["b -> c", "c -> b"]]);
  });

  it("is about a label rather than a number, where both settle as many", () => {
    const kinds = { a: { kind: "number", used: true }, b: { kind: "category", used: true } } as const;
    const of = (undirected: [string, string][]) =>
      nextFacts({ table: { name: "t", hash: "", rows: 1, columns }, edges: [], undirected, kinds })[0];
    expect(of([["a", "b"]]).statements).toEqual(["root: b"]);
    expect(of([["b", "a"]]).statements).toEqual(["root: b"]);
  });

  it("settles as many directions as it says", () => {
    for (const of of [table, chainTable(createRng("next"), 5, 500)]) {
      const found = (options: RunOptions) => run({ table: of, options }).result;
      const open = found({});
      const [{ statements, sentence }] = nextFacts(open);
      const known = found({ knowledge: { roots: [statements[0].replace("root: ", "")] } });
      const [, settles] = / settles (\d+|both|all \d+) /.exec(sentence)!;
      const count = settles === "both" ? 2 : Number(settles.replace("all ", ""));
      expect(open.undirected.length - known.undirected.length).toBe(count);
      expect(known.answer.byKnowledge).toHaveLength(count);
    }
  });
});
