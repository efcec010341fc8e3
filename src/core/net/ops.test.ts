import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGradients } from "../../../test/gradients.ts";
import { trials } from "../../../test/long.ts";
import * as twin from "../../../test/reference-ops.ts";
import { builds, readTensor, writeTensor } from "../../../test/tensors.ts";
import { add } from "./elements.ts";
import { createNet } from "./net.ts";
import { attention, batchNorm, itemMean, product } from "./ops.ts";
import { createPlan, type Tensor } from "./plan.ts";

const batch = {
  items: fc.integer({ min: 1, max: 7 }),
  shards: fc.integer({ min: 1, max: 5 }),
  d: fc.integer({ min: 1, max: 9 }),
  seed: fc.nat(),
};
const width = fc.integer({ min: 1, max: 21 });

for (const build of builds) {
  describe(`ops of the ${build} build have the values and gradients of their slow twins`, () => {
    it("product, with bias, start and ReLU or without", () => {
      const shape = fc.record({
        ...batch,
        K: width,
        N: width,
        bias: fc.boolean(),
        start: fc.boolean(),
        relu: fc.boolean(),
      });
      fc.assert(
        fc.property(shape, ({ items, shards, d, seed, K, N, bias, start, relu }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [{ perItem: d, columns: K }, ...(start ? [{ perItem: d, columns: N }] : [])],
            parameters: [[K, N], ...(bias ? [[1, N] as const] : [])],
            compose: (plan, [x, s], [W, b]) => [product(plan, x, W, { bias: b, start: s, relu })],
            reference: ([x, s], [W, b], kink) => [
              twin.product(x, W, { bias: b, start: s, relu: relu ? kink : undefined }),
            ],
          });
        }),
        { seed: 1, numRuns: trials(30, 60) },
      );
    });

    it("a parameter and a tensor that serve several products", () => {
      fc.assert(
        fc.property(fc.record({ ...batch, K: width }), ({ items, shards, d, seed, K }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [{ perItem: d, columns: K }],
            parameters: [
              [K, K],
              [1, K],
            ],
            // x W + b, then that W + b + x: W and b twice, x as a factor and as a start.
            compose: (plan, [x], [W, bias]) => [
              product(plan, product(plan, x, W, { bias }), W, { bias, start: x }),
            ],
            reference: ([x], [W, bias]) => [
              twin.product(twin.product(x, W, { bias }), W, { bias, start: x }),
            ],
          });
        }),
        { seed: 2, numRuns: trials(15, 30) },
      );
    });

    it("batch norm over all rows of all shards", () => {
      fc.assert(
        fc.property(fc.record({ ...batch, K: width }), ({ items, shards, d, seed, K }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            // A mean that is large relative to the spread: no cancellation in the variance.
            inputs: [{ perItem: d, columns: K, draw: ({ normal }) => 3 + normal() }],
            parameters: [
              [1, K],
              [1, K],
            ],
            compose: (plan, [x], [gamma, beta]) => [batchNorm(plan, x, { gamma, beta })],
            reference: ([x], [gamma, beta]) => [twin.batchNorm(x, gamma, beta)],
            // Two rows nearly alike divide a rounding error by a small deviation.
            tolerance: 2e-4,
          });
        }),
        { seed: 3, numRuns: trials(20, 40) },
      );
    });

    it("attention of any number of heads and components, with or without a start", () => {
      const shape = fc.record({
        ...batch,
        heads: fc.integer({ min: 1, max: 9 }),
        components: fc.integer({ min: 1, max: 5 }),
        start: fc.boolean(),
        apart: fc.boolean(),
      });
      fc.assert(
        fc.property(shape, ({ items, shards, d, seed, heads, components, start, apart }) => {
          const columns = heads * components;
          const sides = apart
            ? [1, 2, 3].map(() => ({ perItem: d, columns }))
            : [{ perItem: d, columns: 3 * columns }];
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [...sides, ...(start ? [{ perItem: d, columns }] : [])],
            compose: (plan, xs) => {
              const [q, k, v] = xs;
              return [attention(plan, apart ? [q, k, v] : q, { heads, start: xs[sides.length] })];
            },
            reference: (xs) => {
              const qkv = apart ? xs : [0, 1, 2].map((k) => twin.columns(xs[0], k * columns, columns));
              return [twin.attention(qkv, { d, heads, start: xs[sides.length] })];
            },
          });
        }),
        { seed: 4, numRuns: trials(20, 40) },
      );
    });

    it("attention of many heads of four components: eight at a time, four and single ones", () => {
      const shape = fc.record({ ...batch, heads: fc.integer({ min: 4, max: 27 }) });
      fc.assert(
        fc.property(shape, ({ items, shards, d, seed, heads }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [{ perItem: d, columns: 12 * heads }],
            compose: (plan, [x]) => [attention(plan, x, { heads })],
            reference: ([x]) => {
              const qkv = [0, 1, 2].map((k) => twin.columns(x, 4 * k * heads, 4 * heads));
              return [twin.attention(qkv, { d, heads })];
            },
          });
        }),
        { seed: 6, numRuns: trials(5, 12) },
      );
    });

    it("attention whose queries, keys, values and start are one tensor", () => {
      checkGradients(build, {
        items: 3,
        shards: 2,
        seed: 5,
        inputs: [{ perItem: 4, columns: 10 }],
        compose: (plan, [x]) => [attention(plan, [x, x, x], { heads: 5, start: x })],
        reference: ([x]) => [twin.attention([x, x, x], { d: 4, heads: 5, start: x })],
      });
    });

    it("the mean of an item's rows", () => {
      fc.assert(
        fc.property(fc.record({ ...batch, K: width }), ({ items, shards, d, seed, K }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [{ perItem: d, columns: K }],
            // Twice, so that the second gradient is added to the first.
            compose: (plan, [x]) => [add(plan, itemMean(plan, x), itemMean(plan, x))],
            reference: ([x]) => [twin.mapped(twin.itemMean(x, d), (v) => 2 * v)],
          });
        }),
        { seed: 6, numRuns: trials(15, 30) },
      );
    });

    it("keeps the padding at zero when a gradient's buffer held wider rows before", () => {
      checkGradients(build, {
        items: 2,
        shards: 2,
        seed: 7,
        inputs: [{ perItem: 2, columns: 3 }],
        parameters: [[3, 6], [2, 7], [7, 1]], // biome-ignore format: a list
        // In the backward pass, the buffer of the seven columns is free when the six need one.
        compose: (plan, [x], [A, B, C]) => {
          const y = attention(plan, product(plan, x, A), { heads: 2 });
          return [product(plan, product(plan, y, B), C)];
        },
        reference: ([x], [A, B, C]) => {
          const qkv = twin.product(x, A);
          const thirds = [0, 1, 2].map((k) => twin.columns(qkv, 2 * k, 2));
          return [twin.product(twin.product(twin.attention(thirds, { d: 2, heads: 2 }), B), C)];
        },
      });
    });

    it("a NaN in an input or a weight reaches every output that depends on it", () => {
      const plan = createPlan({ items: 3, shards: 2 });
      const vector = (name: string, columns: number) =>
        plan.parameter(1, [{ name, columns, start: { value: 1 } }]);
      const x = plan.input(2, 6);
      const W = plan.parameter(6, [{ name: "W", columns: 5, start: { limit: 1 } }]);
      const outputs: Record<string, Tensor> = {
        product: product(plan, x, W, { bias: vector("b", 5), relu: true }),
        norm: batchNorm(plan, x, { gamma: vector("gamma", 6), beta: vector("beta", 6) }),
        attention: attention(plan, x, { heads: 2 }),
        mean: itemMean(plan, x),
      };
      const net = createNet(plan, { build, programs: { forward: plan.forward() } });
      const broken = (change: (name: string) => number[]) => {
        writeTensor(
          net,
          x,
          Array.from({ length: 36 }, (_, i) => Math.sin(i)),
        );
        net.setParameters(
          net.parameters().map((p) => {
            const values = p.values.map((_, i) => Math.cos(i));
            for (const i of change(p.name)) values[i] = Number.NaN;
            return { ...p, values };
          }),
        );
        for (const i of change("x")) net.numbers(x)[i] = Number.NaN;
        net.run("forward");
        return Object.keys(outputs).filter((name) => readTensor(net, outputs[name]).some(Number.isNaN));
      };
      expect(broken(() => [])).toEqual([]);
      for (const place of [0, 4, 8 * 3 + 5]) {
        expect(broken((name) => (name === "x" ? [place] : []))).toEqual(Object.keys(outputs));
      }
      expect(broken((name) => (name === "W" ? [17] : []))).toEqual(["product"]);
      expect(broken((name) => (name === "b" ? [3] : []))).toEqual(["product"]);
      expect(broken((name) => (name === "gamma" ? [5] : []))).toEqual(["norm"]);
      expect(broken((name) => (name === "beta" ? [5] : []))).toEqual(["norm"]);
      // Outputs recover once the NaN is gone.
      expect(broken(() => [])).toEqual([]);
    });
  });
}

it("ops refuse shapes that do not fit", () => {
  const plan = createPlan({ items: 2 });
  const x = plan.input(3, 5);
  const W = plan.parameter(4, [{ name: "W", columns: 2, start: { value: 0 } }]);
  const gamma = plan.parameter(1, [{ name: "gamma", columns: 4, start: { value: 1 } }]);
  expect(() => product(plan, x, W)).toThrow("5 columns with 4 x 2");
  expect(() => product(plan, plan.input(3, 4), W, { start: plan.input(2, 2) })).toThrow("matching sizes");
  expect(() => batchNorm(plan, x, { gamma, beta: gamma })).toThrow("one γ and β a column");
  expect(() => attention(plan, x, { heads: 2 })).toThrow("heads x components");
  expect(() => attention(plan, plan.input(3, 12), { heads: 2, start: x })).toThrow("shape of its output");
});
