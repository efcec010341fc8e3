// Hill climbing over graphs: add, remove or turn one edge at a time, the best change first.
//
//     start from the required edges alone; take the change that raises the score most, as long as one does;
//     restart from the best graph with a few random changes made to it; keep the best graph of all
//
// The only search here that asks nothing of a score but its value for a graph, so it takes any score of the user's own.
// A round looks at d(d − 1) changes. Where the score has terms only the one or two nodes concerned are scored anew.
//
// The textbook algorithm (Heckerman, Geiger & Chickering, Machine Learning 20, 1995). Differs: restarts shake the best
// graph (two changes for each variable) instead of starting from a random one.

import { check } from "../check.ts";
import { cpdagOf, memberByOrder } from "../graph/equivalence.ts";
import { edgeList, type Graph, graphFromEdges, isAcyclic, parentsOf } from "../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../graph/knowledge.ts";
import type { Rng } from "../math/rng.ts";
import { isBetter, type Score } from "../score/score.ts";
import type { Search, Step } from "./search.ts";

export interface HillClimbOptions {
  readonly knowledge?: Knowledge;
  /** Climbs, the first from the required edges alone. */
  readonly restarts?: number;
  /** State of an earlier step to go on from. */
  readonly from?: unknown;
}

export interface HillClimbStep extends Step {
  /** Score at the end of each climb finished so far. */
  readonly restarts: readonly number[];
}

type Edges = readonly (readonly [number, number])[];

interface State {
  readonly restart: number;
  readonly moves: number;
  readonly graph: Edges;
  readonly best: Edges;
  readonly finished: readonly number[];
}

export function* hillClimb(score: Score, rng: Rng, options: HillClimbOptions = {}): Search<HillClimbStep> {
  const { d } = score;
  const { knowledge = noKnowledge(d), restarts = 8, from } = options;
  check(
    restarts >= 1 && Number.isInteger(restarts),
    `hill-climb: restarts must be a whole number from 1 on, got ${restarts}`,
  );
  const start = edgeList({ d, edges: knowledge.required });
  let state = (from as State | undefined) ?? {
    restart: 0,
    moves: 0,
    graph: start,
    best: start,
    finished: [],
  };
  const scoreAt = (edges: Edges) => score.ofGraph(graphFromEdges(d, edges));
  while (state.restart < restarts) {
    const graph = graphFromEdges(d, state.graph);
    const next = bestChange(graph, score, knowledge);
    if (next !== null) {
      const edges = edgeList(next);
      const isBest = isBetter(scoreAt(edges), scoreAt(state.best));
      state = { ...state, moves: state.moves + 1, graph: edges, best: isBest ? edges : state.best };
    } else {
      const { restart, best, finished } = state;
      const shaken = shake(graphFromEdges(d, best), knowledge, rng.fork(`restart/${restart + 1}`));
      const done = [...finished, score.ofGraph(graph)];
      state = { restart: restart + 1, moves: 0, graph: edgeList(shaken), best, finished: done };
    }
    if (state.restart < restarts) yield step(state, restarts, score);
  }
  const last = step(state, restarts, score);
  const member = score.isEquivalent ? memberByOrder(cpdagOf(last.graph!), knowledge) : last.graph;
  check(member !== null, "hill-climb: the class found must have a member that obeys the knowledge");
  return { ...last, graph: member, score: score.ofGraph(member), progress: 1, doing: "done" };
}

/** The graph after the change that raises the score most; null where none does. */
function bestChange(graph: Graph, score: Score, knowledge: Knowledge): Graph | null {
  const before = score.ofGraph(graph);
  const scoreAt = changedScore(graph, score);
  let best: Graph | null = null;
  let bestValue = before;
  for (const { next, nodes } of changes(graph, knowledge)) {
    const value = scoreAt(next, nodes);
    if (isBetter(value, bestValue) && isAcyclic(next)) [best, bestValue] = [next, value];
  }
  return best;
}

/** Score of a graph that differs from `graph` in the parents of `nodes` alone. */
function changedScore(graph: Graph, score: Score): (next: Graph, nodes: readonly number[]) => number {
  const { local } = score;
  if (local === undefined) return (next) => score.ofGraph(next);
  const parents = Array.from({ length: graph.d }, (_, j) => parentsOf(graph, j));
  const terms = parents.map((P, j) => local.term(j, P));
  const sum = terms.reduce((a, b) => a + b, 0);
  const edges = parents.reduce((count, P) => count + P.length, 0);
  return (next, nodes) => {
    let changed = sum;
    let count = edges;
    for (const j of nodes) {
      const P = parentsOf(next, j);
      changed += local.term(j, P) - terms[j];
      count += P.length - parents[j].length;
    }
    return local.combine ? local.combine(changed, count) : changed;
  };
}

/** Every graph one change away that the knowledge allows (cycles are not looked for), with the nodes it concerns. */
function* changes(graph: Graph, knowledge: Knowledge): Generator<{ next: Graph; nodes: number[] }> {
  const { d, edges } = graph;
  const { required, forbidden, maxParents } = knowledge;
  const hasRoom = Array.from({ length: d }, (_, j) => parentsOf(graph, j).length < maxParents);
  const changed = (...pairs: [number, 0 | 1][]): Graph => {
    const out = new Uint8Array(edges);
    for (const [at, value] of pairs) out[at] = value;
    return { d, edges: out };
  };
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const [at, back] = [i * d + j, j * d + i];
      if (i === j || edges[back] === 1) continue;
      if (edges[at] === 0) {
        if (forbidden[at] === 0 && hasRoom[j]) yield { next: changed([at, 1]), nodes: [j] };
        continue;
      }
      if (required[at] === 1) continue;
      yield { next: changed([at, 0]), nodes: [j] };
      if (forbidden[back] === 0 && hasRoom[i]) yield { next: changed([at, 0], [back, 1]), nodes: [i, j] };
    }
  }
}

/** The graph after random changes, two for each variable. */
function shake(graph: Graph, knowledge: Knowledge, rng: Rng): Graph {
  let current = graph;
  for (let k = 0; k < 2 * graph.d; k++) {
    const all = [...changes(current, knowledge)];
    if (all.length === 0) break;
    const { next } = all[rng.integer(all.length)];
    if (isAcyclic(next)) current = next;
  }
  return current;
}

function step(state: State, restarts: number, score: Score): HillClimbStep {
  const { restart, moves, best, finished } = state;
  const graph = graphFromEdges(score.d, best);
  return {
    graph,
    score: score.ofGraph(graph),
    restarts: finished,
    // A climb makes about two moves for each variable.
    progress: Math.min(0.999, (restart + Math.min(0.95, moves / (2 * score.d))) / restarts),
    doing: `climb ${Math.min(restart + 1, restarts)} of ${restarts}, move ${moves}`,
    values: { restart, moves },
    state,
  };
}
