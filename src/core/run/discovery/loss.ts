// What the score loses without a link, along the causal order of a graph or in that graph alone (strength.ts says which is used when).
//
// Losses are computed effect by effect: the causes of an effect share its computations, and with many links and a pool of workers,
// each worker takes the next effect.

import { type Graph, hasEdge, topologicalOrder } from "../../graph/graph.ts";
import { lead, type Score } from "../../score/score.ts";
import { parentPaths } from "../../search/order/order.ts";
import type { SearchProblem } from "../../search/search.ts";
import { partOf, type SharedTask, sharedWork } from "../../search/shared-work.ts";
import { placeAt, progressOf, type StopReason } from "../problem.ts";
import type { EdgeStrength, RunEvent } from "../result.ts";
import type { Prepared } from "./prepare.ts";

export type Pair = readonly [number, number];
/** Without the link, and without the arrow; the latter is null if it was not computed. */
export type Loss = Pick<EdgeStrength, "loss" | "lossOver"> & { readonly reversal: number | null };

const unknown: Loss = { loss: null, lossOver: null, reversal: null };
/** Progress of the stage when the losses are known. */
export const lossShare = 0.9;
/** Number of links from which on workers are used. */
const manyLinks = 50;
const work = "losses";

/** The data that all pieces of work share: a graph, and pairs of it grouped by effect. */
interface Losses {
  readonly graph: Graph;
  readonly effects: readonly (readonly Pair[])[];
}

/** The losses of these pairs; null if the run is to stop. */
export function* lossesAround(
  { problem, machine, pulse }: Prepared,
  graph: Graph,
  pairs: readonly Pair[],
  doing: string,
): Generator<RunEvent, readonly Loss[] | null, StopReason | undefined> {
  const place = placesIn(graph);
  const byEffect = new Map<number, number[]>();
  pairs.forEach((pair, k) => {
    const [, effect] = directed(pair, place);
    byEffect.set(effect, [...(byEffect.get(effect) ?? []), k]);
  });
  const effects = [...byEffect.values()].map((list) => list.map((k) => pairs[k]));
  const pool = isAlong(problem.score) && pairs.length >= manyLinks ? machine.tasks : undefined;
  let lossesOf: ReturnType<typeof effectLosses> | undefined;
  const make = (k: number) => {
    pulse.beat();
    lossesOf ??= effectLosses(graph, problem);
    return lossesOf(effects[k]);
  };
  const making = sharedWork(pool)({ work, pieces: effects.length, about: { graph, effects } }, make);
  for (let steps = 1; ; steps++) {
    const next = pulse.tried(() => making.next())?.value;
    if (next === undefined) return null;
    if (next.done) {
      const losses: Loss[] = [];
      [...byEffect.values()].forEach((list, at) => {
        list.forEach((k, l) => {
          losses[k] = next.value[at][l];
        });
      });
      return losses;
    }
    const share = lossShare * Math.min(1, steps / effects.length);
    pulse.at(placeAt("strength", doing, share));
    pulse.wish(yield progressOf("strength", doing, share));
  }
}

/** A worker's side: `isOne` recognises tasks about losses, `answer` computes the worker's part of them. */
export function lossTasks(problem: Pick<SearchProblem, "score" | "knowledge">) {
  return {
    isOne: (task: unknown): boolean => (task as Partial<SharedTask>).work === work,
    answer: (task: unknown): unknown => {
      const lossTask = task as SharedTask & Losses;
      const lossesOf = effectLosses(lossTask.graph, problem);
      return partOf(lossTask, (k) => lossesOf(lossTask.effects[k]));
    },
  };
}

/** Are parents chosen along an order? Not for slow scores: it takes too many terms. */
function isAlong({ local, d, exactVariables = d }: Score): boolean {
  return local !== undefined && local.combine === undefined && d <= exactVariables;
}

function placesIn(graph: Graph): ReadonlyMap<number, number> {
  return new Map(topologicalOrder(graph)!.map((j, at) => [j, at]));
}

/** The pair as cause and effect, according to the order. */
function directed([i, j]: Pair, place: ReadonlyMap<number, number>): Pair {
  return place.get(i)! < place.get(j)! ? [i, j] : [j, i];
}

/** The losses of pairs with the same effect. */
function effectLosses(
  graph: Graph,
  { score, knowledge }: Pick<SearchProblem, "score" | "knowledge">,
): (pairs: readonly Pair[]) => Loss[] {
  const order = topologicalOrder(graph)!;
  const place = placesIn(graph);
  const isRequired = ([cause, effect]: Pair) => knowledge.required[cause * graph.d + effect] === 1;
  if (isAlong(score)) {
    const paths = parentPaths(score.local!, knowledge, { isByNode: true });
    const best = (effect: number, candidates: readonly number[]): number =>
      Math.max(...paths.of(effect, candidates).terms);
    return (pairs) => {
      let linked: number | undefined;
      return pairs.map((pair) => {
        const [cause, effect] = directed(pair, place);
        if (isRequired([cause, effect])) return unknown;
        const others = order.slice(0, place.get(effect)!);
        linked ??= best(effect, others); // all its predecessors are candidates
        const apart = others.filter((k) => k !== cause);
        return { loss: lead(linked, best(effect, apart)), lossOver: "same order", reversal: null };
      });
    };
  }
  const whole = score.ofGraph(graph);
  return (pairs) =>
    pairs.map((pair) => {
      const [cause, effect] = directed(pair, place);
      if (isRequired([cause, effect]) || !hasEdge(graph, cause, effect)) return unknown;
      const without = { d: graph.d, edges: graph.edges.with(cause * graph.d + effect, 0) };
      return { loss: lead(whole, score.ofGraph(without)), lossOver: "same graph", reversal: null };
    });
}
