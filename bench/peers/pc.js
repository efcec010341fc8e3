// PC: ours and causal-learn's on the same tables in the same run, and the ratio.
//
//     npm run build && node bench/peers/pc.js
//     options, with defaults: --rounds 5 --nodes 50,100 --degrees 2,4 --samples 1000 --seed 1 --minutes 15
//
// One thread each, taking turns, so that both meet the same machine conditions. A time is the least processor time, which other
// programs on the machine affect little, of all rounds (the first warms both up) for one search from the table to the class,
// correlations included. Fisher's z at 0.01, stable, colliders in index order on both sides. The bar: at least ten times as fast.
// Both must find the same adjacencies; otherwise the bench says so and exits 1. Classes can differ where no DAG has all the
// colliders that the tests imply (docs/algorithms/pc.md); then the bench reports how many of our conflicts were forced by other
// colliders or a cycle. The peer is stopped after --minutes: the ratio is then a lower bound.

import { simulate } from "../../dist/core/data/simulate/simulate.js";
import { linearBic } from "../../dist/core/score/linear-bic.js";
import { pc } from "../../dist/core/search/constraint/pc.js";
import { finish } from "../../dist/core/search/search.js";
import { optionsOf, printedTable, processorTimed, verdict } from "../harness.js";
import { inTurns, withPeer } from "./peer.js";
import { recorded } from "./rows.js";

/** @typedef {{ seconds: number, links: readonly (readonly number[])[], class: readonly string[] }} Answer */
/** @typedef {import("../../dist/core/data/table.js").Table} Table */

const {
  rounds,
  nodes,
  degrees,
  samples: n,
  seed,
  minutes,
} = optionsOf({
  rounds: 5,
  nodes: [50, 100],
  degrees: [2, 4],
  samples: 1000,
  seed: 1,
  minutes: 15,
});
/** Required speed-up. */
const bar = 10;

await withPeer("pc.py", async (peer, written) => {
  console.log(
    `n = ${n}, processor time of one thread, best of ${rounds}; Node ${process.versions.node}, ${peer.versions}; ratio = theirs / ours\n`,
  );
  const printRow = printedTable(
    "   d  degree  links    ours ms   theirs ms    ratio  same links       same class            bar",
  );
  for (const d of nodes) {
    for (const degree of degrees) {
      const { table } = simulate({ graph: "erdos-renyi", degree, nodes: d, samples: n, seed });
      const file = written(table.X);
      const theirs = () => peer.ask({ file, n, d }, minutes);
      const found = await inTurns(rounds, () => timed(table), theirs);
      recorded({
        ...{ bench: "pc", product: "PC, Fisher's z", of: `d = ${d}, degree ${degree}, n = ${n}` },
        ...{ peer: "causal-learn", versions: peer.versions, rounds: found.ratios },
        times: (found.theirs?.seconds ?? 60 * minutes) / found.ours.seconds,
        ...(found.theirs === null && { isLeast: true }),
      });
      printRow([d, degree, ...cellsOf(found.ours, found.theirs)]);
      if (found.isStopped) return;
    }
  }
});

/** @param {Table} table */
function timed(table) {
  const score = linearBic(table);
  const { value, seconds } = processorTimed(() => finish(pc({ table, score }, { conflicts: "first" })));
  const { pdag, conflicts } = value;
  const { d, directed, undirected } = pdag;
  /** @type {number[][]} */
  const links = [];
  /** @type {string[]} */
  const edges = [];
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const [there, back, open] = [directed[i * d + j], directed[j * d + i], undirected[i * d + j]];
      if (i < j && (there | back | open) === 1) links.push([i, j]);
      if (there === 1) edges.push(`${i}>${j}`);
      if (i < j && open === 1) edges.push(`${i}-${j}`);
    }
  }
  const forced = conflicts.filter(({ kind }) => kind === "extra" || kind === "cycle").length;
  return { seconds, links, class: edges.sort(), forced };
}

/**
 * @param {ReturnType<typeof timed>} ours
 * @param {Answer | null} theirs
 */
function cellsOf(ours, theirs) {
  const seconds = theirs?.seconds ?? 60 * minutes;
  const [ratio, sign] = [seconds / ours.seconds, theirs === null ? "> " : ""];
  const sameLinks = theirs === null || theirs.links.join(" ") === ours.links.join(" ");
  const sameClass = theirs === null || theirs.class.join(" ") === ours.class.join(" ");
  if (!sameLinks || !(ratio >= bar)) process.exitCode = 1;
  return [
    ours.links.length,
    (1000 * ours.seconds).toFixed(1),
    `${sign}${(1000 * seconds).toFixed(0)}`,
    `${sign}${ratio.toFixed(0)}×`,
    theirs === null ? "stopped" : sameLinks ? "yes" : "NO",
    theirs === null ? "stopped" : sameClass ? "yes" : `no (${ours.forced} forced)`,
    verdict(ratio >= bar, `≥ ${bar}`),
  ];
}
