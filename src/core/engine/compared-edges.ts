// Two runs compared edge by edge: pairs of variables that either run links, and how.

import { type Agreement, comparePdags, type EdgeMark } from "../graph/compare.ts";
import { pdagOf } from "../run/problem.ts";
import type { RunResult } from "../run/result.ts";
import type { Comparison } from "./wire/wire.ts";

type Compared = Pick<RunResult, "edges" | "undirected" | "strengths">;

const arrows = { "→": "forward", "←": "backward", "—": "undirected" } as const;

const marks: Readonly<Record<Agreement, Comparison["edges"][number]["mark"]>> = {
  same: "same",
  "open in first": "open in one",
  "open in second": "open in one",
  opposite: "opposite",
  "only in first": "only in a",
  "only in second": "only in b",
};

/** Pairs in alphabetical order; variables that only one of the runs has count as not linked in the other. */
export function comparedEdges(a: Compared, b: Compared): Pick<Comparison, "edges" | "counts" | "shd"> {
  const linked = [a, b].flatMap(({ edges, undirected }) => [...edges, ...undirected].flat());
  const names = [...new Set(linked)].toSorted();
  const [lossInA, lossInB] = [lossesOf(a), lossesOf(b)];
  const { pairs, counts, shd } = comparePdags(pdagOf(names, a), pdagOf(names, b));
  const arrow = (mark: EdgeMark) => (mark === null ? "none" : arrows[mark]);
  return {
    edges: pairs.map(({ i, j, first, second, agreement }) => ({
      pair: [names[i], names[j]],
      a: arrow(first),
      b: arrow(second),
      mark: marks[agreement],
      losses: { a: lossInA(names[i], names[j]), b: lossInB(names[i], names[j]) },
    })),
    counts: {
      same: counts.same,
      open: counts["open in first"] + counts["open in second"],
      opposite: counts.opposite,
      onlyA: counts["only in first"],
      onlyB: counts["only in second"],
    },
    shd,
  };
}

/** Looks up the loss of a pair, whichever of the two is the cause. */
function lossesOf({ strengths }: Compared): (a: string, b: string) => number | null {
  const losses = new Map(strengths.map(({ a, b, loss }) => [JSON.stringify([a, b]), loss]));
  return (a, b) => losses.get(JSON.stringify([a, b])) ?? losses.get(JSON.stringify([b, a])) ?? null;
}
