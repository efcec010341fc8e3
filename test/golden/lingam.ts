// The tables of test/golden/lingam.json, drawn anew: bench/peers/golden-lingam.py makes the same numbers.

import { readFileSync } from "node:fs";
import type { Table } from "../../src/core/data/table.ts";
import { matrix } from "../../src/core/math/matrix.ts";
import { numpyLegacy } from "../../src/core/math/numpy-legacy.ts";
import { columnNames } from "../problems.ts";

export interface LingamAnswer {
  readonly order: number[];
  /** Row i, column j: the coefficient of i → j. */
  readonly weights: number[][];
}

interface Drawn {
  readonly seed: number;
  readonly d: number;
  readonly n: number;
  readonly noise: "uniform" | "exponential" | "laplace" | "mixed";
}

export interface LingamCase extends Drawn {
  readonly sums: number[];
  readonly direct: LingamAnswer;
  /** `start`: of FastICA, in the coordinates of the symmetric whitening of standardised columns. */
  readonly ica: LingamAnswer & { readonly start: number[][] };
  readonly differences?: number[][];
  readonly tiers?: LingamAnswer;
  readonly knots?: number[][];
  readonly fastIca?: {
    readonly contrast: "logcosh" | "exp";
    readonly start: number[][];
    readonly iterations: number;
    readonly unmixing: number[][];
  }[];
}

export const lingamGolden = JSON.parse(readFileSync(new URL("lingam.json", import.meta.url), "utf8")) as {
  versions: Record<string, string>;
  cases: LingamCase[];
};

export function lingamTable({ seed, d, n, noise }: Drawn): Table {
  const { rand } = numpyLegacy(seed);
  const first = rand(d);
  const place = Array.from(first.keys()).sort((a, b) => first[a] - first[b]);
  const [present, size, sign] = [rand(d * d), rand(d * d), rand(d * d)];
  const scale = rand(d);
  const X = matrix(n, d, rand(n * d));
  X.data.forEach((u, k) => {
    const j = k % d;
    const kind = noise === "mixed" ? (j % 2 === 0 ? "uniform" : "exponential") : noise;
    const e =
      kind === "uniform"
        ? Math.sqrt(12) * (u - 0.5)
        : kind === "exponential"
          ? -Math.log(1 - u) - 1
          : (-Math.sign(u - 0.5) * Math.log(1 - 2 * Math.abs(u - 0.5))) / Math.SQRT2;
    X.data[k] = e * (0.5 + 1.5 * scale[j]);
  });
  for (let b = 0; b < d; b++) {
    for (let a = 0; a < b; a++) {
      const [i, j] = [place[a], place[b]];
      const at = i * d + j;
      if (!(present[at] < 2 / (d - 1))) continue;
      const weight = (0.5 + size[at]) * (sign[at] < 0.5 ? 1 : -1);
      for (let row = 0; row < n; row++) X.data[row * d + j] += weight * X.data[row * d + i];
    }
  }
  return { names: columnNames(d), X };
}
