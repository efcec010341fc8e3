/// <reference path="../wasm.d.ts" />

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trials } from "../../../test/long.ts";
import { builds } from "../../../test/tensors.ts";
import { wideModule } from "../../node/runs/machine.ts";
import { createRng } from "../math/rng.ts";
import { networkKernels } from "../math/wasm/kernels.generated.ts";
import { moduleText, type NetworkBuild } from "../math/wasm/network-kernels.ts";
import { createNet } from "./net.ts";
import { attention, product } from "./ops.ts";
import { createPlan, firstAddress } from "./plan.ts";
import { sequence } from "./program.ts";
import { everyOp, wideNetwork } from "./wide.ts";

const hasRevectoriser = process.arch === "x64" && Number.parseInt(process.versions.node, 10) >= 24;

// Compiled like any module, on every Node: the code of the wide setting, in 128-bit instructions.
const code = (build: NetworkBuild) => Buffer.from(moduleText(build), "hex");
const compiled = (bytes: Uint8Array) => new WebAssembly.Module(bytes);

for (const build of builds) {
  describe(`the wide network of the ${build} build`, () => {
    it("is undefined if the runtime compiles none", () => {
      expect(wideNetwork(() => undefined, build)).toBeUndefined();
    });

    it.skipIf(hasRevectoriser)("is undefined on this Node (it has a revectoriser)", () => {
      expect(wideNetwork(wideModule, build)).toBeUndefined();
    });

    it.skipIf(!hasRevectoriser)("proves itself (needs Node 24 on x64)", () => {
      expect(wideNetwork(wideModule, build)).toBeDefined();
    });

    it("is the module if the wide setting gives the same bytes", () => {
      const module = compiled(code(build));
      expect(wideNetwork(() => module, build)).toBe(module);
    });

    it("is rejected if an instruction that a step runs computes something else", () => {
      const [add, subtract] = [0xe4, 0xe5]; // f32x4 operations, between the bytes FD and 01
      const whole = code(build);
      const places = [...whole.keys()].filter(
        (at) => whole[at] === 0xfd && [add, subtract].includes(whole[at + 1]) && whole[at + 2] === 0x01,
      );
      expect(places.length).toBeGreaterThan(100);
      const sampled = trials(32, 16);
      const unnoticed = places.filter((at, k) => {
        if (k % sampled !== 0) return false;
        const changed = Uint8Array.from(whole);
        changed[at + 1] = whole[at + 1] === add ? subtract : add;
        return wideNetwork(() => compiled(changed), build) !== undefined;
      });
      // Not run by such a step: kernels called directly (programs have copies of the short ones), halves of eight heads, and
      // the loops that measure the machine.
      expect(unnoticed.length / (places.length / sampled)).toBeLessThan(0.25);
    });

    it("gives the same bytes for attention of any size, and products of any number of panels", () => {
      const shape = fc.record({
        items: fc.integer({ min: 1, max: 3 }),
        d: fc.integer({ min: 1, max: 9 }),
        heads: fc.integer({ min: 1, max: 29 }),
        components: fc.constantFrom(3, 4, 4),
        hasStart: fc.boolean(),
      });
      const modules = [undefined, hasRevectoriser ? wideNetwork(wideModule, build) : compiled(code(build))];
      fc.assert(
        fc.property(shape, (sizes) => {
          const [plain, wide] = modules.map((module) => afterAttention(build, module, sizes));
          expect(wide.length).toBe(plain.length);
          expect(wide.findIndex((word, k) => word !== plain[k])).toBe(-1);
        }),
        { seed: 1, numRuns: 40 },
      );
    });
  });
}

interface Sizes {
  readonly items: number;
  readonly d: number;
  readonly heads: number;
  readonly components: number;
  readonly hasStart: boolean;
}

/** The contents of memory after the products for queries, keys and values, their attention, and the backward pass. */
function afterAttention(
  build: NetworkBuild,
  wide: WebAssembly.Module | undefined,
  { items, d, heads, components, hasStart }: Sizes,
): Uint32Array {
  const plan = createPlan({ items, shards: 2 });
  const columns = heads * components;
  const x = plan.input(d, columns, { needsGradient: true });
  const W = plan.parameter(columns, [{ name: "W", columns: 3 * columns, start: { limit: 0.5 } }]);
  const y = attention(plan, product(plan, x, W), { heads, start: hasStart ? x : undefined });
  const forward = plan.forward();
  const { program, seeds } = plan.backward([y]);
  const net = createNet(plan, { programs: { both: sequence(forward, program) }, build, wide });
  const rng = createRng(1);
  net.start(rng);
  for (const tensor of [x, seeds[0]]) {
    const numbers = net.numbers(tensor);
    for (let k = 0; k < numbers.length; k++) if (k % (tensor.step / 4) < columns) numbers[k] = rng.normal();
  }
  net.run("both");
  return net.words(firstAddress, (net.bytes - firstAddress) / 4);
}

it("the network of the verification uses every kernel of a step", () => {
  const plan = createPlan({ items: 5, shards: 3 });
  const used = new Set(everyOp(plan).program.flatMap((part) => part.map(({ kernel }) => kernel)));
  const unused = Object.keys(networkKernels).filter((name) => !used.has(name as keyof typeof networkKernels));
  // Run once at startup, or only in tests: every step draws its numbers through other kernels with the same code.
  expect(unused).toEqual(["tableInto", "uniformInto", "wordsInto"]);
});
