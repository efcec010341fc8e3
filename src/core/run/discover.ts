// One discovery from table to result: examine, search, polish, prune, compare.
//
// A generator of events, so that whoever runs it shows progress, breathes and stops: answer a step with "interrupted" and
// the search ends where it is, as it does when its time is up; what follows still happens with the best graph so far.
//
// Searches work on the columns in the order of their names, and results are told by name: permuting the columns of the
// table permutes the answer and changes nothing else.

import { check } from "../check.ts";
import type { LoadedTable } from "../data/columns.ts";
import { fatalSentence } from "../data/doctor.ts";
import type { Table } from "../data/table.ts";
import type { Graph } from "../graph/graph.ts";
import { violations } from "../graph/knowledge.ts";
import { describeKnowledge } from "../graph/knowledge-format.ts";
import type { AdditiveOptions } from "../math/additive.ts";
import { createRng } from "../math/rng.ts";
import { scatterOf } from "../math/scatter.ts";
import type { Score } from "../score/score.ts";
import type { UserScoreMaker } from "../score/user-score.ts";
import { checkExact, type ExactStep, exactSearch } from "../search/exact.ts";
import { checkKBest, kBestSteps } from "../search/k-best.ts";
import { bestUnderOrder } from "../search/order.ts";
import type { PcStep } from "../search/pc.ts";
import { polish } from "../search/polish.ts";
import type { AgentMachine } from "../search/rl/agent.ts";
import type { RestartedStep } from "../search/rl/restarts.ts";
import type { Step } from "../search/search.ts";
import { assembled, isTruthInReach, ownClass, verdicts } from "./assemble.ts";
import { certificateOf } from "./certificate.ts";
import { chosenSearch, isProofCheap } from "./choice.ts";
import { claimFor } from "./claim.ts";
import { noGraphNote, notesOf, outliersNote, propositionNote } from "./notes.ts";
import { panelOf } from "./panel.ts";
import {
  examined,
  namedEdges,
  namedTests,
  progressOf,
  type StopReason,
  scoreOf,
  sortedProblem,
  watched,
} from "./problem.ts";
import { checkedProof } from "./proof.ts";
import { prunings, type SearchContext, searches, searchOf } from "./registry.ts";
import type { Certificate, NamedEdge, RunEvent, RunResult } from "./result.ts";
import { type Scoring, setsAhead } from "./score-sets.ts";
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
  const { findings, stop } = yield* examined(table, spec);
  for (const finding of findings) yield { type: "finding", finding };
  const fatal = fatalSentence(findings);
  check(fatal === undefined, fatal ?? "");

  const sorted = sortedProblem(table, truth, spec);
  const asked = scoreOf(sorted.table, spec, input.userScore, input.scoring);
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
  const { machine } = input;
  const deadline = started + 1000 * (spec.timeLimit ?? Number.POSITIVE_INFINITY);
  let late = stop;
  const isLate = () => late ?? (now() > deadline ? "time limit" : undefined);
  const computed = yield* setsAhead(input, { spec, search, asked, sorted, memoryBytes, isLate });
  late ??= computed?.stop;
  const score = computed ? scoreOf(sorted.table, spec, undefined, { ...input.scoring, ...computed }) : asked;
  const context: SearchContext = {
    table: sorted.table,
    score,
    knowledge: sorted.knowledge,
    rng,
    spec,
    memoryBytes,
    machine,
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
  };
  const claim = () => claimFor(spec, { rows: table.X.rows, columns: table.names }).sentence;
  const proof = isAgent ? yield* provenOptimum(context, search, isCutShort) : null;
  const early = yield* checkedProof(proof, checking);
  const known = early.exact === null ? undefined : score.ofGraph(early.exact.graph!);
  if (known !== undefined) yield { type: "optimum", score: known, claim: claim() };
  const running = searchOf(search, { ...context, from: from?.state, optimum: known });
  const found = isCutShort
    ? { step: noStep, stopped: computed.stop! }
    : yield* watched(running, "search", { isLate, problem: sorted });
  const raw = found.step.graph ?? alongVariances(context, sorted.table);
  if (found.step.graph === null)
    notes.push(noGraphNote(found.stopped !== null, isQuick(score, sorted.table)));
  const ran =
    search === "exact" && found.stopped === null
      ? (found.step as ExactStep)
      : (proof ?? (yield* provenOptimum(context, search, found.stopped !== null)));
  const { exact, notes: proofNotes } = proof === null ? yield* checkedProof(ran, checking) : early;
  notes.push(...proofNotes);
  const agent = isAgent && !isCutShort ? (found.step as RestartedStep) : null;
  // Of a search that was stopped before it had a graph there is nothing to tell.
  if (found.stopped === null || found.step.graph !== null)
    notes.push(...notesOf(found.step, search, sorted.table, raw));
  if (agent?.proposition) notes.push(propositionNote(agent.proposition()));
  const optimum = exact === null ? null : score.ofGraph(exact.graph!);
  const proven = optimum === null ? null : claim();
  if (optimum !== null && known === undefined) yield { type: "optimum", score: optimum, claim: proven! };

  const { polished, final } = finished(raw, found.step, context, !isCutShort);
  const { userScore } = input;
  // An agent's own graph is nearly complete and costs minutes: the rescaling test looks at its polished one instead.
  const isJudgedByOrder = isAgent && polished !== null && score.local !== undefined;
  const judged = isJudgedByOrder ? { raw: polished.graph, search: "order" } : { raw, search };
  const panel = yield* panelOf(context, sorted, { ...judged, userScore });
  const alternatives = yield* bestGraphs(context, (graph) => namedEdges(graph, sorted));
  const own = ownClass(found.step, search, spec, final, score, sorted);
  const inReach = !isOwnRule && isTruthInReach(sorted, spec);
  const parts = { raw, polished, final, optimum, ownClass: own, isTruthInReach: inReach };
  const facts = assembled(parts, score, sorted);
  const { edges, rawEdges, score: rawScore, finalScore } = facts;
  const findingsOfRun = JSON.stringify([edges, rawEdges, facts.polished, rawScore, finalScore]);
  const weights = agent?.weights() ?? new Uint8Array(0);
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
    notes: [...notes, ...verdicts(score, { ...facts, claim: proven }, panel, isOwnRule)],
    stopped: found.stopped,
    seed: spec.seed,
    digest: input.sha256?.([findingsOfRun, weights]) ?? null,
    seconds: secondsBefore + (now() - started) / 1000,
    versions,
  };
  const certificate =
    exact && certificateOf(exact, { score, spec, hash, versions, rows: table.X.rows, ...sorted });
  return { result, certificate };
}

/** What there is of a search that had no time to begin. */
const noStep: Step = {
  graph: null,
  score: Number.NEGATIVE_INFINITY,
  progress: 0,
  doing: "",
  values: {},
  state: null,
};

/** Has it terms that can be asked for by the thousand, and the table variances to sort by (categories have none)? */
function isQuick({ local, exactVariables }: Score, { levels }: Table): boolean {
  return local !== undefined && exactVariables === undefined && levels === undefined;
}

/** The best graph under the order of rising variances; the required edges alone where that order forbids them or takes long. */
function alongVariances({ score, knowledge }: SearchContext, table: Table): Graph {
  const { X } = table;
  const { S } = scatterOf(X);
  const order = Array.from({ length: X.cols }, (_, j) => j);
  order.sort((i, j) => S.data[i * X.cols + i] - S.data[j * X.cols + j] || i - j);
  const required = { d: X.cols, edges: new Uint8Array(knowledge.required) };
  if (!isQuick(score, table)) return required;
  const { graph, score: value } = bestUnderOrder(order, score.local!, knowledge, 11);
  return value === Number.NEGATIVE_INFINITY ? required : graph;
}

/** prune(polish(raw)) or prune(raw), as the spec says; it must obey the knowledge. */
function finished(
  raw: Graph,
  step: Step,
  { table, score, knowledge, spec }: SearchContext,
  isPolishable: boolean,
) {
  // An agent has polished while it searched, and may have found better than the polish of its best graph.
  const own = "polished" in step ? (step as RestartedStep).polished : null;
  const polished = own ?? (spec.polish && isPolishable ? polish(raw, score, knowledge) : null);
  const { threshold, tolerance, alpha } = spec;
  const smoothing = spec.settings?.smoothing as AdditiveOptions["smoothing"]; // CAM's own, and of its pruning
  const options = {
    knowledge,
    threshold,
    alpha,
    smoothing,
    ...(tolerance === undefined ? {} : { tolerance }),
  };
  const start = spec.polish && polished !== null ? polished.graph : raw;
  const final = prunings[spec.prune].prune(start, score, options, table);
  const broken = violations(final, knowledge, table.names);
  if (broken.length > 0) throw new Error(`the result breaks the knowledge: ${broken.join("; ")}`);
  return { polished, final };
}

/** The proven optimum for a search that proves nothing itself, where that is cheap. */
function* provenOptimum(
  { score, knowledge, memoryBytes, spec }: SearchContext,
  search: string,
  wasStopped: boolean,
): Generator<RunEvent, ExactStep | null, StopReason | undefined> {
  if (search === "exact" || wasStopped || spec.optimum === "never") return null;
  if (searches[search].ignoresScore) return null; // it did not look for that
  if (!isProofCheap(score, memoryBytes)) return null;
  const { step, stopped } = yield* watched(exactSearch(score, { knowledge, memoryBytes }), "proof");
  return stopped === null ? (step as ExactStep) : null;
}

/** The k best graphs, where more than one is asked for. */
function* bestGraphs(
  { score, knowledge, memoryBytes, spec }: SearchContext,
  named: (graph: Graph) => NamedEdge[],
): Generator<RunEvent, RunResult["alternatives"], StopReason | undefined> {
  if (spec.best <= 1) return [];
  const running = kBestSteps(score, spec.best, { knowledge, memoryBytes });
  for (;;) {
    const { value, done } = running.next();
    if (done) return value.map((ranked) => ({ edges: named(ranked.graph), score: ranked.score }));
    const stop = yield progressOf("best", `the ${spec.best} best graphs`, value);
    if (stop !== undefined) return [];
  }
}
