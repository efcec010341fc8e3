import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGradients } from "../../../test/gradients.ts";
import * as twin from "../../../test/reference-ops.ts";
import { builds } from "../../../test/tensors.ts";
import { map } from "./elements.ts";
import { graphAttention } from "./graph-attention.ts";
import { product } from "./ops.ts";
import { createPlan } from "./plan.ts";

const shape = fc.record({
  items: fc.integer({ min: 1, max: 7 }),
  shards: fc.integer({ min: 1, max: 5 }),
  d: fc.integer({ min: 1, max: 7 }),
  heads: fc.integer({ min: 1, max: 9 }),
  components: fc.integer({ min: 1, max: 5 }),
  slope: fc.constantFrom(0.2, 0, 0.7),
  seed: fc.nat(),
});

for (const build of builds) {
  describe(`graph attention of the ${build} build has the values and gradients of its slow twin`, () => {
    it("for any number of heads and components", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, d, heads, components, slope, seed }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [heads, heads, heads * components].map((columns) => ({
              perItem: d,
              columns,
              draw: ({ normal }) => 2 * normal(),
            })),
            compose: (plan, [L, R, V]) => [graphAttention(plan, [L, R, V], { heads, slope })],
            reference: (all, _, relu) => [twin.graphAttention(all, { d, heads, slope, relu })],
          });
        }),
        { seed: 1, numRuns: 25 },
      );
    });

    it("as the layer of a graph attention network: linear maps before, ELU after", () => {
      checkGradients(build, {
        items: 3,
        shards: 2,
        seed: 2,
        inputs: [{ perItem: 4, columns: 5 }],
        parameters: [[5, 6], [6, 3], [6, 3], [1, 3]], // biome-ignore format: a list
        compose: (plan, [x], [W, left, right, bias]) => {
          const V = product(plan, x, W);
          const sides = [product(plan, V, left, { bias }), product(plan, V, right), V] as const;
          return [map(plan, graphAttention(plan, sides, { heads: 3 }), "elu")];
        },
        reference: ([x], [W, left, right, bias], relu) => {
          const V = twin.product(x, W);
          const sides = [twin.product(V, left, { bias }), twin.product(V, right), V];
          return [
            twin.mapped(twin.graphAttention(sides, { d: 4, heads: 3, slope: 0.2, relu }), (v) =>
              v > 0 ? v : Math.expm1(v),
            ),
          ];
        },
      });
    });
  });
}

it("each head has a column on both sides", () => {
  const plan = createPlan({ items: 1 });
  const [L, V] = [plan.input(3, 4), plan.input(3, 8)];
  expect(() => graphAttention(plan, [L, plan.input(3, 3), V], { heads: 4 })).toThrow("got 4, 3 and 8");
  expect(() => graphAttention(plan, [L, L, plan.input(3, 9)], { heads: 4 })).toThrow("got 4, 4 and 9");
});
