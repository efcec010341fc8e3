// DAG-GNN: training steps per second, ours and gCastle's, on the same tables in the same run, and the ratio.
//
//     npm run build && node bench/peers/dag-gnn.js
//     options, with defaults: --rounds 3, --epochs 20
//
// One thread each, taking turns, so that both meet the same machine conditions; a time is the least processor time of all rounds for
// one whole solve of --epochs epochs, from the table to the weights: batches of 100 rows, networks 1 → 64 → 1, float64 on both
// sides. Each side starts from its own random numbers, so only the work is compared, not the result. The bar: at least 2 times as
// fast for the same number of steps.

import { paperSet } from "../../dist/core/data/paper-sets.js";
import { simulate } from "../../dist/core/data/simulate/simulate.js";
import { createRng } from "../../dist/core/math/rng.js";
import { linearBic } from "../../dist/core/score/linear-bic.js";
import { dagGnn } from "../../dist/core/search/continuous/dag-gnn/dag-gnn.js";
import { finish } from "../../dist/core/search/search.js";
import { optionsOf, printedTable, processorTimed, verdict } from "../harness.js";
import { inTurns, withPeer } from "./peer.js";
import { recorded } from "./rows.js";

const { rounds, epochs } = optionsOf({ rounds: 3, epochs: 20 });
const batch = 100;
const bar = 2;

const tables = {
  "paper, LiNGAM": paperSet("paper/exp1-lingam-12", 8).table,
  "paper, LiNGAM, 30": paperSet("paper/exp1-lingam-30", 8).table,
  "simulated, 100": simulate({ nodes: 100, samples: 1000, seed: 1 }).table,
};

await withPeer("dag_gnn.py", async (peer, written) => {
  console.log(
    `one thread, best of ${rounds}; Node ${process.versions.node}, ${peer.versions}; ratio = theirs / ours\n`,
  );
  const printRow = printedTable(
    "              data    d      n  steps  ours steps/s  gCastle steps/s    ratio            bar",
  );
  for (const [name, table] of Object.entries(tables)) {
    const { rows: n, cols: d } = table.X;
    const file = written(table.X);
    const ask = () => peer.ask({ file, n, d, epochs, batch });
    const { ours, theirs, ratios } = await inTurns(rounds, () => solved(table), ask);
    const steps = epochs * Math.ceil(n / batch);
    const ratio = theirs.seconds / ours.seconds;
    if (!(ratio >= bar)) process.exitCode = 1;
    recorded({
      ...{ bench: "dag-gnn", product: "DAG-GNN, training", of: `${name}, d = ${d}, n = ${n}` },
      ...{ peer: "gCastle", versions: peer.versions, times: ratio, rounds: ratios },
    });
    const speeds = [ours, theirs].map(({ seconds }) => (steps / seconds).toFixed(0));
    printRow([name, d, n, steps, ...speeds, `${ratio.toFixed(1)}×`, verdict(ratio >= bar, `≥ ${bar}`)]);
  }
});

/** @param {import("../../dist/core/data/table.js").Table} table */
function solved(table) {
  const score = linearBic(table);
  return processorTimed(() =>
    finish(dagGnn({ table, score, rng: createRng(1) }, { epochs, batch, rounds: 1 })),
  );
}
