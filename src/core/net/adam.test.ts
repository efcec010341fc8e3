import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builds, expectClose, readTensor, writeTensor } from "../../../test/tensors.ts";
import { createRng } from "../math/rng.ts";
import type { NetworkBuild } from "../math/wasm/network-kernels.ts";
import { type AdamOptions, adam, adamRate } from "./adam.ts";
import { createNet } from "./net.ts";
import { product } from "./ops.ts";
import { createPlan } from "./plan.ts";

const [rows, middle] = [100, 90];

/**
 * Two layers, the second in two parts; one set of gradients for everything and one for the first layer only. 100 x 90
 * weights make three chunks.
 */
function trained(build: NetworkBuild, { shards = 3, ...options }: AdamOptions & { shards?: number } = {}) {
  const plan = createPlan({ items: 3, shards });
  const x = plan.input(1, rows, { needsGradient: true });
  const W = plan.parameter(rows, [{ name: "W", columns: middle, start: { limit: 1 } }]);
  const bias = plan.parameter(1, [{ name: "b", columns: middle, start: { limit: 1 } }]);
  const V = plan.parameter(middle, [
    { name: "V.left", columns: 8, start: { limit: 1 } },
    { name: "V.right", columns: 3, start: { limit: 1 } },
  ]);
  const first = product(plan, x, W, { bias });
  const y = product(plan, first, V);
  const forward = plan.forward();
  const sets = [plan.backward([y]), plan.backward([first])];
  const optimiser = adam(plan, sets, options);
  const net = createNet(plan, {
    build,
    programs: { forward, all: sets[0].program, adam: optimiser.program },
  });
  net.start(createRng(1));
  /** Gradients of every shard of a set, of a different magnitude for each tensor: some are clipped, some are not. */
  const setGradients = (set: number, seed: string, size: (name: string) => number) => {
    for (const [k] of plan.shards.entries()) {
      const base = sets[set].partial + k * plan.parameterBytes();
      const { normal } = createRng(seed).fork(`${set}/${k}`);
      for (const { rows: K, columns, offset, parts } of plan.parameters) {
        const packed = net.singles(base + offset, 8 * Math.ceil(columns / 8) * K);
        for (let i = 0; i < packed.length; i++) {
          const column = 8 * Math.floor(i / (8 * K)) + (i % 8);
          const part = parts[column < parts[0].columns ? 0 : parts.length - 1];
          packed[i] = column < columns ? normal() * size(part.name) : 0;
        }
      }
    }
  };
  return { plan, net, sets, optimiser, setGradients, x, y };
}

/** Adam in float64, on tensors by name. */
function slowAdam(
  start: ReadonlyMap<string, Float64Array>,
  { beta1, beta2, epsilon, limit }: Required<AdamOptions>,
) {
  const theta = new Map([...start].map(([name, values]) => [name, values.slice()]));
  const m = new Map([...start].map(([name, values]) => [name, new Float64Array(values.length)]));
  const v = new Map([...start].map(([name, values]) => [name, new Float64Array(values.length)]));
  const apply = (name: string, shards: readonly Float32Array[], rate: number): number => {
    const [t, first, second] = [theta, m, v].map((of) => of.get(name)!);
    const g = t.map((_, i) => shards.reduce((sum, shard) => sum + shard[i], 0));
    const norm = Math.hypot(...g);
    const scale = limit > 0 && norm > limit ? limit / norm : 1;
    for (let i = 0; i < g.length; i++) {
      first[i] = beta1 * first[i] + (1 - beta1) * scale * g[i];
      second[i] = beta2 * second[i] + (1 - beta2) * scale * g[i] * scale * g[i];
      t[i] -= (rate * first[i]) / (Math.sqrt(second[i]) + epsilon);
    }
    return norm * norm;
  };
  return { theta, m, v, apply };
}

for (const build of builds) {
  describe(`adam in the ${build} build`, () => {
    it("agrees with float64: clipping by tensor, several chunks, two sets in turn, any settings", () => {
      const settings = fc.record({
        shards: fc.integer({ min: 1, max: 3 }),
        beta1: fc.double({ min: 0, max: 0.95, noNaN: true }),
        beta2: fc.double({ min: 0.5, max: 0.999, noNaN: true }),
        epsilon: fc.constantFrom(1e-7, 1e-3),
        limit: fc.constantFrom(0, 1, 5),
        seed: fc.nat(),
      });
      fc.assert(
        fc.property(settings, ({ shards, seed, ...options }) => {
          const { plan, net, sets, optimiser, setGradients } = trained(build, { shards, ...options });
          const start = net.parameters().map((p) => [p.name, Float64Array.from(p.values)] as const);
          // The kernel stores β as float32 and computes 1 − β from it.
          const [beta1, beta2] = [Math.fround(options.beta1), Math.fround(options.beta2)];
          const slow = slowAdam(new Map(start), { ...options, beta1, beta2 });
          const used = [
            ["W", "b", "V.left", "V.right"],
            ["W", "b"],
          ];
          let applications = 0;
          for (let step = 0; step < 4; step++) {
            const rates = optimiser.settings.map((address) => {
              const rate = adamRate(0.01, ++applications, optimiser);
              net.singles(address, 1)[0] = rate;
              return rate;
            });
            const size = (name: string) => (name === "W" ? 0.02 : name === "V.left" ? 0.001 : 0.5);
            for (const k of sets.keys()) setGradients(k, `${seed}/${step}`, size);
            net.run("adam");
            for (const [k, names] of used.entries()) {
              const partials = plan.shards.map((_, s) =>
                net.parameters(sets[k].partial + s * plan.parameterBytes()),
              );
              let squares = 0;
              for (const name of names) {
                const shardsOf = partials.map((list) => list.find((p) => p.name === name)!.values);
                squares += slow.apply(name, shardsOf, rates[k]);
              }
              const { address, count } = optimiser.squares[k];
              const found = net.singles(address, count).reduce((a, b) => a + b, 0);
              expect(Math.abs(found / squares - 1)).toBeLessThan(1e-5);
            }
          }
          for (const [address, expected, tolerance] of [
            [undefined, slow.theta, 2e-6],
            [optimiser.m, slow.m, 5e-6],
            [optimiser.v, slow.v, 5e-6],
          ] as const)
            for (const { name, values } of net.parameters(address))
              expectClose(values, expected.get(name)!, tolerance, name, 0);
          // The second set has no gradient for V and does not move it: totals hold the sums over the shards.
          expect(sets[1].used.length).toBe(2);
        }),
        { seed: 1, numRuns: 8 },
      );
    });

    it("leaves the padding of parameters and moments at zero", () => {
      const { plan, net, optimiser, setGradients } = trained(build);
      setGradients(0, "filling", () => 1);
      setGradients(1, "filling", () => 1);
      for (const address of optimiser.settings) net.singles(address, 1)[0] = 0.1;
      net.run("adam");
      for (const base of [plan.theta(), optimiser.m, optimiser.v]) {
        for (const { rows: K, columns, offset } of plan.parameters) {
          const packed = net.singles(base + offset, 8 * Math.ceil(columns / 8) * K);
          const isZero = packed.every((v, i) => 8 * Math.floor(i / (8 * K)) + (i % 8) < columns || v === 0);
          expect(isZero).toBe(true);
        }
      }
    });

    it("rebuilds the transposes that the backward pass uses", () => {
      const { net, sets, optimiser, setGradients, x, y } = trained(build);
      setGradients(0, "transposes", () => 1);
      setGradients(1, "transposes", () => 1);
      for (const address of optimiser.settings) net.singles(address, 1)[0] = 0.1;
      net.run("adam");
      net.run("forward");
      const seeds = Array.from({ length: 3 * y.columns }, (_, i) => Math.sin(i));
      writeTensor(net, { ...sets[0].seeds[0], columns: y.columns }, seeds);
      net.run("all");
      const [W, , left, right] = net.parameters().map((p) => p.values);
      const expected = Array.from({ length: 3 * rows }, (_, place) => {
        const [i, k] = [Math.floor(place / rows), place % rows];
        let sum = 0;
        for (let j = 0; j < middle; j++)
          for (let c = 0; c < 11; c++)
            sum += seeds[i * 11 + c] * (c < 8 ? left[j * 8 + c] : right[j * 3 + c - 8]) * W[k * middle + j];
        return sum;
      });
      expectClose(readTensor(net, { ...sets[0].gradient(x)!, columns: rows }), expected, 1e-5);
    });

    it("a NaN in a gradient is not clipped away: it reaches its parameter and the reported norm", () => {
      const { net, sets, optimiser, setGradients } = trained(build);
      setGradients(0, "nan", () => 1);
      setGradients(1, "nan", () => 1);
      net.singles(sets[0].partial, 9)[8] = Number.NaN;
      for (const address of optimiser.settings) net.singles(address, 1)[0] = 0.1;
      net.run("adam");
      const broken = net.parameters().map(({ name, values }) => [name, values.filter(Number.isNaN).length]);
      expect(broken).toEqual([
        ["W", 1],
        ["b", 0],
        ["V.left", 0],
        ["V.right", 0],
      ]);
      const { address, count } = optimiser.squares[0];
      expect(net.singles(address, count).some(Number.isNaN)).toBe(true);
    });
  });
}

it("adamRate corrects both moments", () => {
  const betas = { beta1: 0.9, beta2: 0.99 };
  for (const k of [1, 2, 3, 10, 1000, 123_456])
    expect(adamRate(0.001, k, betas)).toBeCloseTo((0.001 * Math.sqrt(1 - 0.99 ** k)) / (1 - 0.9 ** k), 14);
  // The first step of plain Adam moves by the learning rate, whatever the gradient: m/√v = (1 − β₁)/√(1 − β₂).
  expect((adamRate(0.5, 1, betas) * 0.1) / Math.sqrt(1 - 0.99)).toBeCloseTo(0.5, 14);
});
