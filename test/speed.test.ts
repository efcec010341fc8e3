// Operations that must be fast, on a quiet machine (`npm run test:timed`): each normally takes at most a tenth of its limit.

import { expect, it } from "vitest";
import { examine } from "../src/core/data/doctor/doctor.ts";
import { structuralInterventionDistance } from "../src/core/graph/sid.ts";
import { orderStatisticInto } from "../src/core/math/order-statistic.ts";
import { createRng } from "../src/core/math/rng.ts";
import { randomDag, randomTable } from "./problems.ts";

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

it("the interventional distance of graphs on 100 variables takes less than two seconds", () => {
  const rng = createRng(1);
  const [truth, estimate] = [randomDag(rng, 100, 0.3), randomDag(rng, 100, 0.3)];
  expect(milliseconds(() => structuralInterventionDistance(truth, estimate))).toBeLessThan(2000);
});

it("the doctor examines 200 columns in less than three seconds", () => {
  const table = randomTable(createRng(3), 200, 1000, 0.01);
  expect(milliseconds(() => examine(table))).toBeLessThan(3000);
});

it("the median of a million equal, sorted or organ-pipe numbers takes less than two seconds", () => {
  const n = 1e6;
  for (const shape of [() => 3, (i: number) => i, (i: number) => Math.min(i, n - i)]) {
    const values = Float64Array.from({ length: n }, (_, i) => shape(i));
    expect(milliseconds(() => orderStatisticInto(values, n / 2))).toBeLessThan(2000);
  }
});
