import { describe, expect, it } from "vitest";
import { outcomeOf, proven, table, truth } from "../../../../test/pages.ts";
import type { RunResult } from "../../../core/index.ts";
import { placingEdges, resultGraphs } from "./result-graphs.ts";

const { result } = proven;
const size = result.edges.length + result.undirected.length;
const shownOf = (of: RunResult, id: string) => resultGraphs(of).find((graph) => graph.id === id);

describe("the graphs of a result", () => {
  it("are the answer, one member and the comparison where nothing was polished or pruned", () => {
    expect(resultGraphs(result).map(({ id }) => id)).toEqual(["answer", "member", "truth"]);
    expect(shownOf(result, "answer")!.count).toBe(size);
  });

  it("have lines without arrows where the answer leaves the direction open", () => {
    const { edges } = shownOf(result, "answer")!;
    expect(edges.filter(({ isDirected }) => !isDirected)).toHaveLength(result.undirected.length);
    expect(edges.filter(({ note }) => note === "direction open")).toEqual(
      edges.filter(({ isDirected }) => !isDirected),
    );
  });

  it("have the consensus where it is known how sure edges are, and each edge of the answer its shares", () => {
    const { edges, undirected } = result;
    const [[a, b], ...others] = edges;
    const pairs = [{ a: b, b: a, forward: 0.2, backward: 0.7, undirected: 0, none: 0.1 }];
    const confidence = {
      ...{ method: "subsample" as const, resamples: 9, pairs, metrics: null, digest: null },
      consensus: { above: 0.5, edges: others, undirected: [[a, b] as const, ...undirected] },
    };
    const sure = { ...result, confidence };
    expect(resultGraphs(sure).map(({ id }) => id)).toEqual(["answer", "consensus", "member", "truth"]);
    const own = shownOf(sure, "answer")!.edges.find(({ from, to }) => from === a && to === b)!;
    expect(own.sure).toEqual({ a, b, forward: 0.7, backward: 0.2, undirected: 0, none: 0.1 });
    const consensus = shownOf(sure, "consensus")!;
    expect(consensus.count).toBe(size);
    expect(consensus.edges.filter(({ kind }) => kind === "only-a")).toEqual([
      expect.objectContaining({ from: a, to: b, isDirected: false, note: "not so in the answer" }),
    ]);
    expect(consensus.edges.filter(({ kind }) => kind === "plain" || kind === "open")).toHaveLength(size - 1);
  });

  it("have in the member an arrow for every edge, and say which of them are a choice", () => {
    const { edges, meaning } = shownOf(result, "member")!;
    expect(edges.every(({ isDirected }) => isDirected)).toBe(true);
    expect(edges.map(({ from, to }) => [from, to])).toEqual(result.member.edges);
    expect(edges.filter(({ note }) => note === "direction chosen")).toHaveLength(result.undirected.length);
    expect(meaning).toContain(`one of ${result.members} members that fit equally well`);
    const asked = outcomeOf({ table, truth, options: { member: true } }).result;
    expect(resultGraphs(asked).map(({ id }) => id)).toEqual(["answer", "truth"]);
    expect(shownOf(asked, "answer")!.edges.every(({ note }) => note === "direction arbitrary")).toBe(true);
  });

  it("count the kinds of edges as the metrics do", () => {
    const { edges, legend, count } = shownOf(result, "truth")!;
    for (const kind of ["correct", "reversed", "missing", "extra"] as const)
      expect(edges.filter((edge) => edge.kind === kind)).toHaveLength(result.metrics![kind]);
    expect(legend.map(([, words]) => words)).toContain(`${result.metrics!.correct} correct`);
    expect(count).toBe(size);
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
      undirected: [],
      truth: { ...result.truth!, edges: known.slice(2) },
      strengths: [],
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
    const left = pruned.member.edges.length;
    expect(left).toBeLessThan(pruned.rawEdges.length);
    expect(count).toBe(pruned.rawEdges.length);
    expect(score).toBe(pruned.score);
    expect(edges.filter(({ kind }) => kind === "only-a")).toHaveLength(pruned.rawEdges.length - left);
    expect(legend.map(([kind]) => kind)).toEqual(["plain", "only-a"]);
  });

  it("show what polishing added", () => {
    const { edges } = result.member!;
    const [first, ...rest] = edges;
    const polished = { ...result, rawEdges: rest, polished: { edges, score: 1 } };
    expect(resultGraphs(polished).map(({ id }) => id)).toEqual(["answer", "member", "raw", "truth"]);
    expect(shownOf(polished, "raw")!.edges.find(({ kind }) => kind === "only-b")).toMatchObject({
      from: first[0],
      to: first[1],
    });
  });
});
