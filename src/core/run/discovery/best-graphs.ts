// The k best graphs, or classes if all members of a class score the same, each with its share of the posterior.

import type { Graph } from "../../graph/graph.ts";
import { exponential, logarithm } from "../../math/elementary.ts";
import { createRng } from "../../math/rng.ts";
import { kBestSteps, termCount } from "../../search/exact/exact.ts";
import {
  hasEvidence,
  logClassPrior,
  logParentPrior,
  logTotalEvidence,
  usualParents,
} from "../../search/posterior/posterior.ts";
import { placeAt, progressOf, type StopReason } from "../problem.ts";
import type { RunEvent, RunResult } from "../result.ts";
import { answerOf } from "./answer.ts";
import type { Prepared } from "./prepare.ts";

export type BestGraphs = Pick<RunResult, "alternatives" | "best">;

/** Empty unless more than one is requested. */
export function* bestGraphs(prepared: Prepared): Generator<RunEvent, BestGraphs, StopReason | undefined> {
  const { spec, sorted, problem, memoryBytes, skips } = prepared;
  const { score, knowledge } = problem;
  if (spec.best <= 1) return { alternatives: [] };
  const areClasses = score.isEquivalent;
  const doing = `the ${spec.best} best ${areClasses ? "classes" : "graphs"}`;
  const running = kBestSteps(score, spec.best, { knowledge, memoryBytes, areClasses });
  const ranked = yield* heard(prepared, doing, running, (progress) => progress);
  if (ranked === null) {
    skips.push(doing);
    return { alternatives: [] };
  }
  const { shares, ...facts } = yield* sharesOf(
    prepared,
    ranked.map(({ graph }) => graph),
  );
  return {
    best: { of: areClasses ? "classes" : "graphs", ...facts },
    alternatives: ranked.map(({ graph, score: value }, k) => {
      const by = areClasses ? "score" : null;
      const { edges, undirected, members } = answerOf(graph, sorted, { by, asksMember: false }).facts;
      return { edges, undirected, members, score: value, share: shares[k] };
    }),
  };
}

type Shared = Omit<NonNullable<RunResult["best"]>, "of"> & { readonly shares: readonly (number | null)[] };

/** Shares of the whole posterior if all graphs can be summed over, otherwise of the listed ones; null if the score is no evidence. */
function* sharesOf(
  prepared: Prepared,
  graphs: readonly Graph[],
): Generator<RunEvent, Shared, StopReason | undefined> {
  const { spec, evidence: score, memoryBytes, problem } = prepared;
  const { knowledge } = problem;
  const { prior = "orders", parentPrior = usualParents[prior] } = spec;
  const none = { shares: graphs.map(() => null), shareOf: null, prior: null, parentPrior: null };
  if (!hasEvidence(score)) return none;
  const logParents = logParentPrior(score.d, parentPrior);
  const options = { prior, logParents, knowledge, isAlone: !score.isEquivalent };
  const logs = graphs.map((graph) => {
    const log = logClassPrior(graph, options);
    return log === null ? null : log + score.logEvidence! * score.ofGraph(graph);
  });
  if (logs.some((log) => log === null)) return none;
  const doing = "the sum over all graphs";
  const rng = createRng(spec.seed).fork("best");
  const sums = logTotalEvidence({ score, knowledge, rng }, { prior, parentPrior }, { memoryBytes });
  const total = yield* heard(prepared, doing, sums, ({ progress }) => progress);
  const whole = total ?? logSum(logs as number[]);
  const shareOf = total === null ? "listed" : "posterior";
  return { shares: logs.map((log) => Math.min(1, exponential(log! - whole))), shareOf, prior, parentPrior };
}

function logSum(logs: readonly number[]): number {
  const top = Math.max(...logs);
  return top + logarithm(logs.reduce((sum, log) => sum + exponential(log - top), 0));
}

/** Runs a generator to its end, reporting its progress; null if the run is to stop. */
function* heard<Step, T>(
  { problem, pulse }: Prepared,
  doing: string,
  running: Generator<Step, T, void>,
  progressIn: (step: Step) => number,
): Generator<RunEvent, T | null, StopReason | undefined> {
  const terms = termCount(problem.knowledge);
  pulse.at(placeAt("best", doing), terms);
  for (;;) {
    const next = pulse.tried(() => running.next())?.value;
    if (next === undefined) return null;
    if (next.done) return next.value;
    const progress = progressIn(next.value);
    pulse.at(placeAt("best", doing, progress), terms);
    if (pulse.wish(yield progressOf("best", doing, progress)) !== undefined) return null;
  }
}
