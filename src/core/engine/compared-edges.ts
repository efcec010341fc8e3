// Two runs edge by edge: pairs of variables that are linked in either, and how.

import type { NamedEdge, RunResult } from "../run/result.ts";
import type { Comparison } from "./wire/wire.ts";

type Arrow = Comparison["edges"][number]["a"];
type Mark = Comparison["edges"][number]["mark"];
type Compared = Pick<RunResult, "edges" | "undirected" | "strengths">;

/** Pairs in alphabetical order; variables that only one of the runs had count as not linked in the other. */
export function comparedEdges(a: Compared, b: Compared): Pick<Comparison, "edges" | "counts"> {
  const [ofA, ofB] = [linksOf(a), linksOf(b)];
  const keys = [...new Set([...ofA.keys(), ...ofB.keys()])].toSorted();
  const none = { arrow: "none" as const, loss: null };
  const edges = keys.map((key) => {
    const [x, y] = [ofA.get(key) ?? none, ofB.get(key) ?? none];
    return {
      pair: JSON.parse(key) as [string, string],
      a: x.arrow,
      b: y.arrow,
      mark: markOf(x.arrow, y.arrow),
      losses: { a: x.loss, b: y.loss },
    };
  });
  const counted = (mark: Mark): number => edges.filter((edge) => edge.mark === mark).length;
  return {
    edges,
    counts: {
      same: counted("same"),
      open: counted("open in one"),
      opposite: counted("opposite"),
      onlyA: counted("only in a"),
      onlyB: counted("only in b"),
    },
  };
}

function markOf(a: Arrow, b: Arrow): Mark {
  if (a === b) return "same";
  if (b === "none") return "only in a";
  if (a === "none") return "only in b";
  return a === "undirected" || b === "undirected" ? "open in one" : "opposite";
}

function linksOf({ edges, undirected, strengths }: Compared) {
  const out = new Map<string, { arrow: Arrow; loss: number | null }>();
  const losses = new Map(strengths.map(({ a, b, loss }) => [JSON.stringify([a, b]), loss]));
  const put = ([from, to]: NamedEdge, isDirected: boolean) => {
    const isForward = from < to;
    const arrow = isDirected ? (isForward ? "forward" : "backward") : "undirected";
    const loss = losses.get(JSON.stringify([from, to])) ?? null;
    out.set(JSON.stringify(isForward ? [from, to] : [to, from]), { arrow, loss });
  };
  for (const edge of edges) put(edge, true);
  for (const edge of undirected) put(edge, false);
  return out;
}
