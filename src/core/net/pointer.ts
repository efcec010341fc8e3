// Ops of networks that choose the rows of an item one after the other: a query scores the open rows, one of them is chosen, and
// it is closed from then on.
//
// `waits` [1, d] counts for each row the rows that must still be chosen before it: a row at 0 is open; a chosen row stays closed.

import { check } from "../check.ts";
import type { Parameter, Plan, Tensor } from "./plan.ts";

export interface PointerOptions {
  /** One weight for each column. */
  readonly v: Parameter;
  readonly waits: Tensor;
}

/** score_j = Σ_k v_k tanh(R_jk + q_k) for the open rows of R, 0 for the others: [1, d] per item. */
export function pointer(plan: Plan, R: Tensor, q: Tensor, { v, waits }: PointerOptions): Tensor {
  const d = R.perItem;
  check(
    v.columns === R.columns && q.columns === R.columns && q.perItem === 1,
    `net: a pointer to rows of ${R.columns} columns needs one query and weights of that size`,
  );
  checkWaits(waits, d);
  const y = plan.output(1, d, { inputs: [R, q], isTrainable: true });
  const sizes = { d, columns: R.step / 4, step: R.step, stepScores: y.step };
  plan.record({
    outputs: [y],
    forward: (w) =>
      w.each("pointerInto", (s) => ({
        ...s.all({ scores: y, R, q, waits }),
        v: plan.theta(v),
        ...sizes,
      })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      const dQ = g.fresh(q);
      const input = g.into(R);
      const dV = g.parameter(v);
      w.each("pointerGradientInto", (s) => ({
        ...s.all({ dQ, dScores: dy, R, q, waits }),
        dR: input ? s.at(input.dx) : 0,
        dV: dV.at(s),
        v: plan.theta(v),
        ...sizes,
        adds: input?.adds ?? false,
        addsV: dV.adds,
      }));
    },
  });
  return y;
}

export interface MixOptions {
  /** Added to the mix. */
  readonly start: Tensor;
  readonly waits: Tensor;
}

/** start + Σ_j p_j V_j, with p the softmax of the scores of the open rows. */
export function mix(plan: Plan, scores: Tensor, V: Tensor, { start, waits }: MixOptions): Tensor {
  const d = V.perItem;
  check(
    scores.columns === d && scores.perItem === 1 && start.columns === V.columns && start.perItem === 1,
    `net: a mix of ${d} rows needs a score for each and one row to start from`,
  );
  checkWaits(waits, d);
  const y = plan.output(1, V.columns, { inputs: [scores, V, start] });
  const cache = plan.room(plan.items * scores.step);
  const sizes = { d, columns: V.step / 4, step: V.step, stepScores: scores.step };
  plan.record({
    outputs: [y],
    forward: (w) =>
      w.each("mixInto", (s) => ({
        ...s.all({ out: y, scores, V, start, waits }),
        p: cache + s.firstItem * scores.step,
        ...sizes,
      })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      const dScores = g.fresh(scores);
      const input = g.into(V);
      w.each("mixGradientInto", (s) => ({
        ...s.all({ dScores, dOut: dy, V, waits }),
        dV: input ? s.at(input.dx) : 0,
        p: cache + s.firstItem * scores.step,
        ...sizes,
        adds: input?.adds ?? false,
      }));
      g.pass(y, start);
    },
  });
  return y;
}

/** The purpose of these random numbers; no other draw of a step shares it (decoder.ts). */
const choices = 0;

export interface CategoricalOptions {
  readonly waits: Tensor;
  /** Address of [d, d padded to a multiple of eight], 1 at (i, j) if j waits for i; address 0 if no row waits. */
  readonly required?: number;
  /** Address of the random stream for sampling; 0 if the caller supplies the choices. */
  readonly stream: number;
  /** Distinguishes the choices of one step: each draws its own random numbers. */
  readonly place: number;
}

export interface Categorical {
  /** The index of the chosen row. */
  readonly choice: Tensor;
  /** `waits` after the choice. */
  readonly waits: Tensor;
  /** −log likelihood of the choice, and the entropy of its distribution. */
  readonly nll: Tensor;
  readonly entropy: Tensor;
}

/** Chooses one of the open rows, with the softmax of their logits [1, d] as probabilities. */
export function categorical(plan: Plan, logits: Tensor, options: CategoricalOptions): Categorical {
  const { waits, required = 0, stream, place } = options;
  const d = logits.columns;
  check(logits.perItem === 1, `net: a choice is made from one row of logits, got ${logits.perItem}`);
  checkWaits(waits, d);
  const choice = plan.input(1, 1);
  const next = plan.input(1, d);
  const nll = plan.output(1, 1, { inputs: [logits] });
  const entropy = plan.output(1, 1, { inputs: [logits] });
  const cache = plan.room(plan.items * logits.step);
  const sizes = { d, step: logits.step, stepOut: nll.step };
  plan.record({
    outputs: [choice, next, nll, entropy],
    forward: (w) =>
      w.each("choiceInto", (s) => ({
        ...s.all({ choice, next, nll, entropy, logits, waits }),
        p: cache + s.firstItem * logits.step,
        required,
        stream,
        first: s.firstItem,
        ...sizes,
        place,
        purpose: choices,
      })),
    backward: (w, g) => {
      const [dNll, dEntropy] = [g.of(nll), g.of(entropy)];
      const dx = g.fresh(logits);
      w.each("choiceGradientInto", (s) => ({
        ...s.all({ dLogits: dx, dNll, dEntropy, choice, nll, entropy, logits, waits }),
        p: cache + s.firstItem * logits.step,
        ...sizes,
      }));
    },
  });
  return { choice, waits: next, nll, entropy };
}

/** The chosen row of each item. */
export function takeRow(plan: Plan, V: Tensor, choice: Tensor): Tensor {
  check(
    choice.perItem === 1 && choice.columns === 1,
    "net: the row to take of an item is told by one number",
  );
  const y = plan.output(1, V.columns, { inputs: [V] });
  const sizes = { d: V.perItem, step: V.step, stepOut: choice.step };
  plan.record({
    outputs: [y],
    forward: (w) =>
      w.each("takeRowInto", (s) => ({
        ...{ out: s.at(y), V: s.at(V), choice: s.at(choice) },
        ...sizes,
      })),
    backward: (w, g) => {
      const dy = g.of(y)!;
      g.make(V, (dx, adds) =>
        w.each("takeRowGradientInto", (s) => ({
          ...{ dV: s.at(dx), dOut: s.at(dy), choice: s.at(choice) },
          ...sizes,
          adds,
        })),
      );
    },
  });
  return y;
}

function checkWaits(waits: Tensor, d: number): void {
  check(
    waits.perItem === 1 && waits.columns === d,
    `net: what ${d} rows wait for is one row of ${d} numbers, got ${waits.perItem} x ${waits.columns}`,
  );
}
