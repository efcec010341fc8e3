// The networks and forests of test/golden/gran-dag.json, made by bench/peers/golden-gran-dag.py.

import { readFileSync } from "node:fs";
import { type Matrix, matrix } from "../../src/core/math/matrix.ts";
import { numpyLegacy } from "../../src/core/math/numpy-legacy.ts";

/** Weights of each layer as [network][unit][input]; biases as [network][unit]. */
export interface NetworkNumbers {
  readonly weights: number[][];
  readonly biases: number[][];
}

export interface NetworksCase {
  readonly d: number;
  readonly layers: number;
  readonly hidden: number;
  readonly lambda: number;
  readonly mu: number;
  readonly rate: number;
  readonly x: number[][];
  readonly mask: number[];
  readonly start: NetworkNumbers & { readonly logSigma: number[] };
  readonly loss: number;
  readonly A: number[];
  readonly h: number;
  /** Of the Lagrangian by the weights. */
  readonly gradient: number[][];
  readonly jacobian: number[];
  readonly steps: number;
  readonly after: NetworkNumbers & { readonly logSigma: number[] };
  readonly lossAfter: number;
  readonly graph: number[];
}

export interface ForestCase {
  readonly seed: number;
  readonly n: number;
  readonly kind: "nonlinear" | "linear" | "levels" | "noise";
  readonly mean: number[];
  readonly deviation: number[];
}

export const granDagGolden = JSON.parse(readFileSync(new URL("gran-dag.json", import.meta.url), "utf8")) as {
  versions: Record<string, string>;
  networks: NetworksCase[];
  forests: ForestCase[];
};

/** The same numbers as the script draws; the target is the first column. */
export function forestTable({ seed, n, kind }: ForestCase): Matrix {
  const { double } = numpyLegacy(seed);
  const X = matrix(n, 6);
  for (let i = 0; i < n; i++) {
    const u = Array.from({ length: 6 }, double);
    const row = [...u];
    if (kind === "nonlinear") row[0] = Math.sin(6 * u[1]) + u[2] * u[3] + 0.2 * u[0];
    if (kind === "linear") row[0] = 3 * u[1] - u[4] + u[0];
    if (kind === "levels") {
      row[1] = Math.floor(3 * u[1]);
      row[2] = row[1];
      row[3] = 1;
      row[0] = row[1] + Math.floor(2 * u[4]) + Math.floor(2 * u[0]);
    }
    X.data.set(row, 6 * i);
  }
  return X;
}
