// DAG-GNN beside PyTorch, which has the decoder's inverse and differentiates by itself: bench/peers/golden-dag-gnn.py.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { matrix } from "../../src/core/math/matrix.ts";
import { numpyLegacy } from "../../src/core/math/numpy-legacy.ts";
import { dagGnnModel } from "../../src/core/search/continuous/dag-gnn/dag-gnn-model.ts";

interface Case {
  readonly seed: number;
  readonly d: number;
  readonly rows: number;
  readonly hidden: number;
  readonly lambda: number;
  readonly c: number;
  readonly rates: number[];
  readonly steps: (Record<"kl" | "nll" | "h" | "loss", number> & {
    readonly gradient: number[];
    readonly parameters: number[];
  })[];
}

const golden = JSON.parse(readFileSync(new URL("dag-gnn.json", import.meta.url), "utf8")) as {
  cases: Case[];
};

function startOf({ seed, d, rows, hidden }: Case) {
  const { randn } = numpyLegacy(seed);
  const X = matrix(rows, d, randn(rows * d));
  const model = dagGnnModel(X, { hidden, batch: rows, mask: new Uint8Array(d * d).fill(1) });
  const scaled = (size: number, by: number) => randn(size).map((x) => by * x);
  const network = 3 * hidden + 1;
  model.parameters.set([...scaled(d * d, 0.2), ...scaled(1, 0.3), ...scaled(2 * network, 0.5)]);
  return model;
}

describe("DAG-GNN", () => {
  it("has PyTorch's losses and gradients to 1e-9, and its parameters after every step of Adam", () => {
    expect(golden.cases.length).toBe(4);
    for (const each of golden.cases) {
      const { lambda, c, rows, rates, steps } = each;
      const { parameters, gradient, measure, adam } = startOf(each);
      steps.forEach((step, k) => {
        const parts = measure(0, rows, { lambda, c });
        for (const name of ["kl", "nll", "h", "loss"] as const)
          expect(Math.abs(parts[name] / step[name] - 1)).toBeLessThan(1e-9);
        const largest = Math.max(...step.gradient.map(Math.abs));
        step.gradient.forEach((slope, p) => {
          expect(Math.abs(gradient[p] - slope)).toBeLessThan(1e-11 * largest + 1e-9 * Math.abs(slope));
        });
        adam(rates[k], k + 1);
        step.parameters.forEach((x, p) => {
          expect(Math.abs(parameters[p] - x)).toBeLessThan(1e-9);
        });
      });
    }
  });
});
