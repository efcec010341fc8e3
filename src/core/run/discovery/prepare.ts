// Stage 3, prepare: sorts the columns by name, builds their score and chooses the search; for a slow score, computes the values of
// all parent sets if the search or a proof will need most of them.

import { check } from "../../check.ts";
import { createRng } from "../../math/rng.ts";
import type { Score } from "../../score/score.ts";
import { type Beat, watchedTerms } from "../../score/watched-terms.ts";
import type { AnySearch } from "../../search/definition.ts";
import { checkKBest } from "../../search/exact/exact.ts";
import { checkEvidence } from "../../search/posterior/posterior.ts";
import type { SearchMachine, SearchProblem } from "../../search/search.ts";
import { searches } from "../../search/searches.ts";
import { type SortedProblem, type StopReason, scoreOf, sortedProblem } from "../problem.ts";
import type { RunEvent } from "../result.ts";
import { checkWeights } from "../spec-for.ts";
import { checkNeeds } from "./check-needs.ts";
import { chosenSearch, withChosenSearch } from "./choose-search.ts";
import type { Examined } from "./examine.ts";
import { type ComputedSets, type FlushedSets, setsAhead, storedSets } from "./score-sets.ts";
import { checkSensitivity } from "./sensitivity.ts";

export interface Prepared extends Examined {
  readonly sorted: SortedProblem;
  readonly search: AnySearch;
  /** Why this search was chosen. */
  readonly choice: string;
  readonly problem: SearchProblem;
  /** The score with its penalty as in the equation and weight 1: anything more acts as a prior, and a posterior has its own. */
  readonly evidence: Score;
  readonly machine: SearchMachine;
  /** Values of parent sets computed ahead. */
  readonly computed: ComputedSets | undefined;
  /** Cache for values that are requested one by one. */
  readonly store: FlushedSets | undefined;
}

const usual = { penaltyWeight: 1, penalty: "equation" } as const;
/** Milliseconds that a search may still take to reach its next step after a request to stop. */
const searchMs = 300;

export function* prepare(examined: Examined): Generator<RunEvent, Prepared, StopReason | undefined> {
  const { input, spec, table, knowledge, pulse, memoryBytes } = examined;
  const sorted = sortedProblem(table, spec, { truth: input.truth, knowledge });
  const store = storedSets(examined, sorted.table.X.cols);
  const scoreFor = (sets?: ComputedSets, options = spec): Score => {
    const scoring = { ...input.scoring, ...sets, ...(options === spec && { kept: store }), beat: pulse.beat };
    return watchedTerms(scoreOf(sorted.table, options, input.userScore, scoring), pulse.term);
  };
  const baseScore = scoreFor();
  const isUsual = spec.penaltyWeight === 1 && spec.penalty === usual.penalty;
  const unweighed = isUsual ? undefined : scoreFor(undefined, { ...spec, ...usual });
  if (spec.confidence === "posterior") checkEvidence(unweighed ?? baseScore);
  if (spec.best > 1) checkKBest(baseScore, spec.best, memoryBytes);
  const machine = { ...heardMachine(input.machine, pulse.beat), memoryBytes };
  const { name, choice } = chosenSearch(spec, baseScore, machine);
  const search = searches[name];
  checkNeeds(spec, search, { table: sorted.table, score: baseScore });
  search.refuse?.(baseScore, machine);
  if (spec.confidence === "bayesian-bootstrap")
    checkWeights(withChosenSearch(spec, name), input.userScore !== undefined);
  checkSensitivity({ spec, search });
  yield { type: "choice", search: name, scoreName: spec.score, reason: choice };
  check(
    input.from === undefined || input.from.search === name,
    () =>
      `discover: the checkpoint is of the search ${input.from?.search}, but this is ${name}; use the same search`,
  );
  pulse.allow(searchMs);
  const computed = yield* setsAhead(examined, { search, baseScore, sorted });
  const score = computed ? scoreFor(computed) : baseScore;
  return {
    ...examined,
    sorted,
    search,
    choice,
    machine,
    computed,
    evidence: unweighed ?? score,
    store,
    problem: {
      table: sorted.table,
      score,
      knowledge: sorted.knowledge,
      rng: createRng(spec.seed),
      restarts: spec.restarts ?? search.restarts,
    },
  };
}

/** Beats are also sent by agents, and while waiting for a pool, whose work is done elsewhere. */
function heardMachine(machine: SearchMachine = {}, beat: Beat): SearchMachine {
  const heard = <Pool extends { readonly news: (hasWork?: boolean) => unknown }>(pool: Pool): Pool => ({
    ...pool,
    news: (hasWork?: boolean) => {
      beat();
      return pool.news(hasWork);
    },
  });
  const { pool, tasks } = machine;
  return { ...machine, beat, ...(pool && { pool: heard(pool) }), ...(tasks && { tasks: heard(tasks) }) };
}
