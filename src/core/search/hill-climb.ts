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
import { childrenOf, edgeList, type Graph, graphFromEdges, parentsOf, reachability } from "../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../graph/knowledge.ts";
import type { Rng } from "../math/rng.ts";
import { isBetter, type Score } from "../score/score.ts";
import { defaultRestarts, type Search, type Step } from "./search.ts";

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
  /** Null: −Infinity, which JSON cannot say. */
  readonly finished: readonly (number | null)[];
}

export function* hillClimb(score: Score, rng: Rng, options: HillClimbOptions = {}): Search<HillClimbStep> {
  const { d } = score;
  const { knowledge = noKnowledge(d), restarts = defaultRestarts, from } = options;
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
      const value = score.ofGraph(graph);
      const done = [...finished, value === Number.NEGATIVE_INFINITY ? null : value];
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
    if (isBetter(value, bestValue)) [best, bestValue] = [next, value];
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
    if (sum === Number.NEGATIVE_INFINITY) return score.ofGraph(next);
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

/** Every DAG one change away that the knowledge allows, with the nodes it concerns. */
function* changes(graph: Graph, knowledge: Knowledge): Generator<{ next: Graph; nodes: number[] }> {
  const { d } = graph;
  const legal = legalChanges(graph, knowledge);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      if (legal.canAdd(i, j)) yield { next: changed(graph, [i, j, 1]), nodes: [j] };
      if (legal.canRemove(i, j)) yield { next: changed(graph, [i, j, 0]), nodes: [j] };
      if (legal.canTurn(i, j)) yield { next: changed(graph, [i, j, 0], [j, i, 1]), nodes: [i, j] };
    }
  }
}

/** Which changes leave a DAG that obeys the knowledge. */
function legalChanges(graph: Graph, { required, forbidden, maxParents }: Knowledge) {
  const { d, edges } = graph;
  const hasRoom = Array.from({ length: d }, (_, j) => parentsOf(graph, j).length < maxParents);
  const reach = reachability(graph);
  const has = (i: number, j: number) => edges[i * d + j] === 1;
  return {
    canAdd: (i: number, j: number) =>
      i !== j &&
      !has(i, j) &&
      !has(j, i) &&
      forbidden[i * d + j] === 0 &&
      hasRoom[j] &&
      reach[j * d + i] === 0,
    canRemove: (i: number, j: number) => has(i, j) && required[i * d + j] === 0,
    // Turned, the edge closes a cycle if another way leads from i to j.
    canTurn: (i: number, j: number) =>
      has(i, j) &&
      required[i * d + j] === 0 &&
      forbidden[j * d + i] === 0 &&
      hasRoom[i] &&
      !childrenOf(graph, i).some((k) => k !== j && reach[k * d + j] === 1),
  };
}

function changed({ d, edges }: Graph, ...pairs: [i: number, j: number, value: 0 | 1][]): Graph {
  const out = new Uint8Array(edges);
  for (const [i, j, value] of pairs) out[i * d + j] = value;
  return { d, edges: out };
}

/** The graph after random changes, two for each variable: a random pair is added, removed or turned where it can be. */
function shake(graph: Graph, knowledge: Knowledge, rng: Rng): Graph {
  const { d } = graph;
  let current = graph;
  for (let made = 0, tries = 0; made < 2 * d && tries < 40 * d; tries++) {
    const [i, j, turn] = [rng.integer(d), rng.integer(d), rng.uniform() < 0.5];
    const legal = legalChanges(current, knowledge);
    if (legal.canAdd(i, j)) current = changed(current, [i, j, 1]);
    else if (turn && legal.canTurn(i, j)) current = changed(current, [i, j, 0], [j, i, 1]);
    else if (!turn && legal.canRemove(i, j)) current = changed(current, [i, j, 0]);
    else continue;
    made++;
  }
  return current;
}

function step(state: State, restarts: number, score: Score): HillClimbStep {
  const { restart, moves, best, finished } = state;
  const graph = graphFromEdges(score.d, best);
  return {
    graph,
    score: score.ofGraph(graph),
    restarts: finished.map((value) => value ?? Number.NEGATIVE_INFINITY),
    // A climb makes about two moves for each variable.
    progress: Math.min(0.999, (restart + Math.min(0.95, moves / (2 * score.d))) / restarts),
    doing: `climb ${Math.min(restart + 1, restarts)} of ${restarts}, move ${moves}`,
    values: { restart, moves },
    state,
  };
}
