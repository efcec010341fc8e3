import { describe, expect, it } from "vitest";
import { clgaussian } from "../../../experiments/mixed/tables.js";
import { columnNames, randomDag } from "../../../test/problems.ts";
import { withCategories } from "../data/categories.ts";
import { createTable } from "../data/table.ts";
import { edgeCount, graphFromEdges, parentsOf, topologicalOrder } from "../graph/graph.ts";
import { graphMetrics } from "../graph/metrics.ts";
import { matrix } from "../math/matrix.ts";
import { createRng, type Rng } from "../math/rng.ts";
import { exactSearch } from "../search/exact/exact.ts";
import { finish } from "../search/search.ts";
import { mixedBic } from "./mixed-bic.ts";

describe("the best graph under mixedBic", () => {
  it("is exactly the network of bnlearn's clgaussian.test, without background knowledge", () => {
    const { table, truth, categorical } = clgaussian(
      { createRng, createTable, matrix, graphFromEdges },
      1,
      2000,
    );
    const score = mixedBic(withCategories(table, categorical));
    const { graph } = finish(exactSearch({ score }));
    expect(graphMetrics(truth, graph!).shdClass).toBe(0);
    expect([score.isEquivalent, score.isEquivalentButForChance]).toEqual([false, true]);
  });

  it("has most links of random graphs in which categories and numbers cause each other", () => {
    const total = { edges: 0, missing: 0, extra: 0 };
    for (let trial = 0; trial < 10; trial++) {
      const { table, truth } = mixedProblem(createRng(`mixed/${trial}`), 6, 2000);
      const { graph } = finish(exactSearch({ score: mixedBic(table) }));
      const { missing, extra } = graphMetrics(truth, graph!);
      total.edges += edgeCount(truth);
      total.missing += missing;
      total.extra += extra;
    }
    expect(total.edges).toBeGreaterThan(40);
    expect(total.missing).toBeLessThanOrEqual(6);
    expect(total.extra).toBeLessThanOrEqual(6);
  });
});

/** Every other column has three labels, drawn by a multinomial logit of its parents; the others are numbers, with slopes that depend on the labels. */
function mixedProblem(rng: Rng, d: number, n: number) {
  const truth = randomDag(rng, d, 0.4);
  const isCategory = (j: number) => j % 2 === 0;
  const weights = Float64Array.from(
    { length: d * d * 9 },
    () => (rng.uniform() < 0.5 ? -1 : 1) * (0.7 + 0.8 * rng.uniform()),
  );
  const X = matrix(n, d);
  for (let i = 0; i < n; i++) {
    const row = X.data.subarray(i * d, (i + 1) * d);
    for (const j of topologicalOrder(truth)!) {
      const parents = parentsOf(truth, j);
      const cell = parents.filter(isCategory).reduce((c, p) => 3 * c + row[p], 0) % 9;
      const effect = (p: number, of: number) => weights[(p * d + j) * 9 + of];
      const pull = (label: number) =>
        parents.reduce(
          (sum, p) => sum + (isCategory(p) ? 1.2 * effect(p, 3 * label + row[p]) : row[p] * effect(p, label)),
          -Math.log(-Math.log(rng.uniform())),
        );
      const pulls = [0, 1, 2].map(pull);
      row[j] = isCategory(j)
        ? pulls.indexOf(Math.max(...pulls))
        : parents.reduce(
            (sum, p) => sum + (isCategory(p) ? 1.2 * effect(p, row[p]) : row[p] * effect(p, cell)),
            rng.normal(),
          );
    }
  }
  const table = createTable(columnNames(d), X);
  return {
    table: withCategories(
      table,
      table.names.filter((_, j) => isCategory(j)),
    ),
    truth,
  };
}
