// The training state of GraN-DAG (gran-dag.ts), and the whole search as plain JSON from which it resumes to the same bytes.

import * as z from "zod";
import { check } from "../../../check.ts";
import { base64FromBytes, base64FromNumbers, bytesFromBase64, bytesOf } from "../../../math/bytes/bytes.ts";
import { checkBuild } from "../../../math/wasm/wasm.ts";
import { index, maybe, packed } from "../../resumed-state.ts";
import type { Model } from "./gran-dag-model.ts";

const progressSchema = z.strictObject({
  iteration: index,
  lambda: z.number(),
  mu: z.number(),
  /** Number of subproblems solved, and h at the last one. */
  solved: index,
  solvedAt: maybe,
  /** The last values of the Lagrangian on the held-out rows. */
  recent: z.array(z.number()),
  loss: z.number(),
  h: z.number(),
  isOver: z.boolean(),
  overflowed: z.boolean(),
});

/** Updated in place during training. */
export type Progress = z.infer<typeof progressSchema>;

const trainingSchema = progressSchema.extend({
  mask: packed,
  build: z.enum(["strict", "relaxed"]),
  /** The model's numbers as raw memory. */
  numbers: z.array(packed).readonly(),
});

type TrainingState = Readonly<z.infer<typeof trainingSchema>>;

export const granDagState = z.strictObject({
  /** Candidates of the variables selected so far; all of them once training has begun. */
  selected: z.array(z.array(index).readonly()).readonly(),
  training: trainingSchema.nullable(),
  edges: z.array(index).readonly().nullable(),
});

export type GranDagState = Readonly<z.infer<typeof granDagState>>;

export function trainingState(now: Progress, { mask, build, numbers }: Model): TrainingState {
  return { ...now, mask: base64FromBytes(mask), build, numbers: numbers.map(base64FromNumbers) };
}

export function restoredTraining(model: Model, state: TrainingState): Progress {
  const { mask, build, numbers, ...now } = state;
  checkBuild(build, model.build);
  model.mask.set(bytesFromBase64(mask));
  restoreNumbers(model, numbers.map(bytesFromBase64));
  return { ...now };
}

/** Copies of the model's numbers, as bytes. */
export function copiedNumbers({ numbers }: Model): Uint8Array[] {
  return numbers.map((list) => bytesOf(list).slice());
}

export function restoreNumbers(model: Model, bytes: readonly Uint8Array[]): void {
  for (const [k, numbers] of model.numbers.entries()) {
    check(
      bytes[k].length === numbers.byteLength,
      "gran-dag: the state is that of networks of another size; resume with the options of that run",
    );
    bytesOf(numbers).set(bytes[k]);
  }
  model.closeMasked();
}
