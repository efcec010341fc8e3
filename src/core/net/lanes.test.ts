import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGradients } from "../../../test/gradients.ts";
import { builds } from "../../../test/tensors.ts";
import { type Matrix, matrix } from "../math/matrix.ts";
import { lanesProduct } from "./lanes.ts";
import { createPlan } from "./plan.ts";

/** The formula, network by network. */
function twin(x: Matrix, [W, bias]: Matrix[], lanes: number, ins: number, outs: number): Matrix {
  const y = matrix(x.rows, outs * lanes);
  for (let i = 0; i < x.rows; i++) {
    for (let o = 0; o < outs; o++) {
      for (let t = 0; t < lanes; t++) {
        let sum = bias.data[o * lanes + t];
        for (let k = 0; k < ins; k++)
          sum += W.data[(o * ins + k) * lanes + t] * x.data[i * x.cols + k * lanes + t];
        y.data[i * y.cols + o * lanes + t] = sum;
      }
    }
  }
  return y;
}

const shape = fc.record({
  items: fc.integer({ min: 1, max: 9 }),
  shards: fc.integer({ min: 1, max: 3 }),
  perItem: fc.integer({ min: 1, max: 3 }),
  groups: fc.integer({ min: 1, max: 3 }),
  ins: fc.integer({ min: 1, max: 7 }),
  outs: fc.integer({ min: 1, max: 7 }),
  seed: fc.nat(),
});

for (const build of builds) {
  describe(`networks in lanes, in the ${build} build`, () => {
    it("have the values and gradients of networks computed one by one", () => {
      fc.assert(
        fc.property(shape, ({ items, shards, perItem, groups, ins, outs, seed }) => {
          const lanes = 4 * groups;
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [{ perItem, columns: ins * lanes }],
            parameters: [
              [1, outs * ins * lanes],
              [1, outs * lanes],
            ],
            compose: (plan, [x], [W, bias]) => [lanesProduct(plan, x, { W, bias, lanes, ins, outs })],
            reference: ([x], parameters) => [twin(x, parameters, lanes, ins, outs)],
          });
        }),
        { seed: 1, numRuns: 40 },
      );
    });

    it("can be stacked in layers, and share their input", () => {
      const [lanes, ins, outs] = [4, 3, 3];
      const sizes = { lanes, ins, outs };
      checkGradients(build, {
        items: 5,
        shards: 2,
        seed: 3,
        inputs: [{ perItem: 1, columns: ins * lanes }],
        parameters: [
          [1, outs * ins * lanes],
          [1, outs * lanes],
          [1, outs * ins * lanes],
          [1, outs * lanes],
        ],
        compose: (plan, [x], [W, bias, V, shift]) => {
          const y = lanesProduct(plan, x, { W, bias, ...sizes });
          return [
            lanesProduct(plan, y, { W: V, bias: shift, ...sizes }),
            lanesProduct(plan, x, { W: V, bias: shift, ...sizes }),
          ];
        },
        reference: ([x], [W, bias, V, shift]) => {
          const layer = (from: Matrix, ...by: Matrix[]) => twin(from, by, lanes, ins, outs);
          return [layer(layer(x, W, bias), V, shift), layer(x, V, shift)];
        },
      });
    });
  });
}

it("a layer of lanes refuses sizes that do not fit", () => {
  const plan = createPlan({ items: 2 });
  const row = (columns: number) => plan.parameter(1, [{ name: `${columns}`, columns, start: { value: 0 } }]);
  const given = { W: row(8), bias: row(4), lanes: 4, ins: 3, outs: 1 };
  expect(() => lanesProduct(plan, plan.input(1, 12), given)).toThrow(
    "net: 4 lanes of 3 x 1 units need a multiple of four lanes and matching sizes, got 12 columns and 8 weights",
  );
});
