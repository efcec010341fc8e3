import { describe, expect, it } from "vitest";
import { randomKnowledge, randomTable } from "../../../../../test/problems.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../../../score/linear-bic.ts";
import { graphAt, wordsFor } from "../parent-bits.ts";
import { createVectorRewards, creditedTerms, standardised } from "./vector-rewards.ts";
import { pairAt, parentsInto, vectorLength } from "./vectors.ts";

const d = 6;
const size = vectorLength(d);

function drawn(seed: string, batch: number): Float64Array {
  const { normal } = createRng(seed);
  return Float64Array.from({ length: batch * size }, normal);
}

describe("createVectorRewards", () => {
  it.each([
    ["bic", linearBic],
    ["bic-equal-variance", linearBicEqualVariance],
  ])("scores the graph of each vector (%s), also in more than one part and without terms", (_, make) => {
    const rng = createRng("scores");
    const score = make(randomTable(rng, d, 60));
    const { local: _terms, ...whole } = score;
    for (const knowledge of [noKnowledge(d), randomKnowledge(rng, d)]) {
      const vectors = drawn("vectors", 150);
      const { scores } = createVectorRewards(score, knowledge, "terms")(vectors);
      const parents = new Uint32Array(d * wordsFor(d));
      scores.forEach((value, b) => {
        parentsInto(parents, 0, vectors.subarray(b * size, (b + 1) * size), knowledge);
        const expected = score.ofGraph(graphAt(parents, 0, d));
        expect(Math.abs(value - expected)).toBeLessThan(1e-9 * Math.abs(expected));
      });
      const alone = createVectorRewards(whole, knowledge, "terms")(vectors);
      expect(alone.advantages).toHaveLength(150);
      for (const [b, value] of alone.scores.entries()) expect(value).toBeCloseTo(scores[b], 6);
    }
  });

  it("credits a number with the terms that it changes, and with nothing else", () => {
    const vectors = drawn("credit", 40);
    const { normal } = createRng("worth");
    const worth = Float64Array.from({ length: 40 * d }, normal);
    const credited = creditedTerms(worth, vectors, d);
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++) {
        if (i === j) continue;
        const pair = pairAt(i, j, d);
        const own = standardised(
          Float64Array.from({ length: 40 }, (_, b) => worth[b * d + i] + worth[b * d + j]),
        );
        for (const [b, x] of own.entries()) expect(credited[b * size + pair]).toBeCloseTo(x, 12);
      }
    const heights = standardised(
      Float64Array.from({ length: 40 }, (_, b) => {
        const linked = [1, 2, 3, 4, 5].filter((j) => vectors[b * size + pairAt(0, j, d)] > 0);
        return [0, ...linked].reduce((sum, j) => sum + worth[b * d + j], 0);
      }),
    );
    for (const [b, x] of heights.entries()) expect(credited[b * size]).toBeCloseTo(x, 12);
  });

  it("has the gradient of the whole score on average, from less noisy parts", () => {
    const score = linearBic(randomTable(createRng("unbiased"), d, 60));
    const vectors = drawn("average", 40_000);
    const slopesBy = (credit: "terms" | "graph") => {
      const { scores, advantages } = createVectorRewards(score, noKnowledge(d), credit)(vectors);
      const isJoint = advantages.length === scores.length;
      return Float64Array.from({ length: size }, (_, k) => {
        let sum = 0;
        for (let b = 0; b < scores.length; b++)
          sum += advantages[isJoint ? b : b * size + k] * vectors[b * size + k];
        return sum / scores.length;
      });
    };
    const [parts, whole] = [slopesBy("terms"), slopesBy("graph")];
    // The same direction for every number that matters: five standard errors of the noisier one.
    const noise = 5 / Math.sqrt(40_000);
    whole.forEach((x, k) => {
      if (Math.abs(x) > noise) expect(Math.sign(parts[k])).toBe(Math.sign(x));
    });
    expect(whole.filter((x) => Math.abs(x) > noise).length).toBeGreaterThan(5);
    expect(parts.reduce((sum, x) => sum + Math.abs(x), 0)).toBeGreaterThan(
      whole.reduce((sum, x) => sum + Math.abs(x), 0),
    );
  });

  it("counts a forbidden graph as the worst, and graphs that are alike as no news", () => {
    expect([...standardised(Float64Array.of(2, Number.NEGATIVE_INFINITY, 0, 2))]).toEqual([1, -1, -1, 1]);
    for (const x of [3, Number.NEGATIVE_INFINITY])
      expect([...standardised(Float64Array.of(x, x))]).toEqual([0, 0]);
  });
});
