// Stage 4, prove: the best score over all graphs, where a proof is cheap: before an agent starts, so that it can stop on reaching
// it; after any other search. An exact search is a proof by itself. A proof is checked before it is claimed.

import { rowsUsed } from "../../data/table.ts";
import type { ExactStep } from "../../search/exact/exact.ts";
import { searches } from "../../search/searches.ts";
import { type CheckedProof, checkedProof, claimFor } from "../certificate/certificate.ts";
import type { StopReason } from "../problem.ts";
import type { RunEvent } from "../result.ts";
import { isProofCheap } from "./choose-search.ts";
import type { Prepared } from "./prepare.ts";
import { watched } from "./watched.ts";

export interface Proven extends CheckedProof {
  /** Did an exact search run to its end? */
  readonly isTried: boolean;
  /** The best score over all graphs; null if nothing is proven. */
  readonly optimum: number | null;
  /** What the proof is about, as a sentence. */
  readonly claim: string | null;
}

/** `proofStep`: the last step of a search that is itself a proof; null if it is not, or did not run to its end. */
export function* prove(
  prepared: Prepared,
  { proofStep, wasStopped }: { readonly proofStep: ExactStep | null; readonly wasStopped: boolean },
): Generator<RunEvent, Proven, StopReason | undefined> {
  const { input, spec, table, sorted, problem, computed, pulse, skips } = prepared;
  const ran = proofStep ?? (wasStopped ? null : yield* provenOptimum(prepared));
  const checked = yield* checkedProof(ran, {
    ...problem,
    table: sorted.table,
    spec,
    userScore: input.userScore,
    hasSets: computed !== undefined,
    scoring: input.scoring,
    wish: pulse.wish,
  });
  if (checked.isStopped) skips.push("the check of the proof");
  const isTried = ran !== null;
  if (checked.exact === null) return { ...checked, isTried, optimum: null, claim: null };
  const optimum = problem.score.ofGraph(checked.exact.graph!);
  const { knowledge } = prepared;
  const rows = { rows: rowsUsed(table), isWeighted: input.table.weights !== undefined };
  const claim = claimFor(spec, { ...rows, columns: table.names, knowledge }).sentence;
  yield { type: "optimum", score: optimum, claim };
  return { ...checked, isTried, optimum, claim };
}

/** The proven optimum for a search that is no proof, where a proof is cheap and the search maximises the score. */
function* provenOptimum({
  spec,
  search,
  problem: { score, knowledge, table, rng },
  machine,
  memoryBytes,
  pulse,
  skips,
}: Prepared): Generator<RunEvent, ExactStep | null, StopReason | undefined> {
  const { exact } = searches;
  if (search === exact || spec.optimum === "never" || search.uses === "rows") return null;
  if (!isProofCheap(score, memoryBytes)) return null;
  const start = () => exact.run({ score, knowledge, table, rng }, {}, machine);
  const { step, stopped } = yield* watched(start, "proof", { pulse, terms: exact.terms?.(score, knowledge) });
  if (stopped === null) return step.kind === "proof" ? step : null;
  skips.push("the proof of the best score");
  return null;
}
