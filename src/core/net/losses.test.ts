import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGradients } from "../../../test/gradients.ts";
import * as twin from "../../../test/reference-ops.ts";
import { builds } from "../../../test/tensors.ts";
import { itemAverage, itemSum, rowSums, squaredError } from "./losses.ts";
import { createPlan } from "./plan.ts";

const shape = fc.record({
  items: fc.integer({ min: 1, max: 7 }),
  shards: fc.integer({ min: 1, max: 5 }),
  perItem: fc.integer({ min: 1, max: 9 }),
  columns: fc.integer({ min: 1, max: 21 }),
  seed: fc.nat(),
});

for (const build of builds) {
  describe(`sums and losses of the ${build} build have the values and gradients of their slow twins`, () => {
    it("sum and mean of an item, sums of its rows", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, perItem, columns, seed }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [{ perItem, columns }],
            compose: (plan, [x]) => [itemSum(plan, x), itemAverage(plan, x), rowSums(plan, x)],
            reference: ([x]) => {
              const sums = twin.groupSums(x, perItem);
              return [sums, twin.mapped(sums, (v) => v / (perItem * columns)), twin.groupSums(x, 1)];
            },
          });
        }),
        { seed: 1, numRuns: 30 },
      );
    });

    it("the squared error of an item, by both sides or by one", () => {
      fc.assert(
        fc.property(
          shape,
          fc.boolean(),
          fc.boolean(),
          ({ items, shards, perItem, columns, seed }, isMean, isConstant) => {
            checkGradients(build, {
              items,
              shards,
              seed,
              inputs: [
                { perItem, columns },
                { perItem, columns, isConstant },
              ],
              compose: (plan, [x, target]) => [
                isMean ? squaredError(plan, x, target, { isMean }) : squaredError(plan, x, target),
              ],
              reference: ([x, target]) => {
                const squares = twin.combined(x, target, (a, b) => (a - b) * (a - b));
                const share = isMean ? 1 / (perItem * columns) : 1;
                return [twin.mapped(twin.groupSums(squares, perItem), (v) => share * v)];
              },
            });
          },
        ),
        { seed: 2, numRuns: 30 },
      );
    });
  });
}

it("a target has the shape of what it is a target of", () => {
  const plan = createPlan({ items: 1 });
  expect(() => squaredError(plan, plan.input(2, 3), plan.input(2, 4))).toThrow(
    "2 x 4 must have the shape 2 x 3",
  );
});
