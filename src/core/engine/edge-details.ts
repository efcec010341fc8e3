// One edge of a result: what it is worth to the score, what could stand in its place, and how the effect goes with the cause.
//
// The table is prepared as the run prepared it (categories, outliers, standardising), and the score is that of the run's spec, also for
// searches that do not go by it. What the score loses without the edge is its contribution. An edge that the class leaves
// undirected is told in the direction that is asked for, in a member of the class that has it.
//
// Cost: milliseconds for linear scores, seconds for slow ones (edge-alternatives.ts, effect-curve.ts).

import { check } from "../check.ts";
import type { LoadedTable } from "../data/columns.ts";
import { dagOf } from "../graph/equivalence.ts";
import { type Graph, hasEdge, isAcyclic, parentsOf } from "../graph/graph.ts";
import { type SortedProblem, scoreOf, sortedProblem } from "../run/problem.ts";
import type { NamedEdge, RunResult } from "../run/result.ts";
import { isUserScore } from "../run/spec.ts";
import { tableFor } from "../run/table-for.ts";
import { scores } from "../score/scores.ts";
import { searches } from "../search/searches.ts";
import { edgeAlternatives } from "./edge-alternatives.ts";
import { effectCurve } from "./effect-curve.ts";
import type { EdgeDetails } from "./wire/wire.ts";

/** Has the result this edge, or has a member of its class? */
export function hasNamedEdge(
  result: Pick<RunResult, "edges" | "undirected">,
  [cause, effect]: NamedEdge,
): boolean {
  const isThere = ([a, b]: NamedEdge) => a === cause && b === effect;
  const isTurned = ([a, b]: NamedEdge) => a === effect && b === cause;
  return result.edges.some(isThere) || result.undirected.some((e) => isThere(e) || isTurned(e));
}

export function edgeDetails(table: LoadedTable, result: RunResult, edge: NamedEdge): EdgeDetails {
  const { spec } = result;
  check(
    table.names.length === result.table.columns.length &&
      table.names.every((name, j) => name === result.table.columns[j]),
    "edge: the table must have the columns of the run, got others; give the table of the run",
  );
  check(
    hasNamedEdge(result, edge),
    `edge: the result must have an edge from "${edge[0]}" to "${edge[1]}", and has none; choose one of its edges`,
  );
  const isOwn = isUserScore(spec.score);
  const problem = sortedProblem(tableFor(table, spec, isOwn), spec);
  const { names } = problem.table;
  const [cause, effect] = edge.map((name) => names.indexOf(name));
  const graph = graphWith(result, problem, cause, effect);
  const parents = parentsOf(graph, effect);
  const score = isOwn ? null : scoreOf(problem.table, spec);
  const isSlow = scores[spec.score]?.sets !== undefined;
  const fitted = score?.coefficients?.(effect, parents)[parents.indexOf(cause)];
  return {
    cause: edge[0],
    effect: edge[1],
    parents: table.names.filter((name) => parents.includes(names.indexOf(name))),
    coefficient: fitted ?? null,
    ...edgeAlternatives({ problem, graph, cause, effect, score, isSlow }),
    curve: effectCurve(problem.table, { cause, effect, parents }, isLinear(result) ? "line" : "smooth"),
  };
}

/** The final graph; where it has the edge the other way round, a member of its class that has it so. */
function graphWith(result: RunResult, { table }: SortedProblem, cause: number, effect: number): Graph {
  const { names } = table;
  const d = names.length;
  const place = new Map(names.map((name, j) => [name, j]));
  const cellsOf = (edges: readonly NamedEdge[]): Uint8Array => {
    const out = new Uint8Array(d * d);
    for (const [a, b] of edges) out[place.get(a)! * d + place.get(b)!] = 1;
    return out;
  };
  const final: Graph = { d, edges: cellsOf(result.member.edges) };
  if (hasEdge(final, cause, effect)) return final;
  const directed = cellsOf(result.edges);
  const undirected = cellsOf(result.undirected);
  for (const [a, b] of result.undirected) undirected[place.get(b)! * d + place.get(a)!] = 1;
  directed[cause * d + effect] = 1;
  undirected[cause * d + effect] = undirected[effect * d + cause] = 0;
  // Tests may contradict each other, and then what they say has no member: the final graph with this edge turned stands in.
  const member = dagOf({ d, directed, undirected }) ?? turned(final, effect, cause);
  check(
    isAcyclic(member),
    () =>
      `edge: some graph of the class must have ${names[cause]} → ${names[effect]}, and none has; choose ${names[effect]} → ${names[cause]}`,
  );
  return member;
}

function turned({ d, edges }: Graph, i: number, j: number): Graph {
  const cells = new Uint8Array(edges);
  cells[i * d + j] = 0;
  cells[j * d + i] = 1;
  return { d, edges: cells };
}

/** Are the effects lines, by the rule of the search or by the score that it went by? */
function isLinear({ search, spec }: RunResult): boolean {
  const { uses, isLinear: ofSearch } = searches[search];
  return uses === "rows" ? (ofSearch?.(spec.options ?? {}) ?? false) : scores[spec.score]?.isLinear === true;
}
