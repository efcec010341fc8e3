// One edge of a result: its contribution to the score, its alternatives, and how the effect depends on the cause.
//
// The table is prepared as in the run (categories, outliers, standardising), and the score is that of the run's spec, also for
// searches that do not use it. The contribution is what the score loses without the edge. An edge that the class leaves
// undirected is described in the requested direction, in a member of the class that has it.
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

/** Does the result, or a member of its class, have this edge? */
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

/** The final graph; if that has the edge reversed, a member of its class with this direction. */
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
  // Tests may contradict each other, and then their graph has no member: the final graph with this edge reversed stands in.
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

/** Are the effects linear, in the search's own model or under the score that it uses? */
function isLinear({ search, spec }: RunResult): boolean {
  const { uses, isLinear: ofSearch } = searches[search];
  return uses === "rows" ? (ofSearch?.(spec.options ?? {}) ?? false) : scores[spec.score]?.isLinear === true;
}
