import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGradients } from "../../../test/gradients.ts";
import * as twin from "../../../test/reference-ops.ts";
import { builds } from "../../../test/tensors.ts";
import { lstm, lstmCell } from "./lstm.ts";
import { createPlan } from "./plan.ts";

const shape = fc.record({
  items: fc.integer({ min: 1, max: 5 }),
  shards: fc.integer({ min: 1, max: 5 }),
  rows: fc.integer({ min: 1, max: 4 }),
  hidden: fc.integer({ min: 1, max: 13 }),
  seed: fc.nat(),
  // Gradients from the output, the cell state, or both.
  asks: fc.constantFrom(0, 1, 2),
  forgetShift: fc.constantFrom(0, 1),
});

for (const build of builds) {
  describe(`the LSTM cell of the ${build} build has the values and gradients of its slow twin`, () => {
    it("from pre-activations and an old cell, for any number of units", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, rows, hidden, seed, asks, forgetShift }) => {
          const chosen = <T>(h: T, c: T): T[] => [[h], [c], [h, c]][asks];
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [
              { perItem: rows, columns: 4 * hidden, draw: ({ normal }) => 2 * normal() },
              { perItem: rows, columns: hidden },
            ],
            compose: (plan, [gates, old]) => {
              const { h, c } = lstm(plan, gates, old, { forgetShift });
              return chosen(h, c);
            },
            reference: ([gates, old]) => chosen(...twin.lstm(gates, old, forgetShift)),
            // The cell state does not depend on the output gate.
            isPartial: asks === 1,
          });
        }),
        { seed: 1, numRuns: 50 },
      );
    });

    it("as a layer over three steps, its weights in use in each", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, rows, hidden, seed, forgetShift }) => {
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [3, 3, 3, hidden, hidden].map((columns) => ({ perItem: rows, columns })),
            parameters: [
              [3, 4 * hidden],
              [hidden, 4 * hidden],
              [1, 4 * hidden],
            ],
            isLayer: true,
            compose: (plan, [x, y, z, h, c]) => {
              const cell = lstmCell(plan, { name: "cell", inputs: 3, hidden, forgetShift });
              const last = cell(z, cell(y, cell(x, { h, c })));
              return [last.h, last.c];
            },
            reference: ([x, y, z, h, c], [W, V, bias]) =>
              [x, y, z].reduce<readonly [typeof h, typeof c]>(
                ([h, c], input) =>
                  twin.lstm(twin.product(input, W, { bias, start: twin.product(h, V) }), c, forgetShift),
                [h, c],
              ),
          });
        }),
        { seed: 2, numRuns: 20 },
      );
    });
  });
}

it("a cell takes four pre-activations for each of its units", () => {
  const plan = createPlan({ items: 1 });
  expect(() => lstm(plan, plan.input(2, 12), plan.input(2, 4))).toThrow("4 units needs 16 pre-activations");
  expect(() => lstm(plan, plan.input(2, 16), plan.input(3, 4))).toThrow("4 units");
});
