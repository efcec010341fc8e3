import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { builds, isFillingZero, writeTensor } from "../../../test/tensors.ts";
import { createRng } from "../math/rng.ts";
import type { NetworkBuild } from "../math/wasm/network-kernels.ts";
import { adam, adamRate } from "./adam.ts";
import { bernoulli, drawnRows, pairs } from "./decoder.ts";
import { dense, encoder, vector } from "./layers.ts";
import { createNet } from "./net.ts";
import { createPlan } from "./plan.ts";
import { sequence } from "./program.ts";

/** A small network with a training step. */
function small(build: NetworkBuild) {
  const plan = createPlan({ items: 4, shards: 2 });
  const [n, d] = [20, 3];
  const [data, stream] = [plan.room(4 * n * d), plan.room(16)];
  const x = drawnRows(plan, { data, n, d, samples: 5, stream });
  const encoded = encoder(plan, x, { hidden: 8, heads: 2, stacks: 1, inner: 8 });
  const side = (name: string) => dense(plan, encoded, 5, { name });
  const logits = pairs(plan, side("left"), side("right"), { u: vector(plan, 5, { name: "u", limit: 1 }) });
  const offset = plan.constants(Array.from({ length: 8 * d }, (_, k) => (k % 8 < d ? 0 : -1e8)));
  const { nll } = bernoulli(plan, logits, { offset, stream });
  const forward = plan.forward();
  const backward = plan.backward([nll]);
  const optimiser = adam(plan, [backward]);
  const net = createNet(plan, {
    build,
    programs: { step: sequence(forward, backward.program, optimiser.program), forward },
  });
  net.start(createRng(1));
  const rng = createRng(2);
  net.words(stream, 2).set([1, 2]);
  net.singles(data, n * d).set(Float32Array.from({ length: n * d }, () => rng.normal()));
  const seeds = net.numbers(backward.seeds[0]);
  const rate = net.singles(optimiser.settings[0], 1);
  const words = net.words(stream + 8, 1);
  let steps = 0;
  const step = () => {
    for (let b = 0; b < 4; b++) seeds[8 * b] = b % 2 === 0 ? 0.25 : -0.25;
    words[0]++;
    rate[0] = adamRate(0.001, ++steps, optimiser);
    net.run("step");
  };
  return { plan, net, step, logits, optimiser };
}

for (const build of builds) {
  describe(`a net of the ${build} build`, () => {
    it("gives its parameters as plain arrays and takes them back bit for bit", () => {
      const [{ net, step }, other] = [small(build), small(build)];
      for (let k = 0; k < 10; k++) step();
      const saved = net.parameters();
      expect(other.net.parameters()).not.toEqual(saved);
      other.net.setParameters(saved.toReversed());
      expect(other.net.parameters()).toEqual(saved);
      expect(saved.find((p) => p.name === "left.weight")).toMatchObject({ rows: 8, columns: 5 });
    });

    it("gives the same bytes in every run of the same steps", () => {
      const nets = [small(build), small(build)];
      for (let k = 0; k < 25; k++) for (const { step } of nets) step();
      const [a, b] = nets.map(({ net }) => net.parameters());
      expect(b).toEqual(a);
      expect(a.some((p) => p.values.some(Number.isNaN))).toBe(false);
    });

    it("initialises every tensor from the stream of its name", () => {
      const start = (names: string[]) => {
        const plan = createPlan({ items: 1 });
        for (const name of names) vector(plan, 5, { name, limit: 1 });
        const net = createNet(plan, { build, programs: {} });
        net.start(createRng(3));
        return Object.fromEntries(net.parameters().map((p) => [p.name, p.values]));
      };
      const [one, two] = [start(["a", "b"]), start(["b", "new", "a"])];
      expect(two.a).toEqual(one.a);
      expect(two.b).toEqual(one.b);
      expect(one.a).not.toEqual(one.b);
    });

    it("recovers when valid parameters replace a NaN", () => {
      const { plan, net, logits } = small(build);
      const good = net.parameters();
      net.singles(plan.theta(), plan.parameterBytes() / 4).fill(Number.NaN);
      net.run("forward");
      expect(net.numbers(logits).some(Number.isNaN)).toBe(true);
      net.setParameters(good);
      net.run("forward");
      expect(net.numbers(logits).some(Number.isNaN)).toBe(false);
      expect(isFillingZero(net, logits)).toBe(true);
    });

    it("does not grow: 10,000 steps leave the heap and the memory where a hundred left them", () => {
      const { net, step } = small(build);
      setFlagsFromString("--expose-gc");
      const collect = runInNewContext("gc") as () => void;
      const used = () => {
        collect();
        return process.memoryUsage().heapUsed;
      };
      for (let k = 0; k < 100; k++) step();
      const bytes = net.kernels.memory.buffer.byteLength;
      // Tests and runtime allocate occasionally; a leak in a step would show in every stretch.
      const grown = Array.from({ length: 4 }, () => {
        const before = used();
        for (let k = 0; k < 10_000; k++) step();
        return used() - before;
      });
      // Less than the smallest object per step.
      expect(Math.min(...grown)).toBeLessThan(16 * 10_000);
      expect(net.kernels.memory.buffer.byteLength).toBe(bytes);
      expect(net.parameters().every((p) => p.values.every(Number.isFinite))).toBe(true);
    });
  });
}

it("a net refuses parameters that are missing or of another size", () => {
  const plan = createPlan({ items: 1 });
  vector(plan, 5, { name: "u", limit: 1 });
  const net = createNet(plan, { programs: {} });
  expect(() => net.setParameters([])).toThrow('parameter "u" must have 1 x 5 numbers, got none');
  const short = { name: "u", rows: 1, columns: 4, values: new Float32Array(4) };
  expect(() => net.setParameters([short])).toThrow("1 x 5 numbers, got 4");
});

it("a tensor's numbers are where the kernels read them", () => {
  const plan = createPlan({ items: 2 });
  const x = plan.input(1, 3);
  const net = createNet(plan, { programs: {} });
  writeTensor(net, x, [1, 2, 3, 4, 5, 6]);
  expect([...net.singles(x.address, 16)]).toEqual([1, 2, 3, 0, 0, 0, 0, 0, 4, 5, 6, 0, 0, 0, 0, 0]);
});
