// The float64 kernels (src/kernels/statistics) in a linear memory of their own; wide-kernels.ts says when they can be
// 256-bit instructions.

import { statisticsHex } from "./kernels.generated.ts";
import { instantiate, type Linear } from "./linear-memory.ts";

export { maxKernelBytes } from "./linear-memory.ts";

export interface Kernels extends Linear {
  readonly call: KernelCalls;
}

export interface KernelsOptions {
  /** The same kernels as 256-bit instructions, from `wideKernels`. */
  readonly wide?: WebAssembly.Module | undefined;
}

export function createKernels(bytes: number, { wide }: KernelsOptions = {}): Kernels {
  const plain = instantiate<KernelCalls>(statisticsHex, bytes);
  if (wide === undefined) return plain;
  const { exports } = new WebAssembly.Instance(wide, { env: { memory: plain.memory } });
  const call = exports as unknown as KernelCalls;
  call.setTilesTogether(2);
  return { ...plain, call };
}

/** Signatures of the exports of src/kernels/statistics/index.ts; their files say what each does. */
export interface KernelCalls {
  readonly subsetCosts: (
    M: number,
    scale: number,
    d: number,
    work: number,
    table: number,
    masks: number,
    coefficients: number,
    maxParents: number,
    logarithmic: number,
    multiplier: number,
    tolerance: number,
    from: number,
    to: number,
  ) => number;
  readonly lowerOverSubsets: (cells: number, bits: number) => void;
  readonly bestOrderCosts: (costs: number, table: number, d: number, from: number, to: number) => void;
  readonly bestRestCosts: (rest: number, table: number, d: number, from: number, to: number) => void;
  readonly unlinkedCost: (
    costs: number,
    rest: number,
    table: number,
    d: number,
    i: number,
    j: number,
  ) => number;
  readonly firstFree: () => number;
  readonly scatterInto: (
    out: number,
    x: number,
    mean: number,
    centred: number,
    rows: number,
    d: number,
  ) => void;
  readonly productRoom: (m: number, n: number, k: number) => number;
  readonly productInto: (
    C: number,
    stepC: number,
    A: number,
    rowA: number,
    columnA: number,
    B: number,
    rowB: number,
    columnB: number,
    m: number,
    n: number,
    k: number,
    mode: number,
    lower: number,
    work: number,
  ) => void;
  readonly mirrorInto: (A: number, step: number, n: number) => void;
  readonly choleskyRoom: (n: number) => number;
  readonly choleskyInto: (A: number, step: number, n: number, work: number) => number;
  readonly solveRoom: (n: number, m: number) => number;
  readonly solveLowerInto: (
    X: number,
    stepX: number,
    L: number,
    rowL: number,
    columnL: number,
    n: number,
    m: number,
    work: number,
  ) => void;
  readonly solveLowerVectorInto: (x: number, L: number, step: number, n: number) => void;
  readonly solveTransposedVectorInto: (x: number, L: number, step: number, n: number) => void;
  readonly updateCholeskyInto: (L: number, step: number, n: number, x: number, work: number) => void;
  readonly downdateCholeskyInto: (L: number, step: number, n: number, x: number, work: number) => number;
  readonly expInto: (out: number, x: number, count: number) => void;
  readonly rbfLowerInto: (
    K: number,
    step: number,
    features: number,
    stride: number,
    n: number,
    count: number,
    factor: number,
    work: number,
  ) => void;
  readonly exponentialRoom: (n: number, step: number) => number;
  readonly exponentialMinusIdentityInto: (
    E: number,
    A: number,
    step: number,
    n: number,
    work: number,
  ) => number;
  readonly residualsRoom: (d: number) => number;
  readonly residualsInto: (
    out: number,
    logdets: number,
    M: number,
    d: number,
    requests: number,
    count: number,
    words: number,
    tolerance: number,
    work: number,
  ) => void;
  readonly cyclicPartsRoom: (d: number, words: number) => number;
  readonly cyclicPartsInto: (
    labels: number,
    parents: number,
    count: number,
    d: number,
    words: number,
    work: number,
  ) => void;
  readonly closedWalksRoom: (d: number) => number;
  readonly closedWalksInto: ClosedWalks;
  readonly traceExponentialInto: ClosedWalks;
  readonly feedbackArcsRoom: (n: number) => number;
  readonly fewestFeedbackArcs: (children: number, n: number, work: number) => number;
  readonly columnRangesInto: (
    least: number,
    most: number,
    X: number,
    order: number,
    count: number,
    stride: number,
  ) => void;
  readonly sumsBelowInto: (
    sums: number,
    counts: number,
    thresholds: number,
    X: number,
    y: number,
    order: number,
    count: number,
    stride: number,
  ) => void;
  readonly setTilesTogether: (count: number) => void;
}

type ClosedWalks = (
  out: number,
  parents: number,
  labels: number,
  count: number,
  d: number,
  words: number,
  work: number,
) => void;
