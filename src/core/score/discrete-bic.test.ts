import { describe, expect, it } from "vitest";
import golden from "../../../test/golden/categories.json" with { type: "json" };
import { columnsBut, plainTable } from "../../../test/problems.ts";
import { createRng } from "../math/rng.ts";
import { discreteBic } from "./discrete-bic.ts";

describe("discreteBic", () => {
  it("equals pgmpy, term by term", () => {
    for (const { rows, terms } of golden.cases) {
      const { local } = discreteBic(plainTable(rows));
      for (const { node, parents, bic } of terms)
        expect(Math.abs(local!.term(node, parents) - bic)).toBeLessThan(1e-9 * Math.abs(bic));
    }
  });

  it("is the log-likelihood minus the weighted number of parameters", () => {
    const { rows, sizes } = golden.cases[1];
    const n = rows.length;
    const [light, heavy] = [0, 3].map((penaltyWeight) => discreteBic(plainTable(rows), { penaltyWeight }));
    const parameters = sizes[0] * sizes[2] * (sizes[1] - 1);
    expect(light.local!.term(1, [0, 2]) - heavy.local!.term(1, [0, 2])).toBeCloseTo(
      (3 * Math.log(n) * parameters) / 2,
      8,
    );
    const expected = rows.reduce((sum, row) => {
      const alike = rows.filter((r) => r[0] === row[0] && r[2] === row[2]);
      return sum + Math.log(alike.filter((r) => r[1] === row[1]).length / alike.length);
    }, 0);
    expect(light.local!.term(1, [0, 2])).toBeCloseTo(expected, 9);
  });

  it("rules out parents whose number of parameters overflows, unless they cost nothing", () => {
    const rng = createRng("wide");
    const d = 400;
    const rows = Array.from({ length: 30 }, () => Array.from({ length: d }, () => rng.integer(8)));
    const all = columnsBut(d, 0);
    expect(discreteBic(plainTable(rows)).local!.term(0, all)).toBe(Number.NEGATIVE_INFINITY);
    expect(discreteBic(plainTable(rows), { penaltyWeight: 0 }).local!.term(0, all)).toBeCloseTo(0, 9);
  });

  it("refuses a negative weight", () => {
    expect(() => discreteBic(plainTable(golden.cases[0].rows), { penaltyWeight: -1 })).toThrow(
      "score: the penalty weight must be 0 or more, got -1",
    );
  });
});
