// Slow, obvious references for the engine's ops, in float64 with plain loops on matrices of [items · rows, columns].

import { type Matrix, matrix } from "../src/core/math/matrix.ts";
import type { Kink } from "./gradients.ts";

/** x W (+ b) (+ start), then a ReLU if there is one. */
export function product(
  x: Matrix,
  W: Matrix,
  { bias, start, relu }: { bias?: Matrix; start?: Matrix; relu?: Kink } = {},
): Matrix {
  return made(x.rows, W.cols, (i, j) => {
    let sum = (bias?.data[j] ?? 0) + (start ? at(start, i, j) : 0);
    for (let k = 0; k < W.rows; k++) sum += at(x, i, k) * at(W, k, j);
    return relu ? relu(sum) : sum;
  });
}

export function batchNorm(x: Matrix, gamma: Matrix, beta: Matrix, epsilon = 1e-3): Matrix {
  const y = matrix(x.rows, x.cols);
  for (let j = 0; j < x.cols; j++) {
    let mean = 0;
    for (let i = 0; i < x.rows; i++) mean += at(x, i, j) / x.rows;
    let variance = 0;
    for (let i = 0; i < x.rows; i++) variance += ((at(x, i, j) - mean) * (at(x, i, j) - mean)) / x.rows;
    for (let i = 0; i < x.rows; i++)
      y.data[i * x.cols + j] =
        (gamma.data[j] * (at(x, i, j) - mean)) / Math.sqrt(variance + epsilon) + beta.data[j];
  }
  return y;
}

/** Attention among the d rows of each item; component c of head h is column c · heads + h. */
export function attention(
  [q, k, v]: readonly Matrix[],
  { d, heads, start }: { d: number; heads: number; start?: Matrix },
): Matrix {
  const components = q.cols / heads;
  return made(q.rows, q.cols, (i, column) => {
    const head = column % heads;
    const first = d * Math.floor(i / d);
    const weights = softmax(
      Array.from({ length: d }, (_, j) => {
        let score = 0;
        for (let c = 0; c < components; c++)
          score += at(q, i, c * heads + head) * at(k, first + j, c * heads + head);
        return score / Math.sqrt(components);
      }),
    );
    return weights.reduce(
      (sum, p, j) => sum + p * at(v, first + j, column),
      start ? at(start, i, column) : 0,
    );
  });
}

export function softmax(x: readonly number[]): number[] {
  const most = Math.max(...x);
  const e = x.map((value) => Math.exp(value - most));
  const sum = e.reduce((a, b) => a + b, 0);
  return e.map((value) => value / sum);
}

/** Columns from, from + 1, … of a matrix. */
export function columns(x: Matrix, from: number, count: number): Matrix {
  return made(x.rows, count, (i, j) => at(x, i, from + j));
}

/** The mean of each item's d rows. */
export function itemMean(x: Matrix, d: number): Matrix {
  return made(x.rows / d, x.cols, (b, j) => {
    let sum = 0;
    for (let i = 0; i < d; i++) sum += at(x, b * d + i, j);
    return sum / d;
  });
}

/** Σ_k u_k f(L_ik + R_jk (+ T_ijk) (+ b_k)) for all pairs of an item's d rows. */
export function pairs(
  L: Matrix,
  R: Matrix,
  { d, u, bias, T, f }: { d: number; u: Matrix; bias?: Matrix; T?: Matrix; f: (x: number) => number },
): Matrix {
  return made(L.rows, d, (i, j) => {
    const other = d * Math.floor(i / d) + j;
    let sum = 0;
    for (let k = 0; k < u.cols; k++)
      sum +=
        u.data[k] * f(at(L, i, k) + at(R, other, k) + (T ? at(T, i * d + j, k) : 0) + (bias?.data[k] ?? 0));
    return sum;
  });
}

/** −log likelihood and entropy of each item's cells, as means over them. */
export function bernoulli(
  logits: Matrix,
  { d, actions, offset }: { d: number; actions: Matrix; offset: Matrix },
): readonly [Matrix, Matrix] {
  const items = logits.rows / d;
  const nll = matrix(items, 1);
  const entropy = matrix(items, 1);
  for (let i = 0; i < logits.rows; i++) {
    for (let j = 0; j < logits.cols; j++) {
      const l = at(logits, i, j) + at(offset, i % d, j);
      if (Math.abs(l) > 1e6) continue;
      const [p, q] = [1 / (1 + Math.exp(-l)), 1 / (1 + Math.exp(l))];
      const [logP, logQ] = [-Math.log1p(Math.exp(-l)), -Math.log1p(Math.exp(l))];
      const share = 1 / (d * logits.cols);
      nll.data[Math.floor(i / d)] -= share * (at(actions, i, j) === 1 ? logP : logQ);
      entropy.data[Math.floor(i / d)] -= share * (p * logP + q * logQ);
    }
  }
  return [nll, entropy];
}

/** An LSTM cell: [h, c] from pre-activations [i f g o] and the old cell. */
export function lstm(gates: Matrix, old: Matrix, forgetShift = 0): readonly [Matrix, Matrix] {
  const H = old.cols;
  const c = made(old.rows, H, (r, k) => {
    const [i, f, g] = [at(gates, r, k), at(gates, r, H + k) + forgetShift, at(gates, r, 2 * H + k)];
    return sigmoid(f) * at(old, r, k) + sigmoid(i) * Math.tanh(g);
  });
  return [made(old.rows, H, (r, k) => sigmoid(at(gates, r, 3 * H + k)) * Math.tanh(at(c, r, k))), c];
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** e_iᵀ W^[k] e_j for all pairs of an item's d rows, [pairs, K]; the K matrices stand side by side in W. */
export function forms(e: Matrix, W: Matrix, d: number): Matrix {
  const H = e.cols;
  return made(e.rows * d, W.cols / H, (pair, k) => {
    const i = Math.floor(pair / d);
    const j = d * Math.floor(i / d) + (pair % d);
    let sum = 0;
    for (let a = 0; a < H; a++)
      for (let b = 0; b < H; b++) sum += at(e, i, a) * at(W, a, k * H + b) * at(e, j, b);
    return sum;
  });
}

/** Additive attention among the d rows of each item; leaky is max(0, ·) and `slope` of what is negative. */
export function graphAttention(
  [L, R, V]: readonly Matrix[],
  { d, heads, slope, relu }: { d: number; heads: number; slope: number; relu: Kink },
): Matrix {
  return made(V.rows, V.cols, (i, column) => {
    const head = column % heads;
    const first = d * Math.floor(i / d);
    const weights = softmax(
      Array.from({ length: d }, (_, j) => {
        const s = at(L, i, head) + at(R, first + j, head);
        return relu(s) - slope * relu(-s);
      }),
    );
    return weights.reduce((sum, p, j) => sum + p * at(V, first + j, column), 0);
  });
}

/** The sum of each group of `rows` neighbouring rows. */
export function groupSums(x: Matrix, rows: number): Matrix {
  return made(x.rows / rows, 1, (g) => {
    let sum = 0;
    for (let i = 0; i < rows; i++) for (let j = 0; j < x.cols; j++) sum += at(x, g * rows + i, j);
    return sum;
  });
}

export function mapped(x: Matrix, f: (x: number) => number): Matrix {
  return made(x.rows, x.cols, (i, j) => f(at(x, i, j)));
}

export function combined(a: Matrix, b: Matrix, f: (a: number, b: number) => number): Matrix {
  return made(a.rows, a.cols, (i, j) => f(at(a, i, j), at(b, i, j)));
}

export function at(x: Matrix, i: number, j: number): number {
  return x.data[i * x.cols + j];
}

export function made(rows: number, cols: number, f: (i: number, j: number) => number): Matrix {
  return matrix(
    rows,
    cols,
    Float64Array.from({ length: rows * cols }, (_, k) => f(Math.floor(k / cols), k % cols)),
  );
}
