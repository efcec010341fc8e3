import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trials } from "../../../../../test/long.ts";
import { parentBits } from "../../../../../test/parent-bits.ts";
import { allDags, randomDag, randomTable } from "../../../../../test/problems.ts";
import { paperSet } from "../../../data/paper-sets.ts";
import { traceExponential } from "../../../graph/acyclicity.ts";
import { edgeCount, emptyGraph, type Graph, graphFromEdges, isAcyclic } from "../../../graph/graph.ts";
import { matrix } from "../../../math/matrix.ts";
import { createRng, type Rng } from "../../../math/rng.ts";
import { bge } from "../../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../../score/linear-bic.ts";
import { paperScore, type Score } from "../../../score/score.ts";
import { userScore } from "../../../score/user-score.ts";
import { createRewards } from "./rewards.ts";

function randomGraph(rng: Rng, d: number, density: number): Graph {
  const edges = new Uint8Array(d * d);
  for (let k = 0; k < d * d; k++) if (k % (d + 1) !== 0 && rng.uniform() < density) edges[k] = 1;
  return { d, edges };
}

const off = (a: number, b: number) => (a === b ? 0 : Math.abs(a - b) / Math.max(1e-9, Math.abs(b)));
const scoresOf = (score: Score, graphs: readonly Graph[]) =>
  createRewards(score, { memoryBytes: 2 ** 22 }).evaluate(parentBits(graphs), graphs.length).score;

const problems = (d: fc.Arbitrary<number>) =>
  fc.record({ d, seed: fc.nat() }).map(({ d, seed }) => {
    const rng = createRng(`rewards/${seed}`);
    const graphs = Array.from({ length: 1 + rng.integer(70) }, () =>
      rng.uniform() < 0.3 ? randomDag(rng, d) : randomGraph(rng, d, rng.uniform()),
    );
    return { d, table: randomTable(rng, d, d + 20 + rng.integer(50)), graphs };
  });

/** The score with its bounds but without terms of a matrix: residuals come from the function. */
const withoutMatrix = ({ local: _, ...score }: Score): Score => score;

describe("the paper's scores", () => {
  it("are those of paperScore to the last bit, distances those of traceExponential, at 1 to 12 variables", () => {
    fc.assert(
      fc.property(problems(fc.integer({ min: 1, max: 12 })), ({ table, graphs }) => {
        for (const score of [linearBic(table), linearBicEqualVariance(table, { penalty: "runs" })]) {
          for (const form of [score, withoutMatrix(score)]) {
            const rewards = createRewards(form, { memoryBytes: 2 ** 20 });
            expect([rewards.lower, rewards.isLowerBound]).toEqual([score.bounds!.lower, true]);
            const bits = parentBits(graphs);
            const values = rewards.evaluate(bits, graphs.length);
            graphs.forEach((graph, b) => {
              expect(values.score[b]).toBe(paperScore(score.bounds!, graph));
              expect(off(values.distance[b], traceExponential(graph))).toBeLessThan(1e-12);
              expect(values.acyclic[b]).toBe(isAcyclic(graph) ? 1 : 0);
            });
            const first = values.score.slice();
            expect(rewards.evaluate(bits, graphs.length).score).toEqual(first);
          }
        }
      }),
      { seed: 1, numRuns: 20 },
    );
  });

  it("are those of paperScore to the last bit at 30, 40 and 70 variables", () => {
    fc.assert(
      fc.property(problems(fc.constantFrom(30, 40, 70)), ({ table, graphs }) => {
        const few = graphs.slice(0, 4);
        for (const score of [linearBic(table), linearBicEqualVariance(table)]) {
          const values = createRewards(score, { memoryBytes: 2 ** 20 }).evaluate(parentBits(few), few.length);
          few.forEach((graph, b) => {
            expect(values.score[b]).toBe(paperScore(score.bounds!, graph));
            expect(off(values.distance[b], traceExponential(graph))).toBeLessThan(1e-12);
          });
        }
      }),
      { seed: 2, numRuns: 6 },
    );
  });

  // From the authors' training logs (30 variables), and recomputed from their data with NumPy (12 variables). Eleven digits
  // because theirs solves normal equations on the rows.
  it("give the bounds and the score of the true graph of the authors' data sets", () => {
    const cases = [
      ["paper/exp1-lingam-12", 8, linearBicEqualVariance, 1.1867607038, 6.9751679136, 1.1254510106, 9],
      ["paper/exp1-lingam-12", 8, linearBic, -19.8214613958, 36.533190809, 1.7637118578, 9],
      ["paper/exp1-gauss-12", 1280, linearBicEqualVariance, 1.2311726516, 7.1681273859, 1.058403113, 9],
      ["paper/exp1-gauss-12", 100, linearBic, -18.6816245836, 26.0994148347, 2.0866763291, 9],
      ["paper/exp1-lingam-12-diff", 8, linearBic, -13.3896437552, 40.4375875815, 1.8123104453, 9],
      ["paper/exp1-lingam-30", 8, linearBicEqualVariance, 2.34372287700927, 7.700624391729542, 0.990616841411224, 11],
      ["paper/exp1-lingam-30", 1280, linearBicEqualVariance, 2.3170139637588867, 10.050101482041253, 0.703940733826356, 11],
    ] as const; // biome-ignore format: a table
    for (const [name, seed, make, lower, upper, norm, digits] of cases) {
      const { table, truth } = paperSet(name, seed);
      const rewards = createRewards(make(table), { memoryBytes: 2 ** 20 });
      expect(rewards.lower).toBeCloseTo(lower, digits);
      expect(rewards.upper).toBeCloseTo(upper, digits);
      const values = rewards.evaluate(parentBits([truth, emptyGraph(truth.d)]), 2);
      expect(values.score[0]).toBeCloseTo(norm, digits);
      expect(values.score[1]).toBeCloseTo(5, 12);
      expect([...values.acyclic, ...values.distance]).toEqual([1, 1, 0, 0]);
    }
  });

  it("raise the upper bound by 1 where both are the same", () => {
    const rewards = createRewards(linearBic(randomTable(createRng("one"), 1, 10)));
    expect(rewards.upper).toBeCloseTo(rewards.lower + 1, 12);
    expect(rewards.evaluate(new Uint32Array(1), 1).score[0]).toBeCloseTo(0, 6);
  });
});

describe("other scores with terms", () => {
  it("are −score between the empty graph and what greedy selection reaches, also for cyclic graphs", () => {
    fc.assert(
      fc.property(problems(fc.integer({ min: 2, max: 9 })), ({ table, graphs }) => {
        const score = bge(table);
        const { lower, upper, isLowerBound } = createRewards(score, { memoryBytes: 2 ** 20 });
        const empty = -score.ofGraph(emptyGraph(score.d));
        expect(upper).toBeCloseTo(empty > lower ? empty : lower + 1, 9);
        expect(lower).toBeLessThanOrEqual(empty);
        expect(isLowerBound).toBe(false);
        const scores = scoresOf(score, graphs);
        graphs.forEach((graph, b) => {
          const expected = (5 * (-score.ofGraph(graph) - lower)) / (upper - lower);
          // S is a difference of numbers of the size of the score.
          expect(Math.abs(scores[b] - expected)).toBeLessThan(
            (1e-12 * Math.abs(score.ofGraph(graph))) / Math.max(1e-3, upper - lower) + 1e-12,
          );
        });
      }),
      { seed: 3, numRuns: 20 },
    );
  });

  it("have at most a few graphs below 0: the bound is what each node reaches by itself", () => {
    const table = randomTable(createRng("greedy"), 4, 200);
    const scores = scoresOf(bge(table), allDags(4));
    expect(Math.min(...scores)).toBeGreaterThan(-0.05);
    expect(Math.min(...scores)).toBeLessThan(3);
  });

  it("ask a user's term once for each (node, parents), and use its way of combining", () => {
    const table = randomTable(createRng("user-terms"), 5, 30);
    const bic = linearBicEqualVariance(table);
    const asked = new Map<string, number>();
    const score: Score = {
      name: "own",
      d: 5,
      ofGraph: bic.ofGraph,
      local: {
        term: (node, parents) => {
          const key = `${node}:${parents}`;
          asked.set(key, (asked.get(key) ?? 0) + 1);
          return bic.local!.term(node, parents);
        },
        combine: bic.local!.combine!,
      },
      isEquivalent: false,
      isScaleFree: false,
    };
    const rewards = createRewards(score);
    const rng = createRng("user-terms/graphs");
    const graphs = Array.from({ length: 200 }, () => randomGraph(rng, 5, 0.5));
    asked.clear();
    const { score: scores } = rewards.evaluate(parentBits(graphs), graphs.length);
    expect(Math.max(...asked.values())).toBe(1);
    expect(rewards.counts()).toEqual({ lookups: 1000, computed: asked.size, remembered: asked.size });
    const width = rewards.upper - rewards.lower;
    graphs.forEach((graph, b) => {
      expect(scores[b]).toBeCloseTo((5 * (-bic.ofGraph(graph) - rewards.lower)) / width, 10);
    });
  });
});

describe("scores that are functions of a graph", () => {
  const table = { names: ["a", "b", "c", "d"], X: matrix(2, 4) };
  const target = graphFromEdges(4, [
    [0, 1],
    [1, 2],
    [3, 2],
  ]);
  const agreement = (graph: Graph) =>
    -graph.edges.reduce((count, e, k) => count + (e === target.edges[k] ? 0 : 1), 0);

  it("are asked once about each DAG and never about a cyclic graph, which counts as S_U", () => {
    const seen = new Map<string, number>();
    const score = userScore(table, "own", () => (graph) => {
      expect(isAcyclic(graph)).toBe(true);
      const key = graph.edges.join("");
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return agreement(graph);
    });
    const rewards = createRewards(score);
    expect([rewards.lower, rewards.upper, rewards.isLowerBound]).toEqual([0, 3, false]);
    seen.clear();
    const cyclic = graphFromEdges(4, [
      [0, 1],
      [1, 0],
    ]);
    const dags = allDags(4);
    const graphs = [cyclic, target, ...dags, cyclic, ...dags];
    const { score: scores, acyclic } = rewards.evaluate(parentBits(graphs), graphs.length);
    expect([scores[0], acyclic[0], scores[1], acyclic[1]]).toEqual([5, 0, 0, 1]);
    graphs.forEach((graph, b) => {
      if (acyclic[b] === 1) expect(scores[b]).toBeCloseTo((-5 * agreement(graph)) / 3, 12);
    });
    expect(seen.size).toBe(dags.length);
    expect(Math.max(...seen.values())).toBe(1);
    expect(rewards.counts()).toEqual({
      lookups: 2 * dags.length + 1,
      computed: dags.length,
      remembered: dags.length,
    });
  });

  it("count as S_U where the score forbids the graph, and must allow the empty one", () => {
    const forbidding = userScore(
      table,
      "own",
      () => (graph) => (edgeCount(graph) > 3 ? Number.NEGATIVE_INFINITY : agreement(graph)),
    );
    const four = graphFromEdges(4, [[0, 1], [0, 2], [0, 3], [1, 2]]); // biome-ignore format: a list
    expect([...scoresOf(forbidding, [four, target])]).toEqual([5, 0]);
    const hostile = userScore(
      table,
      "own",
      () => (graph) => (edgeCount(graph) === 0 ? Number.NEGATIVE_INFINITY : 0),
    );
    expect(() => createRewards(hostile)).toThrow("rewards: the score of the empty graph must be finite");
  });
});

describe("memory", () => {
  it("changes nothing but the work: the same values with room for a few terms and for all", () => {
    const rng = createRng("memory");
    const score = linearBic(randomTable(rng, 12, 60));
    const [little, much] = [100, 2 ** 22].map((memoryBytes) => createRewards(score, { memoryBytes }));
    for (let batch = 0; batch < 10; batch++) {
      const graphs = Array.from({ length: 100 }, () => randomGraph(rng, 12, 0.15));
      const [a, b] = [little, much].map((r) => r.evaluate(parentBits(graphs), 100));
      expect(a).toEqual(b);
    }
    expect(little.counts().computed).toBeGreaterThan(2 * much.counts().computed);
  });

  it("stays within its bytes over a stream of distinct graphs of 30 variables", () => {
    const rng = createRng("memory/stream");
    const [d, memoryBytes, count, batches] = [30, 2 ** 18, 1000, trials(100, 1000)];
    const rewards = createRewards(linearBicEqualVariance(randomTable(rng, d, 100)), { memoryBytes });
    const order = Array.from({ length: d }, (_, j) => j);
    const bits = new Uint32Array(count * d);
    for (let batch = 0; batch < batches; batch++) {
      for (let b = 0; b < count; b++) {
        for (const j of order)
          bits[b * d + j] = (Math.floor(rng.uniform() * 2 ** 32) & 0x7 & ((1 << j) - 1)) >>> 0;
        bits[b * d + 29] = (batch * count + b) >>> 0; // never the same graph twice
      }
      rewards.evaluate(bits, count);
    }
    const { lookups: asked, remembered } = rewards.counts();
    expect(asked).toBe(batches * count * d);
    expect(remembered * 12).toBeLessThanOrEqual(memoryBytes);
    expect(remembered).toBeGreaterThan(500);
  });
});

describe("the batch", () => {
  it("is refused where it is too short, a variable is its own parent, or a parent does not exist", () => {
    const rewards = createRewards(linearBic(randomTable(createRng("batch"), 5, 20)));
    expect(rewards.words).toBe(1);
    expect(() => rewards.evaluate(new Uint32Array(9), 2)).toThrow(
      "rewards: 2 graphs of 5 variables take 10 words, got 9",
    );
    expect(() => rewards.evaluate(Uint32Array.of(0, 2, 0, 0, 0), 1)).toThrow("the parents of variable 1");
    expect(() => rewards.evaluate(Uint32Array.of(32, 0, 0, 0, 0), 1)).toThrow("other variables below 5");
  });

  it("may have any length, and the arrays are those of the last call", () => {
    const rewards = createRewards(linearBic(randomTable(createRng("batch"), 5, 20)));
    const two = rewards.evaluate(new Uint32Array(10), 2);
    expect(two.score.length).toBe(2);
    expect(rewards.evaluate(new Uint32Array(10), 2)).toBe(two);
    expect(rewards.evaluate(new Uint32Array(500), 100).score).toEqual(
      new Float64Array(100).fill(two.score[0]),
    );
    expect(rewards.evaluate(new Uint32Array(0), 0).score.length).toBe(0);
  });
});
