// Stage 5, search: until it ends or is to stop. Where it has no graph by then, the best one along the order of the variances.

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
  /** The graph of the search, or what stands for it. */
  readonly raw: Graph;
  readonly notes: readonly string[];
}

/** Milliseconds that all that follows a search may take together, after a wish to stop. */
const restMs = 1000;

/** `optimum`: the proven best score, where it is known beforehand. */
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

/** The best graph under the order of rising variances; null where that order forbids the required edges, or takes long. */
function alongVariances({ score, knowledge }: SearchProblem, table: Table): Graph | null {
  if (!isQuick(score, table)) return null;
  const { S } = tableScatter(table);
  const order = Array.from({ length: S.cols }, (_, j) => j);
  order.sort((i, j) => S.data[i * S.cols + i] - S.data[j * S.cols + j] || i - j);
  const { graph, score: value } = bestUnderOrder(order, score.local!, knowledge, 11);
  return value === Number.NEGATIVE_INFINITY ? null : graph;
}

/** Has it terms that can be asked for by the thousand, and the table variances to sort by (categories have none)? */
function isQuick({ local, exactVariables }: Score, { levels }: Table): boolean {
  return local !== undefined && exactVariables === undefined && levels === undefined;
}
