// One training step of the paper's network: ours and PyTorch's, the same arithmetic, in the same run, and the ratio.
//
//     npm run build && node bench/peers/step.js
//     options, with defaults: --rounds 4 --steps 20 [--strict] [--wide] [--no-compile]
//
// Batch 64; d = 12 with 64 samples per item and d = 30 with 128; one and two threads; the published step (two gradient sets,
// clipped and applied separately) and the merged one. The two sides take turns, case by case and round by round, so that both meet
// the same machine conditions; a time is the best of all rounds. Run it on an otherwise idle machine: a third process slows
// PyTorch's threads far more than ours.
//
// PyTorch's step is timed in three forms (step.py): "usual", the network as it is usually written, with modules and
// torch.optim; "fastest", the fastest of four that were written for this comparison, with a fused optimiser, one product for
// Q, K and V, and attention laid out for its kernels; and torch.compile where that works. The bars are against the first.

import { networkBuild } from "../../dist/core/math/wasm/network-kernels.js";
import { wideNetwork } from "../../dist/core/net/wide.js";
import { allowRelaxedSimd, wideModule } from "../../dist/node/index.js";
import { barsLine, optionsOf, printedTable, verdict } from "../harness.js";
import { cases, preparedStep, timed } from "../step.js";
import { startedPeer } from "./peer.js";
import { recorded } from "./rows.js";

const options = optionsOf({ rounds: 4, steps: 20, strict: false, wide: false, "no-compile": false });
const { strict, steps } = options;
allowRelaxedSimd();
const build = networkBuild({ strict });
const wide = options.wide ? wideNetwork(wideModule, build) : undefined;

/** Required speed-up over PyTorch, by variables and threads. @type {Record<string, number>} */
const bars = { "12 1": 2, "12 2": 2.5, "30 1": 2, "30 2": 2 };

/**
 * @typedef {{ seconds: number, median: number }} Times
 * @typedef {{ eager: Record<string, Times>, compiled: number, error: string }} Theirs
 */

await main();

async function main() {
  const peer = await startedPeer("step.py");
  try {
    const ours = cases.map(() => Number.POSITIVE_INFINITY);
    /** @type {Theirs[]} */
    const theirs = cases.map(() => ({ eager: {}, compiled: Number.POSITIVE_INFINITY, error: "" }));
    for (let round = 0; round < options.rounds; round++) {
      for (const [k, { d, inputSamples, step, threads }] of cases.entries()) {
        const prepared = await preparedStep({ d, inputSamples, step, threads, strict, wide });
        ours[k] = Math.min(ours[k], timed(prepared.run, steps).best);
        await prepared.stop();
        const request = { d, n: inputSamples, B: 64, threads, step, repeat: steps };
        const { ways, compiled } = await peer.ask({ ...request, compile: !options["no-compile"] });
        for (const [way, { seconds }] of Object.entries(ways)) {
          if (way === "compiled") theirs[k].compiled = Math.min(theirs[k].compiled, seconds);
          else theirs[k].eager[way] = Math.min(theirs[k].eager[way] ?? Number.POSITIVE_INFINITY, seconds);
        }
        if (compiled?.error) theirs[k].error = compiled.error;
      }
    }
    console.log(
      `best of ${options.rounds} rounds of ${steps} steps; Node ${process.versions.node}, ${build} build${options.wide ? (wide ? ", 256 bits" : ", 256 bits asked for and not to be had") : ""}; ${peer.versions}; times faster = theirs / ours\n`,
    );
    report(ours, theirs, peer.versions);
  } finally {
    peer.stop();
  }
}

/**
 * @param {readonly number[]} ours
 * @param {readonly Theirs[]} theirs
 * @param {string} versions
 */
function report(ours, theirs, versions) {
  let missed = 0;
  const printRow = printedTable(
    "  d       step  threads  ours ms  usual ms  faster             bar  fastest ms  faster  compiled ms  faster",
  );
  for (const [k, { d, step, threads }] of cases.entries()) {
    const { modules: usual, ...forms } = theirs[k].eager;
    const fastest = Math.min(...Object.values(forms));
    const bar = bars[`${d} ${threads}`];
    const isMet = usual / ours[k] >= bar;
    if (!isMet) missed++;
    for (const [peer, seconds] of Object.entries({
      "PyTorch, as usual": usual,
      "PyTorch, fastest form": fastest,
    }))
      recorded({
        ...{ bench: "step", product: "training step of the paper's network", of: `d = ${d}, ${step}` },
        ...{ peer, versions, times: seconds / ours[k], threads, bits: wide ? 256 : 128 },
      });
    const cells = [usual, fastest, theirs[k].compiled].map((seconds) =>
      seconds < Number.POSITIVE_INFINITY
        ? [(1000 * seconds).toFixed(2), `${(seconds / ours[k]).toFixed(2)}×`]
        : ["–", "–"],
    );
    printRow([
      d,
      step,
      threads,
      (1000 * ours[k]).toFixed(2),
      ...cells[0],
      verdict(isMet, `≥ ${bar}`),
      ...cells[1],
      ...cells[2],
    ]);
  }
  const error = theirs.find((one) => one.error)?.error;
  if (error) console.log(`\ntorch.compile does not work here: ${error}`);
  console.log("\nall forms, ms:");
  for (const [k, { d, step, threads }] of cases.entries()) {
    const forms = Object.entries(theirs[k].eager).map(([form, s]) => `${form} ${(1000 * s).toFixed(1)}`);
    console.log(`  d = ${d}, ${step}, ${threads} threads: ${forms.join(", ")}`);
  }
  console.log(barsLine("step", missed));
}
