// PC: ours and causal-learn's on the same tables in the same run, and the ratio.
//
//     npm run build && node bench/peers/pc.js
//     options, with defaults: --rounds 5 --nodes 50,100 --degrees 2,4 --samples 1000 --seed 1 --minutes 15
//
// One thread each, taking turns, so that both meet the machine in the same states. A time is processor time, which other programs
// on the machine disturb little, the best of all rounds (the first warms both up), of one search from the table to the class,
// correlations included. Fisher's z at 0.01, stable, colliders by number on both sides. The bar: at least ten times as fast.
// The same links are asked for; where they differ the bench says so and exits 1. Classes can differ where no DAG has the
// colliders that the tests ask for (docs/algorithms/pc.md); then the bench says how many of our conflicts were resolved by
// colliders beside them. A peer is stopped after --minutes: the ratio is then a lower bound.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { simulate } from "../../dist/core/data/simulate/simulate.js";
import { linearBic } from "../../dist/core/score/linear-bic.js";
import { pc } from "../../dist/core/search/constraint/pc.js";
import { finish } from "../../dist/core/search/search.js";
import { best, printRow as printCells, startedPeer } from "./peer.js";

/** @typedef {{ seconds: number, links: readonly (readonly number[])[], class: readonly string[] }} Answer */
/** @typedef {import("../../dist/core/data/table.js").Table} Table */

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    nodes: { type: "string", default: "50,100" },
    degrees: { type: "string", default: "2,4" },
    samples: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "15" },
  },
});
/** Least number of times as fast. */
const bar = 10;

await main();

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "wherefore-pc-"));
  const peer = await startedPeer("pc.py");
  try {
    const n = Number(options.samples);
    console.log(
      `n = ${n}, processor time of one thread, best of ${options.rounds}; Node ${process.versions.node}, ${peer.versions}; ratio = theirs / ours\n`,
    );
    printRow(["d", "degree", "links", "ours ms", "theirs ms", "ratio", "same links", "same class", "bar"]);
    for (const d of options.nodes.split(",").map(Number)) {
      for (const degree of options.degrees.split(",").map(Number)) {
        const seed = Number(options.seed);
        const { table } = simulate({ graph: "erdos-renyi", degree, nodes: d, samples: n, seed });
        const file = join(folder, `${d}-${degree}.bin`);
        writeFileSync(file, table.X.data);
        /** @type {ReturnType<typeof timed>[]} */
        const ours = [];
        /** @type {Answer[]} */
        const peers = [];
        for (let round = 0; round < Number(options.rounds); round++) {
          ours.push(timed(table));
          const theirs = await peer.ask({ file, n, d }, Number(options.minutes));
          if (theirs === null) break;
          peers.push(theirs);
        }
        report(d, degree, best(ours), peers.length === 0 ? null : best(peers));
        if (peers.length < Number(options.rounds)) return;
      }
    }
  } finally {
    peer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Table} table */
function timed(table) {
  const score = linearBic(table);
  const start = process.cpuUsage();
  const { pdag, conflicts } = finish(pc({ table, score }, { conflicts: "first" }));
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
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
 * @param {number} d
 * @param {number} degree
 * @param {ReturnType<typeof timed>} ours
 * @param {Answer | null} theirs
 */
function report(d, degree, ours, theirs) {
  const seconds = theirs?.seconds ?? 60 * Number(options.minutes);
  const [ratio, sign] = [seconds / ours.seconds, theirs === null ? "> " : ""];
  const sameLinks = theirs === null || theirs.links.join(" ") === ours.links.join(" ");
  const sameClass = theirs === null || theirs.class.join(" ") === ours.class.join(" ");
  if (!sameLinks || !(ratio >= bar)) process.exitCode = 1;
  printRow([
    String(d),
    String(degree),
    String(ours.links.length),
    (1000 * ours.seconds).toFixed(1),
    `${sign}${(1000 * seconds).toFixed(0)}`,
    `${sign}${ratio.toFixed(0)}×`,
    theirs === null ? "stopped" : sameLinks ? "yes" : "NO",
    theirs === null ? "stopped" : sameClass ? "yes" : `no (${ours.forced} forced)`,
    `${ratio >= bar ? "met" : "MISSED"} (≥ ${bar})`,
  ]);
}

/** @param {readonly string[]} cells */
function printRow(cells) {
  printCells(cells, [4, 7, 6, 10, 11, 8, 11, 16, 14]);
}
