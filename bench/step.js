// One training step of the paper's network: the whole step, and each kind of kernel in it.
//
//     npm run build && node bench/step.js
//     options, with defaults: --steps 60 --rounds 3 [--strict] [--wide] [--growth]
//
// Rounds of all cases take turns, so that each meets the same machine conditions; a time is the best of all steps, shown with
// the lowest median of a round. --wide: 256-bit instructions where the runtime compiles them and they pass verification
// (Node 24). --growth: 20,000 steps of the full network, and the memory they leave allocated.

import { fileURLToPath } from "node:url";
import { networkKernels } from "../dist/core/math/wasm/kernels.generated.js";
import { networkBuild } from "../dist/core/math/wasm/network-kernels.js";
import { wideNetwork } from "../dist/core/net/wide.js";
import { createAgent } from "../dist/core/search/agents/agent.js";
import { actorLoss, criticLoss, update } from "../dist/core/search/agents/rl/rl.js";
import { allowRelaxedSimd, createCrew, createRng, wideModule } from "../dist/node/index.js";
import { optionsOf, printedTable, timed as timedOnce, verdict } from "./harness.js";
import { measuredPeak } from "./peak.js";

export const sizes = [
  { d: 12, inputSamples: 64 },
  { d: 30, inputSamples: 128 },
];

/** Both steps with one thread and with two. */
export const cases = sizes.flatMap((size) =>
  /** @type {const} */ (["published", "merged"]).flatMap((step) =>
    [1, 2].map((threads) => ({ ...size, step, threads })),
  ),
);

/**
 * A step of the agent on random data and rewards, ready to be timed.
 * @param {{ d: number, inputSamples: number, step: "published" | "merged", threads: number, strict?: boolean, wide?: WebAssembly.Module }} options
 */
export async function preparedStep({ d, inputSamples, step, threads, strict = false, wide }) {
  const rng = createRng(`bench/${d}`);
  const crew = await createCrew(threads);
  const build = networkBuild({ strict });
  const n = 5000;
  const X = { rows: n, cols: d, data: Float64Array.from({ length: n * d }, () => rng.normal()) };
  const agent = createAgent(X, rng, { inputSamples, step }, { build, wide, crew });
  const rewards = Float64Array.from({ length: 64 }, () => -1 - 2 * rng.uniform());
  while (agent.net.threadsNow() < threads) await new Promise((resolve) => setTimeout(resolve, 1));
  return {
    agent,
    run: () => {
      agent.propose();
      const proposed = agent.proposed();
      const advantages = rewards.map((r, b) => r + 2 - proposed.value[b]);
      update(agent, [actorLoss(advantages, proposed, 1e-3), criticLoss(advantages)], 1e-3);
    },
    stop: async () => {
      agent.net.close();
      await crew.stop();
    },
  };
}

/**
 * Best and median seconds of many runs.
 * @param {() => void} run
 * @param {number} count
 */
export function timed(run, count) {
  for (let k = 0; k < 5; k++) run();
  const times = Array.from({ length: count }, () => timedOnce(run).seconds).sort((a, b) => a - b);
  return { best: times[0], median: times[Math.floor(count / 2)] };
}

/** Multiply-add operations of the products and the attention of one step, forward and backward. */
export function operations({ d, inputSamples }, step, { hidden = 64, stacks = 6, batch = 64 } = {}) {
  const rows = batch * d;
  const layer = 2 * rows * hidden * (3 * hidden + 8 * hidden) + 4 * rows * d * hidden;
  const forward = 2 * rows * inputSamples * hidden + stacks * layer;
  const backward = 2 * rows * inputSamples * hidden + stacks * 2 * layer;
  return forward + (step === "published" ? 2 : 1) * backward;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

async function main() {
  const options = optionsOf({ steps: 60, rounds: 3, strict: false, wide: false, growth: false });
  const { steps, rounds, strict } = options;
  allowRelaxedSimd();
  const build = networkBuild({ strict });
  const wide = options.wide ? wideNetwork(wideModule, build) : undefined;
  const isFused = build === "relaxed";
  const peak = await measuredPeak({ numbers: "f32", isFused });
  console.log(
    `Node ${process.versions.node}, ${build} build; multiply-add peak of a core, 128 bits: ${peak.toFixed(1)} GFLOP/s`,
  );
  const widePeak = wide ? await measuredPeak({ numbers: "f32", isFused, wideModule }) : 0;
  if (options.wide)
    console.log(
      wide
        ? `256-bit path: on, ${(widePeak / peak).toFixed(1)}× the peak of 128 bits`
        : "256-bit path: off (this runtime has none that gives the same bytes)",
    );
  if (options.growth) return growth({ ...sizes[0], step: "published", threads: 2, strict, wide });

  const results = cases.map(() => ({ best: Number.POSITIVE_INFINITY, median: Number.POSITIVE_INFINITY }));
  for (let round = 0; round < rounds; round++) {
    for (const [k, one] of cases.entries()) {
      const prepared = await preparedStep({ ...one, strict, wide });
      const { best, median } = timed(prepared.run, steps);
      results[k].best = Math.min(results[k].best, best);
      results[k].median = Math.min(results[k].median, median);
      await prepared.stop();
    }
  }
  console.log(`\nwhole step, batch 64, best of ${rounds} rounds of ${steps}\n`);
  const printRow = printedTable("  d    n       step  threads   best ms  median ms   GFLOP/s");
  for (const [k, { d, inputSamples, step, threads }] of cases.entries()) {
    const { best, median } = results[k];
    const speed = operations({ d, inputSamples }, step) / best / 1e9;
    const times = [best, median].map((seconds) => (1000 * seconds).toFixed(2));
    printRow([d, inputSamples, step, threads, ...times, speed.toFixed(1)]);
  }
  await odd({ step: "published", threads: 1, strict, wide });
  for (const size of sizes) await kinds({ ...size, step: "published", threads: 1, strict, wide });
}

/** Time per operation for sizes that are not multiples of a tile, compared with sizes that are. */
async function odd(options) {
  const [even, uneven] = [
    { d: 12, inputSamples: 64 },
    { d: 11, inputSamples: 50 },
  ];
  const prepared = await Promise.all([even, uneven].map((size) => preparedStep({ ...size, ...options })));
  const speeds = [0, 0];
  for (let round = 0; round < 3; round++) {
    for (const [k, { run }] of prepared.entries())
      speeds[k] = Math.max(
        speeds[k],
        operations([even, uneven][k], options.step) / timed(run, 20).best / 1e9,
      );
  }
  for (const { stop } of prepared) await stop();
  const share = speeds[1] / speeds[0];
  console.log(
    `\nd = 11, n = 50 beside d = 12, n = 64: ${speeds[1].toFixed(1)} and ${speeds[0].toFixed(1)} GFLOP/s, ${(100 * share).toFixed(0)} %: ${verdict(share > 0.75, "more than 75 %")}`,
  );
}

/** Time in each kind of kernel, one thread, instruction by instruction. */
async function kinds(options) {
  const { agent, run, stop } = await preparedStep(options);
  for (let k = 0; k < 10; k++) run();
  const kernels = Object.entries(networkKernels);
  const best = new Map();
  const { net } = agent;
  const { call } = net.kernels;
  for (let repeat = 0; repeat < 20; repeat++) {
    const now = new Map();
    for (const program of ["draw", "propose", "learn"]) {
      for (let at = net.address(program); ; ) {
        const [words, kernel] = net.words(at, 2);
        if (words === 0) break;
        if (kernel < kernels.length) {
          const [name, parameters] = kernels[kernel];
          const values = Object.values(parameters).map(
            (type, k) => (type === "f32" ? net.singles : net.words)(at + 12 + 4 * k, 1)[0],
          );
          const start = performance.now();
          call[name](...values);
          now.set(name, (now.get(name) ?? 0) + performance.now() - start);
        }
        at += 4 * words;
      }
    }
    for (const [name, ms] of now) best.set(name, Math.min(ms, best.get(name) ?? Number.POSITIVE_INFINITY));
  }
  const total = [...best.values()].reduce((a, b) => a + b, 0);
  console.log(`\neach kind of kernel, d = ${options.d}, published step, one thread, best of 20, ms\n`);
  for (const [name, ms] of [...best].sort((a, b) => b[1] - a[1]))
    console.log(
      `  ${name.padEnd(24)} ${ms.toFixed(3).padStart(8)}  ${((100 * ms) / total).toFixed(1).padStart(5)} %`,
    );
  console.log(`  ${"all".padEnd(24)} ${total.toFixed(3).padStart(8)}`);
  await stop();
}

async function growth(options) {
  const { agent, run, stop } = await preparedStep(options);
  const state = () => {
    globalThis.gc?.();
    return { heap: process.memoryUsage().heapUsed, linear: agent.net.kernels.memory.buffer.byteLength };
  };
  let start;
  for (let k = 1; k <= 20_000; k++) {
    run();
    if (k === 100) start = state();
    if (k % 2000 === 0) {
      const { heap, linear } = state();
      console.log(
        `${k} steps: heap ${((heap - start.heap) / 1024).toFixed(0)} KB more than after 100, linear memory ${linear - start.linear} bytes more (of ${(linear / 2 ** 20).toFixed(0)} MB)`,
      );
    }
  }
  await stop();
}
