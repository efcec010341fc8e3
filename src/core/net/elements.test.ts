import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGradients, type Kink } from "../../../test/gradients.ts";
import * as twin from "../../../test/reference-ops.ts";
import { builds, readTensor } from "../../../test/tensors.ts";
import { add, type ElementFunction, map, scale, shift, times } from "./elements.ts";
import { createNet } from "./net.ts";
import { createPlan } from "./plan.ts";

const shape = fc.record({
  items: fc.integer({ min: 1, max: 7 }),
  shards: fc.integer({ min: 1, max: 5 }),
  perItem: fc.integer({ min: 1, max: 9 }),
  columns: fc.integer({ min: 1, max: 21 }),
  seed: fc.nat(),
});

const exact: Record<ElementFunction, (x: number, relu: Kink) => number> = {
  elu: (x) => (x > 0 ? x : Math.expm1(x)),
  exp: Math.exp,
  leakyRelu: (x, relu) => 0.99 * relu(x) + 0.01 * x,
  log: Math.log,
  relu: (x, relu) => relu(x),
  sigmoid: (x) => 1 / (1 + Math.exp(-x)),
  softplus: (x) => Math.log1p(Math.exp(x)),
  tanh: Math.tanh,
};
const names = Object.keys(exact) as ElementFunction[];

for (const build of builds) {
  describe(`ops by element of the ${build} build have the values and gradients of their slow twins`, () => {
    for (const f of names) {
      it(f, () => {
        fc.assert(
          fc.property(shape, ({ items, shards, perItem, columns, seed }) => {
            checkGradients(build, {
              items,
              shards,
              seed,
              inputs: [
                {
                  perItem,
                  columns,
                  draw: ({ normal, uniform }) => (f === "log" ? 0.2 + uniform() : normal()),
                },
              ],
              compose: (plan, [x]) => [map(plan, x, f)],
              reference: ([x], _, relu) => [twin.mapped(x, (value) => exact[f](value, relu))],
            });
          }),
          { seed: 1, numRuns: 20 },
        );
      });
    }

    it("sums, products and multiples", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, perItem, columns, seed }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [
              { perItem, columns },
              { perItem, columns },
            ],
            compose: (plan, [a, b]) => [add(plan, a, b), times(plan, a, b), scale(plan, a, -1.5)],
            reference: ([a, b]) => [
              twin.combined(a, b, (x, y) => x + y),
              twin.combined(a, b, (x, y) => x * y),
              twin.mapped(a, (x) => -1.5 * x),
            ],
          });
        }),
        { seed: 2, numRuns: 30 },
      );
    });

    it("a shift of all numbers, trainable or constant", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, perItem, columns, seed }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [{ perItem, columns }],
            parameters: [[1, 1]],
            // The parameter twice.
            compose: (plan, [x], [by]) => [shift(plan, shift(plan, shift(plan, x, by), -10), by)],
            reference: ([x], [by]) => [twin.mapped(x, (v) => v - 10 + 2 * by.data[0])],
            // Sums over seeds of up to 1,323 numbers.
            tolerance: 5e-5,
          });
        }),
        { seed: 4, numRuns: 20 },
      );
    });

    it("a tensor that serves several ops, or one op twice, gets the sum of its gradients", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, perItem, columns, seed }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [{ perItem, columns }],
            compose: (plan, [x]) => {
              const t = map(plan, x, "tanh");
              const square = times(plan, t, t);
              const double = add(plan, t, t);
              // t is used in five places, two of them intermediate outputs.
              return [add(plan, times(plan, square, double), scale(plan, t, 0.5)), square, t];
            },
            reference: ([x]) => {
              const t = twin.mapped(x, Math.tanh);
              return [twin.mapped(t, (v) => 2 * v * v * v + 0.5 * v), twin.mapped(t, (v) => v * v), t];
            },
          });
        }),
        { seed: 3, numRuns: 30 },
      );
    });

    it("a NaN in either input reaches the output, and no other number", () => {
      const plan = createPlan({ items: 2, shards: 2 });
      const a = plan.input(1, 3);
      const b = plan.input(1, 3);
      const outputs = [
        ...names.flatMap((f) => [map(plan, a, f), map(plan, b, f)]),
        add(plan, a, b),
        times(plan, a, b),
        add(plan, scale(plan, a, 2), scale(plan, b, 2)),
      ];
      const net = createNet(plan, { build, programs: { forward: plan.forward() } });
      for (const [broken, other] of [
        [a, b],
        [b, a],
      ]) {
        net.numbers(other).set([1, 2, 3, 0, 0, 0, 0, 0, 4, 5, 6]);
        net.numbers(broken).set([1, 2, 3, 0, 0, 0, 0, 0, 4, Number.NaN, 6]);
        net.run("forward");
        for (const [k, y] of outputs.entries()) {
          const isFree = k < 2 * names.length && k % 2 === (broken === a ? 1 : 0);
          expect(Array.from(readTensor(net, y), Number.isNaN)).toEqual([
            false,
            false,
            false,
            false,
            !isFree,
            false,
          ]);
        }
      }
    });
  });
}

it("sums and products refuse two shapes", () => {
  const plan = createPlan({ items: 1 });
  expect(() => add(plan, plan.input(2, 3), plan.input(2, 4))).toThrow("2 x 3 and 2 x 4");
  expect(() => times(plan, plan.input(2, 3), plan.input(1, 3))).toThrow("2 x 3 and 1 x 3");
  const pair = plan.parameter(1, [{ name: "pair", columns: 2, start: { value: 0 } }]);
  expect(() => shift(plan, plan.input(2, 3), pair)).toThrow("one number");
});
