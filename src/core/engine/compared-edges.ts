// Two runs edge by edge: pairs of variables that are linked in either, and how.

import type { RunResult } from "../run/result.ts";
import type { Comparison } from "./wire/wire.ts";

type Arrow = Comparison["edges"][number]["a"];
type Compared = Pick<RunResult, "edges" | "undirected" | "coefficients">;

/** Pairs in alphabetical order; variables that only one of the runs had count as not linked in the other. */
export function comparedEdges(a: Compared, b: Compared): Pick<Comparison, "edges" | "counts"> {
  const [ofA, ofB] = [linksOf(a), linksOf(b)];
  const keys = [...new Set([...ofA.keys(), ...ofB.keys()])].toSorted();
  const none = { arrow: "none" as const, coefficient: null };
  const edges = keys.map((key) => {
    const [x, y] = [ofA.get(key) ?? none, ofB.get(key) ?? none];
    return {
      pair: JSON.parse(key) as [string, string],
      a: x.arrow,
      b: y.arrow,
      isSame: x.arrow === y.arrow,
      coefficients: { a: x.coefficient, b: y.coefficient },
    };
  });
  const onlyA = edges.filter((e) => e.b === "none").length;
  const onlyB = edges.filter((e) => e.a === "none").length;
  const same = edges.filter((e) => e.isSame).length;
  return { edges, counts: { same, turned: edges.length - same - onlyA - onlyB, onlyA, onlyB } };
}

function linksOf({ edges, undirected, coefficients }: Compared) {
  const out = new Map<string, { arrow: Arrow; coefficient: number | null }>();
  const put = (from: string, to: string, arrow: Arrow, coefficient: number | null) => {
    const isForward = from < to;
    const turned = arrow === "forward" && !isForward ? "backward" : arrow;
    out.set(JSON.stringify(isForward ? [from, to] : [to, from]), { arrow: turned, coefficient });
  };
  const values = new Map(
    coefficients?.map(({ cause, effect, value }) => [JSON.stringify([cause, effect]), value]),
  );
  for (const [cause, effect] of edges)
    put(cause, effect, "forward", values.get(JSON.stringify([cause, effect])) ?? null);
  for (const [one, other] of undirected) put(one, other, "undirected", null);
  return out;
}
