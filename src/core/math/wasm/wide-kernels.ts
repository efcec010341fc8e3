// The float64 kernels as 256-bit instructions, if the runtime can generate them: verified at start, or not used.
//
// A module of 128-bit SIMD can be compiled so that two adjacent instructions become one of 256 bits (V8's "revectoriser").
// Lane by lane the arithmetic is the same, so the bytes must be too. Because the pass is experimental, this is verified:
// every kernel solves one problem in both builds, and a single differing bit rules out the wide build.
//
// How to compile depends on the runtime: see `wideModule` in node/runs/machine.ts. The result can be passed to other
// threads like any compiled module.

import { createRng } from "../rng.ts";
import { statisticsHex } from "./kernels.generated.ts";
import { createKernels, type Kernels } from "./kernels.ts";

/** The wide build, for `createKernels` and `denseWorkspace`; undefined if none gives the same bytes. */
export function wideKernels(
  compile: (hex: string) => WebAssembly.Module | undefined,
): WebAssembly.Module | undefined {
  const wide = compile(statisticsHex);
  if (wide === undefined) return undefined;
  const expected = traces(createKernels(problemBytes));
  const actual = traces(createKernels(problemBytes, { wide }));
  return expected.every((word, k) => word === actual[k]) ? wide : undefined;
}

const problemBytes = 2 ** 20;

/** The environment of each part of the problem. */
interface Bench {
  readonly kernels: Kernels;
  /** Address of random numbers between −size and size. */
  readonly random: (count: number, size?: number) => number;
  /** Scratch space that is not compared. */
  readonly work: number;
}

/**
 * All that the kernels write for one problem, as words. Sizes exceed every block and are no multiples of a tile, so that
 * every loop and every remainder is covered; memory that kernels must not write is random, so that a stray write shows.
 */
function traces(kernels: Kernels): Uint32Array {
  const { allocateFloats, floats } = kernels;
  const rng = createRng("wide");
  const work = allocateFloats(60_000);
  const first = allocateFloats(0);
  const random = (count: number, size = 1): number => {
    const at = allocateFloats(count);
    const numbers = floats(at, count);
    for (let k = 0; k < count; k++) numbers[k] = size * (2 * rng.uniform() - 1);
    return at;
  };
  const bench = { kernels, random, work };
  const answers = [
    ...factors(bench),
    ...products(bench),
    ...functions(bench),
    ...subsets(bench),
    ...graphs(bench),
    ...forests(bench),
    ...neighbours(bench),
  ];
  floats(random(answers.length), answers.length).set(answers);
  return kernels.words(first, (allocateFloats(0) - first) / 4);
}

function factors({ kernels: { call, floats }, random, work }: Bench): number[] {
  const [n, step, columns] = [141, 142, 23];
  const L = random(n * step);
  for (let i = 0; i < n; i++) floats(L, n * step)[i * (step + 1)] += n;
  const X = random(n * step);
  const [x, y] = [random(n), random(n)];
  const last = n - 1;
  const pivot = call.choleskyInto(L, step, n, work);
  call.solveLowerInto(X, step, L, step, 1, n, columns, work);
  call.solveLowerInto(X + 8 * last * step, -step, L + 8 * last * (step + 1), -1, -step, n, columns, work);
  call.solveLowerVectorInto(x, L, step, n);
  call.solveTransposedVectorInto(x, L, step, n);
  call.updateCholeskyInto(L, step, n, x, work);
  return [pivot, call.downdateCholeskyInto(L, step, n, y, work)];
}

function products({ kernels: { call, floats }, random, work }: Bench): number[] {
  const [m, n, k, step] = [13, 21, 260, 22];
  const [A, B] = [random(m * k), random(k * step)];
  for (const mode of [0, 1, 2])
    call.productInto(random(m * step), step, A, k, 1, B, step, 1, m, n, k, mode, 0, work);
  const square = random(m * step);
  call.productInto(square, step, A, k, 1, A, 1, k, m, m, k, 0, 1, work);
  call.mirrorInto(square, step, m);
  call.scatterInto(random(5 * 6), A, B, work, 10, 5);
  const columns = random(7 * 20);
  const finite = [call.areFinite(columns, 20, 7, 19)];
  call.centreInto(columns, 20, 7, 19, random(7));
  for (const i of [2, 18]) {
    floats(columns, 7 * 20)[6 * 20 + i] = Number.POSITIVE_INFINITY;
    finite.push(call.areFinite(columns, 20, 7, 19));
    floats(columns, 7 * 20)[6 * 20 + i] = 1;
  }
  return [...finite, call.exponentialMinusIdentityInto(random(100), random(100), 10, 9, work)];
}

function functions({ kernels: { call }, random, work }: Bench): number[] {
  // Exponents below −746 too, where the result is zero, and where it is subnormal.
  call.rbfLowerInto(random(30 * 30), 30, random(3 * 32, 8), 32, 30, 3, -4, work);
  call.rbfLowerInto(random(30 * 30), 30, random(3 * 32), 32, 30, 3, -4, work);
  for (const size of [1, 700, 750]) {
    const numbers = random(40, size);
    call.expInto(numbers, numbers, 37);
  }
  return [];
}

function subsets({ kernels: { call, floats, words }, random, work }: Bench): number[] {
  const d = 5;
  const M = random(d * d, 0.2);
  for (let i = 0; i < d; i++) floats(M, d * d)[i * (d + 1)] = 1;
  const [scale, coefficients, masks] = [random(d), random(3 * d), random(d)];
  floats(scale, d).fill(2);
  for (let j = 0; j < d; j++) words(masks + 8 * j, 2).set([2 ** d - 1, 0]);
  const events = [0, 1].map((logarithmic) => {
    const table = random(d * 2 ** (d - 1));
    const costs = random(2 ** d);
    const args = [M, scale, d, work, table, masks, coefficients] as const;
    const count = call.subsetCosts(...args, d, logarithmic, 0.1, 1e-10, 0, 2 ** d, d);
    for (let j = 0; j < d; j++) call.lowerOverSubsets(table + 8 * j * 2 ** (d - 1), d - 1);
    call.bestOrderCosts(costs, table, d, 1, 2 ** d);
    return count;
  });
  return events;
}

/** A graph whose rows of 28 numbers are processed as sixteen, eight and four, and the residuals of its nodes. */
function graphs({ kernels: { call, floats, words }, random, work }: Bench): number[] {
  const d = 28;
  const M = random(d * d, 0.02);
  const [parents, labels, requests] = [random(d), random(d), random(d)];
  for (let j = 0; j < d; j++) {
    for (let i = 0; i < j; i++) floats(M, d * d)[j * d + i] = floats(M, d * d)[i * d + j];
    floats(M, d * d)[j * (d + 1)] = 1;
    let bits = 0;
    // Two edges in three: as dense as possible without another squaring, so that the last term of the series matters.
    for (let i = 0; i < d; i++) if (i !== j && (i + 2 * j + ((i * j) % 5)) % 3 !== 0) bits |= 1 << i;
    words(parents, d)[j] = bits;
    words(requests + 8 * j, 2).set([j, bits]);
  }
  call.residualsInto(random(d), random(d), M, d, requests, d, 1, 1e-11, work);
  call.cyclicPartsInto(labels, parents, 1, d, 1, work);
  call.traceExponentialInto(random(1), parents, labels, 1, d, 1, work);
  call.closedWalksInto(random(1), parents, labels, 1, d, 1, work);
  return [call.fewestFeedbackArcs(parents, 6, work)];
}

/** A tree node with nine of twenty rows and eight columns. */
function forests({ kernels: { call, words }, random }: Bench): number[] {
  const [X, y, order] = [random(20 * 8), random(20), random(5)];
  words(order, 9).set([3, 0, 7, 19, 12, 4, 8, 15, 1]);
  call.columnRangesInto(random(8), random(8), X, order, 9, 8);
  call.sumsBelowInto(random(8), random(8), random(8), X, y, order, 9, 8);
  return [];
}

/** Rows conditioned on their nearest ones; far and near ones, so that exponentials of both kinds are covered. */
function neighbours({ kernels: { call, floats }, random, work }: Bench): number[] {
  const [n, most, count, step] = [45, 9, 3, 4];
  const stride = 48;
  const features = random(stride * count);
  for (let i = 0; i < n; i += 7) floats(features, n)[i] *= 40;
  const nearest = random((n * most + 1) >> 1);
  const Y = random((n + 1) * step);
  floats(Y + 8 * n * step, step).fill(0);
  const [factors, noises] = [random(2), random(2)];
  floats(factors, 2).set([-0.5, -3]);
  floats(noises, 2).set([0.1, 0.5]);
  const cells = random(4 * (step + n + (n % 2)));
  for (let from = 0; from < n; from += 16) {
    const to = Math.min(n, from + 16);
    call.nearestInto(nearest, features, stride, n, count, most, from, to, work);
    call.conditionalInto(
      ...([cells, nearest, most, features, stride, n, count] as const),
      ...([Y, step, factors, 2, noises, 2, from, to, work] as const),
    );
  }
  return [];
}
