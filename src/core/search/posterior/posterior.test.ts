// The posterior against all DAGs one by one.

import { describe, expect, it } from "vitest";
import {
  ended,
  enumerated,
  expectClose,
  finished,
  numbers,
  someKnowledge,
  weakTable,
} from "../../../../test/posteriors.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { createTable, type Table } from "../../data/table.ts";
import { graphFromParents } from "../../graph/graph.ts";
import { noKnowledge } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { bdeu } from "../../score/bdeu.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import { localScore, type Score } from "../../score/score.ts";
import { type PosteriorOptions, parentPriors, posterior } from "./posterior.ts";

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
  const samples = 3000;
  const deviations: number[] = [];

  it.each(cases)(
    "is that of all DAGs one by one: $name, $d variables, prior over $prior, $parentPrior, knowledge: $isInformed",
    ({ make, d, prior, parentPrior, isInformed }) => {
      const score = make(d);
      const knowledge = isInformed ? someKnowledge(d) : noKnowledge(d);
      const slow = enumerated(score, knowledge, prior, parentPrior);
      const quick = finished(score, knowledge, { prior, parentPrior, samples });
      expect(quick.error).toBeLessThan(1e-9);
      expect(Math.abs(quick.logEvidence! - slow.logEvidence)).toBeLessThan(1e-9 * Math.abs(slow.logEvidence));
      expectClose(quick.edges, slow.edges, () => 1e-9);
      expectClose(quick.parentCounts, slow.parentCounts, () => 1e-9);
      for (let k = 0; k < d * d; k++)
        deviations.push(deviation(quick.ancestors[k], slow.ancestors[k], samples));
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
        const score = linearBicEqualVariance(weakTable(d, n));
        const knowledge = d === 4 ? someKnowledge(d) : noKnowledge(d);
        const slow = enumerated({ ...score, logEvidence: 0.5 }, knowledge, "orders", "fair");
        const quick = finished(score, knowledge, { samples: 1 });
        expectClose(quick.edges, slow.edges, () => tolerance);
        expect(Math.abs(quick.variance! - 1)).toBeLessThan(0.3);
        expect(quick.edges.filter((p) => p > 0.05 && p < 0.95).length).toBeGreaterThan(0);
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

function labels(d: number): Table {
  const { names, X } = numbers(d);
  return createTable(names, { ...X, data: X.data.map((x) => Math.sign(x) + 1) });
}

/** In standard errors; 0 where there is no chance in it. */
function deviation(share: number, p: number, samples: number): number {
  const spread = Math.sqrt((p * (1 - p)) / samples);
  // What fewer than ten samples are likely to have is not normal.
  return p * samples > 10 && (1 - p) * samples > 10 ? Math.abs(share - p) / spread : 0;
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
