import { describe, expect, it } from "vitest";
import { randomKnowledge, randomTable } from "../../../../test/problems.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { noKnowledge, requiredParents } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import { bestParentsIn, bitsOf, isOfResiduals, variablesOf } from "./best-parents.ts";

/** The best term among the candidates, by asking for all. */
function slowest(
  term: (node: number, parents: readonly number[]) => number,
  node: number,
  { candidates, required, most }: { candidates: number; required: number; most: number },
): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let set = candidates; ; set = (set - 1) & candidates) {
    const parents = variablesOf(set);
    if ((set & required) === required && parents.length <= most) best = Math.max(best, term(node, parents));
    if (set === 0) return best;
  }
}

describe("bestParentsIn", () => {
  it("finds the best of all sets of candidates, sparse and dense", () => {
    for (const edgeProbability of [0.2, 0.8]) {
      const d = 11;
      const score = linearBic(
        simulate({ graph: "bernoulli", edgeProbability, nodes: d, samples: 200 }).table,
      );
      const { term, gaussian } = score.local!;
      const best = bestParentsIn(gaussian!, noKnowledge(d));
      const rng = createRng("best parents");
      for (let trial = 0; trial < 60; trial++) {
        const node = rng.integer(d);
        const candidates = rng.integer(2 ** d) & ~(1 << node);
        const found = best.among(node, candidates);
        expect(found & ~candidates).toBe(0);
        expect(best.term()).toBeCloseTo(term(node, variablesOf(found)), 6);
        expect(best.term()).toBeCloseTo(slowest(term, node, { candidates, required: 0, most: d }), 6);
        expect(best.termOf(node, candidates)).toBeCloseTo(term(node, variablesOf(candidates)), 6);
      }
    }
  });

  it("keeps what is required, also where it repeats others, and takes no more parents than it may", () => {
    const d = 9;
    for (let trial = 0; trial < 12; trial++) {
      const rng = createRng(`best parents/known/${trial}`);
      const table = randomTable(rng, d, 80, 0.6);
      if (trial % 3 === 0)
        for (let i = 0; i < 80; i++) table.X.data[i * d + 8] = table.X.data[i * d] + table.X.data[i * d + 1];
      const known = { ...randomKnowledge(rng, d), maxParents: 2 + (trial % 4) };
      const { term, gaussian } = linearBic(table).local!;
      const best = bestParentsIn(gaussian!, known);
      for (let node = 0; node < d; node++) {
        const required = bitsOf(requiredParents(known, node));
        if (variablesOf(required).length > known.maxParents) continue;
        const candidates = (rng.integer(2 ** d) | required) & ~(1 << node);
        const found = best.among(node, candidates);
        expect(found & required).toBe(required);
        expect(variablesOf(found).length).toBeLessThanOrEqual(known.maxParents);
        expect(best.term()).toBeCloseTo(term(node, variablesOf(found)), 6);
        if (trial % 3 === 0) continue; // of those that repeat others one is no candidate
        const most = known.maxParents;
        expect(term(node, variablesOf(found))).toBeCloseTo(
          slowest(term, node, { candidates, required, most }),
          6,
        );
      }
    }
  });

  it("is for terms of a residual variance and the number of parents alone", () => {
    const table = randomTable(createRng(1), 5, 60);
    expect(isOfResiduals(linearBic(table).local!.gaussian!)).toBe(true);
    expect(isOfResiduals(linearBicEqualVariance(table).local!.gaussian!)).toBe(false);
    expect(isOfResiduals(bge(table).local!.gaussian!)).toBe(false);
  });
});
