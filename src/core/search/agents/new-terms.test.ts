import { describe, expect, it } from "vitest";
import { randomTable } from "../../../../test/problems.ts";
import { createRng } from "../../math/rng.ts";
import { checkedScatter, regression } from "../../score/regression.ts";
import { gaussianBatch } from "./new-terms.ts";
import { membersAt, wordsFor } from "./parent-bits.ts";

/** Residual, log det and number of parents of every node in one random graph. */
function batch(d: number, seed: string, spoil: (row: Float64Array, i: number) => void = () => {}) {
  const rng = createRng(seed);
  const table = randomTable(rng, d, d + 50);
  for (let i = 0; i < table.X.rows; i++) spoil(table.X.data.subarray(i * d, (i + 1) * d), i);
  const { S } = checkedScatter(table);
  const words = wordsFor(d);
  const parents = new Uint32Array(d * words);
  const density = rng.uniform();
  for (let j = 0; j < d; j++) {
    for (let i = 0; i < d; i++) {
      if (i !== j && rng.uniform() < density) parents[j * words + (i >> 5)] |= 1 << (i & 31);
    }
  }
  const got: { rss: number; logdet: number; k: number }[] = [];
  const term = (rss: number, logdet: number, k: number) => {
    got.push({ rss, logdet, k });
    return rss;
  };
  const missing = Int32Array.from({ length: d }, (_, j) => j);
  const values = new Float64Array(d);
  expect(gaussianBatch({ M: S, most: d, term, logdet: true })(values, parents, missing)).toBe(d);
  const expected = Array.from({ length: d }, (_, j) => {
    const P = membersAt(parents, j * words, words);
    return { ...regression(S, j, P), k: P.length };
  });
  return { got, expected, values };
}

describe("Gaussian terms of a batch", () => {
  it("have the residuals of `regression` to the last bit, and its log det to a few units of rounding", () => {
    for (const d of [1, 2, 3, 5, 8, 12, 20, 30, 33, 70]) {
      for (let round = 0; round < 5; round++) {
        const { got, expected, values } = batch(d, `new-terms/${d}/${round}`);
        expected.forEach(({ rss, logdet, k }, j) => {
          expect(got[j].rss).toBe(rss);
          expect(values[j]).toBe(rss);
          expect(got[j].k).toBe(k);
          expect(Math.abs(got[j].logdet - logdet)).toBeLessThan(1e-13 * Math.max(1, Math.abs(logdet)));
        });
      }
    }
  });

  it("leave out the same parents, where columns repeat each other exactly or nearly", () => {
    let dropped = 0;
    for (let round = 0; round < 20; round++) {
      const { got, expected } = batch(9, `new-terms/collinear/${round}`, (row, i) => {
        row[2] = row[0] + row[1];
        row[5] = row[4] * (1 + 1e-9 * i);
        row[7] = 3 * row[6];
      });
      expected.forEach(({ rss, logdet, dropped: left }, j) => {
        dropped += left;
        expect(got[j].rss).toBe(rss);
        expect(Math.abs(got[j].logdet - logdet)).toBeLessThan(1e-13 * Math.max(1, Math.abs(logdet)));
      });
    }
    expect(dropped).toBeGreaterThan(20);
  });
});
