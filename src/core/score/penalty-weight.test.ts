import { describe, expect, it } from "vitest";
import { trials } from "../../../test/long.ts";
import { createTable } from "../data/table.ts";
import { edgeCount } from "../graph/graph.ts";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { orderSearch } from "../search/order/order.ts";
import { finish } from "../search/search.ts";
import { linearBic } from "./linear-bic.ts";
import { penaltyWeightFor } from "./penalty-weight.ts";

/** With mean 0 and length 1. */
function centred(x: readonly number[]): number[] {
  const mean = x.reduce((a, b) => a + b) / x.length;
  const length = Math.hypot(...x.map((value) => value - mean));
  return x.map((value) => (value - mean) / length);
}

describe("penaltyWeightFor", () => {
  it("is 1 for few variables and many rows, and at most 3", () => {
    expect(penaltyWeightFor({ d: 1, n: 50 })).toBe(1);
    expect(penaltyWeightFor({ d: 5, n: 10_000 })).toBe(1);
    expect(penaltyWeightFor({ d: 100, n: 100 })).toBe(3);
    expect(penaltyWeightFor({ d: 2, n: 2 })).toBe(3);
  });

  it("makes an edge cost what the strongest pair of independent variables gains in one of twenty tables", () => {
    const [d, n, tables] = [8, 50, trials(2000, 20_000)];
    const cost = penaltyWeightFor({ d, n }) * Math.log(n);
    const rng = createRng("strongest");
    let linked = 0;
    for (let k = 0; k < tables; k++) {
      const columns = Array.from({ length: d }, () => centred(Array.from({ length: n }, () => rng.normal())));
      const gains = columns.flatMap((x, i) =>
        columns.slice(i + 1).map((y) => {
          const r = x.reduce((sum, value, row) => sum + value * y[row], 0);
          return -n * Math.log(1 - r * r);
        }),
      );
      if (Math.max(...gains) > cost) linked++;
    }
    // Slightly less than 0.05, as Bonferroni is a bound; three standard errors of a proportion of this many tables.
    expect(Math.abs(linked / tables - 0.049)).toBeLessThan(3 * Math.sqrt((0.05 * 0.95) / tables));
  });

  it("links none of 20 independent variables, where weight 1 links several", () => {
    const rng = createRng("strangers");
    const [n, d] = [100, 20];
    const X = matrix(
      n,
      d,
      Float64Array.from({ length: n * d }, () => rng.normal()),
    );
    const table = createTable(
      Array.from({ length: d }, (_, j) => `v${j}`),
      X,
    );
    const linked = (penaltyWeight: number) => {
      const problem = { score: linearBic(table, { penaltyWeight }), rng: createRng(1), restarts: 1 };
      return edgeCount(finish(orderSearch(problem, { shakes: 0 })).graph!);
    };
    expect(linked(1)).toBeGreaterThan(3);
    expect(linked(penaltyWeightFor({ d, n }))).toBe(0);
  });

  it("refuses a table without two rows", () => {
    expect(() => penaltyWeightFor({ d: 3, n: 1 })).toThrow("at least 1 variable and 2 rows, got 3 and 1");
  });
});
