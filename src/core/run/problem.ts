// A table, knowledge and truth as searches see them, and the way back to names.
//
// Searches work on the columns sorted by name; results refer to columns by name, in the order of the user's
// columns. This module converts between the two.

import { check } from "../check.ts";
import { type DroppedOutliers, withoutOutliers } from "../data/outliers.ts";
import { nameOrder, standardised, type Table, withColumns } from "../data/table.ts";
import { edgeList, type Graph, renumbered } from "../graph/graph.ts";
import { type Knowledge, renumberedKnowledge } from "../graph/knowledge.ts";
import { type Pdag, undirectedPairs } from "../graph/pdag.ts";
import type { ScoreMachine } from "../score/definition.ts";
import type { Score } from "../score/score.ts";
import { scores } from "../score/scores.ts";
import { type UserScoreMaker, userScore } from "../score/user-score.ts";
import type { PcStep } from "../search/constraint/constraint.ts";
import { knowledgeOf } from "./knowledge-names.ts";
import type { NamedEdge, RunEvent, RunResult } from "./result.ts";
import { optionsIn, type RunSpec } from "./spec.ts";

/** Table, knowledge and truth with the variables sorted by name. */
export interface SortedProblem {
  readonly table: Table;
  readonly knowledge: Knowledge;
  readonly truth?: Graph;
  /** Variable k of the sorted table is column order[k] of the user's. */
  readonly order: readonly number[];
  /** The rows that were dropped as outliers, if that was requested. */
  readonly outliers?: DroppedOutliers;
}

/** Names the variables of a search. */
export interface Naming {
  readonly table: Pick<Table, "names">;
  readonly order: readonly number[];
}

export interface ProblemInput {
  readonly truth?: Graph | undefined;
  /** On the user's columns; by default parsed from the spec. */
  readonly knowledge?: Knowledge;
}

export function sortedProblem(
  table: Table,
  spec: RunSpec,
  { truth, knowledge = knowledgeOf(spec.knowledge, table.names) }: ProblemInput = {},
): SortedProblem {
  const order = nameOrder(table.names);
  const place = order.map((_, j) => order.indexOf(j));
  const whole = withColumns(table, order);
  const { table: ordered, outliers } =
    spec.dropOutliers === undefined ? { table: whole } : withoutOutliers(whole, spec.dropOutliers);
  return {
    table: spec.standardise ? standardised(ordered) : ordered,
    ...(outliers && { outliers }),
    knowledge: renumberedKnowledge(knowledge, place),
    truth: truth && renumbered(truth, place),
    order,
  };
}

/** The position of work that has no graph to show. */
export function placeAt(stage: string, doing: string, progress = 0) {
  return { stage, doing, progress, score: null, edges: null, values: {} };
}

/** The same, as an event. */
export function progressOf(stage: string, doing: string, progress: number): RunEvent {
  return { type: "step", ...placeAt(stage, doing, progress), state: null };
}

export function scoreOf(
  table: Table,
  spec: RunSpec,
  make?: UserScoreMaker,
  machine: ScoreMachine = {},
): Score {
  if (make) return userScore(table, spec.score, make);
  const score = scores[spec.score];
  check(score !== undefined, `discover: the score ${spec.score} is a file; load it first`);
  return score.make(table, optionsIn(spec, score), machine);
}

/** Edges by name, in the order of the user's columns. */
export function namedEdges(graph: Graph, { table, order }: Naming): NamedEdge[] {
  const names: string[] = [];
  order.forEach((j, k) => {
    names[j] = table.names[k];
  });
  return edgeList(renumbered(graph, order)).map(([i, j]) => [names[i], names[j]]);
}

export function namedClass(
  pdag: Pdag,
  { table, order }: Naming,
): { readonly directed: NamedEdge[]; readonly undirected: NamedEdge[] } {
  const undirected = undirectedPairs(pdag)
    .map(([i, j]) => [order[i], order[j]].sort((a, b) => a - b))
    .sort((p, q) => p[0] - q[0] || p[1] - q[1])
    .map(([i, j]): NamedEdge => [nameAt(table, order, i), nameAt(table, order, j)]);
  return { directed: namedEdges({ d: pdag.d, edges: pdag.directed }, { table, order }), undirected };
}

/** A graph from edges by name, on these columns. */
export function pdagOf(
  columns: readonly string[],
  { edges, undirected }: { readonly edges: readonly NamedEdge[]; readonly undirected: readonly NamedEdge[] },
): Pdag {
  const d = columns.length;
  const place = new Map(columns.map((name, j) => [name, j]));
  const at = ([a, b]: NamedEdge): number => place.get(a)! * d + place.get(b)!;
  const pdag = { d, directed: new Uint8Array(d * d), undirected: new Uint8Array(d * d) };
  for (const edge of edges) pdag.directed[at(edge)] = 1;
  for (const [a, b] of undirected) pdag.undirected[at([a, b])] = pdag.undirected[at([b, a])] = 1;
  return pdag;
}

/** Why pairs are not linked, and where the tests contradicted each other, by name. */
export function namedTests(
  { separatingSets, conflicts }: PcStep,
  { table: { names } }: SortedProblem,
): NonNullable<RunResult["tests"]> {
  return {
    separations: separatingSets.map(({ pair: [i, j], set, p }) => ({
      pair: [names[i], names[j]],
      given: set.map((k) => names[k]),
      p,
    })),
    conflicts: conflicts.map(({ kind, nodes }) => ({ kind, variables: nodes.map((k) => names[k]) })),
  };
}

/** Name of the user's column j. */
function nameAt(sorted: Naming["table"], order: readonly number[], j: number): string {
  return sorted.names[order.indexOf(j)];
}

export type StopReason = "time limit" | "interrupted";
