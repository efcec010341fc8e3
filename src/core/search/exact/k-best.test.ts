import { describe, expect, it } from "vitest";
import { createTable } from "../../data/table.ts";
import { cpdagOf } from "../../graph/equivalence.ts";
import { type Graph, graphFromParents, isAcyclic } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import { kBest } from "./k-best.ts";

function noise(seed: number, d: number, n: number) {
  const rng = createRng(seed);
  const X = matrix(n, d);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < d; j++) X.data[i * d + j] = rng.normal() + (j > 0 ? 0.5 * X.data[i * d + j - 1] : 0);
  }
  return createTable(
    Array.from({ length: d }, (_, j) => `v${j}`),
    X,
  );
}

/** Scores of all DAGs on four variables, best first. */
function allScores(score: ReturnType<typeof linearBic>): number[] {
  return allGraphs()
    .map((graph) => score.ofGraph(graph))
    .sort((a, b) => b - a);
}

function classOf(graph: Graph): string {
  const { directed, undirected } = cpdagOf(graph);
  return `${directed.join()};${undirected.join()}`;
}

function allGraphs(): Graph[] {
  const out: Graph[] = [];
  for (let code = 0; code < 8 ** 4; code++) {
    const parents = Array.from({ length: 4 }, (_, j) =>
      [0, 1, 2, 3].filter((i) => i !== j).filter((_, k) => (((code >> (3 * j)) >> k) & 1) === 1),
    );
    const graph = graphFromParents(parents);
    if (isAcyclic(graph)) out.push(graph);
  }
  return out;
}

describe("kBest", () => {
  it("lists the same scores as all 543 DAGs sorted, for every k", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const score = linearBic(noise(seed, 4, 60));
      const all = allScores(score);
      expect(all.length).toBe(543);
      for (const k of [1, 2, 7, 40, 543, 600]) {
        const ranked = kBest(score, k);
        expect(ranked.length).toBe(Math.min(k, 543));
        ranked.forEach((r, i) => {
          expect(r.score).toBeCloseTo(all[i], 7);
          expect(score.ofGraph(r.graph)).toBeCloseTo(r.score, 7);
        });
        expect(new Set(ranked.map((r) => r.graph.edges.join())).size).toBe(ranked.length);
      }
    }
  });

  it("lists the classes of all DAGs, each once and best first, with knowledge and without", () => {
    const score = linearBic(noise(3, 4, 60));
    const informed = { ...noKnowledge(4), maxParents: 2 };
    informed.required[0 * 4 + 3] = 1;
    informed.forbidden[1 * 4 + 2] = 1;
    for (const knowledge of [noKnowledge(4), informed]) {
      const best = new Map<string, number>();
      for (const graph of allGraphs())
        if (violations(graph, knowledge, ["a", "b", "c", "d"]).length === 0)
          best.set(classOf(graph), score.ofGraph(graph));
      const all = [...best].sort((p, q) => q[1] - p[1]);
      if (knowledge !== informed) expect(all.length).toBe(185); // Gillispie & Perlman 2002: classes of four variables
      for (const k of [1, 3, 20, 400]) {
        const ranked = kBest(score, k, { knowledge, areClasses: true });
        expect(ranked.length).toBe(Math.min(k, all.length));
        expect(new Set(ranked.map(({ graph }) => classOf(graph))).size).toBe(ranked.length);
        ranked.forEach(({ graph, score: value }, i) => {
          expect(value).toBeCloseTo(all[i][1], 7);
          expect(best.get(classOf(graph))).toBeCloseTo(value, 7);
          expect(violations(graph, knowledge, ["a", "b", "c", "d"])).toEqual([]);
        });
      }
    }
  });

  it("obeys knowledge", () => {
    const knowledge = { ...noKnowledge(4), maxParents: 1 };
    knowledge.required[0 * 4 + 3] = 1;
    for (const { graph } of kBest(linearBic(noise(1, 4, 60)), 30, { knowledge })) {
      expect(graph.edges[3]).toBe(1);
      for (let j = 0; j < 4; j++)
        expect([0, 1, 2, 3].filter((i) => graph.edges[i * 4 + j]).length).toBeLessThanOrEqual(1);
    }
  });

  it("refuses a score that is no sum", () => {
    expect(() => kBest(linearBicEqualVariance(noise(1, 3, 60)), 2)).toThrow("is the sum of its terms");
  });

  it("refuses what does not fit in memory", () => {
    expect(() => kBest(linearBic(noise(1, 12, 60)), 1e6, { memoryBytes: 1e9 })).toThrow("request fewer");
  });
});
