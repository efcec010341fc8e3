// One training step of the paper's network: ours and PyTorch's, the same arithmetic, in the same run, and the ratio.
//
//     npm run build && node bench/peers/step.js
//     options, with defaults: --rounds 4 --steps 20 [--strict] [--wide] [--no-compile]
//
// Batch 64; d = 12 with 64 samples an item and d = 30 with 128; one and two threads; the published step (two gradient sets,
// clipped and applied apart) and the merged one. The two take turns, case by case and round by round, so that both meet the
// machine in the same states; a time is the best of all rounds. Run it on a machine that does nothing else: PyTorch's
// threads lose far more to a third process than ours.
//
// PyTorch's step stands there in three forms (step.py): "usual", the network as it is usually written, with modules and
// torch.optim; "fastest", the fastest of four that were written for this comparison, with a fused optimiser, one product for
// Q, K and V, and attention laid out for its kernels; and torch.compile where that works. The bars are against the first.

import { parseArgs } from "node:util";
import { allowRelaxedSimd, net, networkBuild, wideModule } from "../../dist/node/index.js";
import { preparedStep, sizes, timed } from "../step.js";
import { printRow as printCells, startedPeer } from "./peer.js";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "4" },
    steps: { type: "string", default: "20" },
    strict: { type: "boolean", default: false },
    wide: { type: "boolean", default: false },
    "no-compile": { type: "boolean", default: false },
  },
});
const steps = Number(options.steps);
const { strict } = options;
allowRelaxedSimd();
const build = networkBuild({ strict });
const wide = options.wide ? net.wideNetwork(wideModule, build) : undefined;

/** How many times faster than PyTorch a step must be, by variables and threads. @type {Record<string, number>} */
const bars = { "12 1": 2, "12 2": 2.5, "30 1": 2, "30 2": 2 };

/**
 * @typedef {{ seconds: number, median: number }} Times
 * @typedef {{ eager: Record<string, Times>, compiled: number, error: string }} Theirs
 */

await main();

async function main() {
  const peer = await startedPeer("step.py");
  try {
    const cases = sizes.flatMap((size) =>
      ["published", "merged"].flatMap((step) => [1, 2].map((threads) => ({ ...size, step, threads }))),
    );
    const ours = cases.map(() => Number.POSITIVE_INFINITY);
    /** @type {Theirs[]} */
    const theirs = cases.map(() => ({ eager: {}, compiled: Number.POSITIVE_INFINITY, error: "" }));
    for (let round = 0; round < Number(options.rounds); round++) {
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
    report(cases, ours, theirs);
  } finally {
    peer.stop();
  }
}

/**
 * @param {readonly { d: number, inputSamples: number, step: string, threads: number }[]} cases
 * @param {readonly number[]} ours
 * @param {readonly Theirs[]} theirs
 */
function report(cases, ours, theirs) {
  let missed = 0;
  printRow([
    "d",
    "step",
    "threads",
    "ours ms",
    "usual ms",
    "faster",
    "bar",
    "fastest ms",
    "faster",
    "compiled ms",
    "faster",
  ]);
  for (const [k, { d, step, threads }] of cases.entries()) {
    const { modules: usual, ...forms } = theirs[k].eager;
    const fastest = Math.min(...Object.values(forms));
    const bar = bars[`${d} ${threads}`];
    const isMet = usual / ours[k] >= bar;
    if (!isMet) missed++;
    const cells = [usual, fastest, theirs[k].compiled].map((seconds) =>
      seconds < Number.POSITIVE_INFINITY
        ? [(1000 * seconds).toFixed(2), `${(seconds / ours[k]).toFixed(2)}×`]
        : ["–", "–"],
    );
    printRow([
      String(d),
      step,
      String(threads),
      (1000 * ours[k]).toFixed(2),
      ...cells[0],
      `${isMet ? "met" : "MISSED"} (≥ ${bar})`,
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
  console.log(`\n${missed === 0 ? "step: every bar met" : `step: ${missed} BARS MISSED`}`);
}

/** @param {readonly string[]} cells */
function printRow(cells) {
  printCells(cells, [3, 10, 8, 8, 9, 7, 15, 11, 7, 12, 7]);
}
