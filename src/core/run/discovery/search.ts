// Stage 5, search: runs until it ends or is to stop. If it has no graph by then, the best one along the order of the variances is used.

import { type Table, tableScatter } from "../../data/table.ts";
import type { Graph } from "../../graph/graph.ts";
import type { Score } from "../../score/score.ts";
import { bestUnderOrder } from "../../search/order/order.ts";
import type { SearchProblem } from "../../search/search.ts";
import type { StopReason } from "../problem.ts";
import type { RunEvent } from "../result.ts";
import { noGraphNote } from "./notes.ts";
import type { Prepared } from "./prepare.ts";
import { noStep, type Watched, watched } from "./watched.ts";

export interface SearchOutcome extends Watched {
  /** The graph of the search, or its substitute. */
  readonly raw: Graph;
  readonly notes: readonly string[];
}

/** Milliseconds that all later stages together may take after a request to stop. */
const restMs = 1000;

/** `optimum`: the proven best score, if already known. */
export function* search(
  prepared: Prepared,
  optimum: number | null,
): Generator<RunEvent, SearchOutcome, StopReason | undefined> {
  const { input, search, spec, problem, machine, computed, sorted, pulse } = prepared;
  const { score, knowledge, table } = problem;
  const task = { ...problem, from: input.from?.state ?? undefined, optimum: optimum ?? undefined };
  const start = () => search.run(task, spec.options ?? {}, machine);
  const run: Watched =
    computed?.stop !== undefined
      ? { step: noStep, stopped: computed.stop, isCut: true }
      : yield* watched(start, "search", { pulse, naming: sorted, terms: search.terms?.(score, knowledge) });
  pulse.allow(restMs);
  const { graph } = run.step;
  if (graph !== null) return { ...run, raw: graph, notes: [] };
  const along = pulse.tried(() => alongVariances(problem, table))?.value ?? null;
  const required = { d: score.d, edges: new Uint8Array(knowledge.required) };
  return { ...run, raw: along ?? required, notes: [noGraphNote(run.stopped !== null, along !== null)] };
}

/** The best graph under the order of increasing variances; null if that order rules out required edges, or would take long. */
function alongVariances({ score, knowledge }: SearchProblem, table: Table): Graph | null {
  if (!isQuick(score, table)) return null;
  const { S } = tableScatter(table);
  const order = Array.from({ length: S.cols }, (_, j) => j);
  order.sort((i, j) => S.data[i * S.cols + i] - S.data[j * S.cols + j] || i - j);
  const { graph, score: value } = bestUnderOrder(order, score.local!, knowledge, 11);
  return value === Number.NEGATIVE_INFINITY ? null : graph;
}

/** Are terms cheap enough to compute thousands of them, and are there variances to sort by (categories have none)? */
function isQuick({ local, exactVariables }: Score, { levels }: Table): boolean {
  return local !== undefined && exactVariables === undefined && levels === undefined;
}
