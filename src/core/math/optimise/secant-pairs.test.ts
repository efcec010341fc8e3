import { describe, expect, it } from "vitest";
import { createRng } from "../rng.ts";
import { type PairNumbers, type SecantPairs, secantPairs } from "./secant-pairs.ts";

const [n, memory] = [8, 3];

function emptyNumbers(): PairNumbers {
  const square = () => new Float64Array(memory * memory);
  return {
    P: new Float64Array(n * 2 * memory),
    ...{ SS: square(), SY: square(), freeYY: square(), restSS: square(), mixed: square() },
    free: new Float64Array(n),
    head: Float64Array.of(0, 0, 0, 1),
  };
}

const all = { list: Int32Array.from({ length: n }, (_, i) => i), count: n };

/** Pairs of a quadratic function, some of whose variables do not move; returned oldest first. */
function filled(pairs: SecantPairs, count: number, isFreeAt: (k: number) => Uint8Array) {
  const { normal } = createRng("pairs");
  return Array.from({ length: count }, (_, k) => {
    const s = Float64Array.from({ length: n }, (_, i) => ((i + k) % 4 === 0 ? 0 : normal()));
    const y = s.map((v, i) => (1 + i) * v + 0.3 * (s[(i + 1) % n] + s[(i + n - 1) % n]));
    const sy = s.reduce((sum, v, i) => sum + v * y[i], 0);
    pairs.push(s, y, sy, all);
    expect(pairs.factor()).toBe(true);
    expect(pairs.setFree(listOf(isFreeAt(k)), isFreeAt(k))).toBe(true);
    return { s, y };
  });
}

function listOf(isFree: Uint8Array) {
  const list = Int32Array.from(isFree.keys()).filter((i) => isFree[i] === 1);
  return { list, count: list.length };
}

/** A slow reference: θ I and then one BFGS update after the other, on whole matrices. */
function bfgs(pairs: readonly { s: Float64Array; y: Float64Array }[]): number[][] {
  const { s, y } = pairs.at(-1)!;
  const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from(a).reduce((t, v, i) => t + v * b[i], 0);
  const theta = dot(y, y) / dot(s, y);
  let B = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? theta : 0)));
  for (const { s, y } of pairs) {
    const Bs = B.map((row) => dot(row, s));
    const [sBs, sy] = [dot(s, Bs), dot(s, y)];
    B = B.map((row, i) => row.map((b, j) => b - (Bs[i] * Bs[j]) / sBs + (y[i] * y[j]) / sy));
  }
  return B;
}

describe("secantPairs", () => {
  it("represent the matrix of as many BFGS updates as are stored", () => {
    for (let count = 1; count <= 6; count++) {
      const pairs = secantPairs(n, memory, emptyNumbers());
      const kept = filled(pairs, count, () => new Uint8Array(n).fill(1)).slice(-memory);
      const B = bfgs(kept);
      const small = new Float64Array(2 * memory);
      for (let j = 0; j < n; j++) {
        const unit = new Float64Array(n);
        unit[j] = 1;
        pairs.transposedInto(small, unit, all);
        pairs.middle(small);
        const column = unit.map((u) => pairs.theta() * u);
        pairs.addProductInto(column, small, -1, all);
        column.forEach((b, i) => {
          expect(b).toBeCloseTo(B[i][j], 9);
        });
      }
    }
  });

  it("give the inverse of that matrix on the free variables, whichever entered and left before", () => {
    const { uniform } = createRng("free");
    const sets = Array.from({ length: 8 }, () =>
      Uint8Array.from({ length: n }, () => (uniform() < 0.6 ? 1 : 0)),
    );
    for (let count = 1; count <= 8; count++) {
      const pairs = secantPairs(n, memory, emptyNumbers());
      const kept = filled(pairs, count, (k) => sets[k]).slice(-memory);
      const B = bfgs(kept);
      const free = listOf(sets[count - 1]);
      const theta = pairs.theta();
      const r = Float64Array.from({ length: n }, (_, i) => Math.sin(i + 1));
      const small = new Float64Array(2 * memory);
      pairs.transposedInto(small, r, free);
      pairs.solveFree(small);
      const step = r.map((v) => v / theta);
      pairs.addProductInto(step, small, 1 / (theta * theta), free);
      for (const i of free.list) {
        let sum = 0;
        for (const j of free.list) sum += B[i][j] * step[j];
        expect(sum).toBeCloseTo(r[i], 8);
      }
    }
  });

  it("give rows of W, and can be cleared", () => {
    const pairs = secantPairs(n, memory, emptyNumbers());
    const kept = filled(pairs, 5, () => new Uint8Array(n).fill(1)).slice(-memory);
    const row = new Float64Array(2 * memory);
    pairs.rowInto(row, 2);
    kept.forEach(({ s, y }, j) => {
      expect(row[j]).toBe(y[2]);
      expect(row[memory + j]).toBe(pairs.theta() * s[2]);
    });
    pairs.clear();
    expect([pairs.count(), pairs.theta()]).toEqual([0, 1]);
  });
});
