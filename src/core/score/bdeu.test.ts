import { describe, expect, it } from "vitest";
import { asiaGraph, asiaTable } from "../../../test/asia.ts";
import golden from "../../../test/golden/categories.json" with { type: "json" };
import { columnsBut, plainTable, subsetsOf } from "../../../test/problems.ts";
import { areEquivalent } from "../graph/equivalence.ts";
import { emptyGraph } from "../graph/graph.ts";
import { graphMetrics } from "../graph/metrics.ts";
import { matrixFromRows } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { exactSearch } from "../search/exact/exact.ts";
import { finish } from "../search/search.ts";
import { bdeu } from "./bdeu.ts";

/** Ten samples of the chest clinic. */
const samples = Array.from({ length: 10 }, (_, k) => k);

describe("bdeu", () => {
  it("equals pgmpy, term by term, with either prior", () => {
    for (const { rows, terms } of golden.cases) {
      for (const ess of ["1", "10"] as const) {
        const { local } = bdeu(plainTable(rows), { equivalentSampleSize: Number(ess) });
        for (const { node, parents, bdeu: expected } of terms) {
          const value = expected[ess];
          expect(Math.abs(local!.term(node, parents) - value)).toBeLessThan(1e-9 * Math.abs(value));
        }
      }
    }
  });

  it("is the sequential probability of the rows, by hand", () => {
    // One column, labels a b a, α = 1: ½ · (½ / 2) · (1½ / 3).
    const table = {
      names: ["x"],
      X: matrixFromRows([[0], [1], [0]]),
      levels: [["a", "b"]],
    };
    expect(bdeu(table).ofGraph(emptyGraph(1))).toBeCloseTo(Math.log(0.5 * 0.25 * 0.5), 12);
  });

  it("does not depend on the names of the labels", () => {
    const { rows } = golden.cases[1];
    const renamed = rows.map((row) => row.map((x, j) => [7, -3, 11, 0.5][(x + j) % 4]));
    const [one, other] = [bdeu(plainTable(rows)), bdeu(plainTable(renamed))];
    for (let j = 0; j < 4; j++) {
      for (const P of subsetsOf(columnsBut(4, j)))
        expect(other.local!.term(j, P)).toBeCloseTo(one.local!.term(j, P), 9);
    }
  });

  it("stays finite if the number of combinations overflows", () => {
    const rng = createRng("wide");
    const d = 400;
    const rows = Array.from({ length: 30 }, () => Array.from({ length: d }, () => rng.integer(8)));
    const { local } = bdeu(plainTable(rows));
    // No combination of the others occurs twice: every row is as likely as the prior says, one label of eight.
    expect(local!.term(0, columnsBut(d, 0))).toBeCloseTo(-30 * Math.log(8), 8);
  });

  it("refuses an invalid prior, and numbers with too many values", () => {
    const { rows } = golden.cases[0];
    for (const equivalentSampleSize of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => bdeu(plainTable(rows), { equivalentSampleSize })).toThrow(
        /^bdeu: the equivalent sample size must be positive/,
      );
    }
    const many = Array.from({ length: 60 }, (_, i) => [i % 3, i]);
    expect(() => bdeu(plainTable(many))).toThrow(
      /^table: column "v1" must have at most 50 distinct numbers to be treated as categories, got 60; bin it/,
    );
  });

  it("finds the class of the chest clinic, by exact search, in nearly every sample of 20,000 rows", () => {
    const found = samples.filter((k) => {
      const score = bdeu(asiaTable(createRng(`asia/${k}`), 20_000));
      return areEquivalent(finish(exactSearch({ score })).graph!, asiaGraph);
    });
    expect(found.length).toBeGreaterThanOrEqual(8);
  });

  it("has more false edges the larger the weight of its prior, which is why one row is the default", () => {
    const [one, ten] = [1, 10].map((equivalentSampleSize) =>
      samples.reduce((sum, k) => {
        const score = bdeu(asiaTable(createRng(`asia/${k}`), 10_000), { equivalentSampleSize });
        return sum + graphMetrics(asiaGraph, finish(exactSearch({ score })).graph!).extra;
      }, 0),
    );
    expect(ten).toBeGreaterThan(3 * one);
  });
});
