// Speed of the network kernels: GFLOP/s of each product shape, compared with the machine's multiply-add peak, measured here.
//
//     node bench/network.js [--strict]

import { createNetworkKernels, networkBuild, packedBytes } from "../dist/core/math/wasm/network-kernels.js";
import { allowRelaxedSimd } from "../dist/node/index.js";
import { bestOf, optionsOf } from "./harness.js";
import { measuredPeak } from "./peak.js";

const { strict } = optionsOf({ strict: false });
allowRelaxedSimd();
const build = networkBuild({ strict });

const peak = await measuredPeak({ numbers: "f32", isFused: build === "relaxed" });
console.log(
  `${build} build, one thread, Node ${process.versions.node}; measured peak ${peak.toFixed(1)} GFLOP/s\n`,
);
console.log("       rows x K x N      A B   share      A Bᵀ   share      Aᵀ Y   share   (share of the peak)");

const shapes = [
  [768, 64, 64],
  [768, 64, 192],
  [768, 64, 256],
  [768, 256, 64],
  [1920, 128, 64],
  [1920, 128, 256],
  [256, 256, 256],
  [512, 512, 512],
  [704, 50, 50],
  [705, 61, 67],
];
const slow = [];
for (const [rows, K, N] of shapes) {
  const wide = 8 * Math.ceil(N / 8);
  const tall = 8 * Math.ceil(K / 8);
  const kernels = createNetworkKernels(
    4 * (rows * (tall + wide) + K * N) + 2 * packedBytes(K, N) + packedBytes(N, K) + 4096,
    { build },
  );
  const A = kernels.allocate(4 * rows * tall);
  const Y = kernels.allocate(4 * rows * wide);
  const B = kernels.allocate(4 * K * N);
  for (const [at, count] of [
    [A, rows * tall],
    [Y, rows * wide],
    [B, K * N],
  ]) {
    kernels.singles(at, count).forEach((_, i, view) => {
      view[i] = 0.1 * Math.sin(i);
    });
  }
  const P = kernels.allocate(packedBytes(K, N));
  const T = kernels.allocate(packedBytes(N, K));
  const G = kernels.allocate(packedBytes(K, N));
  const { call } = kernels;
  const [packed, plain] = [kernels.singles(P, packedBytes(K, N) / 4), kernels.singles(B, K * N)];
  for (let k = 0; k < K; k++)
    for (let j = 0; j < N; j++) packed[((j >> 3) * K + k) * 8 + (j & 7)] = plain[k * N + j];
  call.transposePackedInto(T, P, K, N);
  const runs = [
    () => call.multiplyInto(Y, A, P, rows, N, K, 4 * tall, 4 * wide, 0, 0, 0),
    () => call.multiplyInto(A, Y, T, rows, K, N, 4 * wide, 4 * tall, 0, 0, 0),
    () => call.gradientInto(G, 0, A, Y, rows, N, K, 4 * tall, 4 * wide, 1),
  ];
  const speeds = runs.map((run) => {
    bestOf(60, run); // until the optimising compiler has taken over
    return (2 * rows * K * N) / bestOf(300, run).seconds / 1e9;
  });
  if (Math.min(...speeds) < 0.75 * peak) slow.push(`${rows} x ${K} x ${N}`);
  const cells = speeds.map(
    (s) => `${s.toFixed(1).padStart(8)}  ${((100 * s) / peak).toFixed(0).padStart(4)} %`,
  );
  console.log(`${`${rows} x ${K} x ${N}`.padStart(19)} ${cells.join("  ")}`);
}
console.log(
  slow.length === 0
    ? "\nnetwork: every shape at 75 % of the peak or more"
    : `\nnetwork: below 75 % of the peak: ${slow.join(", ")}`,
);
