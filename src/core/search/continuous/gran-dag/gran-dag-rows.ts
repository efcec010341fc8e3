// The rows on which GraN-DAG is trained, and those held out: shuffled once, four fifths and the rest. The batch of an
// iteration depends only on its number, so no state of a random stream has to be stored.

import type { Matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import type { Model } from "./gran-dag-model.ts";

export interface Rows {
  /** The model's loss on the batch of an iteration. */
  readonly loss: (iteration: number) => number;
  /** The model's mean loss on the held-out rows. */
  readonly heldOutLoss: () => number;
  /** Passes all training rows through the model, as many at once as it takes, and yields how many. */
  readonly all: () => Generator<number>;
}

const trainedShare = 0.8;

/** Rows per step, at most `most`. */
export function batchOf(rows: number, most: number): number {
  return Math.min(most, Math.max(1, Math.floor(trainedShare * rows)));
}

export function createRows(X: Matrix, rng: Rng, model: Model): Rows {
  const { d, batch } = model;
  const order = rng.fork("rows").permutation(X.rows);
  const data = Float32Array.from({ length: X.rows * d }, (_, e) => {
    return X.data[order[Math.floor(e / d)] * d + (e % d)];
  });
  const trained = batchOf(X.rows, X.rows);
  const heldOut = trained < X.rows ? X.rows - trained : X.rows; // a single row is both
  const rows = new Int32Array(batch);
  const deck = Int32Array.from({ length: trained }, (_, i) => i);
  const batches = rng.fork("batches");

  /** Draws rows without replacement: the deck is shuffled as far as needed, then restored. */
  const draw = (iteration: number): void => {
    const { integer } = batches.fork(`${iteration}`);
    for (let b = 0; b < batch; b++) {
      rows[b] = b + integer(trained - b);
      [deck[b], deck[rows[b]]] = [deck[rows[b]], deck[b]];
    }
    for (let b = batch - 1; b >= 0; b--) {
      const at = rows[b];
      rows[b] = deck[b];
      [deck[b], deck[at]] = [deck[at], deck[b]];
    }
  };
  /** One batch of the rows from `first` to `end` − 1: their number, and the loss on them. */
  const lossFrom = (first: number, end: number): readonly [count: number, loss: number] => {
    const count = Math.min(batch, end - first);
    for (let b = 0; b < count; b++) rows[b] = first + b;
    return [count, model.loss(data, rows, count)];
  };
  return {
    loss: (iteration) => {
      draw(iteration);
      return model.loss(data, rows, batch);
    },
    heldOutLoss: () => {
      let sum = 0;
      for (let from = X.rows - heldOut; from < X.rows; from += batch) {
        const [count, loss] = lossFrom(from, X.rows);
        sum += count * loss;
      }
      return sum / heldOut;
    },
    *all() {
      for (let from = 0; from < trained; from += batch) yield lossFrom(from, trained)[0];
    },
  };
}
