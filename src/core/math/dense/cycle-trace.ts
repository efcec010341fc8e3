// How cyclic a matrix of non-negative weights is, for many matrices of one size in a hot loop, without copies:
//
//     exponential   h(B) = tr(e^B) − d,               ∂h/∂B = (e^B)ᵀ
//     polynomial    h(B) = tr[(I + B/d)^d] − d,       ∂h/∂B = ((I + B/d)^{d−1})ᵀ
//
// A closed walk of k steps adds 1/k!, or C(d, k)/d^k, times the product of its weights; h keeps its precision however small it is,
// and is exactly 0 for an acyclic B, because the identity is left out throughout. The matrix is given transposed, so that the output
// is the gradient itself. Cost: six products of d × d matrices and one for each doubling of the largest sum beyond 0.78 for the
// exponential; about 1.5 log₂ d products for the polynomial.
//
// Zheng, X., Aragam, B., Ravikumar, P., Xing, E. "DAGs with NO TEARS." NeurIPS 2018. Yu, Y. et al. "DAG-GNN." ICML 2019.

import { denseWorkspace } from "./dense-workspace.ts";

export const acyclicityNames = ["exponential", "polynomial"] as const;
export type AcyclicityName = (typeof acyclicityNames)[number];

export interface CycleTrace {
  /** Row stride, in numbers. */
  readonly step: number;
  /** Bᵀ, to be filled. */
  readonly B: Float64Array;
  /** Returns h; `slopes` then holds its gradient with respect to B itself, not transposed. */
  readonly measure: () => number;
  readonly slopes: () => Float64Array;
}

export function cycleTrace(d: number, name: AcyclicityName): CycleTrace {
  return name === "exponential" ? exponential(d) : polynomial(d);
}

/** Returns h of the row-major matrix B and writes its gradient. */
export type CycleMeasure = (gradient: Float64Array, B: Float64Array) => number;

/** The same for matrices in the caller's own arrays. */
export function cycleMeasure(d: number, name: AcyclicityName): CycleMeasure {
  const { step, B: transposed, measure, slopes } = cycleTrace(d, name);
  return (gradient, B) => {
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) transposed[j * step + i] = B[i * d + j];
    const h = measure();
    const derivative = slopes();
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) gradient[i * d + j] = derivative[i * step + j];
    return h;
  };
}

function exponential(d: number): CycleTrace {
  const space = denseWorkspace(d, { matrices: 2, exponential: true });
  const { step } = space;
  const [from, to] = [space.matrix(), space.matrix()];
  const E = space.numbers(to, d * step);
  return {
    step,
    B: space.numbers(from, d * step),
    measure: () => {
      const h = space.exponentialMinusIdentity(to, from, d);
      for (let i = 0; i < d; i++) E[i * step + i] += 1;
      return h;
    },
    slopes: () => E,
  };
}

function polynomial(d: number): CycleTrace {
  const space = denseWorkspace(d, { matrices: 5 });
  const { step } = space;
  const sizes = [d, d, d] as const;
  const newMatrix = () => {
    const at = space.matrix();
    return { at, numbers: space.numbers(at, d * step) };
  };
  const [B, X, factor] = [newMatrix().numbers, newMatrix(), newMatrix()]; // X = Bᵀ/d
  let [E, next] = [newMatrix(), newMatrix()]; // (I + X)^p − I
  const swap = (): void => {
    const other = E;
    E = next;
    next = other;
  };
  const addDiagonal = (numbers: Float64Array, value: number): void => {
    for (let i = 0; i < d; i++) numbers[i * step + i] += value;
  };
  /** (I + E)² − I = E (E + 2I). */
  const square = (): void => {
    factor.numbers.set(E.numbers);
    addDiagonal(factor.numbers, 2);
    space.product(next.at, E.at, factor.at, sizes);
    swap();
  };
  /** (I + E)(I + X) − I = X + E (X + I). */
  const multiply = (): void => {
    factor.numbers.set(X.numbers);
    addDiagonal(factor.numbers, 1);
    next.numbers.set(X.numbers);
    space.product(next.at, E.at, factor.at, sizes, { mode: "add" });
    swap();
  };
  return {
    step,
    B,
    measure: () => {
      const power = d - 1;
      const x = X.numbers;
      for (let k = 0; k < x.length; k++) x[k] = B[k] / d;
      if (power > 0) E.numbers.set(x);
      else E.numbers.fill(0);
      for (let bit = 30 - Math.clz32(power); bit >= 0; bit--) {
        square();
        if (((power >> bit) & 1) === 1) multiply();
      }
      const e = E.numbers;
      let h = 0;
      for (let i = 0; i < d; i++) {
        h += e[i * step + i] + x[i * step + i];
        for (let j = 0; j < d; j++) h += e[i * step + j] * x[j * step + i];
      }
      addDiagonal(e, 1);
      return h;
    },
    slopes: () => E.numbers,
  };
}
