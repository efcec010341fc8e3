// Dense float64 kernels: ours and those of SciPy and NumPy on the same matrices in the same run, and the ratio.
//
//     npm run build && node bench/peers/dense.js
//     options, with defaults: --rounds 6 --repeat 5, --wide (off: 128 bits)
//
// One thread each. The two take turns, case by case and round by round, so that both meet the same machine conditions;
// a time is the best of all rounds. Timed are bench/dense.js for ours (WebAssembly, 128 bits wide or, on Node 24 with
// --wide, 256) and dense.py for theirs (native, as wide as the processor). Both must get the same result, and --wide the
// bytes of 128 bits; otherwise the bench says so and exits 1.

import { wideKernels } from "../../dist/core/math/wasm/wide-kernels.js";
import { wideModule } from "../../dist/node/runs/machine.js";
import { bestSeconds, cases, hasBytesOfPlain, prepared, widePath } from "../dense.js";
import { barsLine, optionsOf, printedTable, verdict } from "../harness.js";
import { measuredPeak } from "../peak.js";
import { startedPeer } from "./peer.js";
import { recorded } from "./rows.js";

/** @typedef {{ ways: Record<string, number>, sum: number }} Answer */

const options = optionsOf({ rounds: 6, repeat: 5, wide: false });
const { repeat } = options;
const build = options.wide ? { wide: wideKernels(wideModule) } : {};

/** Upper limit of our time as a multiple of theirs, by label and peer. @type {Record<string, Record<string, number>>} */
const bars = {
  "Cholesky 1000": { "SciPy dpotrf": options.wide ? 1.3 : 2.5 },
  "RBF 1000, 1 feature": { NumPy: 1 },
  "RBF 1000, 5 features": { NumPy: 1 },
  "RBF 1000, 10 features": { NumPy: 1 },
};

await main();

async function main() {
  const peer = await startedPeer("dense.py");
  try {
    const ours = cases.map((one) => ({ matrices: prepared(one, build), seconds: Number.POSITIVE_INFINITY }));
    /** @type {Answer[]} */
    const theirs = [];
    let peak = 0;
    for (let round = 0; round < options.rounds; round++) {
      peak = Math.max(peak, await measuredPeak({ numbers: "f64", repeat }));
      for (const [k, one] of cases.entries()) {
        ours[k].seconds = Math.min(ours[k].seconds, bestSeconds(ours[k].matrices, repeat));
        const now = await peer.ask({ kind: one.kind, sizes: one.sizes, repeat });
        for (const [name, before] of Object.entries(theirs[k]?.ways ?? {}))
          now.ways[name] = Math.min(now.ways[name], before);
        theirs[k] = now;
      }
    }
    console.log(
      `one thread, best of ${options.rounds} rounds of ${repeat}; Node ${process.versions.node}, ${peer.versions}; ratio = ours / theirs`,
    );
    console.log(`our peak, 128 bits wide: ${peak.toFixed(1)} GFLOP/s`);
    if (options.wide) console.log(await widePath(build, peak, repeat));
    console.log("");
    report(ours, theirs, peer.versions);
  } finally {
    peer.stop();
  }
}

/**
 * @param {readonly { matrices: import("../dense.js").Prepared, seconds: number }[]} ours
 * @param {readonly Answer[]} theirs
 * @param {string} versions
 */
function report(ours, theirs, versions) {
  let missed = 0;
  let disagreements = 0;
  const printRow = printedTable(
    "                    kernel    ours ms            peer    peer ms    ratio  same result            bar",
  );
  for (const [k, one] of cases.entries()) {
    const { label } = one;
    const { matrices, seconds } = ours[k];
    const sum = matrices.sum();
    const isNear = Math.abs(sum - theirs[k].sum) <= 1e-9 * Math.abs(sum);
    const isSame = isNear && (!build.wide || hasBytesOfPlain(one, matrices));
    if (!isSame) disagreements++;
    for (const [name, peerSeconds] of Object.entries(theirs[k].ways)) {
      const ratio = seconds / peerSeconds;
      const bar = bars[label]?.[name];
      recorded({
        ...{ bench: "dense", product: "dense algebra", of: label, peer: name, versions, times: 1 / ratio },
        ...{ bits: build.wide ? 256 : 128 },
      });
      if (bar !== undefined && !(ratio <= bar)) missed++;
      printRow([
        label,
        (1000 * seconds).toFixed(3),
        name,
        (1000 * peerSeconds).toFixed(3),
        `${ratio.toFixed(2)}×`,
        isSame ? "yes" : "NO",
        bar === undefined ? "" : verdict(ratio <= bar, `≤ ${bar}`),
      ]);
    }
  }
  console.log(barsLine("dense", missed));
  if (disagreements > 0) {
    console.log(`${disagreements} of the results differ`);
    process.exitCode = 1;
  }
}
