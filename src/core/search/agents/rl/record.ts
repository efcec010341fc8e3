// The best of all graphs ever seen, for any weights of the penalties, without keeping them all.
//
// A graph that another one beats in score and in distance from acyclic is best for no weights. So of the acyclic graphs
// the best is kept, and of the others those that no other beats in both: some hundreds of the millions that a run sees.

import { type Lambdas, penalised } from "./lambda.ts";

export interface Seen {
  /** The scaled score (lower is better) and the distance from acyclic, 0 for a DAG. */
  readonly score: number;
  readonly distance: number;
  /** Bits of the parents of each variable. */
  readonly parents: readonly number[];
}

export interface GraphRecord {
  /** Takes graph b of a batch into account. */
  readonly add: (score: number, distance: number, isAcyclic: boolean, parents: Uint32Array) => void;
  /** The best by these weights; null before there is one. Of graphs alike in score and distance the one seen first. */
  readonly best: (lambdas: Lambdas) => Seen | null;
  readonly bestDag: () => Seen | null;
  readonly state: () => RecordState;
}

/** Plain JSON. */
export interface RecordState {
  readonly dag: Seen | null;
  readonly front: readonly Seen[];
}

export function createRecord(from?: RecordState): GraphRecord {
  let dag: Seen | null = from?.dag ?? null;
  // Rising scores, falling distances.
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
    // One of the same score that is now beaten stands just before.
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
