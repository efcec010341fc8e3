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
import type { Table } from "../../data/table.ts";
import { noKnowledge } from "../../graph/knowledge.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import type { Score } from "../../score/score.ts";
import { orderSearch } from "../order/order.ts";
import { finish } from "../search.ts";
import { chains } from "./chains.ts";
import { logParentPrior, withParentPrior } from "./parent-prior.ts";
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

  describe("on a variable with many parents and few rows", () => {
    const d = 13;
    const score = linearBic(manyParents(d));
    const sums = finished(score, noKnowledge(d), { samples: 1 });
    const largestError = ({ edges }: { readonly edges: Float64Array }) =>
      Math.max(...edges.map((p, k) => Math.abs(p - sums.edges[k])));

    it("is that of sums where the tables have room for all candidates", () => {
      const found = finished(score, noKnowledge(d), { method: "chains", samples: 4000 });
      expect(found.chains).toMatchObject({ candidates: d - 1, beyond: 0 });
      expect(largestError(found)).toBeLessThan(0.05);
    });

    it("is nearly so if only those are added that turn out to be probable", () => {
      const found = chainsOn(score, { first: 0, last: 100_000 });
      expect(largestError(found)).toBeLessThan(0.1);
    });

    it("says how probable parents beyond the candidates are if there is no room for them", () => {
      const found = chainsOn(score, { first: 0, last: 0 });
      expect(largestError(found)).toBeGreaterThan(0.3);
      expect(found.report.beyond).toBeGreaterThan(0.5);
      // One such parent is possible, so that none is missing altogether.
      expect(sums.edges.filter((p, k) => p > 0.05 && found.edges[k] === 0).length).toBe(0);
    });
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

/** All other columns cause the last one, weakly. */
function manyParents(d: number): Table {
  const { normal } = createRng(3);
  const rows = Array.from({ length: 60 }, () => {
    const causes = Array.from({ length: d - 1 }, normal);
    return [...causes, causes.reduce((sum, x) => sum + 0.4 * x, normal())];
  });
  const names = Array.from({ length: d }, (_, j) => `x${j}`);
  return { names, X: matrix(rows.length, d, Float64Array.from(rows.flat())) };
}

function chainsOn(score: Score, room: { readonly first: number; readonly last: number }) {
  const { d } = score;
  const rng = createRng(1);
  const factor = score.logEvidence!;
  const local = withParentPrior(score.local!, factor, logParentPrior(d, "fair"));
  const { graph } = finish(orderSearch({ score, rng }));
  const knowledge = noKnowledge(d);
  return ended(
    chains({ score, local, factor, knowledge, graph: graph!, samples: 4000, isOverDags: false, rng, room }),
  );
}
