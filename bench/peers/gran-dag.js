// Training steps of GraN-DAG: ours and gCastle's (PyTorch) on the same tables in the same run, and the ratio.
//
//     npm run build && node bench/peers/gran-dag.js
//     options, with defaults: --rounds 3, --steps 1000
//
// One thread each, taking turns, so that both meet the same machine conditions; the same networks (two hidden layers of ten
// units, or none), batches of 64 rows and number of steps, from the first on. A time is the least processor time of all
// rounds for one step, including everything between two steps (evaluation on the held-out rows, the constraint, closed
// edges). gCastle computes in float64 by default; it is timed in float32 and float64, and the faster one counts. The bar: at
// least 2 times as fast.

import { simulate } from "../../dist/core/data/simulate/simulate.js";
import { createRng } from "../../dist/core/math/rng.js";
import { linearBic } from "../../dist/core/score/linear-bic.js";
import { granDag } from "../../dist/core/search/continuous/gran-dag/gran-dag.js";
import { finish } from "../../dist/core/search/search.js";
import { allowRelaxedSimd } from "../../dist/node/runs/machine.js";
import { optionsOf, printedTable, processorTimed, quickest, verdict } from "../harness.js";
import { withPeer } from "./peer.js";
import { recorded } from "./rows.js";

const { rounds, steps } = optionsOf({ rounds: 3, steps: 1000 });
const bar = 2;
const cases = [
  { d: 10, n: 1000, layers: 2 },
  { d: 12, n: 5000, layers: 2 },
  { d: 12, n: 5000, layers: 0 },
  { d: 30, n: 5000, layers: 2 },
];

allowRelaxedSimd();
await withPeer("gran_dag.py", async (peer, written) => {
  console.log(
    `one thread, least processor time of ${rounds} rounds of ${steps} steps; Node ${process.versions.node}, ${peer.versions}; ratio = theirs / ours\n`,
  );
  const printRow = printedTable(
    "   d      n  layers    ours µs  gCastle f32 µs  gCastle f64 µs    ratio            bar",
  );
  const rule = /** @type {const} */ ({ graph: "erdos-renyi", degree: 4, mechanism: "mlp" });
  for (const { d, n, layers } of cases) {
    const { table } = simulate({ ...rule, nodes: d, samples: n, seed: 1 });
    const file = written(table.X);
    /** @type {{ seconds: number }[][]} */
    const [ours, float, double] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      ours.push(trained(table, layers));
      for (const [precision, times] of /** @type {const} */ ([
        ["float", float],
        ["double", double],
      ])) {
        const { processor } = await peer.ask({ file, n, d, layers, steps, precision });
        times.push({ seconds: processor });
      }
    }
    const [mine, single, both] = [ours, float, double].map(
      (times) => (1e6 * quickest(times).seconds) / steps,
    );
    const ratio = Math.min(single, both) / mine;
    if (!(ratio >= bar)) process.exitCode = 1;
    recorded({
      ...{
        bench: "gran-dag",
        product: "GraN-DAG, training",
        of: `d = ${d}, n = ${n}, ${layers} hidden layers`,
      },
      ...{ peer: "gCastle", versions: peer.versions, times: ratio },
      rounds: ours.map(({ seconds }, k) => Math.min(float[k].seconds, double[k].seconds) / seconds),
    });
    const numbers = [mine, single, both].map((time) => time.toFixed(0));
    printRow([d, n, layers, ...numbers, `${ratio.toFixed(1)}×`, verdict(ratio >= bar, `≥ ${bar}`)]);
  }
});

/**
 * @param {import("../../dist/core/data/table.js").Table} table
 * @param {number} layers
 */
function trained(table, layers) {
  const search = granDag(
    { table, score: linearBic(table), rng: createRng(1) },
    { layers, iterations: steps, candidates: "all" },
  );
  const { value, seconds } = processorTimed(() => finish(search));
  const { iteration } = value.values;
  if (iteration !== steps) throw new Error(`bench: ended after ${iteration} of ${steps} steps`);
  return { seconds };
}
