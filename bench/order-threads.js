// Order search on two threads compared with one: wall-clock time of a whole discovery, with strengths and class; digests must agree.
//
//     npm run build && node bench/order-threads.js          on a quiet machine
//     options, with defaults: --nodes 200 --edges 2,4 --samples 1000 --seed 11 --threads 2 --rounds 3
//
// The two take turns, and the fastest round of each counts. `shakes` is the fraction of the search's processor time on one thread
// that is spent on perturbations: these are divided among threads, and so are the strengths of edges. The bar: two threads take at
// most 0.6 of the time of one.

import { createRng, discover, linearBic, orderSearch, simulate } from "../dist/node/index.js";
import { barsLine, optionsOf, printedTable, processorTimed, verdict } from "./harness.js";

const { nodes, edges, samples, seed, threads, rounds } = optionsOf({
  ...{ nodes: [200], edges: [2, 4], samples: 1000, seed: 11, threads: 2, rounds: 3 },
});
const bar = 0.6;

const printRow = printedTable(
  "   d  edges a variable  one thread, s  threads, s  ratio  shakes     digests        bar",
);
let missed = 0;
for (const d of nodes)
  for (const each of edges) {
    const { table } = simulate({ graph: "erdos-renyi", degree: 2 * each, nodes: d, samples, seed });
    const runs = { one: [await run(table, 1)], more: [await run(table, threads)] };
    for (let round = 1; round < rounds; round++) {
      runs.one.push(await run(table, 1));
      runs.more.push(await run(table, threads));
    }
    const least = (/** @type {{ seconds: number }[]} */ list) =>
      Math.min(...list.map(({ seconds }) => seconds));
    const [one, more] = [least(runs.one), least(runs.more)];
    const isSame = new Set([...runs.one, ...runs.more].map(({ digest }) => digest)).size === 1;
    const isMet = isSame && more <= bar * one;
    if (!isMet) missed++;
    const shares = [one.toFixed(2), more.toFixed(2), (more / one).toFixed(2), shakesOf(table).toFixed(2)];
    printRow([d, each, ...shares, isSame ? "same" : "DIFFER", verdict(isMet)]);
  }
console.log(barsLine("order-threads", missed));
if (missed > 0) process.exitCode = 1;

/** @param {import("../dist/node/index.js").Table} table @param {number} count */
async function run(table, count) {
  const start = performance.now();
  const { digest } = await discover(table, { search: "order", threads: count });
  return { seconds: (performance.now() - start) / 1000, digest };
}

/** @param {import("../dist/node/index.js").Table} table */
function shakesOf(table) {
  let shaking = 0;
  const all = processorTimed(() => {
    const search = orderSearch({ score: linearBic(table, { penaltyWeight: 2 }), rng: createRng(seed) });
    for (let isDone = false, hasClimbed = false; !isDone; ) {
      const { value: step, seconds } = processorTimed(() => search.next());
      if (hasClimbed) shaking += seconds;
      hasClimbed = step.value.values.restart > 0;
      isDone = step.done === true;
    }
  });
  return shaking / all.seconds;
}
