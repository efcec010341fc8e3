// What to find out next: the one fact that would settle most of the directions that the answer leaves open.

import { settlingFacts } from "../graph/class/class.ts";
import { quoted } from "../graph/formats/formats.ts";
import { pdagOf } from "../run/problem.ts";
import type { RunResult } from "../run/result.ts";
import { count } from "./numbers.ts";

export interface NextFact {
  readonly sentence: string;
  /** As lines of a knowledge file, of which one holds: both directions of an edge. */
  readonly statements: readonly string[];
}

/** That a variable has no causes, and which way one edge goes: of each kind the fact that settles most. Empty where nothing is open. */
export function nextFacts(result: Pick<RunResult, "table" | "edges" | "undirected">): NextFact[] {
  const { columns } = result.table;
  const { undirected, edges, variables } = settlingFacts(pdagOf(columns, result));
  if (undirected === 0) return [];
  const settled = (number: number): string =>
    undirected === 1
      ? "the open direction"
      : number === undirected
        ? `${undirected === 2 ? "both" : `all ${count(undirected)}`} open directions`
        : `${count(number)} of the ${count(undirected)} open directions`;
  const root = most(
    variables.filter(({ isRoot }) => isRoot),
    ({ settles }) => settles,
  );
  const edge = most(edges, ({ least }) => least)!;
  const [a, b] = [columns[edge.i], columns[edge.j]];
  return [
    ...(root === undefined
      ? []
      : [
          {
            sentence: `If ${columns[root.variable]} has no cause among these variables (it comes first in time, or was assigned), this settles ${settled(root.settles)}.`,
            statements: [`root: ${lineName(columns[root.variable])}`],
          },
        ]),
    {
      sentence: `Which of ${a} and ${b} is the cause settles ${edge.least === undirected ? "" : "at least "}${settled(edge.least)}.`,
      statements: [`${lineName(a)} -> ${lineName(b)}`, `${lineName(b)} -> ${lineName(a)}`],
    },
  ];
}

function most<T>(list: readonly T[], value: (each: T) => number): T | undefined {
  return list.reduce<T | undefined>(
    (best, each) => (best === undefined || value(each) > value(best) ? each : best),
    undefined,
  );
}

/** In quotes where a line of knowledge would read it otherwise. */
function lineName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : quoted(name);
}
