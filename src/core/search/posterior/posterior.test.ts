// The posterior against all DAGs one by one, and chains against sums. A long file, because one enumeration serves all of it.

import { describe, expect, it } from "vitest";
import { simulate } from "../../data/simulate/simulate.ts";
import { createTable, type Table } from "../../data/table.ts";
import { type Graph, graphFromParents, isAcyclic, parentsOf } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge, violations } from "../../graph/knowledge.ts";
import { exponential, logarithm } from "../../math/elementary.ts";
import { createRng } from "../../math/rng.ts";
import { bdeu } from "../../score/bdeu.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import { localScore, type Score } from "../../score/score.ts";
import {
  type ParentPrior,
  type Posterior,
  type PosteriorOptions,
  parentPriors,
  posterior,
} from "./posterior.ts";

describe("posterior", () => {
  const scores: Readonly<Record<string, (d: number) => Score>> = {
    bge: (d) => bge(numbers(d)),
    bic: (d) => linearBic(numbers(d)),
    bdeu: (d) => bdeu(labels(d)),
    "one variance for all, known": (d) => withVariance(linearBicEqualVariance(numbers(d)), 2),
  };
  const cases = Object.entries(scores).flatMap(([name, make]) =>
    [1, 2, 3, 4, 5].flatMap((d) =>
      (["orders", "dags"] as const).flatMap((prior) =>
        [false, true].map((isInformed) => {
          // Each prior of parents with each prior of the rest, and with and without knowledge.
          const parentPrior = parentPriors[(d + Number(isInformed)) % 2];
          return { name, make, d, prior, parentPrior, isInformed };
        }),
      ),
    ),
  );
  const deviations: number[] = [];

  it.each(cases)(
    "is that of all DAGs one by one: $name, $d variables, prior over $prior, $parentPrior, knowledge: $isInformed",
    ({ make, d, prior, parentPrior, isInformed }) => {
      const score = make(d);
      const knowledge = isInformed ? someKnowledge(d) : noKnowledge(d);
      const slow = enumerated(score, knowledge, prior, parentPrior);
      const quick = finished(score, knowledge, { prior, parentPrior, samples: 10_000 });
      expect(quick.error).toBeLessThan(1e-9);
      expect(Math.abs(quick.logEvidence! - slow.logEvidence)).toBeLessThan(1e-9 * Math.abs(slow.logEvidence));
      expectClose(quick.edges, slow.edges, () => 1e-9);
      expectClose(quick.parentCounts, slow.parentCounts, () => 1e-9);
      for (let k = 0; k < d * d; k++)
        deviations.push(deviation(quick.ancestors[k], slow.ancestors[k], 10_000));
    },
  );

  // Of a normal variable, 0.3 % lies beyond three standard errors.
  it("draws graphs among which ancestors are as frequent as they are probable", () => {
    const found = deviations.filter((z) => z > 0);
    expect(found.length).toBeGreaterThan(300);
    expect(found.filter((z) => z > 3).length / found.length).toBeLessThan(0.01);
    expect(Math.max(...found)).toBeLessThan(4.5);
  });

  it.each([
    [60, 0.03],
    [1000, 0.003],
  ])(
    "is that of all DAGs, but for what is of second order, with one variance for all: %i rows",
    (n, tolerance) => {
      for (const d of [2, 4, 5]) {
        const { table } = simulate({ nodes: d, samples: n, weightLow: 0.1, weightHigh: 0.5, seed: d });
        const score = linearBicEqualVariance(table);
        const knowledge = d === 4 ? someKnowledge(d) : noKnowledge(d);
        const slow = enumerated({ ...score, logEvidence: 0.5 }, knowledge, "orders", "fair");
        const quick = finished(score, knowledge, { samples: 1 });
        expectClose(quick.edges, slow.edges, () => tolerance);
        expect(Math.abs(quick.variance! - 1)).toBeLessThan(0.3);
        expect(quick.edges.filter((p) => p > 0.05 && p < 0.95).length).toBeGreaterThan(0);
        const chained = finished(score, knowledge, { samples: 2000, method: "chains" });
        expectClose(chained.edges, quick.edges, () => 0.05);
      }
    },
  );

  it.each(["orders", "dags"] as const)("holds where weights are e^10000 apart: prior over %s", (prior) => {
    const score = linearBic(simulate({ nodes: 5, samples: 20_000, seed: 3 }).table);
    const slow = enumerated(score, noKnowledge(5), prior);
    const quick = finished(score, noKnowledge(5), { prior, parentPrior: "uniform", samples: 10 });
    expect(
      Math.abs(score.ofGraph(graphFromParents([[], [], [], [], []])) / 2 - slow.logEvidence),
    ).toBeGreaterThan(1e4);
    expectClose(quick.edges, slow.edges, () => 1e-9);
    expect(quick.error).toBeLessThan(1e-8);
  });

  it("is never above 1, where edges are certain but for rounding", () => {
    for (const prior of ["orders", "dags"] as const) {
      const score = linearBicEqualVariance(simulate({ nodes: 8, samples: 1000, seed: 1 }).table);
      const { edges } = finished(score, noKnowledge(8), { prior, samples: 1 });
      expect(Math.max(...edges)).toBe(1);
    }
  });

  it.each(["orders", "dags"] as const)("adds up within its bound on rounding: prior over %s", (prior) => {
    const d = 11;
    const { edges, parentCounts, error } = finished(linearBic(numbers(d)), noKnowledge(d), {
      prior,
      samples: 1,
    });
    for (let j = 0; j < d; j++) {
      const counts = parentCounts.subarray(j * d, j * d + d);
      let parents = 0;
      for (let i = 0; i < d; i++) parents += edges[i * d + j];
      expect(Math.abs(counts.reduce((sum, p) => sum + p, 0) - 1)).toBeLessThan(error!);
      expect(Math.abs(counts.reduce((sum, p, k) => sum + k * p, 0) - parents)).toBeLessThan(d * error!);
    }
  });

  it("gives the same bytes to the same seed, and other graphs to another", () => {
    const score = bge(numbers(5));
    for (const prior of ["orders", "dags"] as const) {
      for (const method of ["sums", "chains"] as const) {
        const [one, again, other] = [1, 1, 2].map((seed) =>
          ended(posterior({ score, rng: createRng(seed) }, { prior, method, samples: 500 })),
        );
        expect(again).toEqual(one);
        expect(other.ancestors).not.toEqual(one.ancestors);
        if (method === "sums") expect(other.edges).toEqual(one.edges);
        else expect(other.edges).not.toEqual(one.edges);
      }
    }
  });

  // All variables are candidates here. Means over some hundred independent states in effect.
  it.each([
    ["orders", false],
    ["orders", true],
    ["dags", false],
    ["dags", true],
  ] as const)("comes out of chains as it does of sums: prior over %s, knowledge: %s", (prior, isInformed) => {
    const score = bge(numbers(5));
    const knowledge = isInformed ? someKnowledge(5) : noKnowledge(5);
    const sums = finished(score, knowledge, { prior });
    const found = finished(score, knowledge, { prior, method: "chains" });
    expectClose(found.edges, sums.edges, () => 0.03);
    expectClose(found.parentCounts, sums.parentCounts, () => 0.03);
    expectClose(found.ancestors, sums.ancestors, () => 0.03);
    expect(found.chains!.disagreement).toBeLessThan(0.1);
    expect(found.chains!.rHat).toBeLessThan(1.1);
    expect([found.method, found.logEvidence, found.error]).toEqual(["chains", null, null]);
  });

  it.each([1, 2])("makes chains of few variables too: %i", (d) => {
    for (const prior of ["orders", "dags"] as const) {
      const sums = finished(bge(numbers(d)), noKnowledge(d), { prior, samples: 1 });
      const found = finished(bge(numbers(d)), noKnowledge(d), { prior, method: "chains" });
      expectClose(found.edges, sums.edges, () => 0.03);
    }
  });

  it("gives a probability to parents that are no candidates", () => {
    const score = bge(simulate({ nodes: 12, graph: "erdos-renyi", degree: 3, samples: 100, seed: 1 }).table);
    const sums = finished(score, noKnowledge(12), { samples: 1 });
    const found = finished(score, noKnowledge(12), { method: "chains", samples: 4000 });
    expect(found.chains!.candidates).toBeLessThan(11);
    expectClose(found.edges, sums.edges, () => 0.08);
    expect(sums.edges.filter((p, k) => p > 0.01 && found.edges[k] === 0).length).toBe(0);
  });

  it("takes chains where sums do not fit the memory, and says so", () => {
    const score = bge(numbers(5));
    const { method, chains } = ended(
      posterior({ score, rng: createRng(1) }, { samples: 400 }, { memoryBytes: 1000 }),
    );
    expect(method).toBe("chains");
    expect(chains).toMatchObject({ count: 4, steps: 3000, candidates: 4 });
  });

  it("refuses, with a sentence, what has no posterior that can be summed", () => {
    const begin = (score: Score, options: PosteriorOptions = {}, memoryBytes?: number) =>
      posterior({ score, rng: createRng(1) }, options, { memoryBytes }).next();
    expect(() => begin(linearBicEqualVariance(numbers(3), { penaltyWeight: 2 }))).toThrow(
      "is the sum of its terms",
    );
    expect(() => begin(linearBic(numbers(3), { penaltyWeight: 2 }))).toThrow(
      "with these settings is not; set score to bge, bic or bdeu",
    );
    const { local: _, ...whole } = bge(numbers(3));
    expect(() => begin(whole)).toThrow('a sum over the terms of a score, and "bge" has none');
    expect(() => begin(bge(numbers(3)), { samples: 0 })).toThrow("of at least 1, got 0");
    expect(() => begin(bge(numbers(3)), { method: "sums" }, 1000)).toThrow(
      "are available; set method to chains",
    );
    const required = noKnowledge(3).required.with(1, 1).with(3, 1);
    const knowledge = { ...noKnowledge(3), required };
    for (const prior of ["orders", "dags"] as const)
      expect(() => finished(bge(numbers(3)), knowledge, { prior })).toThrow(
        "no graph satisfies the prior knowledge",
      );
  });
});

/** The terms near graphs that leave this variance, as a score of their own. */
function withVariance({ evidenceNear, ofGraph, ...score }: Score, variance: number): Score {
  const { local } = evidenceNear!(-variance * score.d * 60);
  return localScore({ ...score, local, logEvidence: 1 });
}

/** 60 rows of straight lines. */
function numbers(d: number): Table {
  return simulate({ nodes: d, samples: 60, seed: d }).table;
}

function labels(d: number): Table {
  const { names, X } = numbers(d);
  return createTable(names, { ...X, data: X.data.map((x) => Math.sign(x) + 1) });
}

function someKnowledge(d: number): Knowledge {
  const { required, forbidden } = noKnowledge(d);
  if (d > 1) forbidden[1] = 1;
  if (d > 2) required[2 * d + 1] = 1;
  if (d > 3) forbidden[3 * d + 2] = 1;
  return { d, required, forbidden, maxParents: Math.max(1, d - 2) };
}

function ended<T>(running: Generator<unknown, T, void>): T {
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

/** In standard errors; 0 where there is no chance in it. */
function deviation(share: number, p: number, samples: number): number {
  const spread = Math.sqrt((p * (1 - p)) / samples);
  // What fewer than ten samples are likely to have is not normal.
  return p * samples > 10 && (1 - p) * samples > 10 ? Math.abs(share - p) / spread : 0;
}

function finished(score: Score, knowledge: Knowledge, options: PosteriorOptions): Posterior {
  const running = posterior({ score, knowledge, rng: createRng(1) }, options);
  for (let last = 0; ; ) {
    const { value, done } = running.next();
    if (done) return value;
    expect(value.progress).toBeGreaterThanOrEqual(last - 1e-9);
    expect(value.progress).toBeLessThanOrEqual(1);
    last = value.progress;
  }
}

/** Every DAG by itself: its score, its number of orders, its ancestors. */
function enumerated(
  score: Score,
  knowledge: Knowledge,
  prior: "orders" | "dags",
  parentPrior: ParentPrior = "uniform",
) {
  const { d } = score;
  const names = Array.from({ length: d }, (_, j) => String(j));
  const graphs = allGraphs(d).filter((g) => violations(g, knowledge, names).length === 0);
  const logs = graphs.map(
    (g) =>
      score.logEvidence! * score.ofGraph(g) +
      (prior === "orders" ? logarithm(orderCount(g, 0)) : 0) -
      (parentPrior === "fair" ? logChoices(g) : 0),
  );
  const top = Math.max(...logs);
  const weights = logs.map((x) => exponential(x - top));
  const whole = weights.reduce((sum, w) => sum + w, 0);
  const edges = new Float64Array(d * d);
  const ancestors = new Float64Array(d * d);
  const parentCounts = new Float64Array(d * d);
  graphs.forEach((g, n) => {
    const p = weights[n] / whole;
    const reach = closureOf(g);
    for (let k = 0; k < d * d; k++) {
      edges[k] += p * g.edges[k];
      ancestors[k] += p * reach[k];
    }
    for (let j = 0; j < d; j++) parentCounts[j * d + parentsOf(g, j).length] += p;
  });
  return { edges, ancestors, parentCounts, logEvidence: top + logarithm(whole) };
}

/** All DAGs, by the number of variables. */
const listed = new Map<number, readonly Graph[]>();

function allGraphs(d: number): readonly Graph[] {
  const graphs = listed.get(d) ?? listedGraphs(d);
  listed.set(d, graphs);
  return graphs;
}

/** Every choice of a direction, or none, for every pair. */
function listedGraphs(d: number): Graph[] {
  const pairs = Array.from({ length: d }, (_, j) =>
    Array.from({ length: j }, (_, i) => [i, j] as const),
  ).flat();
  const found: Graph[] = [];
  for (let code = 0; code < 3 ** pairs.length; code++) {
    const parents: number[][] = Array.from({ length: d }, () => []);
    let rest = code;
    for (const [i, j] of pairs) {
      if (rest % 3 === 1) parents[j].push(i);
      if (rest % 3 === 2) parents[i].push(j);
      rest = Math.floor(rest / 3);
    }
    const graph = graphFromParents(parents.map((list) => list.sort((a, b) => a - b)));
    if (isAcyclic(graph)) found.push(graph);
  }
  return found;
}

/** Log of the product over the variables of how many sets of as many parents there are, by Pascal's triangle. */
function logChoices(graph: Graph): number {
  const row = Array.from({ length: graph.d - 1 }).reduce<number[]>(
    (above) => [1, ...above.slice(1).map((x, k) => x + above[k]), 1],
    [1],
  );
  let log = 0;
  for (let j = 0; j < graph.d; j++) log += logarithm(row[parentsOf(graph, j).length]);
  return log;
}

/** Ways to put what is not placed in an order that the graph allows. */
function orderCount(graph: Graph, placed: number): number {
  if (placed === 2 ** graph.d - 1) return 1;
  let count = 0;
  for (let j = 0; j < graph.d; j++) {
    const isNext = ((placed >> j) & 1) === 0 && parentsOf(graph, j).every((i) => ((placed >> i) & 1) === 1);
    if (isNext) count += orderCount(graph, placed | (1 << j));
  }
  return count;
}

function closureOf({ d, edges }: Graph): Uint8Array {
  const reach = Uint8Array.from(edges);
  for (let k = 0; k < d; k++)
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++) reach[i * d + j] |= reach[i * d + k] & reach[k * d + j];
  return reach;
}

function expectClose(got: Float64Array, wanted: Float64Array, tolerance: (p: number) => number): void {
  expect(got.length).toBe(wanted.length);
  got.forEach((p, k) => {
    expect(Math.abs(p - wanted[k]), `${k}: ${p} and ${wanted[k]}`).toBeLessThanOrEqual(tolerance(wanted[k]));
  });
}

describe("directions under a score that is the same for all members of a class", () => {
  const made = (third: (a: number, b: number, noise: number) => readonly [number, number, number]) => {
    const { normal } = createRng(5);
    const data = Array.from({ length: 2000 }, () => third(normal(), normal(), normal())).flat();
    const X = { rows: 2000, cols: 3, data: Float64Array.from(data) };
    return finished(linearBic(createTable(["a", "b", "c"], X)), noKnowledge(3), { samples: 500 });
  };

  it("are told by the class of a collider", () => {
    const { compelled, edges } = made((a, b, noise) => [a, b, a + b + noise]);
    for (const k of [2, 5]) expect([edges[k] > 0.7, compelled![k] > 0.7]).toEqual([true, true]);
  });

  it("are not told by that of a chain, whatever most of its members have", () => {
    const { compelled, edges } = made((a, b, noise) => [a, a + b, a + b + noise]);
    expect(Math.max(...edges)).toBeGreaterThan(0.3);
    expect(Math.max(...compelled!)).toBeLessThan(0.1);
  });
});
