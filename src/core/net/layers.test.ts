import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGradients, type Kink } from "../../../test/gradients.ts";
import { trials } from "../../../test/long.ts";
import * as twin from "../../../test/reference-ops.ts";
import { builds, readTensor } from "../../../test/tensors.ts";
import type { Matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { dense, encoder, glorot, norm, vector } from "./layers.ts";
import { createNet } from "./net.ts";
import { createPlan } from "./plan.ts";

type Size = readonly [number, number];

const shape = {
  items: fc.integer({ min: 1, max: 4 }),
  shards: fc.integer({ min: 1, max: 3 }),
  d: fc.integer({ min: 1, max: 4 }),
  samples: fc.integer({ min: 1, max: 9 }),
  seed: fc.nat(),
};

/** Sizes of the encoder's parameters, in order of creation. */
function encoderSizes(samples: number, hidden: number, { inner, stacks }: { inner: number; stacks: number }) {
  const one: Size = [1, hidden];
  const square: Size = [hidden, hidden];
  const sides: Size[] =
    hidden % 8 === 0 ? [square, square, square, one, one, one] : [square, one, square, one, square, one];
  const stack: Size[] = [...sides, one, one, [hidden, inner], [1, inner], [inner, hidden], one, one];
  return [[samples, hidden], one, one, ...Array.from({ length: stacks }, () => stack).flat()] as Size[];
}

/** The encoder of the paper, with the slow ops. */
function slowEncoder(
  x: Matrix,
  p: Matrix[],
  { d, heads, hidden, relu }: { d: number; heads: number; hidden: number; relu: Kink },
): Matrix {
  const next = p.values();
  const take = () => next.next().value!;
  let h = twin.batchNorm(twin.product(x, take()), take(), take());
  for (let left = (p.length - 3) / 13; left > 0; left--) {
    const six = [take(), take(), take(), take(), take(), take()];
    const qkv = [0, 1, 2].map((k) => {
      const [W, bias] = hidden % 8 === 0 ? [six[k], six[3 + k]] : [six[2 * k], six[2 * k + 1]];
      return twin.product(h, W, { bias, relu });
    });
    h = twin.batchNorm(twin.attention(qkv, { d, heads, start: h }), take(), take());
    const wide = twin.product(h, take(), { bias: take(), relu });
    h = twin.batchNorm(twin.product(wide, take(), { start: h }), take(), take());
  }
  return h;
}

for (const build of builds) {
  describe(`layers of the ${build} build have the values and gradients of their slow twins`, () => {
    it("dense, several side by side", () => {
      fc.assert(
        fc.property(
          fc.record({ ...shape, last: fc.boolean() }),
          ({ items, shards, d, samples, seed, last }) => {
            const columns = last ? 8 : 16;
            checkGradients(build, {
              items,
              shards,
              seed,
              inputs: [
                { perItem: d, columns: samples },
                { perItem: d, columns: 2 * columns },
              ],
              parameters: [
                [samples, columns],
                [samples, columns],
                [1, columns],
                [1, columns],
              ],
              isLayer: true,
              compose: (plan, [x, start]) => [
                dense(plan, x, columns, { name: "two", parts: ["a", "b"], relu: true, start }),
              ],
              reference: ([x, start], [A, B, a, b], relu) => [
                twin.made(x.rows, 2 * columns, (i, j) => {
                  const [W, bias, k] = j < columns ? [A, a, j] : [B, b, j - columns];
                  let sum = bias.data[k] + twin.at(start, i, j);
                  for (let l = 0; l < samples; l++) sum += twin.at(x, i, l) * twin.at(W, l, k);
                  return relu(sum);
                }),
              ],
            });
          },
        ),
        { seed: 1, numRuns: trials(8, 15) },
      );
    });

    it("norm", () => {
      checkGradients(build, {
        items: 5,
        shards: 3,
        seed: 2,
        inputs: [{ perItem: 3, columns: 11 }],
        parameters: [[1, 11], [1, 11]], // biome-ignore format: a list
        isLayer: true,
        compose: (plan, [x]) => [norm(plan, x, "norm")],
        reference: ([x], [gamma, beta]) => [twin.batchNorm(x, gamma, beta)],
      });
    });

    it("the encoder of the paper, for any number of heads and hidden units", () => {
      const sizes = fc.record({
        ...shape,
        items: fc.integer({ min: 2, max: 4 }),
        heads: fc.integer({ min: 1, max: 5 }),
        components: fc.constantFrom(1, 2, 3, 4, 8),
        inner: fc.integer({ min: 1, max: 11 }),
        stacks: fc.integer({ min: 0, max: 2 }),
      });
      fc.assert(
        fc.property(sizes, ({ items, shards, d, samples, seed, heads, components, inner, stacks }) => {
          const hidden = heads * components;
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [{ perItem: d, columns: samples }],
            parameters: encoderSizes(samples, hidden, { inner, stacks }),
            isLayer: true,
            compose: (plan, [x]) => [encoder(plan, x, { hidden, heads, stacks, inner })],
            reference: ([x], p, relu) => [slowEncoder(x, p, { d, heads, hidden, relu })],
            // Few rows: a norm may divide by a small deviation, five times in a row.
            tolerance: 2e-3,
            distance: 5e-5,
          });
        }),
        { seed: 3, numRuns: trials(8, 20) },
      );
    });

    it("a NaN in the input or in any weight reaches the encoder's output", () => {
      const plan = createPlan({ items: 3, shards: 2 });
      const x = plan.input(2, 5);
      const y = encoder(plan, x, { hidden: 8, heads: 2, stacks: 2, inner: 6 });
      const net = createNet(plan, { build, programs: { forward: plan.forward() } });
      const rng = createRng("nan");
      const reaches = () => {
        net.run("forward");
        return readTensor(net, y).some(Number.isNaN);
      };
      net.start(rng);
      for (let i = 0; i < 48; i++) net.numbers(x)[i] = i % 8 < 5 ? rng.normal() : 0;
      const good = net.parameters();
      expect(reaches()).toBe(false);
      net.numbers(x)[42] = Number.NaN;
      expect(reaches()).toBe(true);
      net.numbers(x)[42] = 1;
      for (const { name } of good) {
        net.setParameters(
          good.map((p) => {
            if (p.name !== name) return p;
            const values = p.values.slice();
            values[rng.integer(values.length)] = Number.NaN;
            return { ...p, values };
          }),
        );
        expect(reaches(), name).toBe(true);
      }
    });
  });
}

it("weights start uniform within Glorot's limit, biases at 0, γ at 1; each tensor from a stream of its name", () => {
  const plan = createPlan({ items: 1 });
  const h = dense(plan, plan.input(1, 40), 24, { name: "first" });
  norm(plan, h, "norm");
  vector(plan, 300, { name: "u", limit: glorot(300, 300) });
  const net = createNet(plan, { programs: { forward: plan.forward() } });
  net.start(createRng(1));
  const [weight, bias, gamma, beta, u] = net.parameters();
  expect([weight, bias, gamma, beta, u].map((p) => p.name)).toEqual([
    "first.weight",
    "first.bias",
    "norm.gamma",
    "norm.beta",
    "u",
  ]);
  for (const [{ values }, limit] of [
    [weight, Math.sqrt(6 / 64)],
    [u, 0.1],
  ] as const) {
    const variance = values.reduce((sum, v) => sum + v * v, 0) / values.length;
    expect(Math.max(...values.map(Math.abs))).toBeLessThanOrEqual(Math.fround(limit));
    // limit²/3, within four standard errors (kurtosis of the uniform: 9/5).
    expect(Math.abs(variance / (limit * limit) - 1 / 3)).toBeLessThan(4 * Math.sqrt(0.089 / values.length));
  }
  expect(bias.values.every((v) => v === 0) && beta.values.every((v) => v === 0)).toBe(true);
  expect(gamma.values.every((v) => v === 1)).toBe(true);
});
