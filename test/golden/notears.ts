// The tables of test/golden/notears.json and dagma.json, drawn anew: bench/peers/golden-notears.py makes the same numbers.

import { readFileSync } from "node:fs";
import type { Table } from "../../src/core/data/table.ts";
import { matrix } from "../../src/core/math/matrix.ts";
import { numpyLegacy } from "../../src/core/math/numpy-legacy.ts";
import { columnNames } from "../problems.ts";

export interface WeightsAnswer {
  readonly lambda1: number;
  /** ½/n ‖X − XW‖² + lambda1 ‖W‖₁ before the threshold. */
  readonly objective: number;
  /** Row i, column j: the weight of i → j. */
  readonly weights: number[][];
  /** Of weights above 0.3. */
  readonly edges: number[][];
}

export interface WeightsCase {
  readonly seed: number;
  readonly d: number;
  readonly n: number;
  readonly sums: number[];
  readonly learnt: WeightsAnswer[];
}

export interface Minimum {
  readonly function: "rosenbrock" | "quadratic";
  readonly n: number;
  readonly start: number;
  /** Repeated along the variables; null is no bound. */
  readonly low: (number | null)[];
  readonly high: (number | null)[];
  readonly memory: number;
  readonly value: number;
  readonly x: number[];
  readonly iterations: number;
  readonly evaluations: number;
  /** After the first iterations. */
  readonly values: number[];
}

const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

export const notearsGolden = read("notears.json") as {
  versions: Record<string, string>;
  cases: WeightsCase[];
  minima: Minimum[];
};

/** h and its gradient at some weights. */
export interface Barrier {
  readonly s: number;
  readonly weights: number[][];
  readonly h: number;
  readonly gradient: number[][];
}

export const dagmaGolden = read("dagma.json") as {
  versions: Record<string, string>;
  cases: (WeightsCase & { readonly barriers: Barrier[] })[];
};

/** A linear model with standard normal noises, and means 0, 1, 2, …. */
export function gaussianTable({ seed, d, n }: Pick<WeightsCase, "seed" | "d" | "n">): Table {
  const { rand, randn } = numpyLegacy(seed);
  const first = rand(d);
  const place = Array.from(first.keys()).sort((a, b) => first[a] - first[b]);
  const [present, size, sign] = [rand(d * d), rand(d * d), rand(d * d)];
  const X = matrix(n, d, randn(n * d));
  for (let b = 0; b < d; b++) {
    for (let a = 0; a < b; a++) {
      const [i, j] = [place[a], place[b]];
      const at = i * d + j;
      if (!(present[at] < 2.5 / (d - 1))) continue;
      const weight = (0.5 + 1.5 * size[at]) * (sign[at] < 0.5 ? 1 : -1);
      for (let row = 0; row < n; row++) X.data[row * d + j] += weight * X.data[row * d + i];
    }
  }
  X.data.forEach((x, k) => {
    X.data[k] = x + (k % d);
  });
  return { names: columnNames(d), X };
}
