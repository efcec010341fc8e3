import { describe, expect, it } from "vitest";
import { outcomeOf, proven, table, truth } from "../../../../test/pages.ts";
import type { RunResult } from "../../../core/index.ts";
import { placingEdges, resultGraphs } from "./result-graphs.ts";

const { result } = proven;
const shownOf = (of: RunResult, id: string) => resultGraphs(of).find((graph) => graph.id === id);

describe("the graphs of a result", () => {
  it("are the final one, its class and the comparison where nothing was polished or pruned", () => {
    expect(resultGraphs(result).map(({ id }) => id)).toEqual(["final", "class", "truth"]);
    expect(shownOf(result, "final")!.count).toBe(result.edges.length);
  });

  it("have lines without arrows where the class leaves the direction open", () => {
    const { edges } = shownOf(result, "class")!;
    expect(edges.filter(({ isDirected }) => !isDirected)).toHaveLength(result.class!.undirected.length);
    expect(edges.filter(({ note }) => note === "reversible")).toEqual(
      edges.filter(({ isDirected }) => !isDirected),
    );
  });

  it("count the kinds of edges as the metrics do", () => {
    const { edges, legend, count } = shownOf(result, "truth")!;
    for (const kind of ["correct", "reversed", "missing", "extra"] as const)
      expect(edges.filter((edge) => edge.kind === kind)).toHaveLength(result.metrics![kind]);
    expect(legend.map(([, words]) => words)).toContain(`${result.metrics!.correct} correct`);
    expect(count).toBe(result.edges.length);
  });

  it("are placed by the final edges, and by those missing ones that close no circle", () => {
    const known: [string, string][] = [
      ["a", "b"],
      ["b", "c"],
      ["c", "a"],
      ["a", "d"],
    ];
    const odd: RunResult = {
      ...result,
      edges: known.slice(0, 2),
      truth: { ...result.truth!, edges: known.slice(2) },
      coefficients: null,
      class: null,
    };
    expect(placingEdges(odd)).toEqual([
      ["a", "b"],
      ["b", "c"],
      ["a", "d"],
    ]);
    expect(shownOf(odd, "truth")!.edges).toHaveLength(4);
  });

  it("show what pruning took away", () => {
    const pruned = outcomeOf({ table, truth, options: { prune: "threshold", threshold: 0.9 } }).result;
    const { edges, count, score, legend } = shownOf(pruned, "raw")!;
    expect(pruned.edges.length).toBeLessThan(pruned.rawEdges.length);
    expect(count).toBe(pruned.rawEdges.length);
    expect(score).toBe(pruned.score);
    expect(edges.filter(({ kind }) => kind === "only-a")).toHaveLength(
      pruned.rawEdges.length - pruned.edges.length,
    );
    expect(legend.map(([kind]) => kind)).toEqual(["plain", "only-a"]);
  });

  it("show what polishing added", () => {
    const [first, ...rest] = result.edges;
    const polished = { ...result, rawEdges: rest, polished: { edges: result.edges, score: 1 } };
    expect(resultGraphs(polished).map(({ id }) => id)).toEqual(["final", "raw", "class", "truth"]);
    expect(shownOf(polished, "raw")!.edges.find(({ kind }) => kind === "only-b")).toMatchObject({
      from: first[0],
      to: first[1],
    });
  });
});
