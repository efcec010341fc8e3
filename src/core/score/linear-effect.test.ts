import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { scatterOf } from "../math/scatter.ts";
import { linearEffect, partialCorrelation } from "./linear-effect.ts";

interface Case {
  readonly rows: number[][];
  readonly coefficients: number[];
  readonly standardErrors: number[];
  readonly intervals: [number, number][];
}

const file = new URL("../../../test/golden/ols.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { readonly cases: readonly Case[] };

describe("linearEffect", () => {
  it("has the coefficients, standard errors and intervals of statsmodels", () => {
    for (const { rows, coefficients, standardErrors, intervals } of cases) {
      const k = coefficients.length;
      const scatter = scatterOf(matrixFromRows(rows));
      const parents = coefficients.map((_, j) => j);
      for (const cause of parents) {
        const effect = linearEffect(scatter, k, { parents, cause });
        expect(effect.coefficient / coefficients[cause]).toBeCloseTo(1, 9);
        expect(effect.standardError! / standardErrors[cause]).toBeCloseTo(1, 9);
        const [low, high] = effect.interval!;
        expect((high - low) / (intervals[cause][1] - intervals[cause][0])).toBeCloseTo(1, 8);
        expect((high + low) / 2 / coefficients[cause]).toBeCloseTo(1, 9);
      }
    }
  });

  it("has no standard error without degrees of freedom, or for a linear combination of the others", () => {
    const few = scatterOf(
      matrixFromRows([
        [1, 2, 4],
        [2, 1, 3],
        [3, 5, 1],
      ]),
    ); // prettier-ignore
    expect(linearEffect(few, 2, { parents: [0, 1], cause: 0 }).standardError).toBeNull();
    const twins = Array.from({ length: 9 }, (_, i) => [i, 2 * i, (i * i) % 5]);
    const doubled = linearEffect(scatterOf(matrixFromRows(twins)), 2, { parents: [0, 1], cause: 1 });
    expect([doubled.standardError, doubled.interval]).toEqual([null, null]);
  });
});

describe("partialCorrelation", () => {
  it("is the correlation of the residuals, and symmetric", () => {
    const rng = createRng("partial");
    const rows = Array.from({ length: 60 }, () => {
      const z = rng.normal();
      const x = z + rng.normal();
      return [z, x, 0.5 * x - z + rng.normal()];
    });
    const { S } = scatterOf(matrixFromRows(rows));
    const r = (i: number, j: number) => S.data[i * 3 + j] / Math.sqrt(S.data[i * 4] * S.data[j * 4]);
    const expected = (r(1, 2) - r(0, 1) * r(0, 2)) / Math.sqrt((1 - r(0, 1) ** 2) * (1 - r(0, 2) ** 2));
    expect(partialCorrelation(S, [1, 2], [0])).toBeCloseTo(expected, 12);
    expect(partialCorrelation(S, [2, 1], [0])).toBeCloseTo(expected, 12);
    expect(partialCorrelation(S, [1, 2], [])).toBeCloseTo(r(1, 2), 12);
  });
});
