// The generalized score by marginal likelihood: the kernel features of a variable as Gaussian processes of the parents.
//
//     term = max over s of  −½ Σ_c y_cᵀ (K_P + s I)⁻¹ y_c − (m/2) log det(K_P + s I) − (m n/2) log 2π
//
// y_1 … y_m are the principal components of the variable's centred kernel matrix K̃ = Σ λ_c v_c v_cᵀ, scaled as in the authors'
// program: y_c = 2 √(n λ_c / λ_1) v_c, for λ_c above 10⁻⁵ λ_1, at most n/4 and 400 of them. K_P is the product of the
// parents' kernels, not centred; without parents it is 1 everywhere. Widths are fixed at 2.5/√2 times the median
// distance; the noise s is optimised for each (variable, parents), between 10⁻⁶ and 100.
//
// K_P is reduced to tridiagonal form once for a parent set: ⅔ n³ multiplications and n² for each component (about ten) of each
// child; then each noise costs 3 n m, and the maximum is found up to rounding.
//
// Huang, Zhang, Lin, Schölkopf, Glymour, "Generalized score functions for causal discovery", KDD 2018, section 4.2.2.
//
// Differs from causal-learn 0.1.4.8: the likelihood is the same for the same noise, but here the noise is optimal. There its
// optimisation stops after a few steps (the gradients use entrywise products), and centring has become such a product too.

import * as z from "zod";
import { check } from "../check.ts";
import type { Table } from "../data/table.ts";
import {
  type DenseWorkspace,
  denseWorkspace,
  product,
  type ShiftedForms,
  shiftedForms,
  symmetricEigen,
  symmetricProduct,
  tridiagonalInto,
} from "../math/dense/dense.ts";
import { exponential, logarithm } from "../math/elementary.ts";
import { type Matrix, matrix, selectColumns } from "../math/matrix.ts";
import { defineScore } from "./definition.ts";
import { kernelVariables } from "./kernel-variables.ts";
import { type ParentSetValues, parentSetScore } from "./parent-sets.ts";
import type { Score } from "./score.ts";

export interface GeneralizedMarginalOptions {
  /** Variance of the noise; default: the one with the highest likelihood. */
  readonly noise?: number;
  /** Precomputed terms, as returned by `generalizedMarginalTerms`. */
  readonly terms?: ParentSetValues | undefined;
  /** The kernels compiled to 256-bit instructions, from `wideKernels`: the same bytes, faster. */
  readonly wide?: WebAssembly.Module | undefined;
  /** Called during a term; it may abort the work by throwing. */
  readonly beat?: (() => void) | undefined;
}

/** Range of log noise in the search for the optimum. */
const [least, most] = [logarithm(1e-6), logarithm(100)];

/**
 * The marginal likelihood of kernel features.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(generalizedMarginal(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function generalizedMarginal(table: Table, options: GeneralizedMarginalOptions = {}): Score {
  const { rows: n, cols: d } = table.X;
  const terms = options.terms ?? generalizedMarginalTerms(table, options);
  // Reflections are about eight times slower than factorisations, the unit in which operations are counted.
  return parentSetScore("generalized-marginal", {
    isEquivalentButForChance: true,
    d,
    terms,
    operations: 8 * (0.67 * n * n * n + 10 * d * n * n),
  });
}

/** Terms of all variables for a parent set, [d]; 0, a placeholder, for the parents themselves. */
export function generalizedMarginalTerms(
  table: Table,
  { noise, wide, beat }: GeneralizedMarginalOptions = {},
): ParentSetValues {
  check(
    noise === undefined || (noise >= 1e-6 && noise < Number.POSITIVE_INFINITY),
    `generalized-marginal: the noise must be 1e-6 or more, got ${noise}`,
  );
  const { n, d, scaled, features } = kernelVariables(table, "generalized-marginal", 2.5);
  const components = features.map(principalComponents);
  const start = new Int32Array(d + 1); // components of variable j: start[j] to start[j + 1] − 1
  components.forEach(({ cols }, j) => {
    start[j + 1] = start[j] + cols;
  });
  const Y = sideBySide(components, n, start[d]);
  const total = components.map(({ data }) => data.reduce((sum, y) => sum + y * y, 0));
  let space: KernelSpace | undefined; // allocated on first use
  return (parents) => {
    const formsAt =
      parents.length === 0 ? constantKernel : transformed(selectColumns(scaled, parents), parents);
    return Float64Array.from({ length: d }, (_, j) => {
      if (parents.includes(j)) return 0;
      const m = start[j + 1] - start[j];
      const likelihood = (logNoise: number) => {
        beat?.();
        const { logdet, forms } = formsAt(j, exponential(logNoise));
        return -0.5 * (forms + m * logdet + m * n * logarithm(2 * Math.PI));
      };
      return noise === undefined ? highest(likelihood) : likelihood(logarithm(noise));
    });
  };

  /** Forms of the kernel that is 1 everywhere: components sum to 0 and so are orthogonal to its one nonzero eigenvector. */
  function constantKernel(j: number, s: number): ShiftedForms {
    return { logdet: (n - 1) * logarithm(s) + logarithm(n + s), forms: total[j] / s };
  }

  function transformed(inputs: Matrix, parents: readonly number[]) {
    space ??= kernelSpace(n, d, { wide, beat });
    const { step, K } = space;
    space.writeFeatures(space.features, inputs);
    space.rbfLower(K, space.features, n, parents.length, 1);
    const Z = matrix(n, Y.cols, new Float64Array(Y.data));
    const T = tridiagonalInto(space.numbers(K, n * step), Z, step, beat);
    return (j: number, s: number) => shiftedForms(T, Z, s, [start[j], start[j + 1]]);
  }
}

interface KernelSpace extends DenseWorkspace {
  readonly K: number;
  readonly features: number;
}

function kernelSpace(
  n: number,
  d: number,
  machine: Pick<GeneralizedMarginalOptions, "wide" | "beat">,
): KernelSpace {
  // Features are padded to multiples of eight rows, with a column for each variable.
  const space = denseWorkspace(Math.max(n, d) + 8, { matrices: 2, ...machine });
  return { ...space, K: space.matrix(), features: space.matrix() };
}

/** y_1 … y_m from the features G, [n, m]: √λ_c v_c is G times eigenvector c of GᵀG. */
function principalComponents(G: Matrix): Matrix {
  const n = G.rows;
  const { values, vectors } = symmetricEigen(symmetricProduct(G));
  const atMost = Math.min(400, Math.max(1, Math.floor(n / 4)));
  const rank = values.filter((value, c) => c < atMost && value > 1e-5 * values[0]).length;
  const leading = selectColumns(
    vectors,
    Array.from({ length: rank }, (_, c) => c),
  );
  const scale = 2 * Math.sqrt(n / values[0]);
  const out = product(G, leading);
  return matrix(
    n,
    rank,
    out.data.map((y) => scale * y),
  );
}

function sideBySide(parts: readonly Matrix[], n: number, cols: number): Matrix {
  const out = matrix(n, cols);
  let from = 0;
  for (const part of parts) {
    for (let i = 0; i < n; i++) {
      out.data.set(part.data.subarray(i * part.cols, (i + 1) * part.cols), i * cols + from);
    }
    from += part.cols;
  }
  return out;
}

/** The maximum over log noise: the best of a grid, refined by golden-section search. */
function highest(likelihood: (logNoise: number) => number): number {
  const steps = 24;
  const at = (k: number) => least + ((most - least) * k) / steps;
  const values = Array.from({ length: steps + 1 }, (_, k) => likelihood(at(k)));
  const best = values.reduce((top, value, k) => (value > values[top] ? k : top), 0);
  let [low, high] = [at(Math.max(0, best - 1)), at(Math.min(steps, best + 1))];
  const golden = (Math.sqrt(5) - 1) / 2;
  let [a, b] = [high - golden * (high - low), low + golden * (high - low)];
  let [fa, fb] = [likelihood(a), likelihood(b)];
  // At its flat maximum, 1e-6 of log noise changes the likelihood by less than 1e-8.
  while (high - low > 1e-6) {
    if (fa > fb) {
      [high, b, fb] = [b, a, fa];
      a = high - golden * (high - low);
      fa = likelihood(a);
    } else {
      [low, a, fa] = [a, b, fb];
      b = low + golden * (high - low);
      fb = likelihood(b);
    }
  }
  return Math.max(values[best], fa, fb);
}

export const generalizedMarginalScore = defineScore({
  name: "generalized-marginal",
  group: "any",
  summary: "any dependence: marginal likelihood of a variable's kernel features; up to 2,000 rows, slow",
  method: {
    term: "the marginal likelihood of kernel features",
    assumes:
      "The dependence of each variable on its causes may have any shape; this alone identifies no direction.",
    sources: ["huang"],
  },
  when: "Noise and effects of any kind.",
  needsRows: true,
  options: z.strictObject({}),
  prune: "greedy",
  make: (table, _, { sets, ...machine }) => generalizedMarginal(table, { terms: sets, ...machine }),
  sets: (table, _, { wide, beat }) => generalizedMarginalTerms(table, { wide, beat }),
});
