// Gaussian-process terms of all (node, parents): ours and scikit-learn's GaussianProcessRegressor, on the same table in the
// same run, and the ratio.
//
//     npm run build && node bench/peers/gp.js
//     options, with defaults: --rows 1000 --nodes 10 --every 16, --wide (off: 128 bits)
//
// One setting of the hyper-parameters (bandwidth: the median distance; noise: a tenth of the signal). One thread each; they
// take turns, parent set by parent set. Every sixteenth of all parent sets is used (--every 1: all, some ten minutes), spread
// over all sizes, so the ratio is that of the whole table. scikit-learn receives the bandwidth, which ours computes, and is
// run in two ways: a fit for each (node, parents), as its users write it, and one fit with all children as outputs. The
// likelihoods must agree; otherwise the bench says so and exits 1, as it does when a bar is missed.

import { medianDistance } from "../../dist/core/math/median-distance.js";
import { wideKernels } from "../../dist/core/math/wasm/wide-kernels.js";
import { gpTerms } from "../../dist/core/score/gp.js";
import { parentSets } from "../../dist/core/score/parent-sets.js";
import { matrix, simulate, standardised, wideModule } from "../../dist/node/index.js";
import { optionsOf, timed, verdict } from "../harness.js";
import { startedPeer } from "./peer.js";
import { recorded } from "./rows.js";

const options = optionsOf({ rows: 1000, nodes: 10, every: 16, wide: false });
const { rows: samples, nodes, every } = options;
const noise = 0.1;
/** Required speed-up over a fit for each pair. */
const bar = 5;

const { table } = simulate({ mechanism: "gp", nodes, samples, seed: 1 });
const { X } = standardised(table);
const sets = parentSets(nodes).filter(
  (parents, k) => parents.length > 0 && k % every === Math.floor(every / 2),
);
const wide = options.wide ? wideKernels(wideModule) : undefined;
const terms = gpTerms(table, { bandwidths: [1], noises: [noise], wide });

const peer = await startedPeer("gp.py");
try {
  const rows = Array.from({ length: samples }, (_, i) =>
    Array.from(X.data.subarray(i * nodes, (i + 1) * nodes)),
  );
  await peer.ask({ rows, noise });
  const seconds = { ours: 0, pairs: 0, outputs: 0 };
  let [fits, largest] = [0, 0];
  terms([0]); // warm-up: compiles, and allocates its workspace
  for (const parents of sets) {
    const own = timed(() => terms(parents));
    seconds.ours += own.seconds;
    const theirs = await peer.ask({ parents, bandwidth: medianDistance(columns(parents)) });
    seconds.pairs += theirs.pairs;
    seconds.outputs += theirs.outputs;
    for (const [node, value] of theirs.likelihoods) {
      fits++;
      largest = Math.max(largest, Math.abs(value - own.value[node]) / Math.abs(value));
    }
  }
  const whole = (2 ** nodes - 2) / sets.length;
  const ratio = seconds.pairs / seconds.ours;
  console.log(
    `one thread, ${nodes} variables, ${samples} rows, ${sets.length} parent sets with ${fits} pairs; Node ${process.versions.node}, ${peer.versions}`,
  );
  recorded({
    ...{ bench: "gp", product: "Gaussian-process terms", of: `d = ${nodes}, n = ${samples}` },
    ...{ peer: "scikit-learn, a fit for each pair", versions: peer.versions, times: ratio },
    ...{ bits: wide ? 256 : 128 },
  });
  console.log(`ours                              ${told(seconds.ours)}`);
  console.log(
    `scikit-learn, a fit for each pair ${told(seconds.pairs)}  ${ratio.toFixed(1)}× ours: ${verdict(ratio >= bar, `≥ ${bar}`)}`,
  );
  console.log(
    `scikit-learn, all children at once ${told(seconds.outputs).slice(1)}  ${(seconds.outputs / seconds.ours).toFixed(1)}× ours`,
  );
  console.log(`likelihoods agree to ${largest.toExponential(1)}`);
  if (!(largest < 1e-9) || ratio < bar) process.exitCode = 1;

  /** @param {number} time */
  function told(time) {
    return `${time.toFixed(2).padStart(8)} s, all sets ${(time * whole).toFixed(0).padStart(5)} s`;
  }
} finally {
  peer.stop();
}

/** @param {readonly number[]} parents */
function columns(parents) {
  const chosen = matrix(samples, parents.length);
  for (let i = 0; i < samples; i++)
    for (const [k, j] of parents.entries()) chosen.data[i * parents.length + k] = X.data[i * nodes + j];
  return chosen;
}
