import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGradients, type Kink } from "../../../test/gradients.ts";
import * as twin from "../../../test/reference-ops.ts";
import { builds, cellOffsets, readTensor, writeTensor } from "../../../test/tensors.ts";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { bernoulli, pairs } from "./decoder.ts";
import { createNet } from "./net.ts";
import { createPlan } from "./plan.ts";
import { sequence } from "./program.ts";

const batch = {
  items: fc.integer({ min: 1, max: 7 }),
  shards: fc.integer({ min: 1, max: 5 }),
  d: fc.integer({ min: 1, max: 9 }),
  seed: fc.nat(),
};

const hidden = {
  tanh: () => Math.tanh,
  relu: (relu: Kink) => relu,
  none: () => (x: number) => x,
};

for (const build of builds) {
  describe(`the decoder's ops of the ${build} build`, () => {
    it("pairs have the values and gradients of their slow twin, with every f, with bias or without", () => {
      const shape = fc.record({
        ...batch,
        K: fc.integer({ min: 1, max: 21 }),
        f: fc.constantFrom("tanh" as const, "relu" as const, "none" as const),
        hasBias: fc.boolean(),
        // One tensor on both sides, or two.
        isOne: fc.boolean(),
      });
      fc.assert(
        fc.property(shape, ({ items, shards, d, seed, K, f, hasBias, isOne }) => {
          const side = { perItem: d, columns: K };
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: isOne ? [side] : [side, side],
            parameters: [[1, K], ...(hasBias ? [[1, K] as const] : [])],
            compose: (plan, [L, R = L], [u, bias]) => [pairs(plan, L, R, { u, bias, f })],
            reference: ([L, R = L], [u, bias], relu) => [
              twin.pairs(L, R, { d, u, bias, f: hidden[f](relu) }),
            ],
            // Sums over up to 63 rows and 9 columns for u and b.
            tolerance: 4e-5,
            distance: 5e-5,
          });
        }),
        { seed: 1, numRuns: 36 },
      );
    });

    it("pairs on one side that needs no gradient, and with u in use twice", () => {
      checkGradients(build, {
        items: 3,
        shards: 2,
        seed: 2,
        inputs: [
          { perItem: 3, columns: 5, isConstant: true },
          { perItem: 3, columns: 5 },
        ],
        parameters: [[1, 5]],
        compose: (plan, [L, R], [u]) => [pairs(plan, L, R, { u }), pairs(plan, R, L, { u })],
        reference: ([L, R], [u]) => [
          twin.pairs(L, R, { d: 3, u, f: Math.tanh }),
          twin.pairs(R, L, { d: 3, u, f: Math.tanh }),
        ],
      });
    });

    it("a NaN on either side of a pair, in u or in the bias reaches the logits of its rows", () => {
      for (const f of ["tanh", "relu", "none"] as const) {
        for (const broken of ["L", "R", "u", "b"]) {
          const plan = createPlan({ items: 2 });
          const [L, R] = [plan.input(2, 3), plan.input(2, 3)];
          const [u, bias] = ["u", "b"].map((name) =>
            plan.parameter(1, [{ name, columns: 3, start: { value: 1 } }]),
          );
          const y = pairs(plan, L, R, { u, bias, f });
          const net = createNet(plan, { build, programs: { forward: plan.forward() } });
          const values = (name: string) =>
            Float32Array.from({ length: 12 }, (_, i) => (i === 1 && name === broken ? Number.NaN : 1));
          net.setParameters(net.parameters().map((p) => ({ ...p, values: values(p.name).slice(0, 3) })));
          writeTensor(net, L, values("L"));
          writeTensor(net, R, values("R"));
          net.run("forward");
          const all = Array.from(readTensor(net, y), Number.isNaN);
          if (broken === "L") expect(all.slice(0, 4)).toEqual([true, true, false, false]);
          else if (broken === "R") expect(all.slice(0, 4)).toEqual([true, false, true, false]);
          else expect(all).toEqual(all.map(() => true));
        }
      }
    });

    it("a NaN behind the ReLU of a pair reaches the gradients of both its rows", () => {
      const plan = createPlan({ items: 1 });
      const [L, R] = [1, 2].map(() => plan.input(2, 3, { needsGradient: true }));
      const y = pairs(plan, L, R, {
        u: plan.parameter(1, [{ name: "u", columns: 3, start: { value: 1 } }]),
        f: "relu",
      });
      const forward = plan.forward();
      const backward = plan.backward([y]);
      const net = createNet(plan, { build, programs: { step: sequence(forward, backward.program) } });
      net.start(createRng(1));
      writeTensor(net, L, [1, Number.NaN, 1, 1, 1, 1]);
      writeTensor(net, R, [1, 1, 1, 1, 1, 1]);
      writeTensor(net, { ...backward.seeds[0], columns: 2 }, [1, 1, 1, 1]);
      net.run("step");
      const [dL, dR] = [L, R].map((x) => [...readTensor(net, { ...backward.gradient(x)!, columns: 3 })]);
      expect(dL).toEqual([2, Number.NaN, 2, 2, 2, 2]);
      expect(dR).toEqual([2, Number.NaN, 2, 2, Number.NaN, 2]);
    });

    it("likelihood and entropy have the values and gradients of their slow twin; decided cells give none", () => {
      const shape = fc.record({
        ...batch,
        columns: fc.integer({ min: 1, max: 21 }),
        asks: fc.constantFrom(0, 1, 2),
      });
      fc.assert(
        fc.property(shape, ({ items, shards, d, seed, columns, asks }) => {
          const rng = createRng(seed).fork("cells");
          // Actions are 1 or 0, and agree with the fixed cells: otherwise the loss is infinite.
          const offset = twin.made(d, columns, () => [0, 0, 0, -1e8, 1e8][rng.integer(5)]);
          const action = (i: number, j: number) =>
            twin.at(offset, i % d, j) !== 0 ? Number(twin.at(offset, i % d, j) > 0) : rng.integer(2);
          const actions = twin.made(items * d, columns, action);
          let cell = 0;
          const chosen = <T>(all: readonly T[]) => (asks === 2 ? all : [all[asks]]);
          checkGradients(build, {
            items,
            shards,
            seed,
            inputs: [
              { perItem: d, columns, draw: ({ normal }) => 3 * normal() },
              {
                perItem: d,
                columns,
                isConstant: true,
                draw: () => actions.data[cell++ % actions.data.length],
              },
            ],
            compose: (plan, [logits, given]) => {
              // The given actions are placed where the op would write its samples.
              const instead = { ...plan, input: () => given };
              const { nll, entropy } = bernoulli(instead, logits, {
                offset: cellOffsets(plan, offset),
                stream: 0,
              });
              return chosen([nll, entropy]);
            },
            reference: ([logits]) => chosen(twin.bernoulli(logits, { d, actions, offset })),
          });
        }),
        { seed: 3, numRuns: 50 },
      );
    });

    it("a NaN in a logit reaches likelihood and entropy of its item, and its own gradient", () => {
      const plan = createPlan({ items: 2, shards: 2 });
      const logits = plan.input(2, 2, { needsGradient: true });
      const { nll, entropy } = bernoulli(plan, logits, {
        offset: cellOffsets(plan, matrix(2, 2)),
        stream: 0,
      });
      const forward = plan.forward();
      const backward = plan.backward([nll, entropy]);
      const net = createNet(plan, { build, programs: { forward, backward: backward.program } });
      writeTensor(net, logits, [0, 1, Number.NaN, 0, 1, 2, 3, 4]);
      net.run("forward");
      for (const y of [nll, entropy])
        expect(Array.from(readTensor(net, y), Number.isNaN)).toEqual([true, false]);
      for (const seed of backward.seeds) writeTensor(net, { ...seed, columns: 1 }, [1, 1]);
      net.run("backward");
      const gradient = readTensor(net, { ...backward.gradient(logits)!, columns: 2 });
      expect(Array.from(gradient, Number.isNaN)).toEqual([
        false,
        false,
        true,
        false,
        false,
        false,
        false,
        false,
      ]);
    });
  });
}

it("both sides of a pair have the size of u", () => {
  const plan = createPlan({ items: 1 });
  const u = plan.parameter(1, [{ name: "u", columns: 4, start: { value: 0 } }]);
  expect(() => pairs(plan, plan.input(2, 4), plan.input(3, 4), { u })).toThrow("size of u");
  expect(() => pairs(plan, plan.input(2, 4), plan.input(2, 5), { u })).toThrow("size of u");
});
