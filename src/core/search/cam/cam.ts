// CAM: causal additive models. Edges are added one by one, the most explanatory first, until none can be added; pruning by
// p-values then removes what is not needed (prune-cam.ts; the default after this search).
//
//     gain(i → j) = log σ̂²_j(parents) − log σ̂²_j(parents + i),   σ̂² of the additive spline fit (score/additive.ts)
//     add the edge with the largest gain, whatever its sign; forbid edges that would close a cycle; update gains into j; repeat
//
// The result before pruning is an order: every pair that may be linked is. At most round(n / 20) parents, as published.
//
// Above 12 variables only the candidates of a preliminary selection (math/smooth/neighbours.ts) may be causes: without it d²/2 edges
// with up to d parents each would be fitted.
//
// Cost: d(d − 1) fits of one parent, then d fits for each edge, with as many parents as its effect has by then.
//
// Bühlmann, P., Peters, J., Ernest, J. "CAM: causal additive models, high-dimensional order search and penalized regression."
// Annals of Statistics 42(6), 2014.
//
// Differs from the R package CAM: required edges are present from the start. The search uses no score; a score only evaluates
// the graph.

import * as z from "zod";
import { check } from "../../check.ts";
import {
  edgeList,
  type Graph,
  graphFromEdges,
  isAcyclic,
  parentsOf,
  reachability,
} from "../../graph/graph.ts";
import { allowedParents, noKnowledge } from "../../graph/knowledge.ts";
import { type AdditiveOptions, basisScatter, neighbours } from "../../math/smooth/smooth.ts";
import { additive } from "../../score/additive.ts";
import type { Score } from "../../score/score.ts";
import { edges as edgesSchema, resumedState } from "../resumed-state.ts";
import type { ProblemWith, Search, SearchMachine, Step } from "../search.ts";

export interface CamOptions extends AdditiveOptions {
  /** Candidate causes of a variable: all others, or a preliminary selection (the default above 12 variables). */
  readonly candidates?: "all" | "neighbours";
}

/** The edges in the order in which they were added, the required ones first. */
const stateSchema = z.strictObject({ edges: edgesSchema });

type State = Readonly<z.infer<typeof stateSchema>>;

/** Up to this many variables, all others are candidates. */
const selectedBeyond = 12;

/**
 * Causal additive models.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(cam({ table, score: linearBic(table) })).graph.d; // 3
 * ```
 */
export function* cam(
  { table, score, knowledge = noKnowledge(table.X.cols), from }: ProblemWith<"table" | "score">,
  { smoothing, candidates = score.d > selectedBeyond ? "neighbours" : "all" }: CamOptions = {},
  { beat }: SearchMachine = {},
): Search {
  const { rows: n, cols: d } = table.X;
  const required = { d, edges: knowledge.required };
  check(isAcyclic(required), "cam: the required edges must have no cycle");
  const { local } = additive(table, { penaltyWeight: 0, smoothing, beat });
  const most = Math.min(knowledge.maxParents, d - 1, Math.max(1, Math.round(n / 20)));
  const selected = candidates === "neighbours" ? neighbours(basisScatter(table.X), { beat }) : undefined;
  const mayCause = Array.from({ length: d }, (_, j) => {
    const allowed = allowedParents(knowledge, j);
    return new Set(selected ? allowed.filter((i) => selected[j].includes(i)) : allowed);
  });

  let { edges } = resumedState(stateSchema, from) ?? { edges: edgeList(required) };
  let graph = graphFromEdges(d, edges);
  const gains = new Float64Array(d * d).fill(Number.NaN); // NaN: to be computed
  const total = mayCause.reduce((sum, causes) => sum + causes.size, 0) / 2;
  for (;;) {
    const reach = reachability(graph);
    for (let j = 0; j < d; j++) {
      if (gainsInto(gains, j, { graph, reach, mayCause: mayCause[j], most, term: local!.term }))
        yield step(graph, score, `fits of ${table.names[j]}`, Math.min(0.99, edges.length / total), edges);
    }
    const at = largest(gains);
    if (at < 0) break;
    const [i, j] = [Math.floor(at / d), at % d];
    edges = [...edges, [i, j]];
    graph = graphFromEdges(d, edges);
    for (let k = 0; k < d; k++) gains[k * d + j] = Number.NaN;
    yield step(graph, score, `${edges.length} edges`, Math.min(0.99, edges.length / total), edges);
  }
  return step(graph, score, "done", 1, edges);
}

function step(graph: Graph, score: Score, doing: string, progress: number, edges: State["edges"]): Step {
  const state: State = { edges };
  return { graph, score: score.ofGraph(graph), progress, doing, values: { edges: edges.length }, state };
}

interface Into {
  readonly graph: Graph;
  readonly reach: Uint8Array;
  readonly mayCause: ReadonlySet<number>;
  readonly most: number;
  readonly term: (node: number, parents: readonly number[]) => number;
}

/** Computes the missing gains of edges into j; −Infinity for edges that are not allowed. Returns whether anything was fitted. */
function gainsInto(gains: Float64Array, j: number, { graph, reach, mayCause, most, term }: Into): boolean {
  const { d } = graph;
  const parents = parentsOf(graph, j);
  let hasFitted = false;
  for (let i = 0; i < d; i++) {
    const isOpen =
      mayCause.has(i) && !parents.includes(i) && reach[j * d + i] === 0 && parents.length < most && i !== j;
    if (!isOpen) gains[i * d + j] = Number.NEGATIVE_INFINITY;
    else if (Number.isNaN(gains[i * d + j])) {
      const more = [...parents, i].sort((a, b) => a - b);
      const gain = term(j, more) - term(j, parents);
      gains[i * d + j] = Number.isNaN(gain) ? Number.NEGATIVE_INFINITY : gain; // both −Infinity: too few rows
      hasFitted = true;
    }
  }
  return hasFitted;
}

/** Index of the largest gain, −1 if all are −Infinity. */
function largest(gains: Float64Array): number {
  let at = -1;
  for (let k = 0; k < gains.length; k++) {
    if (gains[k] > Number.NEGATIVE_INFINITY && (at < 0 || gains[k] > gains[at])) at = k;
  }
  return at;
}
