import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGradients } from "../../../test/gradients.ts";
import * as twin from "../../../test/reference-ops.ts";
import { builds, expectClose } from "../../../test/tensors.ts";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { createNetworkKernels } from "../math/wasm/network-kernels.ts";
import { bilinear, tensorForms, tensorPairs } from "./bilinear.ts";
import { createPlan } from "./plan.ts";

const shape = {
  items: fc.integer({ min: 1, max: 4 }),
  shards: fc.integer({ min: 1, max: 4 }),
  d: fc.integer({ min: 1, max: 9 }),
  H: fc.integer({ min: 1, max: 13 }),
  seed: fc.nat(),
};

for (const build of builds) {
  describe(`bilinear forms of the ${build} build have the values and gradients of their slow twins`, () => {
    it("one form of every pair", () => {
      fc.assert(
        fc.property(fc.record(shape), ({ items, shards, d, H, seed }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [{ perItem: d, columns: H }],
            parameters: [[H, H]],
            compose: (plan, [e], [W]) => [bilinear(plan, e, W)],
            reference: ([e], [W]) => {
              const { data } = twin.forms(e, W, d);
              return [matrix(e.rows, d, data)];
            },
            tolerance: 3e-5,
          });
        }),
        { seed: 1, numRuns: 40 },
      );
    });

    it("K forms of every pair, and the logits made of them", () => {
      fc.assert(
        fc.property(
          fc.record({ ...shape, d: fc.integer({ min: 1, max: 6 }), K: fc.integer({ min: 1, max: 11 }) }),
          ({ items, shards, d, H, K, seed }) => {
            checkGradients(build, {
              items,
              shards,
              seed,
              inputs: [{ perItem: d, columns: H }],
              parameters: [
                [H, K * H],
                [H, K],
                [H, K],
                [1, K],
                [1, K],
              ],
              compose: (plan, [e], [W, left, right, u, bias]) => [
                tensorPairs(plan, e, { W, left, right, u, bias }),
                tensorForms(plan, e, W),
              ],
              reference: ([e], [W, left, right, u, bias]) => {
                const T = twin.forms(e, W, d);
                const [L, R] = [twin.product(e, left), twin.product(e, right)];
                return [twin.pairs(L, R, { d, u, bias, T, f: Math.tanh }), T];
              },
              tolerance: 3e-5,
            });
          },
        ),
        { seed: 2, numRuns: 25 },
      );
    });

    it("ignores what lies beyond the last number of a row, even NaN", () => {
      const [d, hidden] = [3, 6];
      for (const K of [1, 2, 3, 4]) {
        const kernels = createNetworkKernels(4096, { build });
        const wide = 8 * Math.ceil((6 * K) / 8);
        // Vectors of four read beyond the six of a row, and the last of them beyond all rows.
        const [P, e, T] = [d * wide + 4, d * 8, d * d * 8].map((count) => {
          const at = kernels.allocate(4 * count);
          kernels.singles(at, count).fill(Number.NaN);
          return at;
        });
        const { normal } = createRng(K);
        for (let i = 0; i < d; i++) {
          for (let k = 0; k < 6 * K; k++) kernels.singles(P, d * wide)[i * wide + k] = normal();
          for (let h = 0; h < 6; h++) kernels.singles(e, d * 8)[i * 8 + h] = normal();
        }
        const [forms, rows] = [kernels.singles(P, d * wide), kernels.singles(e, d * 8)];
        const steps = { stepP: 4 * wide, stepE: 32, stepT: 32 };
        kernels.run("tensorInto", { T, P, e, items: 1, d, K, hidden, ...steps });
        const expected = Array.from({ length: d * d * 8 }, (_, place) => {
          const [i, j, k] = [Math.floor(place / 8 / d), Math.floor(place / 8) % d, place % 8];
          let sum = 0;
          for (let h = 0; k < K && h < hidden; h++) sum += forms[i * wide + k * 6 + h] * rows[j * 8 + h];
          return sum;
        });
        expectClose(kernels.singles(T, d * d * 8), expected, 1e-6);
      }
    });
  });
}

it("bilinear forms need matrices of their size", () => {
  const plan = createPlan({ items: 1 });
  const e = plan.input(2, 4);
  const W = plan.parameter(4, [{ name: "W", columns: 6, start: { value: 0 } }]);
  expect(() => bilinear(plan, e, W)).toThrow("a square matrix, got 4 x 6");
  expect(() => tensorForms(plan, e, W)).toThrow("4 x (K · 4), got 4 x 6");
});
