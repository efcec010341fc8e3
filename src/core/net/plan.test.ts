import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectClose, readTensor, writeTensor } from "../../../test/tensors.ts";
import { createRng } from "../math/rng.ts";
import { add, map } from "./elements.ts";
import { encoder } from "./layers.ts";
import { createNet } from "./net.ts";
import { itemMean, product } from "./ops.ts";
import { createPlan } from "./plan.ts";

const weight = (name: string, columns: number) => ({ name, columns, start: { limit: 1 } });

describe("a plan", () => {
  it("cuts a batch into shards of consecutive items, whose sizes differ by at most one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 9 }), (items, wanted) => {
        const { shards } = createPlan({ items, shards: wanted });
        const sizes = shards.map((s) => s.items);
        expect(shards.length).toBe(Math.min(items, wanted));
        expect(sizes.reduce((a, b) => a + b)).toBe(items);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        let next = 0;
        for (const s of shards) {
          expect(s.firstItem).toBe(next);
          next += s.items;
        }
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it("gives every tensor its own memory, rows padded to a multiple of eight columns", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 40 })), { minLength: 2 }),
        (shapes) => {
          const plan = createPlan({ items: 5, shards: 2 });
          const tensors = shapes.map(([perItem, columns]) => plan.input(perItem, columns));
          for (const [k, { address, perItem, columns, step }] of tensors.entries()) {
            expect(address % 128).toBe(0);
            expect(step).toBe(32 * Math.ceil(columns / 8));
            expect(address + 5 * perItem * step).toBeLessThanOrEqual(tensors[k + 1]?.address ?? plan.end());
          }
        },
      ),
      { seed: 2, numRuns: 30 },
    );
  });

  it("reuses gradient buffers: a deep network needs no more of them than a shallow one", () => {
    const gradientBytes = (depth: number) => {
      const plan = createPlan({ items: 4 });
      let h = plan.input(3, 16, { needsGradient: true });
      for (let k = 0; k < depth; k++)
        h = add(plan, h, product(plan, h, plan.parameter(16, [weight(`W${k}`, 16)]), { relu: true }));
      plan.forward();
      const before = plan.end();
      plan.backward([h]);
      const transposes = depth * 16 * 16 * 4;
      return plan.end() - before - transposes - 5 * plan.parameterBytes();
    };
    expect(gradientBytes(20)).toBe(gradientBytes(3));
  });

  it("gives the same numbers for any number of shards, up to rounding", () => {
    const results = [1, 2, 3, 7].map((shards) => {
      const plan = createPlan({ items: 7, shards });
      const x = plan.input(3, 5, { needsGradient: true });
      const y = itemMean(plan, encoder(plan, x, { hidden: 12, heads: 3, stacks: 1, inner: 9 }));
      const forward = plan.forward();
      const backward = plan.backward([y]);
      const net = createNet(plan, { programs: { forward, backward: backward.program } });
      const rng = createRng("shards");
      net.start(rng);
      writeTensor(
        net,
        x,
        Array.from({ length: 105 }, () => rng.normal()),
      );
      net.run("forward");
      writeTensor(
        net,
        { ...backward.seeds[0], columns: 12 },
        Array.from({ length: 84 }, () => rng.normal()),
      );
      net.run("backward");
      return [...readTensor(net, y), ...readTensor(net, { ...backward.gradient(x)!, columns: 5 })];
    });
    for (const other of results.slice(1)) expectClose(other, results[0], 1e-5);
  });

  it("computes several sets of gradients of one network, each with its own parameters", () => {
    const plan = createPlan({ items: 2 });
    const x = plan.input(1, 3);
    const [A, B, C] = ["A", "B", "C"].map((name) => plan.parameter(3, [weight(name, 3)]));
    const h = product(plan, x, A);
    const [left, right] = [product(plan, h, B), product(plan, map(plan, h, "tanh"), C)];
    const sets = [plan.backward([left]), plan.backward([right]), plan.backward([left, right])];
    expect(sets.map((set) => new Set(set.used))).toEqual([
      new Set([A, B]),
      new Set([A, C]),
      new Set([A, B, C]),
    ]);
    expect(sets.map((set) => set.gradient(x))).toEqual([undefined, undefined, undefined]);
  });

  it("rejects invalid requests with a clear message", () => {
    expect(() => createPlan({ items: 0 })).toThrow("a batch needs items and shards, got 0");
    expect(() => createPlan({ items: 3, shards: 0 })).toThrow("got 3 and 0");
    const plan = createPlan({ items: 2 });
    const x = plan.input(1, 4);
    expect(() => plan.parameter(4, [weight("a", 5), weight("b", 8)])).toThrow(
      "a must have a multiple of 8 columns",
    );
    expect(() => plan.backward([map(plan, x, "tanh")])).toThrow("nothing trainable");
    plan.forward();
    const W = { rows: 4, columns: 1, offset: 0, parts: [] };
    plan.theta(W);
    expect(() => plan.parameter(4, [weight("late", 2)])).toThrow("parameters come before the first program");
  });
});
