// The float32 kernels for networks (src/kernels/network), in the fastest build that this runtime and machine support.
//
// Two builds of one source. "strict" rounds after every multiplication and every addition, as WebAssembly prescribes: the
// same bytes on every machine. "relaxed" fuses the two, which is faster and gives the same bytes on every machine that does;
// the standard also allows a machine not to fuse, so this is tested at start, and such a machine gets the strict build.
//
// Node 20 compiles the relaxed build only after a flag is set (node/runs/machine.ts does that); later versions need no flag.

import { check } from "../../check.ts";
import { networkKernels, networkRelaxedPieces, networkStrictHex } from "./kernels.generated.ts";
import { instantiate, isSupported, type Linear, type Shared } from "./linear-memory.ts";

export type NetworkBuild = "strict" | "relaxed";

/** The name of a kernel; src/kernels/network documents each. */
export type KernelName = keyof typeof networkKernels;

/** The arguments of a kernel, by their names in its source. */
export type KernelArguments<Name extends KernelName> = {
  readonly [P in keyof (typeof networkKernels)[Name]]: (typeof networkKernels)[Name][P] extends "bool"
    ? boolean
    : number;
};

/** The exports, with arguments in order; flags are 0 or 1. */
export type NetworkCalls = { readonly [Name in KernelName]: (...values: number[]) => void } & {
  readonly fusesMultiplyAdd: (room: number) => number;
  /** Runs a program in memory and returns when all threads have done their share; 0 if a thread was lost. */
  readonly runProgram: (program: number, control: number, threads: number) => number;
  /** 1 if pairs of 128-bit instructions become one of 256 bits, so that kernels process twice as much at once. Returns the setting. */
  readonly setWide: (on: number) => number;
  readonly firstFree: () => number;
};

export interface NetworkKernels extends Linear, Shared {
  readonly build: NetworkBuild;
  readonly call: NetworkCalls;
  /** The argument of setWide for the instances of other threads. */
  readonly isWide: boolean;
  /** Calls one kernel. */
  readonly run: <Name extends KernelName>(name: Name, values: KernelArguments<Name>) => void;
}

/** Size in bytes of the table of constants. */
export const tableBytes = 1152;

/** The fastest build with reproducible bytes on this machine; strict if requested. */
export function networkBuild({ strict = false }: { readonly strict?: boolean } = {}): NetworkBuild {
  check(
    isSupported(moduleText("strict")),
    "kernels: this runtime has no WebAssembly SIMD; use Node 20.19 or later, or a recent browser",
  );
  const relaxed = moduleText("relaxed");
  if (strict || !isSupported(relaxed)) return "strict";
  const probe = instantiate<NetworkCalls>(relaxed, 64);
  return probe.call.fusesMultiplyAdd(probe.allocate(16)) ? "relaxed" : "strict";
}

/** Refuses to continue in one build with numbers from the other: the result would match neither. */
export function checkBuild(stored: NetworkBuild, local: NetworkBuild): void {
  check(
    stored === local,
    () => `checkpoint: its networks were computed ${inWords(stored)}, here they are ${inWords(local)}`,
    {
      remedies: [
        { act: "resume it on a machine like the first" },
        { act: "start over (machines do not differ where the option strict is set)" },
      ],
    },
  );
}

const inWords = (build: NetworkBuild): string =>
  build === "relaxed"
    ? "with multiply and add in one rounding"
    : "with separate roundings for multiply and add";

export interface NetworkKernelOptions {
  readonly build?: NetworkBuild;
  /** Use memory that several threads can share. */
  readonly shared?: boolean;
  /** The same kernels compiled to 256-bit instructions, from `wideNetwork` (net/wide.ts). */
  readonly wide?: WebAssembly.Module | undefined;
}

export function createNetworkKernels(
  bytes: number,
  { build = networkBuild(), shared = false, wide }: NetworkKernelOptions = {},
): NetworkKernels {
  // A wide module is compiled for shared memory.
  const plain = instantiate<NetworkCalls>(moduleText(build), bytes, { shared: shared || wide !== undefined });
  const { memory } = plain;
  const call = wide
    ? (new WebAssembly.Instance(wide, { env: { memory } }).exports as unknown as NetworkCalls)
    : plain.call;
  const isWide = call.setWide(wide ? 1 : 0) !== 0;
  return {
    ...plain,
    module: wide ?? plain.module,
    call,
    build,
    isWide,
    run: (name, values) =>
      call[name](...Object.keys(networkKernels[name]).map((k) => Number(values[k as keyof typeof values]))),
  };
}

/** The module of a build, as hexadecimal text; the constants are named only here, since a bundler may copy them to every use. */
export function moduleText(build: NetworkBuild): string {
  if (build === "strict") return networkStrictHex;
  const shared = (from: number, length: number): string => networkStrictHex.slice(from, from + length);
  return networkRelaxedPieces.map(([text, from, length]) => text + shared(from, length)).join("");
}

/** Size in bytes of a packed matrix [K, N]. */
export function packedBytes(K: number, N: number): number {
  return Math.ceil(N / 8) * K * 32;
}
