// The best of all graphs seen so far, for any penalty weights, without storing them all.
//
// A graph that another one beats in both score and distance from acyclicity is optimal for no weights. So only the best
// acyclic graph and the Pareto front of the cyclic ones are kept: some hundreds of the millions that a run sees.

import * as z from "zod";
import { index } from "../../resumed-state.ts";
import { bitCount } from "../parent-bits.ts";
import { type Lambdas, penalised } from "./lambda.ts";
import type { GraphValues } from "./rewards.ts";

const seenSchema = z.strictObject({
  /** The scaled score (lower is better) and the distance from acyclic, 0 for a DAG. */
  score: z.number(),
  distance: z.number(),
  /** Parent bits of each variable. */
  parents: z.array(index).readonly(),
});

export const recordSchema = z.strictObject({
  dag: seenSchema.nullable(),
  /** Pareto front of the cyclic graphs: ascending scores, descending distances. */
  front: z.array(seenSchema).readonly(),
});

export type Seen = Readonly<z.infer<typeof seenSchema>>;
type RecordState = Readonly<z.infer<typeof recordSchema>>;

export interface GraphRecord {
  /** Records one graph, given by its parent bits. */
  readonly add: (score: number, distance: number, isAcyclic: boolean, parents: Uint32Array) => void;
  /** The best graph under these weights, null before any is seen; ties in score and distance go to the one seen first. */
  readonly best: (lambdas: Lambdas) => Seen | null;
  readonly bestDag: () => Seen | null;
  readonly state: () => RecordState;
}

export function createRecord(from?: RecordState): GraphRecord {
  let dag: Seen | null = from?.dag ?? null;
  const front: Seen[] = [...(from?.front ?? [])];
  const addCyclic = (score: number, distance: number, parents: Uint32Array): void => {
    let [low, high] = [0, front.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (front[middle].score <= score) low = middle + 1;
      else high = middle;
    }
    if (low > 0 && front[low - 1].distance <= distance) return;
    let beaten = low;
    while (beaten < front.length && front[beaten].distance >= distance) beaten++;
    // An entry with the same score, which the new graph beats, is directly before it.
    const start = low > 0 && front[low - 1].score === score ? low - 1 : low;
    front.splice(start, beaten - start, { score, distance, parents: [...parents] });
  };
  return {
    add: (score, distance, isAcyclic, parents) => {
      if (!isAcyclic) addCyclic(score, distance, parents);
      else if (dag === null || score < dag.score) dag = { score, distance: 0, parents: [...parents] };
    },
    best: (lambdas) => {
      let best = dag;
      let least = dag === null ? Number.POSITIVE_INFINITY : dag.score;
      for (const seen of front) {
        const value = penalised(seen.score, seen.distance, false, lambdas);
        if (value < least) {
          best = seen;
          least = value;
        }
      }
      return best;
    },
    bestDag: () => dag,
    state: () => ({ dag, front: [...front] }),
  };
}

/** Records a batch: the graphs that the score allows and, among DAGs, those within the limit on parents. */
export function recordBatch(
  record: GraphRecord,
  graphs: Uint32Array,
  { score, distance, acyclic, allowed }: GraphValues,
  limits: { readonly words: number; readonly maxParents: number },
): void {
  const size = graphs.length / score.length;
  score.forEach((S, b) => {
    const isAcyclic = acyclic[b] === 1;
    const graph = graphs.subarray(b * size, (b + 1) * size);
    if (allowed[b] === 1 && (!isAcyclic || hasFewParents(graph, limits)))
      record.add(S, distance[b], isAcyclic, graph);
  });
}

function hasFewParents(
  parents: Uint32Array,
  { words, maxParents }: { readonly words: number; readonly maxParents: number },
): boolean {
  for (let at = 0; at < parents.length; at += words) {
    let count = 0;
    for (let w = 0; w < words; w++) count += bitCount(parents[at + w]);
    if (count > maxParents) return false;
  }
  return true;
}
