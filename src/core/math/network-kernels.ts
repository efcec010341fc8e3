// The float32 kernels for networks (src/kernels/network), in the build that this runtime and machine allow.
//
// Two builds of one source. "strict" rounds after every multiplication and every addition, as WebAssembly prescribes: the
// same bytes on every machine. "relaxed" fuses the two, which is faster and the same on every machine that fuses; the
// standard also allows a machine not to, so that is tested at start, and such a machine gets the strict build.
//
// Node 20 compiles the relaxed build only after a flag is set (node/runs/machine.ts does that); later ones as they are.

import { check } from "../check.ts";
import { networkRelaxedBase64, networkStrictBase64 } from "./kernels.generated.ts";
import { instantiate, isSupported, type Linear } from "./linear-memory.ts";

export type NetworkBuild = "strict" | "relaxed";

export interface NetworkKernels extends Linear {
  readonly build: NetworkBuild;
  readonly call: NetworkCalls;
}

/** Signatures of the exports of src/kernels/network/index.ts; their files say what each does. Flags are 0 or 1. */
export interface NetworkCalls {
  readonly multiplyInto: (
    C: number,
    A: number,
    B: number,
    rows: number,
    N: number,
    K: number,
    stepA: number,
    stepC: number,
    bias: number,
    adds: number,
    relu: number,
  ) => void;
  readonly gradientInto: (
    G: number,
    A: number,
    Y: number,
    rows: number,
    N: number,
    K: number,
    stepA: number,
    stepY: number,
  ) => void;
  /** Writes the constants of the functions below; their last argument is its address. */
  readonly tableInto: (table: number) => void;
  readonly expInto: ElementCall;
  readonly logInto: ElementCall;
  readonly tanhInto: ElementCall;
  readonly sigmoidInto: ElementCall;
  readonly softplusInto: ElementCall;
  readonly reluInto: ElementCall;
  readonly expGradientInto: GradientCall;
  readonly logGradientInto: GradientCall;
  readonly tanhGradientInto: GradientCall;
  readonly sigmoidGradientInto: GradientCall;
  readonly softplusGradientInto: GradientCall;
  readonly reluGradientInto: GradientCall;
  readonly packInto: (packed: number, B: number, K: number, N: number, step: number) => void;
  readonly unpackInto: (B: number, packed: number, K: number, N: number, step: number) => void;
  readonly transposePackedInto: (out: number, packed: number, K: number, N: number) => void;
  readonly fusesMultiplyAdd: (room: number) => number;
  readonly multiplyAddRounds: (rounds: number, x: number, y: number) => number;
  readonly firstFree: () => number;
}

type ElementCall = (y: number, x: number, count: number, table: number) => void;
type GradientCall = (dx: number, dy: number, left: number, count: number, table: number) => void;

/** Bytes of the table of constants. */
export const tableBytes = 768;

/** The fastest build that gives reproducible bytes here; strict where that is asked for. */
export function networkBuild({ strict = false }: { readonly strict?: boolean } = {}): NetworkBuild {
  check(
    isSupported(networkStrictBase64),
    "kernels: this runtime has no WebAssembly SIMD; use Node 20.19 or later, or a browser of the last years",
  );
  if (strict || !isSupported(networkRelaxedBase64)) return "strict";
  const probe = instantiate<NetworkCalls>(networkRelaxedBase64, 64);
  return probe.call.fusesMultiplyAdd(probe.allocate(16)) ? "relaxed" : "strict";
}

export function createNetworkKernels(bytes: number, build: NetworkBuild = networkBuild()): NetworkKernels {
  const text = build === "strict" ? networkStrictBase64 : networkRelaxedBase64;
  return { ...instantiate<NetworkCalls>(text, bytes), build };
}

/** Bytes of a packed matrix [K, N]. */
export function packedBytes(K: number, N: number): number {
  return Math.ceil(N / 8) * K * 32;
}
