// DirectLiNGAM, ICA-LiNGAM and what they stand on, beside the package lingam and scikit-learn: twenty non-Gaussian tables.

import { describe, expect, it } from "vitest";
import type { Table } from "../../src/core/data/table.ts";
import { edgeList, type Graph, parentsOf } from "../../src/core/graph/graph.ts";
import { noKnowledge } from "../../src/core/graph/knowledge.ts";
import { lassoPath } from "../../src/core/math/adaptive-lasso.ts";
import { decorrelated, fastIca } from "../../src/core/math/fast-ica.ts";
import { type Matrix, matrix, matrixFromRows } from "../../src/core/math/matrix.ts";
import { residualColumns } from "../../src/core/math/residual-columns.ts";
import { createRng, type Rng } from "../../src/core/math/rng.ts";
import { scatterOf, unitDiagonal } from "../../src/core/math/scatter.ts";
import { linearBic } from "../../src/core/score/linear-bic.ts";
import { coefficientsOf } from "../../src/core/score/regression.ts";
import { directLingam } from "../../src/core/search/lingam/direct-lingam.ts";
import { icaLingam } from "../../src/core/search/lingam/ica-lingam.ts";
import { finish } from "../../src/core/search/search.ts";
import { type LingamAnswer, lingamGolden, lingamTable } from "./lingam.ts";

const detailed = lingamGolden.cases.filter(({ seed }) => seed <= 4);

/** Edges, and coefficients to 1e-8 of their size: both sides solve least squares, ours from the scatter matrix. */
function expectAnswer(graph: Graph, { weights }: LingamAnswer, table: Table): void {
  const { S } = scatterOf(table.X);
  const theirs = weights.flatMap((row, i) => row.flatMap((w, j) => (w === 0 ? [] : [[i, j]])));
  expect(edgeList(graph)).toEqual(theirs);
  for (let j = 0; j < graph.d; j++) {
    const parents = parentsOf(graph, j);
    coefficientsOf(S, j, parents).forEach((w, k) => {
      expect(Math.abs(w / weights[parents[k]][j] - 1)).toBeLessThan(1e-8);
    });
  }
}

describe("twenty non-Gaussian tables", () => {
  it("are those that Python drew", () => {
    expect(lingamGolden.cases.length).toBe(20);
    for (const { sums, ...drawn } of lingamGolden.cases) {
      const { X } = lingamTable(drawn);
      sums.forEach((sum, j) => {
        let ours = 0;
        for (let i = 0; i < X.rows; i++) ours += X.data[i * X.cols + j];
        expect(ours).toBeCloseTo(sum, 8);
      });
    }
  });

  it("have the order and the coefficients of lingam's DirectLiNGAM", () => {
    for (const { direct, ...drawn } of lingamGolden.cases) {
      const table = lingamTable(drawn);
      const { order, graph } = finish(directLingam({ table, score: linearBic(table) }));
      expect(order).toEqual(direct.order);
      expectAnswer(graph!, direct, table);
    }
  });

  it("have them with tiers too", () => {
    for (const { tiers, ...drawn } of detailed) {
      const table = lingamTable(drawn);
      const knowledge = noKnowledge(drawn.d);
      for (let i = 1; i < drawn.d; i += 2) {
        for (let j = 0; j < drawn.d; j += 2) knowledge.forbidden[i * drawn.d + j] = 1;
      }
      const { order, graph } = finish(directLingam({ table, score: linearBic(table), knowledge }));
      expect(order).toEqual(tiers!.order);
      expectAnswer(graph!, tiers!, table);
    }
  });

  it("have the order and the coefficients of lingam's ICALiNGAM, by its rules and from its start", () => {
    for (const { ica, ...drawn } of lingamGolden.cases) {
      const table = lingamTable(drawn);
      const options = { units: "columns", exactVariables: 0, tolerance: 1e-4, restarts: 1 } as const;
      const search = icaLingam(
        { table, score: linearBic(table), rng: recorded(ica.start.flat()), ...options },
        options,
      );
      const { order, graph, converged } = finish(search);
      expect(converged).toBe(true);
      expect(order).toEqual(ica.order);
      expectAnswer(graph!, ica, table);
    }
  });

  it("have lingam's ICALiNGAM answers from other starts too, where FastICA goes on to 1e-6", () => {
    for (const { ica, ...drawn } of lingamGolden.cases) {
      const table = lingamTable(drawn);
      const options = { units: "columns", exactVariables: 0, restarts: 1 } as const;
      const { order, graph } = finish(
        icaLingam({ table, score: linearBic(table), rng: createRng(1), ...options }, options),
      );
      expect(order).toEqual(ica.order);
      expectAnswer(graph!, ica, table);
    }
  });
});

describe("the parts", () => {
  it("compare pairs as lingam does, to 1e-9", () => {
    for (const { differences, ...drawn } of detailed) {
      const columns = residualColumns(lingamTable(drawn).X);
      differences!.forEach((row, i) => {
        row.forEach((D, j) => {
          if (i !== j) expect(Math.abs(columns.difference(i, j) - D)).toBeLessThan(1e-9);
        });
      });
    }
  });

  it("follow the lasso path of scikit-learn, to 1e-9", () => {
    for (const { knots, d, ...drawn } of detailed) {
      const { X } = lingamTable({ d, ...drawn });
      const { R } = unitDiagonal(scatterOf(X).S);
      const last = d - 1;
      const G = matrix(
        last,
        last,
        R.data.filter((_, k) => k % d < last && k < last * d),
      );
      const c = R.data.slice(last * d, last * d + last);
      const weights = Float64Array.from(coefficientsOf(R, last, [...c.keys()]), Math.abs);
      const ours = [...lassoPath(G, c, weights)];
      expect(ours.length).toBe(knots!.length);
      knots!.forEach((knot, k) => {
        knot.forEach((b, i) => {
          expect(Math.abs(ours[k][i] - b)).toBeLessThan(1e-9);
        });
      });
    }
  });

  it("unmix as scikit-learn's FastICA does from the same start, to 1e-7", () => {
    for (const { fastIca: runs, ...drawn } of detailed) {
      const { X } = lingamTable(drawn);
      for (const { contrast, start, iterations, unmixing } of runs!) {
        const ica = fastIca(X, { contrast })!;
        let W = decorrelated(matrixFromRows(start));
        let change = 1;
        let count = 0;
        for (; change >= 1e-4; count++) ({ W, change } = ica.next(W));
        expect(count).toBe(iterations);
        const ours = product(W, ica.whitening);
        unmixing.flat().forEach((w, k) => {
          expect(Math.abs(ours[k] - w)).toBeLessThan(1e-7);
        });
      }
    }
  });
});

/** An Rng whose normal numbers are these. */
function recorded(numbers: readonly number[]): Rng {
  let k = 0;
  const rng: Rng = { ...createRng(1), normal: () => numbers[k++], fork: () => rng };
  return rng;
}

function product(A: Matrix, B: Matrix): number[] {
  const d = A.rows;
  return Array.from({ length: d * d }, (_, at) => {
    let sum = 0;
    for (let k = 0; k < d; k++) sum += A.data[Math.floor(at / d) * d + k] * B.data[k * d + (at % d)];
    return sum;
  });
}
