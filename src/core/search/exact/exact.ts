// The best-scoring DAG, with a proof that no better one exists.
//
// Scores that are sums of local terms need one pass of the dynamic program over subsets. The equal-variance BIC is the
// logarithm of a sum: with r the summed cost and e the number of edges of a graph, −score = F(r, e) is concave, so its
// minimum over all DAGs lies on the lower-left hull of their points (r, e). Each pass with multiplier μ finds a hull
// vertex and proves r + μ e ≥ value for every DAG: a cut. Between two neighbouring vertices nothing can beat the
// corner where their cuts meet; if that corner's score is no better than the best graph found, the interval is closed,
// otherwise a pass with the slope between the two vertices either finds a new vertex or shows that there is none.
// Intervals are processed most promising first. All cuts together bound the score of every DAG from above: that is the
// certificate.
//
// Eisner & Severance, "Mathematical techniques for efficient record segmentation", JACM 23(4), 1976 (the bisection);
// Silander & Myllymäki, UAI 2006 (the program).
//
// Differs from Silander & Myllymäki: among the tied members of an equivalence class, one is chosen by a rule on the numbers
// of the variables (callers number them by column name): the one whose causal order comes first.

import * as z from "zod";
import { check } from "../../check.ts";
import { cpdagOf, memberByOrder } from "../../graph/equivalence.ts";
import { edgeCount, edgeList, type Graph, graphFromEdges } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import { isBetter, type Local, type Score } from "../../score/score.ts";
import { index, resumedState } from "../resumed-state.ts";
import { finish, type ProblemWith, type Search, type SearchMachine, type Step } from "../search.ts";
import { cornerScore, costOf, hullBound, type Pass, passSchema, slack } from "./bound.ts";
import { checkExact } from "./check-exact.ts";
import { combineFault, mostEdges } from "./combine-fault.ts";
import { mapped } from "./mapped.ts";
import { type BestWithout, type SubsetProgram, subsetProgram, type WithoutLinks } from "./subset-program.ts";

export { boundPrecision, costOf, meetsBound, type Pass } from "./bound.ts";
export { type Check, type Verdict, verifyProof } from "./certificate.ts";
export { checkExact, maxExactVariables, sweepThreads, usualExactVariables } from "./check-exact.ts";
export { checkKBest, kBest, kBestSteps } from "./k-best.ts";
export {
  type BestWithout,
  checkedTerm,
  type SubsetTables,
  subsetProgramBytes,
  subsetTables,
  termCount,
} from "./subset-program.ts";

export interface ExactStep extends Step {
  readonly kind: "proof";
  /** No DAG scores higher than this; Infinity before the first pass. */
  readonly bound: number;
  readonly passes: readonly Pass[];
  /** Why the passes give no bound, which is then Infinity: a sentence; null if they do. */
  readonly fault: string | null;
  /** Of the last step, if available: scores; −Infinity if no such graph satisfies the knowledge. */
  readonly without?: WithoutLinks;
}

/**
 * The best of all graphs, with proof.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(exactSearch({ score: linearBic(table) })).graph.d; // 3
 * ```
 */
export function* exactSearch(
  { score, knowledge = noKnowledge(score.d), from }: ProblemWith<"score">,
  _options: Readonly<Record<string, never>> = {},
  machine: SearchMachine = {},
): Search<ExactStep> {
  const local = checkExact(score, machine);
  const program = subsetProgram(local, knowledge, machine);
  const { passes: earlier, collinear } = resumedState(stateSchema, from) ?? { passes: [], collinear: 0 };
  const passes: Pass[] = [];
  const run = local.combine ? hullSearch : sumSearch;
  return yield* run({ score, local, knowledge, program, earlier, passes, collinear, hasTables: false });
}

interface Problem {
  readonly score: Score;
  readonly local: Local;
  readonly knowledge: Knowledge;
  readonly program: SubsetProgram;
  readonly earlier: readonly Pass[];
  readonly passes: Pass[];
  /** How often a pass found a parent or a node to be a combination of the parents before it; the maximum over the passes. */
  collinear: number;
  /** Whether the tables hold the last pass; not if it was recalled. */
  hasTables: boolean;
}

function* sumSearch(problem: Problem): Search<ExactStep> {
  const { score, knowledge } = problem;
  const pass = yield* nextPass(problem, 0, 0, 1, null);
  let graph = graphFromEdges(score.d, pass.graph);
  if (score.isEquivalent) {
    const member = memberByOrder(cpdagOf(graph), knowledge);
    check(member !== null, "exact: the optimal class must have a member that satisfies the prior knowledge");
    graph = member;
  }
  const last = lastStep(graph, -pass.value, problem);
  const { without } = problem.program;
  return without ? { ...last, without: (pairs) => scoresWithout(problem, without(pairs)) } : last;
}

/** Computed from the tables of the pass, which is run now if it was recalled. */
function* scoresWithout(
  { program, hasTables }: Problem,
  costsWithout: Generator<number, BestWithout, void>,
): Generator<number, BestWithout, void> {
  if (!hasTables) for (const share of program.pass(0)) yield share / 2;
  const { link, arrow } = yield* costsWithout;
  return { link: link.map((cost) => -cost), arrow: arrow?.map((cost) => -cost) ?? null };
}

function* hullSearch(problem: Problem): Search<ExactStep> {
  const { score, local, knowledge, passes } = problem;
  const combine = local.combine!;
  const scoreOf = ({ cost, edges }: Pass) => combine(-cost, edges);

  // Terms that the score evaluates one by one are evaluated once: then the first pass is nearly all of the work.
  const first = local.gaussian ? 0.1 : 0.9;
  const shareAt = (done: number, of: number) =>
    local.gaussian ? done / of : first + ((1 - first) * done) / of;
  const left = yield* nextPass(problem, 0, 0, first, null);
  const right = fewestEdges(local, knowledge);
  passes.push(right);
  const range = {
    cost: [left.cost, right.cost],
    edges: [right.edges, Math.max(left.edges, right.edges)],
    mostEdges: mostEdges(score.d),
  } as const;
  const fault = local.gaussian === undefined ? combineFault(combine, range) : null;
  let best = isBetter(scoreOf(left), scoreOf(right)) ? left : right;
  const open = left.edges > right.edges ? [interval(left, right, combine)] : [];
  for (;;) {
    open.sort((p, q) => q.bound - p.bound);
    const top = open[0];
    if (top === undefined || top.bound - scoreOf(best) <= slack(local, best)) break;
    open.shift();
    const { a, b } = top;
    const multiplier = (b.cost - a.cost) / (a.edges - b.edges);
    // A hull takes about ten passes; every interval that may still contain the optimum takes at least one.
    const live = open.filter((i) => i.bound - scoreOf(best) > slack(local, best)).length;
    const total = Math.max(10, passes.length + 1 + live);
    const c = yield* nextPass(
      problem,
      multiplier,
      shareAt(passes.length, total),
      shareAt(passes.length + 1, total),
      {
        best,
        bound: top.bound,
      },
    );
    if (isBetter(scoreOf(c), scoreOf(best))) best = c;
    if (c.edges < a.edges && c.edges > b.edges && c.value < (a.cost + multiplier * a.edges) * (1 - 1e-12)) {
      open.push(interval(a, c, combine), interval(c, b, combine));
    }
  }
  const graph = graphFromEdges(score.d, best.graph);
  const bound = fault === null ? hullBound(passes, combine) : Number.POSITIVE_INFINITY;
  const last = lastStep(graph, bound, problem, fault);
  const isQuick = local.gaussian !== undefined && score.d <= searchedVariables;
  return isQuick ? { ...last, without: (pairs) => searchedWithout(score, knowledge, pairs) } : last;
}

/** Up to so many variables, a search for each link takes negligible time, and another for each arrow. */
const searchedVariables = 12;
const searchedArrows = 10;

/** Runs searches for each pair, because the graphs without the link have a different hull. */
function* searchedWithout(
  score: Score,
  knowledge: Knowledge,
  pairs: readonly (readonly [number, number])[],
): Generator<number, BestWithout, void> {
  const { d, required, forbidden } = knowledge;
  const link = new Float64Array(pairs.length);
  const arrow = d <= searchedArrows ? new Float64Array(pairs.length) : null;
  const bestWithout = (...places: readonly number[]): number => {
    if (places.some((place) => required[place] === 1)) return Number.NEGATIVE_INFINITY;
    const more = new Uint8Array(forbidden);
    for (const place of places) more[place] = 1;
    return finish(exactSearch({ score, knowledge: { ...knowledge, forbidden: more } })).score;
  };
  for (const [k, [i, j]] of pairs.entries()) {
    const [forward, backward] = [i * d + j, j * d + i];
    link[k] = bestWithout(forward, backward);
    yield (k + 0.5) / pairs.length;
    if (arrow) arrow[k] = forbidden[backward] === 1 ? link[k] : bestWithout(forward);
    yield (k + 1) / pairs.length;
  }
  return { link, arrow };
}

interface Interval {
  readonly a: Pass;
  readonly b: Pass;
  readonly bound: number;
}

function interval(a: Pass, b: Pass, combine: NonNullable<Local["combine"]>): Interval {
  return { a, b, bound: cornerScore(a, b, combine) };
}

/** Runs (or, when resuming, recalls) the next pass and records it. */
function* nextPass(
  problem: Problem,
  multiplier: number,
  from: number,
  to: number,
  sofar: { best: Pass; bound: number } | null,
): Generator<ExactStep, Pass, void> {
  const { score, local, program, earlier, passes } = problem;
  const recalled = earlier[passes.length];
  if (recalled !== undefined && recalled.multiplier === multiplier) {
    passes.push(recalled);
    return recalled;
  }
  const graph = sofar === null ? null : graphFromEdges(score.d, sofar.best.graph);
  const best = graph === null ? Number.NEGATIVE_INFINITY : score.ofGraph(graph);
  const { value, graph: vertex, collinear } = yield* mapped(program.pass(multiplier), stepAt);
  check(
    value < Number.POSITIVE_INFINITY,
    "exact: every graph that satisfies the prior knowledge scores -Infinity; relax the prior knowledge, or fix the score",
  );
  problem.collinear = Math.max(problem.collinear, collinear);
  problem.hasTables = true;
  passes.push(passOf(multiplier, value, vertex, local));
  return passes.at(-1)!;

  function stepAt(share: number): ExactStep {
    return {
      kind: "proof",
      graph,
      score: best,
      progress: from + (to - from) * share,
      doing: local.combine ? `pass ${passes.length + 1} of the hull` : "scoring and ordering all subsets",
      values: valuesOf(problem),
      bound: sofar?.bound ?? Number.POSITIVE_INFINITY,
      passes: [...passes],
      fault: null,
      state: stateOf(problem),
    };
  }
}

function passOf(multiplier: number | null, value: number, graph: Graph, local: Local): Pass {
  return { multiplier, value, cost: costOf(graph, local), edges: edgeCount(graph), graph: edgeList(graph) };
}

/** The graph of the required edges alone: no graph that satisfies the knowledge has fewer. */
function fewestEdges(local: Local, { d, required }: Knowledge): Pass {
  const graph = { d, edges: new Uint8Array(required) };
  return passOf(null, edgeCount(graph), graph, local);
}

function lastStep(graph: Graph, bound: number, problem: Problem, fault: string | null = null): ExactStep {
  const { passes, score } = problem;
  const values = valuesOf(problem);
  return {
    kind: "proof",
    graph,
    score: score.ofGraph(graph),
    progress: 1,
    doing: "done",
    values,
    bound,
    passes,
    fault,
    state: stateOf(problem),
  };
}

const stateSchema = z.strictObject({ passes: z.array(passSchema).readonly(), collinear: index });

type ExactState = Readonly<z.infer<typeof stateSchema>>;

function stateOf({ passes, collinear }: Problem): ExactState {
  return { passes: [...passes], collinear };
}

function valuesOf({ passes, collinear }: Problem): Record<string, number> {
  return { passes: passes.length, collinear };
}
