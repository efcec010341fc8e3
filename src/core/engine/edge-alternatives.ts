// What could replace an edge: nothing, the reversed edge, or another cause of the same effect. Each is checked for acyclicity and
// against the prior knowledge, and reported with the change of the score.
//
// Cost: for a score with terms, two to four of them, and one for each other possible cause if terms are quick (other causes are
// not tried with slow scores, nor above 2·10⁷ rows × variables if terms are counted from the rows). For a score without terms,
// three whole graphs.

import { type Graph, parentsOf } from "../graph/graph.ts";
import type { SortedProblem } from "../run/problem.ts";
import { remembered } from "../score/remembered.ts";
import { isBetter, type Score } from "../score/score.ts";
import type { EdgeDetails } from "./wire/wire.ts";

type Alternative = EdgeDetails["alternatives"][number];

/** Number of other causes to report. */
const mostReplacements = 2;
/** Largest rows × variables for which terms that are counted from the rows are computed for all other causes. */
const mostCounted = 2e7;

export interface PlacedEdge {
  readonly problem: SortedProblem;
  /** Contains the edge. */
  readonly graph: Graph;
  readonly cause: number;
  readonly effect: number;
  /** Null if it is not available: a user-defined score. */
  readonly score: Score | null;
  /** Does a term of it take long? */
  readonly isSlow: boolean;
}

/** The contribution of the edge to the score, and its alternatives, best first. */
export function edgeAlternatives(edge: PlacedEdge): Pick<EdgeDetails, "contribution" | "alternatives"> {
  const { graph, cause, effect, score } = edge;
  const change = score && changes(score, graph);
  const removed = change?.(new Map([[effect, without(parentsOf(graph, effect), cause)]])) ?? null;
  const worth = (a: Alternative) => a.change ?? Number.NEGATIVE_INFINITY;
  const alternatives = [removal(edge, removed), reversal(edge, change), ...replacements(edge, change)];
  return {
    contribution: removed === null ? null : finite(-removed),
    alternatives: alternatives.toSorted((a, b) => worth(b) - worth(a) || 0),
  };
}

/** The change of the score if some variables get other causes. */
type Change = (causes: ReadonlyMap<number, readonly number[]>) => number;

/** Score differences: of the terms that change, if the score has terms. */
function changes(score: Score, graph: Graph): Change {
  const { d } = graph;
  if (score.local === undefined) {
    const before = score.ofGraph(graph);
    return (causes) => {
      const edges = new Uint8Array(graph.edges);
      for (const [j, parents] of causes)
        for (let i = 0; i < d; i++) edges[i * d + j] = parents.includes(i) ? 1 : 0;
      return score.ofGraph({ d, edges }) - before;
    };
  }
  const { term, combine } = remembered(score.local);
  let whole: { sum: number; count: number } | undefined;
  return (causes) => {
    let [gain, more] = [0, 0];
    for (const [j, parents] of causes) {
      const now = parentsOf(graph, j);
      gain += term(j, parents) - term(j, now);
      more += parents.length - now.length;
    }
    if (combine === undefined) return gain;
    const all = Array.from({ length: d }, (_, j) => parentsOf(graph, j));
    whole ??= {
      sum: all.reduce((sum, parents, j) => sum + term(j, parents), 0),
      count: all.reduce((sum, parents) => sum + parents.length, 0),
    };
    return combine(whole.sum + gain, whole.count + more) - combine(whole.sum, whole.count);
  };
}

const notAtHand = "the score is user-defined, and is not evaluated here";

function removal({ problem, cause, effect }: PlacedEdge, change: number | null): Alternative {
  const { table, knowledge } = problem;
  const { d, required } = knowledge;
  const isRequired = required[cause * d + effect] === 1;
  return {
    kind: "remove",
    edge: null,
    describes: `without ${arrow(table.names, cause, effect)}`,
    change: isRequired || change === null ? null : finite(change),
    sentence: isRequired ? "required by the prior knowledge" : change === null ? notAtHand : null,
  };
}

function reversal(edge: PlacedEdge, change: Change | null): Alternative {
  const { problem, graph, cause, effect, score } = edge;
  const { names } = problem.table;
  const { d, required, forbidden, maxParents } = problem.knowledge;
  const causes = parentsOf(graph, cause);
  const path = pathOf(withoutEdge(edge), cause, effect);
  const reason =
    required[cause * d + effect] === 1
      ? "this direction is required by the prior knowledge"
      : forbidden[effect * d + cause] === 1
        ? `the prior knowledge forbids ${arrow(names, effect, cause)}`
        : causes.length >= maxParents
          ? `${names[cause]} has ${causes.length} causes already, the maximum allowed`
          : path !== null
            ? `it would close a cycle: ${[...path, cause].map((j) => names[j]).join(" → ")}`
            : change === null
              ? notAtHand
              : null;
  const gain =
    reason === null
      ? change!(
          new Map([
            [effect, without(parentsOf(graph, effect), cause)],
            [cause, [...causes, effect].sort((a, b) => a - b)],
          ]),
        )
      : null;
  // Between graphs of one class the difference is rounding error.
  const size = gain !== null && score!.isEquivalent ? Math.abs(score!.ofGraph(graph)) : 0;
  const isTie = size > 0 && !isBetter(size + Math.abs(gain!), size);
  return {
    kind: "reverse",
    edge: [names[effect], names[cause]],
    describes: `${arrow(names, effect, cause)} instead`,
    change: gain === null ? null : isTie ? 0 : finite(gain),
    sentence: isTie ? "this score cannot tell the two directions apart" : reason,
  };
}

/** The best other causes of the effect, each replacing this one. */
function replacements(edge: PlacedEdge, change: Change | null): Alternative[] {
  const { problem, graph, cause, effect, score, isSlow } = edge;
  const { names, X } = problem.table;
  const { d, required, forbidden } = problem.knowledge;
  const isQuick =
    score?.local !== undefined &&
    !isSlow &&
    (score.local.gaussian !== undefined || X.rows * d <= mostCounted);
  if (!isQuick || required[cause * d + effect] === 1) return [];
  const parents = parentsOf(graph, effect);
  const rest = withoutEdge(edge);
  const others = Array.from({ length: d }, (_, k) => k).filter(
    (k) =>
      k !== effect &&
      !parents.includes(k) &&
      forbidden[k * d + effect] === 0 &&
      pathOf(rest, effect, k) === null,
  );
  return others
    .map((k) => {
      const causes = [...without(parents, cause), k].sort((a, b) => a - b);
      return { k, gain: change!(new Map([[effect, causes]])) };
    })
    .filter(({ gain }) => Number.isFinite(gain))
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, mostReplacements)
    .map(({ k, gain }) => ({
      kind: "replace",
      edge: [names[k], names[effect]],
      describes: `${arrow(names, k, effect)} instead`,
      change: gain,
      sentence: null,
    }));
}

function withoutEdge({ graph: { d, edges }, cause, effect }: PlacedEdge): Graph {
  const cells = new Uint8Array(edges);
  cells[cause * d + effect] = 0;
  return { d, edges: cells };
}

/** A shortest directed path, both ends included; null if there is none. */
function pathOf({ d, edges }: Graph, from: number, to: number): number[] | null {
  const before = new Int32Array(d).fill(-1);
  const reached = [from];
  for (const i of reached) {
    for (let j = 0; j < d; j++) {
      if (edges[i * d + j] === 0 || before[j] >= 0 || j === from) continue;
      before[j] = i;
      reached.push(j);
    }
    if (before[to] >= 0) break;
  }
  if (before[to] < 0) return null;
  const path = [to];
  while (path[0] !== from) path.unshift(before[path[0]]);
  return path;
}

function without(parents: readonly number[], cause: number): number[] {
  return parents.filter((i) => i !== cause);
}

function arrow(names: readonly string[], i: number, j: number): string {
  return `${names[i]} → ${names[j]}`;
}

/** JSON has no infinities. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
