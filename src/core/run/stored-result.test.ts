import { describe, expect, it } from "vitest";
import { named, run, table, truth } from "../../../test/discoveries.ts";
import { graphMetrics } from "../graph/metrics.ts";
import type { NamedEdge, RunResult } from "./result.ts";
import type { RunOptions } from "./spec.ts";
import { readResult } from "./stored-result.ts";

/** The document stored for a run before the answer could be a class. */
function former(result: RunResult): string {
  const { answer, member, members, warnings, strengths, edges, undirected, metrics, ...rest } = result;
  const isClass = answer.kind === "class";
  return JSON.stringify({
    ...rest,
    format: "wherefore-result/1",
    edges: member.edges,
    undirected: [],
    class: isClass ? { by: answer.by, directed: edges, undirected } : null,
    coefficients: member.edges.map(([cause, effect], k) => ({ cause, effect, value: k + 0.5 })),
    metrics: graphMetrics(truth, named(member.edges)),
    classMetrics: isClass ? metrics : null,
  });
}

const found = (options: RunOptions): RunResult =>
  run({ table, truth, options: { panel: "never", ...options } }).result;

const readAgain = (result: RunResult): RunResult => readResult(former(result), "result.json");

/** What both formats have: all but the strengths and the warnings. */
const shared = ({ strengths: _, warnings: __, ...rest }: RunResult) => JSON.parse(JSON.stringify(rest));

describe("a result of the former format", () => {
  const open = found({ search: "exact" });

  it("is converted to today's: a class, one member, and their number", () => {
    expect(open.undirected.length).toBeGreaterThan(0);
    expect(shared(readAgain(open))).toEqual(shared(open));
  });

  it("is a DAG if it had no class", () => {
    const directed = found({ search: "exact", score: "bic-equal-variance" });
    expect(directed.answer.kind).toBe("dag");
    expect(shared(readAgain(directed))).toEqual(shared(directed));
  });

  it("has the directions that came from its knowledge, with any method", () => {
    const [a, b] = open.undirected[0];
    const knowledge = { required: [[b, a]] as NamedEdge[] };
    for (const options of [
      { search: "exact", knowledge },
      { search: "pc", knowledge },
      { search: "exact", score: "bic-equal-variance", knowledge },
    ] as const) {
      const known = found(options as RunOptions);
      expect(known.answer.byKnowledge).toContainEqual([b, a]);
      expect(shared(readAgain(known))).toEqual(shared(known));
    }
  });

  it("keeps the coefficients of directed edges, and has no other strength", () => {
    const { strengths, edges, undirected, member } = readAgain(open);
    expect(strengths.map(({ a, b }) => [a, b])).toEqual([...edges, ...undirected]);
    strengths.forEach(({ a, b, loss, interval, coefficient }, k) => {
      const at = member.edges.findIndex(([x, y]) => x === a && y === b);
      expect([loss, interval]).toEqual([null, null]);
      if (k < edges.length) expect(coefficient).toBe(at + 0.5);
    });
  });

  it("is refused if it has neither format", () => {
    const text = former(open).replace("wherefore-result/1", "wherefore-result/9");
    expect(() => readResult(text, "result.json")).toThrow(/result\.json/);
  });
});
