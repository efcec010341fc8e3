import { describe, expect, it } from "vitest";
import { createTable } from "../data/table.ts";
import { edgeCount } from "../graph/graph.ts";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { orderSearch } from "../search/order/order.ts";
import { finish } from "../search/search.ts";
import { linearBic } from "./linear-bic.ts";
import { penaltyWeightFor } from "./penalty-weight.ts";

describe("penaltyWeightFor", () => {
  it("is 1 for one variable, 2 where the rows are the cube of the variables, and 3 at most", () => {
    expect(penaltyWeightFor({ d: 1, n: 50 })).toBe(1);
    expect(penaltyWeightFor({ d: 10, n: 1000 })).toBeCloseTo(2, 12);
    expect(penaltyWeightFor({ d: 30, n: 30 ** 1.5 })).toBeCloseTo(3, 12);
    expect(penaltyWeightFor({ d: 100, n: 100 })).toBe(3);
  });

  it("makes an edge cost log n + 3 log d: EBIC with γ = 3/4", () => {
    for (const [d, n] of [
      [20, 200],
      [100, 10_000],
    ])
      expect(penaltyWeightFor({ d, n }) * Math.log(n)).toBeCloseTo(Math.log(n) + 4 * 0.75 * Math.log(d), 10);
  });

  it("links none of 20 strangers, where weight 1 links several", () => {
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
