// How many terms of the slow score `gp` order search evaluates before it reaches the optimum, on the paper's five Gaussian-process
// data sets of ten variables. There are 10 · 2⁹ = 5,120 terms, of 1,023 parent sets; one factorisation per parent set gives the
// terms of all its children, so the time depends on the number of parent sets.
//
//     npm run build && node experiments/gp-terms.js
//     options, with defaults: --score gp --sets 1,2,3,4,5 --seeds 1 --samples 1000 (the first of each set) --rows 200,
//         --brief (off: a search that has reached the optimum continues until it ends by itself)
//
// Order search from a random order, and from the order that exact search finds under the same score of the first --rows rows, where
// a factorisation takes a hundredth of the time: a surrogate of the score that needs no network.
//
// The optimum is the proven one of experiments/gp-10 (under gp it is the truth); for another score or fewer samples, that of exact
// search. A term counts once, however often it is evaluated. The data are GraN-DAG's and not in the repository (gp-10/README.md).

import { readFileSync } from "node:fs";
import { optionsOf, printedTable } from "../bench/harness.js";
import { scores } from "../dist/core/score/scores.js";
import {
  createRng,
  exactSearch,
  finish,
  orderSearch,
  readTable,
  topologicalOrder,
} from "../dist/node/index.js";
import { pathOf } from "./problem.js";
import { gpSets } from "./tables.js";

const options = optionsOf({
  score: "gp",
  sets: [1, 2, 3, 4, 5],
  seeds: [1],
  samples: 1000,
  rows: 200,
  brief: false,
});
const { score: name, samples, rows } = options;
const proven = JSON.parse(readFileSync(new URL("gp-10/results.json", import.meta.url), "utf8")).rows;

console.log(
  `${name}, ${samples} rows; terms, and the parent sets behind them, until order search has the optimum, and when it ends\n`,
);
const printRow = printedTable(
  "  set  seed                 start  gap of the start  terms to the optimum  parent sets  terms in all  parent sets in all  gap at the end",
);
for (const set of options.sets) {
  if (gpSets.files === undefined) throw new Error("gp-terms: the sets must be files");
  const whole = await readTable(pathOf(gpSets.files.table, set));
  const table = { ...whole, X: firstRows(whole.X, samples) };
  const { local, ...rest } = scores[name].make(table, {}, {});
  if (local === undefined) throw new Error(`gp-terms: the score ${name} has no terms`);
  const known = new Map();
  const optimum =
    name === "gp" && samples === 1000 ? provenOf(set) : finish(exactSearch({ score: counted().score })).score;
  const few = scores[name].make({ ...table, X: firstRows(table.X, rows) }, {}, {});
  const { graph } = finish(exactSearch({ score: few }));
  if (graph === null) throw new Error("gp-terms: exact search must end with a graph");
  const starts = {
    "a random order": undefined,
    [`exact, ${rows} rows`]: topologicalOrder(graph) ?? undefined,
  };
  for (const seed of options.seeds)
    for (const [from, start] of Object.entries(starts)) {
      const { score, terms, parentSets } = counted();
      const gapOf = (/** @type {number} */ value) =>
        optimum - value <= 1e-9 * Math.abs(optimum) ? 0 : optimum - value;
      const search = orderSearch({ score, rng: createRng(seed) }, start && { start });
      let [first, before] = [["–", "–"], "–"];
      for (;;) {
        const { value, done } = search.next();
        const gap = gapOf(value.score);
        if (before === "–" && Number.isFinite(gap)) before = gap.toFixed(1);
        if (gap === 0 && first[0] === "–") first = [String(terms()), String(parentSets())];
        if (!done && !(options.brief && gap === 0)) continue;
        printRow([set, seed, from, before, ...first, terms(), parentSets(), gap.toFixed(2)]);
        break;
      }
    }

  /** The score, with counts of the terms and parent sets requested from now on. */
  function counted() {
    const asked = new Set();
    const behind = new Set();
    const term = (/** @type {number} */ node, /** @type {readonly number[]} */ parents) => {
      const of = parents.join();
      const key = `${node}:${of}`;
      asked.add(key);
      behind.add(of);
      if (!known.has(key)) known.set(key, local.term(node, parents));
      return known.get(key);
    };
    const ofGraph = (/** @type {import("../src/node/index.ts").Graph} */ { d, edges }) => {
      let sum = 0;
      for (let j = 0; j < d; j++)
        sum += term(
          j,
          Array.from({ length: d }, (_, i) => i).filter((i) => edges[i * d + j] === 1),
        );
      return sum;
    };
    const score = { ...rest, local: { term, hasInteractions: local?.hasInteractions }, ofGraph };
    return { score, terms: () => asked.size, parentSets: () => behind.size - (behind.has("") ? 1 : 0) };
  }
}

/** @param {number} set */
function provenOf(set) {
  const row = proven.find((/** @type {any} */ each) => each.seed === set && each.scoreName === "gp");
  if (row === undefined) throw new Error(`gp-terms: gp-10 has no row for set ${set}`);
  return row.score;
}

/**
 * @param {import("../src/node/index.ts").Table["X"]} X
 * @param {number} count
 */
function firstRows({ cols, data }, count) {
  return { rows: count, cols, data: data.slice(0, count * cols) };
}
