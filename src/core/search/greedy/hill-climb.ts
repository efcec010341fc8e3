// Hill climbing over graphs: add, remove or turn one edge at a time, the best change first, with a tabu list.
//
//     start from the required edges alone; make the best change that does not lead back to one of the last `tabu` graphs,
//     even if it lowers the score, until more than `tabu` changes in a row bring no improvement;
//     restart from the best graph after random changes; the result is the best graph of all
//
// The only search here that needs nothing from a score but its value for a graph, so it works with any user-defined score.
// A round considers d(d − 1) changes. If the score has terms, they are cached until their node's parents change: a
// round then evaluates the terms of one or two nodes, d each.
//
// Heckerman, Geiger & Chickering, Machine Learning 20, 1995; Glover, "Tabu search", ORSA Journal on Computing 1, 1989.
// Differs: restarts perturb the best graph (two changes per variable) instead of starting from a random one.

import * as z from "zod";
import { check } from "../../check.ts";
import { cpdagOf, memberByOrder } from "../../graph/equivalence.ts";
import { edgeList, type Graph, graphFromEdges, parentsOf } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import type { Rng } from "../../math/rng.ts";
import { isBetter, type Local, type Score } from "../../score/score.ts";
import { edges, index, maybe, resumedState } from "../resumed-state.ts";
import { defaultRestarts, type ProblemWith, type Search, type Step } from "../search.ts";
import { type Change, changed, changes, legalChanges } from "./graph-changes.ts";

export interface HillClimbOptions {
  /** Number of recent graphs that are not revisited, and of changes in a row that may bring no improvement. */
  readonly tabu?: number;
}

export interface HillClimbStep extends Step {
  /** Best score of each climb finished so far. */
  readonly restarts: readonly number[];
}

/** A score of −Infinity, which JSON cannot represent, is stored as null. */
const stateSchema = z.strictObject({
  restart: index,
  moves: index,
  graph: edges,
  best: edges,
  /** The best score of this climb, and the number of changes since. */
  mark: maybe,
  idle: index,
  /** The graphs that are not revisited. */
  recent: z.array(edges).readonly(),
  finished: z.array(maybe).readonly(),
});

type State = Readonly<z.infer<typeof stateSchema>>;
type Edges = State["graph"];

/** Default for scores with terms; others, whose values may be slow, have no tabu list by default. */
const defaultTabu = 10;

/**
 * Hill climbing with a tabu list.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(hillClimb({ score: linearBic(table), rng: createRng(1) })).graph.d; // 3
 * ```
 */
export function* hillClimb(
  {
    score,
    rng,
    knowledge = noKnowledge(score.d),
    restarts = defaultRestarts,
    from,
  }: ProblemWith<"score" | "rng">,
  { tabu = score.local === undefined ? 0 : defaultTabu }: HillClimbOptions = {},
): Search<HillClimbStep> {
  const { d } = score;
  check(
    restarts >= 1 && Number.isInteger(restarts),
    `hill-climb: restarts must be a whole number from 1 on, got ${restarts}`,
  );
  check(
    tabu >= 0 && Number.isInteger(tabu),
    `hill-climb: tabu must be a whole number from 0 on, got ${tabu}`,
  );
  const start = edgeList({ d, edges: knowledge.required });
  const values = changeValues(score);
  const scoreAt = (edges: Edges) => score.ofGraph(graphFromEdges(d, edges));
  const climbFrom = (graph: Edges) => ({
    moves: 0,
    graph,
    mark: storedScore(scoreAt(graph)),
    idle: 0,
    recent: [],
  });
  let state = resumedState(stateSchema, from) ?? {
    restart: 0,
    best: start,
    finished: [],
    ...climbFrom(start),
  };
  while (state.restart < restarts) {
    const { restart, moves, best, mark, idle, finished } = state;
    const graph = graphFromEdges(d, state.graph);
    const recent = [...state.recent, state.graph].slice(-tabu - 1);
    const next = idle > tabu ? null : bestChange(graph, values(graph), knowledge, tabu > 0 ? recent : null);
    if (next !== null) {
      const edges = edgeList(next);
      const value = scoreAt(edges);
      const isRise = isBetter(value, restoredScore(mark));
      const rise = isRise ? { mark: value, idle: 0 } : { mark, idle: idle + 1 };
      const isBest = isBetter(value, scoreAt(best));
      state = {
        restart,
        moves: moves + 1,
        graph: edges,
        best: isBest ? edges : best,
        ...rise,
        recent,
        finished,
      };
    } else {
      const shaken = shake(graphFromEdges(d, best), knowledge, rng.fork(`restart/${restart + 1}`));
      state = { restart: restart + 1, best, finished: [...finished, mark], ...climbFrom(edgeList(shaken)) };
    }
    if (state.restart < restarts) yield step(state, restarts, score);
  }
  const last = step(state, restarts, score);
  const member = score.isEquivalent ? memberByOrder(cpdagOf(last.graph!), knowledge) : last.graph;
  check(member !== null, "hill-climb: the class found must have a member that satisfies the prior knowledge");
  return { ...last, graph: member, score: score.ofGraph(member), progress: 1, doing: "done" };
}

/**
 * The graph after the best change: without a tabu list, the best that raises the score; with one, the best that leads to none
 * of its graphs. Null if there is none.
 */
function bestChange(
  graph: Graph,
  { now, after }: ChangeValues,
  knowledge: Knowledge,
  recent: readonly Edges[] | null,
): Graph | null {
  const all = [...changes(graph, knowledge)].map((change) => ({ change, value: after(change) }));
  const isRecent = new Set((recent ?? []).map(keyOf));
  for (;;) {
    let best: (typeof all)[number] | null = null;
    let most = recent === null ? now : Number.NEGATIVE_INFINITY;
    for (const each of all) if (isBetter(each.value, most)) [best, most] = [each, each.value];
    if (best === null) return null;
    const next = changed(graph, best.change);
    if (!isRecent.has(keyOf(edgeList(next)))) return next;
    all.splice(all.indexOf(best), 1);
  }
}

interface ChangeValues {
  /** Score of the graph, and after a change. */
  readonly now: number;
  readonly after: (change: Change) => number;
}

/** Scores of graphs one change away from a graph; if the score has terms, those unchanged since the last call are reused. */
function changeValues(score: Score): (graph: Graph) => ChangeValues {
  const { local } = score;
  const blind = (graph: Graph): ChangeValues => ({
    now: score.ofGraph(graph),
    after: (change) => score.ofGraph(changed(graph, change)),
  });
  if (local === undefined) return blind;
  const remembered = toggledTerms(local, score.d);
  return (graph) => {
    const { terms, toggled } = remembered(graph);
    const sum = terms.reduce((a, b) => a + b, 0);
    if (sum === Number.NEGATIVE_INFINITY) return blind(graph);
    const edges = graph.edges.reduce((count, e) => count + e, 0);
    const total = (value: number, count: number) => (local.combine ? local.combine(value, count) : value);
    return {
      now: total(sum, edges),
      after: ({ kind, i, j }) => {
        const first = sum + (toggled(i, j) - terms[j]);
        if (kind === "turn") return total(first + (toggled(j, i) - terms[i]), edges);
        return total(first, kind === "add" ? edges + 1 : edges - 1);
      },
    };
  };
}

/** The nodes' terms, and the term of j with i added to its parents or removed from them. */
function toggledTerms(local: Local, d: number) {
  const values = new Float64Array(d * d);
  const parents: (number[] | undefined)[] = Array.from({ length: d });
  const terms = new Float64Array(d);
  return (graph: Graph) => {
    for (let j = 0; j < d; j++) {
      const causes = parentsOf(graph, j);
      if (causes.join() === parents[j]?.join()) continue;
      parents[j] = causes;
      terms[j] = local.term(j, causes);
      for (let i = 0; i < d; i++) values[i * d + j] = Number.NaN;
    }
    const toggled = (i: number, j: number): number => {
      if (Number.isNaN(values[i * d + j])) {
        const causes = parents[j]!;
        const other = causes.includes(i)
          ? causes.filter((k) => k !== i)
          : [...causes, i].sort((a, b) => a - b);
        values[i * d + j] = local.term(j, other);
      }
      return values[i * d + j];
    };
    return { terms, toggled };
  };
}

/** The graph after random changes, two for each variable: a random pair is added, removed or turned if that is allowed. */
function shake(graph: Graph, knowledge: Knowledge, rng: Rng): Graph {
  const { d } = graph;
  let current = graph;
  for (let count = 0, tries = 0; count < 2 * d && tries < 40 * d; tries++) {
    const [i, j, turn] = [rng.integer(d), rng.integer(d), rng.uniform() < 0.5];
    const legal = legalChanges(current, knowledge);
    if (legal.canAdd(i, j)) current = changed(current, { kind: "add", i, j });
    else if (turn && legal.canTurn(i, j)) current = changed(current, { kind: "turn", i, j });
    else if (!turn && legal.canRemove(i, j)) current = changed(current, { kind: "remove", i, j });
    else continue;
    count++;
  }
  return current;
}

function step(state: State, restarts: number, score: Score): HillClimbStep {
  const { restart, moves, best, finished } = state;
  const graph = graphFromEdges(score.d, best);
  return {
    graph,
    score: score.ofGraph(graph),
    restarts: finished.map(restoredScore),
    // A climb makes about two moves for each variable.
    progress: Math.min(0.999, (restart + Math.min(0.95, moves / (2 * score.d))) / restarts),
    doing: `climb ${Math.min(restart + 1, restarts)} of ${restarts}, move ${moves}`,
    values: { restart, moves },
    state,
  };
}

function keyOf(edges: Edges): string {
  return edges.join(" ");
}

function restoredScore(score: number | null): number {
  return score ?? Number.NEGATIVE_INFINITY;
}

function storedScore(score: number): number | null {
  return score === Number.NEGATIVE_INFINITY ? null : score;
}
