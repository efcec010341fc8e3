import { describe, expect, it } from "vitest";
import { builds } from "../../../test/tensors.ts";
import { networkKernels } from "../math/wasm/kernels.generated.ts";
import { createNetworkKernels, type KernelName } from "../math/wasm/network-kernels.ts";
import { programWords, programWriter, sequence } from "./program.ts";

const numberOf = (kernel: KernelName) => Object.keys(networkKernels).indexOf(kernel);

describe("programs", () => {
  it("are words: length, kernel, lane, arguments in the order of the kernel's signature", () => {
    const { call, program } = programWriter();
    // Names in any order; a float by its bits, a flag as 0 or 1.
    call("scaledInto", 2, { count: 8, factor: -1.5, a: 160, y: 320 });
    call("timesGradientInto", 2, { dx: 16, dy: 32, b: 48, count: 4, adds: true });
    const bits = new Uint32Array(Float32Array.of(-1.5).buffer)[0];
    expect([...programWords(program())]).toEqual([
      ...[7, numberOf("scaledInto"), 2, 320, 160, bits, 8],
      ...[8, numberOf("timesGradientInto"), 2, 16, 32, 48, 4, 1],
      0,
    ]);
  });

  it("group the calls of a lane between two barriers, in their order", () => {
    const { call, barrier, program } = programWriter();
    const copy = (lane: number, y: number) => call("copyInto", lane, { y, a: 0, count: 4 });
    barrier();
    copy(0, 1);
    copy(1, 2);
    copy(0, 3);
    barrier();
    barrier();
    copy(1, 4);
    copy(0, 5);
    barrier();
    expect(program().map((part) => part.map(({ values }) => values[0]))).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    const copies = (lane: number, y: number) => [6, numberOf("copyInto"), lane, y, 0, 4];
    expect([...programWords(program())]).toEqual([
      ...copies(0, 1),
      ...copies(0, 3),
      ...copies(1, 2),
      ...[3, 2 ** 32 - 1, 0],
      ...copies(0, 5),
      ...copies(1, 4),
      0,
    ]);
    expect(sequence(program(), program()).length).toBe(4);
  });

  it("have the same effect in memory as their calls one by one", () => {
    for (const build of builds) {
      const kernels = createNetworkKernels(4096, { build });
      const [x, y, z, at, control] = [64, 64, 64, 256, 1024].map((bytes) => kernels.allocate(bytes));
      const { call, barrier, program } = programWriter();
      call("scaledInto", 0, { y, a: x, factor: 3, count: 4 });
      call("scaledInto", 1, { y: z, a: x, factor: 0.5, count: 4 });
      barrier();
      call("sumInto", 5, { y: x, a: y, b: z, count: 4 });
      const words = programWords(program());
      kernels.words(at, words.length).set(words);
      kernels.singles(x, 4).set([1, 2, 3, 4]);
      expect(kernels.call.runProgram(at, control, 1)).toBe(1);
      expect([...kernels.singles(x, 4)]).toEqual([3.5, 7, 10.5, 14]);
    }
  });
});
