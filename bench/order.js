// Order search: how often a random start reaches the proven optimum, and how long it takes.
//
//     npm run build && node bench/order.js [--large]
//     options, with defaults: --sets 5 --starts 20 --samples 5000
//
// A time is one call in process, from a table in memory to the search's final graph: creating the score and searching, on one
// thread, with nothing cached from earlier starts. Starts are run without perturbations except at d = 30, where all options have
// their defaults. The baseline of the ratios at d = 12 is the exact search on the same table; --large adds d = 50 and 100, one
// start each, sparse graphs with two edges per variable.

import {
  createRng,
  exactSearch,
  finish,
  graphMetrics,
  isBetter,
  linearBic,
  linearBicEqualVariance,
  orderSearch,
  paperSet,
  pruneByThreshold,
  simulate,
} from "../dist/node/index.js";
import { barsLine, bestOf, optionsOf, printedTable, timed, verdict } from "./harness.js";

const { sets, starts, samples, large } = optionsOf({ sets: 5, starts: 20, samples: 5000, large: false });

/** @typedef {ReturnType<typeof simulate>["table"]} Table */
/** @type {readonly { label: string, make: (table: Table) => ReturnType<typeof linearBic>, hasBar: boolean }[]} */
const scores = [
  { label: "equal variances, equation", make: (table) => linearBicEqualVariance(table), hasBar: true },
  {
    label: "equal variances, runs",
    make: (table) => linearBicEqualVariance(table, { penalty: "runs" }),
    hasBar: true,
  },
  { label: "unequal variances", make: (table) => linearBic(table), hasBar: false },
];
let missed = 0;

console.log(`n = ${samples}, one thread; Node ${process.versions.node}`);
againstProof();
thirtyNodes();
if (large) manyNodes();
console.log(barsLine("order", missed));

function againstProof() {
  const least = Math.ceil(0.95 * starts);
  console.log(
    `\nd = 12: starts of ${starts} that reach the proven optimum; bar: at least ${least}, each under 0.2 s\n`,
  );
  const printRow = printedTable(
    "                     score  set   optimum    median s   longest s     exact s  ratio to exact   8 starts  8 starts, median s                  bar",
  );
  for (const { label, make, hasBar } of scores) {
    const totals = { one: 0, eight: 0 };
    for (let set = 1; set <= sets; set++) {
      const { table } = simulate({ nodes: 12, samples, seed: set });
      const exact = bestOf(3, () => finish(exactSearch({ score: make(table) })));
      const one = manyStarts(table, make, 1, exact.value.score);
      const eight = manyStarts(table, make, 8, exact.value.score);
      const isMet = one.reached >= least && one.longest < 0.2;
      if (hasBar && !isMet) missed++;
      totals.one += one.reached;
      totals.eight += eight.reached;
      printRow([
        label,
        set,
        `${one.reached}/${starts}`,
        one.median.toFixed(4),
        one.longest.toFixed(4),
        exact.seconds.toFixed(4),
        `${(one.median / exact.seconds).toFixed(2)}×`,
        `${eight.reached}/${starts}`,
        eight.median.toFixed(4),
        hasBar ? verdict(isMet) : "none",
      ]);
    }
    const tried = starts * sets;
    console.log(
      `${label}: ${totals.one} of ${tried} single starts, ${totals.eight} of ${tried} with eight\n`,
    );
  }
}

/**
 * @param {Table} table
 * @param {(typeof scores)[number]["make"]} make
 * @param {number} restarts
 * @param {number} optimum
 */
function manyStarts(table, make, restarts, optimum) {
  let reached = 0;
  const seconds = [];
  for (let seed = 1; seed <= starts; seed++) {
    const found = timed(() =>
      finish(orderSearch({ score: make(table), rng: createRng(seed), restarts }, { shakes: 0 })),
    );
    if (!isBetter(optimum, found.value.score)) reached++;
    seconds.push(found.seconds);
  }
  seconds.sort((a, b) => a - b);
  return { reached, median: seconds[seconds.length >> 1], longest: seconds[seconds.length - 1] };
}

function thirtyNodes() {
  console.log(
    "d = 30, the paper's LiNGAM sets, equal variances, 8 starts; bar: SHD 0 after pruning at 0.3, under 10 s\n",
  );
  const printRow = printedTable(
    "  seed  true edges   raw SHD       SHD     seconds   starts that end best                  bar",
  );
  for (const seed of [8, 20, 100, 1231, 1280]) {
    const { table, truth } = paperSet("paper/exp1-lingam-30", seed);
    const { value, seconds } = timed(() => {
      const score = linearBicEqualVariance(table);
      const step = finish(orderSearch({ score, rng: createRng(1), restarts: 8 }));
      return { step, pruned: pruneByThreshold(graphIn(step), score) };
    });
    const { shd, trueEdges } = graphMetrics(truth, value.pruned);
    const isMet = shd === 0 && seconds < 10;
    if (!isMet) missed++;
    const best = value.step.restarts.filter((score) => !isBetter(value.step.score, score)).length;
    const raw = graphMetrics(truth, graphIn(value.step)).shd;
    printRow([seed, trueEdges, raw, shd, seconds.toFixed(3), `${best}/8`, verdict(isMet)]);
  }
}

function manyNodes() {
  console.log("\nlarge: Erdős–Rényi, 2 d expected edges, equal variances, one start; no bar\n");
  const printRow = printedTable(
    "   d                        score  true edges   raw SHD       SHD    score − truth's     seconds",
  );
  for (const d of [50, 100]) {
    const { table, truth } = simulate({
      graph: "erdos-renyi",
      expectedEdges: 2 * d,
      nodes: d,
      samples,
      seed: 1,
    });
    for (const { label, make } of scores.filter(({ label }) => !label.endsWith("runs"))) {
      const { value, seconds } = timed(() => {
        const score = make(table);
        const step = finish(orderSearch({ score, rng: createRng(1), restarts: 1 }, { shakes: 0 }));
        return { step, score, pruned: pruneByThreshold(graphIn(step), score) };
      });
      printRow([
        d,
        label,
        graphMetrics(truth, value.pruned).trueEdges,
        graphMetrics(truth, graphIn(value.step)).shd,
        graphMetrics(truth, value.pruned).shd,
        (value.step.score - value.score.ofGraph(truth)).toFixed(3),
        seconds.toFixed(2),
      ]);
    }
  }
}

/** @param {{ readonly graph: import("../dist/node/index.js").Graph | null }} step */
function graphIn({ graph }) {
  if (graph === null) throw new Error("bench: a finished search has a graph");
  return graph;
}
