// A table, knowledge and truth as searches see them, and the way back to names.
//
// Searches work on the columns in the order of their names; results are told by name, in the order of the user's
// columns. This is where the one becomes the other.

import { check } from "../check.ts";
import type { LoadedTable } from "../data/columns.ts";
import type { Finding } from "../data/doctor/doctor.ts";
import { examination, examine } from "../data/doctor/doctor.ts";
import { type DroppedOutliers, withoutOutliers } from "../data/outliers.ts";
import { nameOrder, standardised, type Table, withColumns } from "../data/table.ts";
import { edgeCount, edgeList, type Graph, renumbered } from "../graph/graph.ts";
import { type Knowledge, renumberedKnowledge } from "../graph/knowledge.ts";
import { type Pdag, undirectedPairs } from "../graph/pdag.ts";
import type { Score } from "../score/score.ts";
import { type UserScoreMaker, userScore } from "../score/user-score.ts";
import type { AgentStep } from "../search/agents/agents.ts";
import type { PcStep } from "../search/constraint/constraint.ts";
import type { Search, Step } from "../search/search.ts";
import { knowledgeOf } from "./knowledge-names.ts";
import type { Place, Pulse } from "./pulse.ts";
import { type ScoreMachine, scores } from "./registry.ts";
import type { NamedEdge, RunEvent, RunResult } from "./result.ts";
import type { RunSpec } from "./spec.ts";

/** Table, knowledge and truth with the variables in the order of their names. */
export interface SortedProblem {
  readonly table: Table;
  readonly knowledge: Knowledge;
  readonly truth?: Graph;
  /** Variable k of the sorted table is column order[k] of the user's. */
  readonly order: readonly number[];
  /** What was left out before anything else, where that was asked for. */
  readonly outliers?: DroppedOutliers;
}

/** What names the variables of a search. */
type Naming = Pick<SortedProblem, "table" | "order">;

export function sortedProblem(table: Table, truth: Graph | undefined, spec: RunSpec): SortedProblem {
  const order = nameOrder(table.names);
  const place = order.map((_, j) => order.indexOf(j));
  const whole = withColumns(table, order);
  const { table: ordered, outliers } =
    spec.dropOutliers === undefined ? { table: whole } : withoutOutliers(whole, spec.dropOutliers);
  return {
    table: spec.standardise ? standardised(ordered) : ordered,
    ...(outliers && { outliers }),
    knowledge: renumberedKnowledge(knowledgeOf(spec.knowledge, table.names), place),
    truth: truth && renumbered(truth, place),
    order,
  };
}

/**
 * The data doctor's findings, and what is fatal about the rows that are left where outliers are dropped; a wish to stop that
 * comes meanwhile is kept for the search.
 */
export function* examined(
  { dropped, doubt, ...table }: LoadedTable,
  { dropOutliers }: RunSpec,
): Generator<RunEvent, { findings: Finding[]; stop: StopReason | undefined }, StopReason | undefined> {
  const running = examination(table, { dropped, doubt });
  let stop: StopReason | undefined;
  for (;;) {
    const { value, done } = running.next();
    if (done) return { findings: withFatal(value, table, dropOutliers), stop };
    stop = (yield progressOf("doctor", "examining the columns", value)) ?? stop;
  }
}

/** The findings and, where none is fatal, what is about the rows without outliers. */
function withFatal(findings: Finding[], table: Table, dropOutliers: number | undefined): Finding[] {
  const isFatal = ({ severity }: Finding) => severity === "fatal";
  if (dropOutliers === undefined || findings.some(isFatal)) return findings;
  return [...findings, ...examine(withoutOutliers(table, dropOutliers).table).filter(isFatal)];
}

/** A step of work that has no graph to show. */
export function progressOf(stage: string, doing: string, progress: number): RunEvent {
  return { type: "step", stage, doing, progress, score: null, edges: null, values: {}, state: null };
}

export function scoreOf(
  table: Table,
  spec: RunSpec,
  make?: UserScoreMaker,
  machine: ScoreMachine = {},
): Score {
  if (make) return userScore(table, spec.score, make);
  check(scores[spec.score] !== undefined, `discover: the score ${spec.score} is a file; load it first`);
  return scores[spec.score].make(table, spec, machine);
}

/** Edges by name, in the order of the user's columns. */
export function namedEdges(graph: Graph, { table, order }: Naming): NamedEdge[] {
  const names: string[] = [];
  order.forEach((j, k) => {
    names[j] = table.names[k];
  });
  return edgeList(renumbered(graph, order)).map(([i, j]) => [names[i], names[j]]);
}

export function namedClass(pdag: Pdag, problem: SortedProblem): Omit<NonNullable<RunResult["class"]>, "by"> {
  const { table, order } = problem;
  const undirected = undirectedPairs(pdag)
    .map(([i, j]) => [order[i], order[j]].sort((a, b) => a - b))
    .sort((p, q) => p[0] - q[0] || p[1] - q[1])
    .map(([i, j]): NamedEdge => [nameAt(table, order, i), nameAt(table, order, j)]);
  return { directed: namedEdges({ d: pdag.d, edges: pdag.directed }, problem), undirected };
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
function nameAt(sorted: Table, order: readonly number[], j: number): string {
  return sorted.names[order.indexOf(j)];
}

export type StopReason = "time limit" | "interrupted";

export interface WatchOptions {
  readonly pulse: Pulse;
  /** The problem that is searched, for the best graph and an agent's probabilities to be told in the order of the table's columns. */
  readonly problem?: Naming;
  /** Terms of the score that the search will ask for, where that is known. */
  readonly terms?: number | undefined;
}

export interface Watched {
  readonly step: Step;
  readonly stopped: StopReason | null;
  /** Was it left in the middle of a step? What that step would have to tell only when asked is gone then. */
  readonly isCut: boolean;
}

/** Runs a search, telling every step, until it ends or is to stop: then the last step counts, also from the middle of the next. */
export function* watched(
  start: () => Search,
  stage: string,
  { pulse, problem, terms }: WatchOptions,
): Generator<RunEvent, Watched, StopReason | undefined> {
  let step: Step = noStep;
  let search: Search | undefined;
  pulse.at(placeOf(step, stage), terms);
  for (;;) {
    const next = pulse.tried(() => {
      search ??= start();
      return search.next();
    });
    if (next === null) {
      yield { type: "step", ...placeOf(step, stage), state: null, isSign: true };
      return { step, stopped: pulse.wish()!, isCut: true };
    }
    const { value, done } = next.value;
    step = value;
    if (done) return { step, stopped: null, isCut: false };
    const place = placeOf(step, stage);
    pulse.at(place, terms);
    const answer = yield {
      type: "step",
      ...place,
      state: step.state,
      ...(problem && { ...probabilitiesOf(step, problem.order), ...bestOf(step, problem) }),
    };
    const stop = pulse.wish(answer);
    if (stop !== undefined) return { step, stopped: stop, isCut: false };
  }
}

/** What there is of a search that had no time to come to a step. */
export const noStep: Step = {
  graph: null,
  score: Number.NEGATIVE_INFINITY,
  progress: 0,
  doing: "before the first step",
  values: {},
  state: null,
};

function placeOf({ graph, score, doing, progress, values }: Step, stage: string): Place {
  return {
    stage,
    doing,
    progress,
    score: graph === null ? null : score,
    edges: graph === null ? null : edgeCount(graph),
    values,
  };
}

function bestOf({ graph }: Step, problem: Naming) {
  return graph === null ? {} : { best: () => namedEdges(graph, problem) };
}

/** The probabilities of a policy, moved to the places of the table's columns. */
function probabilitiesOf(step: Step, order: readonly number[]) {
  const { probabilities } = step as AgentStep;
  if (probabilities === undefined) return {};
  return {
    probabilities: () => {
      const d = order.length;
      const sorted = probabilities();
      const own = new Float64Array(d * d);
      for (let i = 0; i < d; i++)
        for (let j = 0; j < d; j++) own[order[i] * d + order[j]] = sorted[i * d + j];
      return own;
    },
  };
}
