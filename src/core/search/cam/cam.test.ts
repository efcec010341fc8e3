import { describe, expect, it } from "vitest";
import { columnNames } from "../../../../test/problems.ts";
import { createTable, type Table } from "../../data/table.ts";
import { edgeCount, edgeList, graphFromEdges, isAcyclic } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { graphMetrics } from "../../graph/metrics.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { basisScatter, neighbours } from "../../math/smooth/smooth.ts";
import { additive } from "../../score/additive.ts";
import { linearBic } from "../../score/linear-bic.ts";
import { pruneByCam } from "../prune/prune-cam.ts";
import { finish } from "../search.ts";
import { cam } from "./cam.ts";

/** 0 → 1, 0 → 2, 1 → 3, 2 → 3, 3 → 4, each a bent line; then `idle` columns that have nothing to do with them. */
const truth = graphFromEdges(5, [
  [0, 1],
  [0, 2],
  [1, 3],
  [2, 3],
  [3, 4],
]);
function bentTable(seed: string, rows: number, idle = 0): Table {
  const rng = createRng(seed);
  const d = 5 + idle;
  const X = matrix(rows, d);
  for (let i = 0; i < rows; i++) {
    const a = 1.5 * rng.normal();
    const b = Math.sin(1.5 * a) + 0.3 * rng.normal();
    const c = 0.5 * a * a + 0.5 * rng.normal();
    const e = 2 * Math.tanh(2 * b) + Math.cos(c) + 0.4 * rng.normal();
    const f = Math.abs(e) + 0.3 * rng.normal();
    X.data.set([a, b, c, e, f, ...Array.from({ length: idle }, () => rng.normal())], i * d);
  }
  return createTable(columnNames(d), X);
}

describe("cam", () => {
  it("finds the truth of additive models after pruning, on each of five tables", () => {
    for (let k = 0; k < 5; k++) {
      const table = bentTable(`bent/${k}`, 600);
      const { graph } = finish(cam({ table, score: linearBic(table) }));
      expect(graphMetrics(truth, pruneByCam(graph!, table))).toMatchObject({ shd: 0 });
    }
  });

  it("links every pair before pruning, in one order", () => {
    const table = bentTable("order", 200);
    const { graph } = finish(cam({ table, score: linearBic(table) }));
    expect([edgeCount(graph!), isAcyclic(graph!)]).toEqual([10, true]);
  });

  it("takes the most explanatory edge first", () => {
    const table = bentTable("first", 400);
    const steps = cam({ table, score: linearBic(table) });
    let step = steps.next();
    while (!step.done && edgeCount(step.value.graph!) === 0) step = steps.next();
    const { term } = additive(table, { penaltyWeight: 0 }).local!;
    const pairs = [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2, 3, 4].filter((j) => j !== i).map((j) => [i, j]));
    const gain = ([i, j]: number[]) => term(j, [i]) - term(j, []);
    const best = pairs.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    expect((step.value.state as { edges: number[][] }).edges[0]).toEqual(best);
  });

  it("has required edges from the start, no forbidden ones, and no more parents than are allowed", () => {
    const table = bentTable("known", 200);
    const knowledge = {
      ...noKnowledge(5),
      required: new Uint8Array(25),
      forbidden: new Uint8Array(25),
      maxParents: 2,
    };
    knowledge.required[4 * 5 + 0] = 1; // against the truth
    knowledge.forbidden[3 * 5 + 4] = 1;
    for (const { graph } of cam({ table, score: linearBic(table), knowledge }))
      expect(violations(graph!, knowledge, table.names)).toEqual([]);
  });

  it("has at most a parent for every twenty rows", () => {
    const table = bentTable("few", 40);
    const { graph } = finish(cam({ table, score: linearBic(table) }));
    for (let j = 0; j < 5; j++)
      expect(graph!.edges.filter((edge, k) => edge === 1 && k % 5 === j).length).toBeLessThanOrEqual(2);
  });
});

describe("neighbours", () => {
  it("hold every cause, and leave out most others", () => {
    const table = bentTable("neighbours", 500, 25);
    const found = neighbours(basisScatter(table.X));
    for (let j = 0; j < 5; j++)
      for (let i = 0; i < 5; i++) if (truth.edges[i * 5 + j] === 1) expect(found[j]).toContain(i);
    const idle = found.slice(0, 5).flatMap((set) => set.filter((i) => i >= 5));
    expect(idle.length).toBeLessThan(50); // of 125
    for (const set of found) expect(set.length).toBeLessThanOrEqual(10);
  });

  it("are all that cam links above 12 variables", () => {
    const table = bentTable("many", 100, 8);
    const { graph } = finish(cam({ table, score: linearBic(table) }));
    const found = neighbours(basisScatter(table.X));
    for (const [i, j] of edgeList(graph!)) expect(found[j]).toContain(i);
  });

  it("are none for a constant column, which is nobody's either", () => {
    const table = bentTable("constant", 100);
    for (let i = 0; i < 100; i++) table.X.data[i * 5 + 4] = 1;
    const found = neighbours(basisScatter(table.X));
    expect(found[4]).toEqual([]);
    expect(found.flat()).not.toContain(4);
  });
});
