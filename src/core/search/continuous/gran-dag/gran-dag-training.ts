// The training loop of GraN-DAG: steps of RMSprop on the augmented Lagrangian, edges that close, multipliers that rise.
//
// It is run from pause to pause, a pause after every so many iterations; what it has then is told as plain JSON and goes on
// to the same bytes. The batch of an iteration depends on the iteration alone, so no stream of random numbers is kept.

import * as z from "zod";
import { check } from "../../../check.ts";
import type { Knowledge } from "../../../graph/knowledge.ts";
import { base64FromBytes, bytesFromBase64 } from "../../../math/bytes/bytes.ts";
import type { Matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import { checkBuild, type NetworkBuild } from "../../../math/wasm/wasm.ts";
import { index, maybe, packed } from "../../resumed-state.ts";
import type { Model } from "./gran-dag-model.ts";
import { pathsOf } from "./gran-dag-paths.ts";

export interface TrainingOptions {
  /** Learning rates of the first subproblem and of those after it. */
  readonly rates: readonly [number, number];
  readonly open: Uint8Array;
  readonly knowledge: Knowledge;
  /** Iterations before the first edge may close. */
  readonly closeAfter: number;
}

/** The published schedule. */
const schedule = {
  mu: 1e-3,
  closed: 1e-4, // A at which an edge is
  tolerance: 1e-8, // of h
  window: 100, // iterations from one look at the held-out rows to the next
  flat: 1e-4, // change of the Lagrangian in an iteration that counts as none
  enough: 0.9, // of the h of the subproblem before: what the next may have without a rise of μ
  trained: 0.8, // of the rows
};

export interface TrainingState {
  readonly iteration: number;
  readonly lambda: number;
  readonly mu: number;
  /** Subproblems solved, and h when the last was. */
  readonly solved: number;
  readonly solvedAt: number | null;
  /** The Lagrangian on the held-out rows, the last times it was looked at. */
  readonly recent: readonly number[];
  readonly loss: number;
  readonly h: number;
  readonly isOver: boolean;
  readonly overflowed: boolean;
  readonly mask: string;
  readonly build: NetworkBuild;
  /** The model's numbers, as they are in memory, in base64. */
  readonly numbers: readonly string[];
}

export const trainingState: z.ZodType<TrainingState> = z.strictObject({
  iteration: index,
  lambda: z.number(),
  mu: z.number(),
  solved: index,
  solvedAt: maybe,
  recent: z.array(z.number()),
  loss: z.number(),
  h: z.number(),
  isOver: z.boolean(),
  overflowed: z.boolean(),
  mask: packed,
  build: z.enum(["strict", "relaxed"]),
  numbers: z.array(packed),
});

export interface Training {
  /** Up to the next pause, or to `most` iterations; true where a subproblem was solved on the way. */
  readonly run: (most: number) => boolean;
  readonly isOver: () => boolean;
  readonly overflowed: () => boolean;
  readonly h: () => number;
  readonly tolerance: number;
  /** A of the last iteration, or of the present weights where there was none. */
  readonly strength: () => Float64Array;
  readonly values: () => Readonly<Record<"iteration" | "loss" | "h" | "lambda" | "mu" | "edges", number>>;
  /** The training rows, as many at once as the model takes; the model's last loss is theirs. */
  readonly trainingRows: () => Generator<{ readonly count: number; readonly pause: boolean }>;
  readonly state: () => TrainingState;
  readonly restore: (state: TrainingState) => void;
}

export function createTraining(
  model: Model,
  X: Matrix,
  rng: Rng,
  { rates, open, knowledge, closeAfter }: TrainingOptions,
): Training {
  const { d, batch, mask, layers, hidden } = model;
  const { tolerance, window } = schedule;
  const order = rng.fork("rows").permutation(X.rows);
  const data = Float32Array.from({ length: X.rows * d }, (_, e) => {
    return X.data[order[Math.floor(e / d)] * d + (e % d)];
  });
  const trained = Math.max(1, Math.floor(schedule.trained * X.rows));
  const heldOut = trained < X.rows ? X.rows - trained : X.rows; // a single row is both
  const paths = pathsOf(model);
  const operations =
    6 * batch * d * (hidden * (layers > 0 ? d : 1) + layers * hidden * hidden) + 16 * d * d * d;
  const perPause = Math.max(1, Math.min(100, Math.floor(2e8 / operations)));
  const rows = new Int32Array(batch);
  const deck = Int32Array.from({ length: trained }, (_, i) => i);
  const batches = rng.fork("batches");
  const isRequired = (e: number) => knowledge.required[e] === 1;

  mask.set(open);
  model.start(rng.fork("start"));
  model.closeMasked();
  let [iteration, lambda, mu, solved]: [number, number, number, number] = [0, 0, schedule.mu, 0];
  let solvedAt: number | null = null;
  let recent: number[] = [];
  let [loss, h, isOver, overflowed] = [0, 0, false, false];
  let good = copied(model);

  /** Rows without replacement: the deck is shuffled as far as needed, and put back. */
  const draw = () => {
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
  const close = (isClosed: (A: number) => boolean) => {
    let count = 0;
    for (let e = 0; e < d * d; e++) {
      if (mask[e] === 0 || isRequired(e) || !isClosed(paths.A[e])) continue;
      mask[e] = 0;
      count++;
    }
    if (count > 0) model.closeMasked();
  };
  const penalty = () => lambda * h + 0.5 * mu * h * h;
  /** Mean loss of rows from `first` on, chunk by chunk. */
  const validation = (first: number, count: number): number => {
    let sum = 0;
    for (let from = 0; from < count; from += batch) {
      const size = Math.min(batch, count - from);
      for (let b = 0; b < size; b++) rows[b] = first + from + b;
      sum += size * model.loss(data, rows, size);
    }
    return sum / count;
  };
  /** Is the held-out Lagrangian flat, or rising, over the last two windows, and did it go one way? */
  const isSolved = (): boolean => {
    if (iteration < 2 * window || iteration % (2 * window) !== 0) return false;
    const [first, middle, last] = recent;
    const slope = (last - first) / window;
    const isMonotone = Math.min(first, last) < middle && middle < Math.max(first, last);
    return isMonotone && (Math.abs(slope) < schedule.flat || slope > 0);
  };
  const iterate = (): boolean => {
    draw();
    const now = model.loss(data, rows, batch);
    const distance = paths.measure();
    if (!Number.isFinite(now) || !Number.isFinite(distance)) {
      restoreNumbers(model, good);
      [isOver, overflowed] = [true, true];
      return false;
    }
    [loss, h] = [now, distance];
    model.differentiate();
    paths.addGradient(lambda + mu * h);
    model.update(rates[solved === 0 ? 0 : 1]);
    if (iteration >= closeAfter) close((A) => A <= schedule.closed);
    if (iteration % window === 0)
      recent = [...recent, validation(X.rows - heldOut, heldOut) + penalty()].slice(-3);
    const hasSolved = h > tolerance && isSolved();
    if (hasSolved) {
      const before = penalty();
      lambda += mu * h;
      if (solvedAt !== null && h > schedule.enough * solvedAt) mu *= 10;
      solvedAt = h;
      solved++;
      recent[2] += penalty() - before; // told in the multipliers of what follows
      model.restartOptimiser();
    }
    if (h <= tolerance) {
      close((A) => !(A > 0));
      isOver = true;
    }
    iteration++;
    return hasSolved;
  };

  return {
    tolerance,
    run: (most) => {
      good = copied(model);
      let hasSolved = false;
      do hasSolved = iterate() || hasSolved;
      while (!isOver && iteration < most && iteration % perPause !== 0);
      return hasSolved;
    },
    isOver: () => isOver,
    overflowed: () => overflowed,
    h: () => h,
    strength: () => paths.A,
    values: () => ({ iteration, loss, h, lambda, mu, edges: mask.reduce((sum, m) => sum + m, 0) }),
    *trainingRows() {
      for (let from = 0; from < trained; from += batch) {
        const count = Math.min(batch, trained - from);
        for (let b = 0; b < count; b++) rows[b] = from + b;
        model.loss(data, rows, count);
        yield { count, pause: (from / batch) % perPause === perPause - 1 };
      }
    },
    state: () => ({
      iteration,
      lambda,
      mu,
      solved,
      solvedAt,
      recent,
      loss,
      h,
      isOver,
      overflowed,
      mask: base64FromBytes(mask),
      build: model.build,
      numbers: model.numbers.map(textOf),
    }),
    restore: (state) => {
      checkBuild(state.build, model.build);
      ({ iteration, lambda, mu, solved, solvedAt, loss, h, isOver, overflowed } = state);
      recent = [...state.recent];
      mask.set(bytesFromBase64(state.mask));
      restoreNumbers(model, state.numbers.map(bytesFromBase64));
    },
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Float64Array) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);

const textOf = (numbers: Float32Array | Float64Array) => base64FromBytes(bytesOf(numbers));

const copied = ({ numbers }: Model) => numbers.map((list) => bytesOf(list).slice());

function restoreNumbers(model: Model, bytes: readonly Uint8Array[]): void {
  for (const [k, numbers] of model.numbers.entries()) {
    check(
      bytes[k].length === numbers.byteLength,
      "gran-dag: the state is that of networks of another size; resume with the options of that run",
    );
    bytesOf(numbers).set(bytes[k]);
  }
  model.closeMasked();
}
