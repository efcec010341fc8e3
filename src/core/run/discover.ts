// One discovery from table to result: examine, search, polish, prune, compare.
//
// A generator of events, so that whoever runs it shows progress, breathes and stops: answer a step with "interrupted" and
// the search ends where it is, as it does when its time is up; what follows still happens with the best graph so far, where
// it takes no time. Between two steps the wish to stop is asked for at every term of the score (pulse.ts).
//
// Searches work on the columns in the order of their names, and results are told by name: permuting the columns of the
// table permutes the answer and changes nothing else.

import { check } from "../check.ts";
import type { LoadedTable } from "../data/columns.ts";
import { fatalSentence } from "../data/doctor/doctor.ts";
import type { Table } from "../data/table.ts";
import type { Graph } from "../graph/graph.ts";
import type { Knowledge } from "../graph/knowledge.ts";
import { describeKnowledge } from "../graph/knowledge-format.ts";
import { createRng } from "../math/rng.ts";
import { scatterOf } from "../math/scatter.ts";
import { paperScore, type Score } from "../score/score.ts";
import type { UserScoreMaker } from "../score/user-score.ts";
import { type Beat, watchedTerms } from "../score/watched-terms.ts";
import type { AgentMachine, RestartedStep } from "../search/agents/agents.ts";
import type { PcStep } from "../search/constraint/constraint.ts";
import { checkExact, checkKBest, type ExactStep, exactSearch, termCount } from "../search/exact/exact.ts";
import { bestUnderOrder } from "../search/order/order.ts";
import { bestGraphs, finished, type LeftOut, leftOutNotes, restMs, searchMs } from "./after-search.ts";
import { assembled, isTruthInReach, ownClass, verdicts } from "./assemble.ts";
import { certificateOf, checkedProof, claimFor } from "./certificate/certificate.ts";
import { chosenSearch, isProofCheap } from "./choose-search.ts";
import { panelOf } from "./gameability.ts";
import { noGraphNote, notesOf, outliersNote, propositionNote } from "./notes.ts";
import {
  examined,
  namedEdges,
  namedTests,
  noStep,
  type StopReason,
  scoreOf,
  sortedProblem,
  watched,
} from "./problem.ts";
import { createPulse, type Pulse, type PulseHost } from "./pulse.ts";
import { type SearchContext, searches, searchOf } from "./registry.ts";
import type { Certificate, RunEvent, RunResult } from "./result.ts";
import { type ComputedSets, type Scoring, setsAhead } from "./score-sets.ts";
import { type RunOptions, runSpec } from "./spec.ts";
import { tableFor } from "./table-for.ts";

export interface Discovery {
  readonly table: LoadedTable;
  readonly options?: RunOptions;
  /** The true graph on the table's columns, where it is known. */
  readonly truth?: Graph;
  /** Makes the score, when that is the user's own; the score in the options is then only its name. */
  readonly userScore?: UserScoreMaker;
  /** The table's name and hash, and versions, for the record. */
  readonly name?: string;
  readonly hash?: string;
  readonly versions?: Readonly<Record<string, string>>;
  /** Bytes that a search may allocate. */
  readonly memoryBytes?: number;
  /** How networks are computed: threads, build. */
  readonly machine?: AgentMachine;
  /** How slow scores are: by whom, with which kernels, and where their numbers are kept. */
  readonly scoring?: Scoring;
  /** Where an earlier run of the same search on the same table and spec was: a step's state, to go on from. */
  readonly from?: { readonly search: string; readonly state: unknown };
  /** Seconds that earlier sittings of this run took. */
  readonly secondsBefore?: number;
  /** SHA-256 of texts and bytes one after the other, in hexadecimal: core has none of its own. */
  readonly sha256?: (parts: readonly (string | Uint8Array)[]) => string;
  /** Milliseconds on some clock, for the time limit and the record: core has none of its own. */
  readonly now: () => number;
  /** A reason to stop; asked at every event, and before every term of the score: it must be quick. */
  readonly stop?: PulseHost["stop"];
  /** Hears some times in a second, where no step is due for long, that the run lives and how much it has computed. */
  readonly tell?: PulseHost["tell"];
}

export interface Outcome {
  readonly result: RunResult;
  readonly certificate: Certificate | null;
}

export function* discovery(input: Discovery): Generator<RunEvent, Outcome, StopReason | undefined> {
  const { truth, name = "table", hash = "", versions = {}, now } = input;
  const { memoryBytes = 2 ** 31, secondsBefore = 0 } = input;
  const started = now();
  const isOwn = input.userScore !== undefined;
  const spec = runSpec(input.options, isOwn);
  const table = tableFor(input.table, spec, isOwn);
  const deadline = started + 1000 * (spec.timeLimit ?? Number.POSITIVE_INFINITY);
  const pulse = createPulse({ now, deadline, stop: input.stop, tell: input.tell });
  const { findings, stop } = yield* examined(table, spec);
  pulse.wish(stop);
  for (const finding of findings) yield { type: "finding", finding };
  const fatal = fatalSentence(findings);
  check(fatal === undefined, fatal ?? "");

  const sorted = sortedProblem(table, truth, spec);
  const made = (sets?: ComputedSets): Score => {
    const given = { ...input.scoring, ...sets, beat: pulse.beat };
    return watchedTerms(scoreOf(sorted.table, spec, input.userScore, given), pulse.term);
  };
  const asked = made();
  const left: LeftOut = [];
  const notes: string[] = sorted.outliers ? [outliersNote(sorted.outliers)] : [];
  if (spec.best > 1) checkKBest(asked, spec.best, memoryBytes);
  const { search, choice } = chosenSearch(spec, asked, memoryBytes);
  if (search === "exact") checkExact(asked, memoryBytes);
  yield { type: "choice", search, reason: choice };
  const rng = createRng(spec.seed);
  const { from } = input;
  check(
    from === undefined || from.search === search,
    `discover: the checkpoint is of the search ${from?.search}, this is ${search}; ask for the same search`,
  );
  pulse.allow(searchMs);
  const computed = yield* setsAhead(input, { spec, search, asked, sorted, memoryBytes, pulse });
  const score = computed ? made(computed) : asked;
  const context: SearchContext = {
    table: sorted.table,
    score,
    knowledge: sorted.knowledge,
    rng,
    spec,
    memoryBytes,
    machine: heardMachine(input.machine, pulse.beat),
    beat: pulse.beat,
  };

  // An agent that knows the best score stops when it has it.
  const isAgent = searches[search].agent !== undefined;
  const isOwnRule = searches[search].ignoresScore === true;
  const isCutShort = computed?.stop !== undefined;
  const checking = {
    ...context,
    userScore: input.userScore,
    hasSets: computed !== undefined,
    scoring: input.scoring,
    wish: pulse.wish,
  };
  const claim = () => claimFor(spec, { rows: table.X.rows, columns: table.names }).sentence;
  const proof = isAgent
    ? yield* provenOptimum(context, search, { wasStopped: isCutShort, pulse, left })
    : null;
  const early = yield* checkedProof(proof, checking);
  const known = early.exact === null ? undefined : score.ofGraph(early.exact.graph!);
  if (known !== undefined) yield { type: "optimum", score: known, claim: claim() };
  const running = () => searchOf(search, { ...context, from: from?.state, optimum: known });
  const terms = search === "exact" ? listedTerms(score, sorted.knowledge) : undefined;
  pulse.allow(searchMs);
  const found = isCutShort
    ? { step: noStep, stopped: computed.stop!, isCut: true }
    : yield* watched(running, "search", { pulse, problem: sorted, terms });
  pulse.allow(restMs);
  const required = { d: asked.d, edges: new Uint8Array(sorted.knowledge.required) };
  const along = found.step.graph === null ? pulse.tried(() => alongVariances(context, sorted.table)) : null;
  const raw = found.step.graph ?? along?.value ?? required;
  if (found.step.graph === null) notes.push(noGraphNote(found.stopped !== null, along?.value != null));
  const ran =
    search === "exact" && found.stopped === null
      ? (found.step as ExactStep)
      : (proof ??
        (yield* provenOptimum(context, search, { wasStopped: found.stopped !== null, pulse, left })));
  const { exact, notes: proofNotes, isStopped } = proof === null ? yield* checkedProof(ran, checking) : early;
  notes.push(...proofNotes);
  if (isStopped) left.push("the check of the proof");
  const agent = isAgent && found.step !== noStep ? (found.step as RestartedStep) : null;
  // Of a search that was stopped before it had a graph there is nothing to tell.
  if (found.stopped === null || found.step.graph !== null)
    notes.push(...notesOf(found.step, search, sorted.table, raw));
  if (agent?.proposition && !found.isCut) notes.push(propositionNote(agent.proposition()));
  const optimum = exact === null ? null : score.ofGraph(exact.graph!);
  const proven = optimum === null ? null : claim();
  if (optimum !== null && known === undefined) yield { type: "optimum", score: optimum, claim: proven! };

  const { polished, final } = finished(raw, found.step, context, { isPolishable: !isCutShort, pulse, left });
  const { userScore } = input;
  // An agent's own graph is nearly complete and costs minutes: the rescaling test looks at its polished one instead.
  const isJudgedByOrder = isAgent && polished !== null && score.local !== undefined;
  const judged = isJudgedByOrder ? { raw: polished.graph, search: "order" } : { raw, search };
  const panel = yield* panelOf(context, sorted, { ...judged, userScore }, { pulse, left });
  const alternatives = yield* bestGraphs(context, (graph) => namedEdges(graph, sorted), { pulse, left });
  const { bounds } = score;
  const scaled = bounds ? pulse.tried(() => paperScore(bounds, raw)) : null;
  const own = ownClass(found.step, search, spec, final, score, sorted);
  const inReach = !isOwnRule && isTruthInReach(sorted, spec);
  const parts = {
    raw,
    polished,
    final,
    optimum,
    ownClass: own,
    isTruthInReach: inReach,
    paperScore: scaled?.value ?? null,
  };
  const facts = assembled(parts, score, sorted);
  const { edges, rawEdges, score: rawScore, finalScore } = facts;
  const findingsOfRun = JSON.stringify([edges, rawEdges, facts.polished, rawScore, finalScore]);
  const weights = found.isCut ? undefined : agent?.weights();
  const result: RunResult = {
    format: "wherefore-result/1",
    table: { name, hash, rows: table.X.rows, columns: table.names },
    spec,
    search,
    choice,
    ...facts,
    claim: proven,
    tests: "separatingSets" in found.step ? namedTests(found.step as PcStep, sorted) : null,
    iterations: agent?.iteration ?? null,
    restarts: agent?.restarts ?? [],
    alternatives,
    panel,
    findings,
    knowledge: describeKnowledge(sorted.knowledge, sorted.table.names),
    notes: [
      ...notes,
      ...leftOutNotes(left),
      ...verdicts(score, { ...facts, claim: proven }, panel, isOwnRule),
    ],
    stopped: found.stopped ?? (left.length > 0 ? pulse.wish()! : null),
    seed: spec.seed,
    digest: input.sha256?.([findingsOfRun, weights ?? new Uint8Array(0)]) ?? null,
    seconds: secondsBefore + (now() - started) / 1000,
    versions,
  };
  const certificate =
    exact && certificateOf(exact, { score, spec, hash, versions, rows: table.X.rows, ...sorted });
  return { result, certificate };
}

/** Agents beat too, and so does a pool that is waited for: its runs are made elsewhere. */
function heardMachine(machine: AgentMachine = {}, beat: Beat): AgentMachine {
  const { pool } = machine;
  const news = () => {
    beat();
    return pool!.news();
  };
  return { ...machine, beat, ...(pool && { pool: { ...pool, news } }) };
}

/** Has it terms that can be asked for by the thousand, and the table variances to sort by (categories have none)? */
function isQuick({ local, exactVariables }: Score, { levels }: Table): boolean {
  return local !== undefined && exactVariables === undefined && levels === undefined;
}

/** The best graph under the order of rising variances; null where that order forbids the required edges, or takes long. */
function alongVariances({ score, knowledge }: SearchContext, table: Table): Graph | null {
  if (!isQuick(score, table)) return null;
  const { X } = table;
  const { S } = scatterOf(X);
  const order = Array.from({ length: X.cols }, (_, j) => j);
  order.sort((i, j) => S.data[i * X.cols + i] - S.data[j * X.cols + j] || i - j);
  const { graph, score: value } = bestUnderOrder(order, score.local!, knowledge, 11);
  return value === Number.NEGATIVE_INFINITY ? null : graph;
}

/** The proven optimum for a search that proves nothing itself, where that is cheap. */
function* provenOptimum(
  { score, knowledge, memoryBytes, spec }: SearchContext,
  search: string,
  { wasStopped, pulse, left }: { wasStopped: boolean; pulse: Pulse; left: LeftOut },
): Generator<RunEvent, ExactStep | null, StopReason | undefined> {
  if (search === "exact" || wasStopped || spec.optimum === "never") return null;
  if (searches[search].ignoresScore) return null; // it did not look for that
  if (!isProofCheap(score, memoryBytes)) return null;
  const start = () => exactSearch(score, { knowledge, memoryBytes });
  const terms = listedTerms(score, knowledge);
  const { step, stopped } = yield* watched(start, "proof", { pulse, terms });
  if (stopped === null) return step as ExactStep;
  left.push("the proof of the best score");
  return null;
}

/** The terms that an exact search asks for one by one; undefined where they follow from one matrix. */
function listedTerms({ local }: Score, knowledge: Knowledge): number | undefined {
  return local?.gaussian ? undefined : termCount(knowledge);
}
