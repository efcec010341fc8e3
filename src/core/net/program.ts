// Lists of kernel calls that are divided among threads, and their form in linear memory (src/kernels/network/program.ts).
//
// A call has a lane; each thread runs some of the lanes. Between two barriers a lane touches nothing that another lane writes.

import type { KernelArguments, KernelName } from "../math/wasm/wasm.ts";
import { networkKernels } from "../math/wasm/wasm.ts";

export interface Instruction {
  readonly kernel: KernelName;
  readonly lane: number;
  readonly values: readonly (number | boolean)[];
}

/** Parts between which all threads wait for each other. */
export type Program = readonly (readonly Instruction[])[];

export interface ProgramWriter {
  readonly call: <Name extends KernelName>(kernel: Name, lane: number, values: KernelArguments<Name>) => void;
  readonly barrier: () => void;
  readonly program: () => Program;
}

export function programWriter(): ProgramWriter {
  const parts: Instruction[][] = [[]];
  return {
    call: (kernel, lane, values) => {
      const order = Object.keys(networkKernels[kernel]) as (keyof typeof values)[];
      parts[parts.length - 1].push({ kernel, lane, values: order.map((name) => values[name]) });
    },
    barrier: () => {
      if (parts[parts.length - 1].length > 0) parts.push([]);
    },
    program: () => parts.filter((part) => part.length > 0),
  };
}

/** One program after the other, with a barrier between them. */
export function sequence(...programs: readonly Program[]): Program {
  return programs.flat();
}

const numbers = Object.keys(networkKernels) as KernelName[];

/**
 * The words of a program. Within a part the calls of one lane are grouped, in their order, so that what a lane just wrote is
 * still in its thread's cache.
 */
export function programWords(program: Program): Uint32Array {
  const words: number[] = [];
  for (const [k, part] of program.entries()) {
    if (k > 0) words.push(3, -1, 0);
    for (const { kernel, lane, values } of part.toSorted((a, b) => a.lane - b.lane)) {
      const types = Object.values(networkKernels[kernel]);
      words.push(3 + values.length, numbers.indexOf(kernel), lane);
      for (const [i, value] of values.entries())
        words.push(types[i] === "f32" ? bitsOf(value as number) : Number(value));
    }
  }
  words.push(0);
  return Uint32Array.from(words);
}

function bitsOf(x: number): number {
  return new Uint32Array(Float32Array.of(x).buffer)[0];
}
