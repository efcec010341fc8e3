// A proof is checked before it is claimed.
//
// An exact search proves something about the numbers that it was given. They may come from elsewhere: from the cached table of a
// slow score, from other threads, from passes stored in a checkpoint, from a user-defined score that is not a function of its
// arguments. So the score is built again from the rows and evaluated for the terms of the best graph and for some drawn from a
// seeded stream; if a value differs from that in the search, nothing is claimed, and a sentence says why.

import { edgeCount, type Graph, graphFromEdges, parentsOf } from "../../graph/graph.ts";
import { allowedParents, type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { createRng, type Rng } from "../../math/rng.ts";
import type { ScoreMachine } from "../../score/definition.ts";
import { costRounding } from "../../score/rounding.ts";
import { isBetter, type Local, type Score, scoreTolerance } from "../../score/score.ts";
import type { UserScoreMaker } from "../../score/user-score.ts";
import type { ExactStep } from "../../search/exact/exact.ts";
import { boundPrecision, costOf, meetsBound, type Pass } from "../../search/exact/exact.ts";
import { progressOf, type SortedProblem, type StopReason, scoreOf } from "../problem.ts";
import type { RunEvent } from "../result.ts";
import type { RunSpec } from "../spec.ts";

export interface Checking extends Pick<SortedProblem, "table" | "knowledge"> {
  /** The score that the search used. */
  readonly score: Score;
  readonly spec: RunSpec;
  readonly userScore?: UserScoreMaker | undefined;
  /** Did the search use precomputed values of parent sets? */
  readonly hasSets?: boolean;
  readonly scoring?: Pick<ScoreMachine, "wide"> | undefined;
  /** The reason to stop, once there is one; `answer`, the reply to an event, may be it. */
  readonly wish?: (answer?: StopReason) => StopReason | undefined;
}

export interface CheckedProof {
  /** The exact search whose result is the optimum; null if nothing is proven. */
  readonly exact: ExactStep | null;
  /** Remarks on the proof. */
  readonly notes: readonly string[];
  /** Was the run stopped before the proof was checked? */
  readonly isStopped: boolean;
}

/** A proof that is less precise than this, in units of the score, says so: an edge is worth about log n. */
export const tellablePrecision = 0.01;

/** What an exact search that ran to its end has proven, with remarks. */
export function* checkedProof(
  ran: ExactStep | null,
  checking: Checking,
): Generator<RunEvent, CheckedProof, StopReason | undefined> {
  if (ran === null) return { exact: null, notes: [], isStopped: false };
  const { score } = checking;
  const graph = ran.graph!;
  const nothing = (why: string): CheckedProof => {
    return { exact: null, notes: [`nothing is proven: ${why}`], isStopped: why === stoppedBefore };
  };
  if (ran.fault !== null) return nothing(`the score ${score.name}: ${ran.fault}`);
  if (!meetsBound(ran.score, ran.bound, score.local!, graph))
    return nothing(`the search ended at ${ran.score}, and its bound is ${ran.bound}`);
  const fault = passFault(ran.passes, score) ?? (yield* doubtOf(graph, checking));
  if (fault !== null) return nothing(fault);
  const { collinear } = ran.values;
  const precision = boundPrecision(score.local!, graph);
  return {
    exact: ran,
    isStopped: false,
    notes: [
      ...(collinear > 0
        ? [
            `${collinear} parent sets contain a column that is collinear with the others (to a part in 10¹¹); it was left out of their fit`,
          ]
        : []),
      ...(precision > tellablePrecision
        ? [
            `proven to within ${precision.toPrecision(2)} only: with nearly deterministic columns no more digits are reliable (see the data doctor)`,
          ]
        : []),
    ],
  };
}

const stoppedBefore = "stopped before the terms of the best graph were scored again";

/** The value of each pass must be that of its graph; a pass that was stored wrongly fails this. */
function passFault(passes: readonly Pass[], { local, d }: Score): string | null {
  const rounding = costRounding(local!);
  for (const { multiplier, value, graph: edges } of passes) {
    if (multiplier === null) continue;
    const graph = graphFromEdges(d, edges);
    const cost = costOf(graph, local!) + multiplier * edgeCount(graph);
    if (!(Math.abs(cost - value) <= 2 * (rounding + scoreTolerance * Math.max(1, Math.abs(value)))))
      return `a pass of the search says ${value}, and its graph costs ${cost}; where the run was resumed, its checkpoint is damaged: start it over`;
  }
  return null;
}

/** Why the terms that a search used cannot be relied on; null if nothing speaks against them. */
export function* doubtOf(
  graph: Graph,
  { table, score, knowledge, spec, userScore, hasSets = false, scoring, wish = (answer) => answer }: Checking,
): Generator<RunEvent, string | null, StopReason | undefined> {
  const fresh = scoreOf(table, spec, userScore, { wide: scoring?.wide });
  const used = score.local!;
  const rows = fresh.local!;
  const isSlow = hasSets || userScore !== undefined;
  const samples = isSlow ? drawnSets(graph, knowledge, createRng(spec.seed).fork("proof")) : [];
  const checks = [
    ...Array.from({ length: graph.d }, (_, j) => ({ nodes: [j], parents: parentsOf(graph, j) })),
    // The values of a set serve all variables; a user-defined score is evaluated term by term.
    ...samples.map(({ node, parents }) => ({
      nodes: hasSets ? othersThan(parents, graph.d) : [node],
      parents,
    })),
  ];
  for (const [k, { nodes, parents }] of checks.entries()) {
    if (isSlow) {
      const doing = "rescoring the best graph from the rows";
      if (wish(yield progressOf("proof", doing, k / checks.length)) !== undefined) return stoppedBefore;
    }
    const node = nodes.find((j) => !areEqual(used.term(j, parents), rows.term(j, parents)));
    if (node !== undefined)
      return differing({ node, parents, used, rows }, { names: table.names, spec, userScore, hasSets });
  }
  const [before, anew] = [score.ofGraph(graph), fresh.ofGraph(graph)];
  return areEqual(before, anew)
    ? null
    : `the best graph scores ${anew} from the rows, and ${before} in the search; please report it`;
}

interface TermCheck {
  readonly node: number;
  readonly parents: readonly number[];
  readonly used: Local;
  readonly rows: Local;
}

function differing(
  { node, parents, used, rows }: TermCheck,
  {
    names,
    spec,
    userScore,
    hasSets,
  }: { names: readonly string[] } & Omit<Checking, keyof SortedProblem | "score">,
): string {
  const term = `the term of "${names[node]}" given [${parents.map((p) => names[p]).join(", ")}]`;
  const [before, anew] = [used.term(node, parents), rows.term(node, parents)];
  if (userScore !== undefined)
    return `the score ${spec.score} gave ${before} for ${term}, and ${anew} when it was evaluated again; a proof needs a score that always gives the same number`;
  const way = hasSets
    ? "delete scores.bin of this run and of those beside it, and run it again"
    : "please report it";
  return `${term} is ${anew} from the rows, but the search used ${before}; ${way}`;
}

/** Largest number of parent sets that are evaluated again. */
const mostSamples = 64;

/**
 * Parent sets that the knowledge allows, one in sixteen of them: in turn, a random one, and a neighbour of the graph's own set,
 * with one cause more or less. There a wrong value would most likely have hidden a better graph.
 */
function drawnSets(
  graph: Graph,
  knowledge: Knowledge,
  rng: Rng,
): { readonly node: number; readonly parents: readonly number[] }[] {
  const { d, maxParents } = knowledge;
  const count = Math.min(mostSamples, Math.ceil((d * 2 ** (d - 1)) / 16));
  return Array.from({ length: count }, (_, k) => {
    const node = rng.integer(d);
    const required = requiredParents(knowledge, node);
    const free = allowedParents(knowledge, node).filter((i) => !required.includes(i));
    const chosen = new Set(k % 2 === 0 ? required : parentsOf(graph, node));
    const turned =
      k % 2 === 0
        ? free.filter(() => rng.uniform() < 0.5)
        : free.length > 0
          ? [free[rng.integer(free.length)]]
          : [];
    for (const i of turned) {
      if (chosen.has(i)) chosen.delete(i);
      else if (chosen.size < maxParents) chosen.add(i);
    }
    return { node, parents: [...chosen].sort((p, q) => p - q) };
  });
}

function othersThan(parents: readonly number[], d: number): number[] {
  return Array.from({ length: d }, (_, j) => j).filter((j) => !parents.includes(j));
}

function areEqual(a: number, b: number): boolean {
  return !Number.isNaN(a) && !Number.isNaN(b) && !isBetter(a, b) && !isBetter(b, a);
}
