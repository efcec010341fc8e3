// A pointer network: chooses the rows of an item one after the other until one is left, each given those chosen before.
//
//     s₀ = mean of the rows, s_t = the row chosen last;     h_t, c_t = LSTM(s_t, h_{t−1}, c_{t−1})
//     glimpse  g = h_t + Σ_j p_j e_j,   p = softmax of v_gᵀ tanh(e_j W_g + h_t U_g) over the open rows
//     pointer  logit_j = v_pᵀ tanh(e_j W_p + g U_p) over the open rows; one of them is drawn
//
// Vinyals, Fortunato & Jaitly, "Pointer networks", NIPS 2015; glimpse and residual as in Bello et al., 2016. Initial state: h is
// the mean of the rows, c a trainable vector.
//
// All steps are ops of one plan, so that one run of a program draws whole orders, and the gradient propagates through time: from
// later choices through the cell to earlier steps, with the drawn choices held fixed.

import { glorot, vector } from "./layers.ts";
import { lstmCell } from "./lstm.ts";
import { itemMean, product } from "./ops.ts";
import type { Parameter, Plan, Tensor } from "./plan.ts";
import { categorical, mix, pointer, takeRow } from "./pointer.ts";

export interface PointerNetworkOptions {
  /** Address of the random stream for sampling; 0 if the caller supplies the choices. */
  readonly stream: number;
  /** required[i * d + j] = 1: row i must be chosen before row j. Acyclic. */
  readonly required?: Uint8Array;
}

export interface PointerNetwork {
  /** The mean of the rows, the input of the first step. */
  readonly mean: Tensor;
  /** The index of the row chosen at each step except the last, which leaves no choice. */
  readonly choices: readonly Tensor[];
  /** −log likelihood of each choice, and the entropy of its distribution. */
  readonly nll: readonly Tensor[];
  readonly entropy: readonly Tensor[];
}

export function pointerNetwork(
  plan: Plan,
  rows: Tensor,
  { stream, required }: PointerNetworkOptions,
): PointerNetwork {
  const { perItem: d, columns: hidden } = rows;
  const mean = itemMean(plan, rows);
  const choices: Tensor[] = [];
  const nll: Tensor[] = [];
  const entropy: Tensor[] = [];
  if (d === 1) return { mean, choices, nll, entropy };

  const cell = lstmCell(plan, { name: "decoder.cell", inputs: hidden, hidden, forgetShift: 1 });
  const look = looking(plan, rows, "decoder.glimpse");
  const point = looking(plan, rows, "decoder.pointer");
  const start = vector(plan, hidden, { name: "decoder.start", limit: glorot(hidden, hidden) });
  let state = { h: mean, c: product(plan, constant(plan, [1]), start) };
  let x = mean;
  let waits = constant(plan, countedBefore(d, required));
  const needs = required?.includes(1) ? plan.constants(filledUp(d, required)) : 0;
  for (let t = 0; t < d - 1; t++) {
    state = cell(x, state);
    const glimpse = mix(plan, look(state.h, waits), rows, { start: state.h, waits });
    const logits = point(glimpse, waits);
    const chosen = categorical(plan, logits, { waits, required: needs, stream, place: t });
    choices.push(chosen.choice);
    nll.push(chosen.nll);
    entropy.push(chosen.entropy);
    waits = chosen.waits;
    if (t < d - 2) x = takeRow(plan, rows, chosen.choice);
  }
  return { mean, choices, nll, entropy };
}

/** Returns a function that scores the open rows for a query, with weights of its own shared by all steps. */
function looking(plan: Plan, rows: Tensor, name: string) {
  const hidden = rows.columns;
  const matrix = (part: string): Parameter =>
    plan.parameter(hidden, [
      { name: `${name}.${part}`, columns: hidden, start: { limit: glorot(hidden, hidden) } },
    ]);
  const R = product(plan, rows, matrix("rows"));
  const U = matrix("query");
  const v = vector(plan, hidden, { name: `${name}.v`, limit: glorot(hidden, hidden) });
  return (query: Tensor, waits: Tensor) => pointer(plan, R, product(plan, query, U), { v, waits });
}

/** The same row for every item. */
function constant(plan: Plan, row: readonly number[]): Tensor {
  const wide = 8 * Math.ceil(row.length / 8);
  const values = Array.from({ length: plan.items * wide }, (_, k) => row[k % wide] ?? 0);
  const step = 4 * wide;
  return { perItem: 1, columns: row.length, step, needsGradient: false, address: plan.constants(values) };
}

/** For each row, the number of rows that must be chosen before it. */
function countedBefore(d: number, required: Uint8Array | undefined): number[] {
  return Array.from({ length: d }, (_, j) => {
    let count = 0;
    for (let i = 0; i < d; i++) count += required?.[i * d + j] ?? 0;
    return count;
  });
}

function filledUp(d: number, cells: Uint8Array): number[] {
  const wide = 8 * Math.ceil(d / 8);
  return Array.from({ length: d * wide }, (_, k) =>
    k % wide < d ? cells[Math.floor(k / wide) * d + (k % wide)] : 0,
  );
}
