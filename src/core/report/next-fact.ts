// What to find out next: the facts that would settle most of the directions that the answer leaves open.

import { settlingFacts } from "../graph/class/class.ts";
import { quoted } from "../graph/formats/formats.ts";
import { pdagOf } from "../run/problem.ts";
import type { RunResult } from "../run/result.ts";
import { count } from "./numbers.ts";

export interface NextFact {
  readonly sentence: string;
  /** As lines of a knowledge file; for an edge, both directions, one of which holds. */
  readonly statements: readonly string[];
}

/** A variable without causes, and the direction of one edge: of each kind, the fact that settles most. Empty if nothing is open. */
export function nextFacts(result: Pick<RunResult, "table" | "edges" | "undirected" | "kinds">): NextFact[] {
  const { columns } = result.table;
  // A date has no causes: nothing is proposed that would give it one.
  const kindOf = (j: number) => result.kinds?.[columns[j]]?.kind ?? "number";
  const isDate = (j: number): boolean => kindOf(j) === "date";
  const { undirected, edges, variables } = settlingFacts(pdagOf(columns, result));
  if (undirected === 0) return [];
  const settled = (number: number): string =>
    undirected === 1
      ? "the open direction"
      : number === undirected
        ? `${undirected === 2 ? "both" : `all ${count(undirected)}`} open directions`
        : `${count(number)} of the ${count(undirected)} open directions`;
  const root = most(
    variables.filter(
      ({ isRoot, variable }) =>
        isRoot && !edges.some(({ i, j }) => (i === variable && isDate(j)) || (j === variable && isDate(i))),
    ),
    // Of those that settle as many, a date or a label: it is rarer that a measured number has no cause.
    ({ settles, variable }) => settles + (kindOf(variable) === "number" ? 0 : 0.5),
  );
  const edge = most(
    edges.filter(({ i, j }) => !isDate(i) && !isDate(j)),
    ({ least }) => least,
  );
  return [
    ...(root === undefined
      ? []
      : [
          {
            sentence: `If ${columns[root.variable]} has no cause among these variables (it comes first in time, or was assigned), this settles ${settled(root.settles)}.`,
            statements: [`root: ${lineName(columns[root.variable])}`],
          },
        ]),
    ...(edge === undefined ? [] : [orientation(columns[edge.i], columns[edge.j], edge.least)]),
  ];

  function orientation(a: string, b: string, least: number): NextFact {
    const [cause, effect] = [lineName(a), lineName(b)];
    return {
      sentence: `Whether ${a} causes ${b} or ${b} causes ${a} settles ${least === undirected ? "" : "at least "}${settled(least)}.`,
      statements: [`${cause} -> ${effect}`, `${effect} -> ${cause}`],
    };
  }
}

function most<T>(list: readonly T[], value: (each: T) => number): T | undefined {
  return list.reduce<T | undefined>(
    (best, each) => (best === undefined || value(each) > value(best) ? each : best),
    undefined,
  );
}

/** In quotes if a line of knowledge would otherwise misread it. */
function lineName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : quoted(name);
}
