import { describe, expect, it } from "vitest";
import { leastSquares, randomTable } from "../../../../test/problems.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { parentsOf, topologicalOrder } from "../../graph/graph.ts";
import { noKnowledge } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { parentChoice } from "./along-order.ts";

const { table, truth, weights } = simulate({ nodes: 7, samples: 4000, seed: 2, noise: "laplace" });
const order = topologicalOrder(truth)!;
const last = order.at(-1)!;
const others = order.slice(0, -1);
const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b);

describe("parentChoice", () => {
  it("finds the parents of every variable along the true order", () => {
    const choice = parentChoice(table);
    order.forEach((j, k) => {
      expect(choice(j, order.slice(0, k))).toEqual(parentsOf(truth, j));
    });
  });

  it("by least squares takes all that were placed, and with a threshold those above it", () => {
    expect(parentChoice(table, { regression: "least-squares" })(last, others)).toEqual(sorted(others));
    for (const regression of ["least-squares", "adaptive-lasso"] as const) {
      expect(parentChoice(table, { regression, threshold: 0.3 })(last, others)).toEqual(
        parentsOf(truth, last),
      );
    }
    const sizes = parentsOf(truth, last).map((i) => Math.abs(weights!.data[i * 7 + last]));
    const above = parentsOf(truth, last).filter((_, k) => sizes[k] > 1);
    expect(above.length).toBeLessThan(sizes.length);
    expect(parentChoice(table, { threshold: 1 })(last, others)).toEqual(above);
  });

  it("looks at no forbidden parent and keeps every required one", () => {
    const [dropped] = parentsOf(truth, last);
    const added = others.find((i) => !parentsOf(truth, last).includes(i))!;
    const knowledge = noKnowledge(7);
    knowledge.forbidden[dropped * 7 + last] = 1;
    knowledge.required[added * 7 + last] = 1;
    const parents = parentChoice(table, { knowledge, threshold: 100 })(last, others);
    expect(parents).toEqual([added]);
    expect(parentChoice(table, { knowledge })(last, others)).not.toContain(dropped);
    expect(parentChoice(table, { knowledge })(last, others)).toContain(added);
  });

  it("drops those of least loss where there are too many", () => {
    const parents = parentChoice(table, { knowledge: noKnowledge(7, 1) })(last, others);
    const rss = (i: number) =>
      leastSquares(
        table,
        last,
        parentsOf(truth, last).filter((k) => k !== i),
      ).rss;
    const count = parentsOf(truth, last).length;
    const capped = parentChoice(table, { knowledge: noKnowledge(7, count - 1) })(last, others);
    const [weakest] = parentsOf(truth, last).sort((a, b) => rss(a) - rss(b));
    expect(parents.length).toBe(1);
    expect(capped).toEqual(parentsOf(truth, last).filter((i) => i !== weakest));
  });

  it("refuses categories, too few rows and a threshold below 0", () => {
    const { names, X } = randomTable(createRng(1), 3, 5);
    const data = X.data.map((_, k) => (k % 3 === 1 ? k % 2 : X.data[k]));
    const levels = [null, ["no", "yes"], null];
    expect(() => parentChoice({ names, X: { ...X, data }, levels })).toThrow(
      'lingam: column "v1" must hold numbers, got categories',
    );
    expect(() => parentChoice(randomTable(createRng(1), 3, 4))).toThrow("at least 5 rows are needed for 3");
    expect(() => parentChoice(table, { threshold: -1 })).toThrow("threshold must be 0 or more, got -1");
    expect(() => parentChoice(table, { regression: "ridge" as "least-squares" })).toThrow(
      'no regression called "ridge"',
    );
  });
});
