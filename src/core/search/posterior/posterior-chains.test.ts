// The posterior by chains, against that by sums.

import { describe, expect, it } from "vitest";
import { trials } from "../../../../test/long.ts";
import {
  ended,
  expectClose,
  finished,
  numbers,
  someKnowledge,
  weakTable,
} from "../../../../test/posteriors.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { noKnowledge } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBicEqualVariance } from "../../score/linear-bic.ts";
import { posterior } from "./posterior.ts";

describe("the posterior of chains", () => {
  // All variables are candidates here. Means over some hundred independent states in effect.
  const cases = [
    ["orders", true],
    ["dags", false],
    ["orders", false],
    ["dags", true],
  ] as const;
  it.each(cases.slice(0, trials(2, 4)))(
    "comes out as it does of sums: prior over %s, knowledge: %s",
    (prior, isInformed) => {
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
    },
  );

  it.each([1, 2])("comes out of few variables too: %i", (d) => {
    for (const prior of ["orders", "dags"] as const) {
      const sums = finished(bge(numbers(d)), noKnowledge(d), { prior, samples: 1 });
      const found = finished(bge(numbers(d)), noKnowledge(d), { prior, method: "chains", samples: 4000 });
      expectClose(found.edges, sums.edges, () => 0.03);
    }
  });

  it("comes out as it does of sums with one variance for all", () => {
    for (const [n, d] of [
      [60, 4],
      [60, 5],
      [60, 2],
      [1000, 4],
    ].slice(0, trials(2, 4))) {
      const score = linearBicEqualVariance(weakTable(d, n));
      const knowledge = d === 4 ? someKnowledge(d) : noKnowledge(d);
      const sums = finished(score, knowledge, { samples: 1 });
      expectClose(
        finished(score, knowledge, { samples: 2000, method: "chains" }).edges,
        sums.edges,
        () => 0.05,
      );
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

  it("is taken where sums do not fit the memory, and says so", () => {
    const score = bge(numbers(5));
    const { method, chains } = ended(
      posterior({ score, rng: createRng(1) }, { samples: 400 }, { memoryBytes: 1000 }),
    );
    expect(method).toBe("chains");
    expect(chains).toMatchObject({ count: 4, steps: 3000, candidates: 4 });
  });
});
