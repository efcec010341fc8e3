// Dense float64 kernels: time and GFLOP/s of Cholesky factors, products and Gaussian kernel matrices.
//
//     npm run build && node bench/dense.js
//     options, with defaults: --repeat 20, --wide (off: 128 bits)
//
// A time is one call of a kernel on matrices that are already in its memory, on one thread, best of --repeat (a quarter
// as many from 10⁹ operations on). The baseline of every share is the peak measured in the same run: multiply and add
// in registers, 128 bits wide, nothing loaded or stored. Operations are counted as n³/3 for Cholesky, 2mnk for a product.
// bench/peers/dense.js compares with SciPy's LAPACK and NumPy.
//
// --wide uses the kernels as 256-bit instructions, where the runtime compiles them (Node 24), and reports whether it really does,
// from the peak of a loop that can be either. Each result is then compared with that of 128 bits, byte for byte; if any
// differs, the bench exits 1.

import { fileURLToPath } from "node:url";
import { featureStep, rowStep, writeFeatures } from "../dist/core/math/dense/dense-workspace.js";
import { createKernels } from "../dist/core/math/wasm/kernels.js";
import { wideKernels } from "../dist/core/math/wasm/wide-kernels.js";
import { wideModule } from "../dist/node/runs/machine.js";
import { optionsOf, printedTable } from "./harness.js";
import { measuredPeak } from "./peak.js";

/**
 * @typedef {{ kind: "cholesky" | "product" | "rbf", sizes: readonly number[], label: string, operations: number }} Case
 * @typedef {{ before: () => void, run: () => void, result: () => Float64Array, sum: () => number }} Prepared result: the
 * numbers in memory; sum: of their squares
 * @typedef {import("../dist/core/math/wasm/kernels.js").KernelsOptions} Build
 */

/** @type {readonly Case[]} */
export const cases = [
  ...[256, 512, 1000, 2048].map((n) => cholesky(n)),
  ...[64, 256, 512, 1000].map((n) => product(n, n, n)),
  product(20000, 10, 10),
  product(10, 10, 20000),
  product(10000, 50, 50),
  ...[1, 5, 10].map((features) => rbf(1000, features)),
];

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

async function main() {
  const { repeat, wide } = optionsOf({ repeat: 20, wide: false });
  const build = wide ? { wide: wideKernels(wideModule) } : {};
  const peak = await measuredPeak({ numbers: "f64", repeat });
  console.log(`Node ${process.versions.node}, one thread, best of ${repeat}`);
  console.log(`peak of multiply and add in registers: ${peak.toFixed(1)} GFLOP/s`);
  if (wide) console.log(await widePath(build, peak, repeat));
  console.log("");
  const printRow = printedTable(
    `                    kernel         ms    GFLOP/s    of peak${build.wide ? "  same bytes" : ""}`,
  );
  for (const one of cases) {
    const matrices = prepared(one, build);
    const seconds = bestSeconds(matrices, one.operations > 1e9 ? Math.ceil(repeat / 4) : repeat);
    const speed = one.operations / seconds / 1e9;
    const share =
      one.kind === "rbf" ? ["", ""] : [speed.toFixed(1), `${((100 * speed) / peak).toFixed(0)} %`];
    const isSame = !build.wide || hasBytesOfPlain(one, matrices);
    if (!isSame) process.exitCode = 1;
    const same = build.wide ? [isSame ? "yes" : "NO"] : [];
    printRow([one.label, (1000 * seconds).toFixed(3), ...share, ...same]);
  }
}

/**
 * A sentence that says whether the 256-bit path is really in use.
 * @param {Build} build
 * @param {number} peak of 128 bits
 * @param {number} repeat
 */
export async function widePath(build, peak, repeat) {
  if (!build.wide) return "256-bit path: off (this runtime has none, or one whose results differ)";
  const ratio = (await measuredPeak({ numbers: "f64", wideModule, repeat })) / peak;
  // 2 in theory; the same loop in 128 bits stays below 1.
  return `256-bit path: ${ratio > 1.3 ? "on" : "off"}, ${ratio.toFixed(1)}× the peak of 128 bits`;
}

/**
 * Does the result of a case have the bytes that the 128-bit build gives?
 * @param {Case} one
 * @param {Prepared} matrices of the same case, after a run
 */
export function hasBytesOfPlain(one, matrices) {
  const plain = prepared(one);
  plain.before();
  plain.run();
  const [a, b] = [matrices.result(), plain.result()];
  return Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(
    Buffer.from(b.buffer, b.byteOffset, b.byteLength),
  );
}

/**
 * @param {Pick<Prepared, "before" | "run">} prepared
 * @param {number} repeat
 */
export function bestSeconds({ before, run }, repeat) {
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < repeat; k++) {
    before();
    const start = performance.now();
    run();
    best = Math.min(best, (performance.now() - start) / 1000);
  }
  return best;
}

/**
 * The matrices of a case, in memory; entries are sines and cosines of their indices, so that another program can compute
 * the same ones.
 * @param {Case} one
 * @param {Build} [build]
 * @returns {Prepared}
 */
export function prepared({ kind, sizes }, build = {}) {
  if (kind === "cholesky") return preparedCholesky(sizes[0], build);
  if (kind === "product") return preparedProduct(sizes, build);
  return preparedRbf(sizes[0], sizes[1], build);
}

/**
 * @param {number} n
 * @param {Build} build
 * @returns {Prepared}
 */
function preparedCholesky(n, build) {
  const step = rowStep(n);
  const kernels = createKernels(8 * (n * step + 130 * (n + 4) + 512), build);
  const at = kernels.allocateFloats(n * step);
  const work = kernels.allocateFloats(kernels.call.choleskyRoom(n));
  const A = kernels.floats(at, n * step);
  const source = filled(n, n, step, (i, j) => (i === j ? n : 0) + Math.cos(i * j));
  return {
    before: () => A.set(source),
    run: () => {
      if (kernels.call.choleskyInto(at, step, n, work) !== 0) throw new Error("bench: not positive definite");
    },
    result: () => A,
    sum: () => squares(A, n, n, step, (i, j) => j <= i),
  };
}

/**
 * @param {readonly number[]} sizes
 * @param {Build} build
 * @returns {Prepared}
 */
function preparedProduct([m, n, k], build) {
  const [stepA, stepB, stepC] = [rowStep(k), rowStep(n), rowStep(n)];
  const kernels = createKernels(8 * (m * stepA + k * stepB + m * stepC + 300_000), build);
  const [a, b] = [kernels.allocateFloats(m * stepA), kernels.allocateFloats(k * stepB)];
  const c = kernels.allocateFloats(m * stepC);
  const work = kernels.allocateFloats(kernels.call.productRoom(m, n, k));
  kernels.floats(a, m * stepA).set(filled(m, k, stepA, (i, j) => Math.cos(i + 2 * j)));
  kernels.floats(b, k * stepB).set(filled(k, n, stepB, (i, j) => Math.sin(3 * i - j)));
  return {
    before: () => {},
    run: () => kernels.call.productInto(c, stepC, a, stepA, 1, b, stepB, 1, m, n, k, 0, 0, work),
    result: () => kernels.floats(c, m * stepC),
    sum: () => squares(kernels.floats(c, m * stepC), m, n, stepC, () => true),
  };
}

/**
 * The whole matrix, both triangles.
 * @param {number} n
 * @param {number} count
 * @param {Build} build
 * @returns {Prepared}
 */
function preparedRbf(n, count, build) {
  const [step, stride] = [rowStep(n), featureStep(n)];
  const kernels = createKernels(8 * (n * step + count * stride + 64), build);
  const [at, features] = [kernels.allocateFloats(n * step), kernels.allocateFloats(count * stride)];
  const work = kernels.allocateFloats(8);
  const X = { rows: n, cols: count, data: filled(n, count, count, (i, f) => Math.sin(i * i + f)) };
  writeFeatures(kernels.floats(features, count * stride), X);
  return {
    before: () => {},
    run: () => {
      kernels.call.rbfLowerInto(at, step, features, stride, n, count, -0.5, work);
      kernels.call.mirrorInto(at, step, n);
    },
    result: () => kernels.floats(at, n * step),
    sum: () => squares(kernels.floats(at, n * step), n, n, step, () => true),
  };
}

/**
 * @param {number} rows
 * @param {number} cols
 * @param {number} step
 * @param {(i: number, j: number) => number} entry
 */
function filled(rows, cols, step, entry) {
  const out = new Float64Array(rows * step);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) out[i * step + j] = entry(i, j);
  return out;
}

/**
 * @param {Float64Array} A
 * @param {number} rows
 * @param {number} cols
 * @param {number} step
 * @param {(i: number, j: number) => boolean} counts
 */
function squares(A, rows, cols, step, counts) {
  let sum = 0;
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++) if (counts(i, j)) sum += A[i * step + j] * A[i * step + j];
  return sum;
}

/**
 * @param {number} n
 * @returns {Case}
 */
function cholesky(n) {
  return { kind: "cholesky", sizes: [n], label: `Cholesky ${n}`, operations: (n * n * n) / 3 };
}

/**
 * @param {number} m
 * @param {number} n
 * @param {number} k
 * @returns {Case}
 */
function product(m, n, k) {
  return {
    kind: "product",
    sizes: [m, n, k],
    label: `product ${m} × ${k} × ${n}`,
    operations: 2 * m * n * k,
  };
}

/**
 * @param {number} n
 * @param {number} features
 * @returns {Case}
 */
function rbf(n, features) {
  // Differences, squares and sums, and the exponential as one operation: only to distinguish large cases from small ones.
  return {
    kind: "rbf",
    sizes: [n, features],
    label: `RBF ${n}, ${features} feature${features === 1 ? "" : "s"}`,
    operations: n * n * (3 * features + 1),
  };
}
