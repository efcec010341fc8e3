// bic-mixed compared with Tetrad's conditional-Gaussian and degenerate-Gaussian scores, on the same tables in the same run.
//
//     npm run build && node bench/peers/mixed.js
//     options, with defaults: --nodes 8 --samples 1000 --tables 30 --causes categories --scores conditional,ratio,degenerate
//                             --searches boss,fges --rows FILE
//
// Tables as in experiments/mixed, --causes categories (no number causes a category) or any. Ours is the proven optimum up to 8
// variables, GES beyond; Tetrad's are BOSS and FGES with penalty discount 1, which is our weight. "conditional" bins numbers into
// three where they cause a category, Tetrad's default; "ratio" does not. "told": with the knowledge that numbers cause no category.
// SHD is between classes (CPDAGs), the mean over the tables. With --rows every run is appended to that file, and runs already in it
// are not repeated (bench/peers/mixed-rows.ndjson has those of the docs). The bar: without that knowledge, our SHD is at most the
// best of Tetrad's. Needs Maven (mvn) for the first run.

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { withCategories } from "../../dist/core/data/categories.js";
import * as library from "../../dist/node/index.js";
import { randomMixed } from "../../experiments/mixed/tables.js";
import { barsLine, optionsOf, printedTable, timed, verdict } from "../harness.js";
import { memberOf, withPeer } from "./peer.js";

/**
 * @typedef {import("../../dist/node/index.js").Graph} Graph
 * @typedef {{ shd: number, edges: number, seconds: number }} Found
 * @typedef {Found & { nodes: number, samples: number, causes: string, seed: number, name: string, versions: string }} Row
 */

const options = optionsOf({
  ...{ nodes: [8], samples: 1000, tables: 30, causes: "categories" },
  ...{ scores: "conditional,ratio,degenerate", searches: "boss,fges", rows: "" },
});
const { causes, samples } = options;
const { exactSearch, finish, ges, graphMetrics, mixedBic, noKnowledge } = library;
/** @type {Row[]} */
const rows =
  options.rows && existsSync(options.rows)
    ? readFileSync(options.rows, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    : [];
let missed = 0;

await withPeer(
  "mixed.py",
  async (peer, written) => {
    console.log(
      `n = ${samples}, ${options.tables} tables; Node ${process.versions.node}, ${peer.versions}\n`,
    );
    for (const nodes of options.nodes)
      for (let seed = 1; seed <= options.tables; seed++) await compareOn(nodes, seed, { peer, written });
  },
  { environment: "tetrad" },
);
const printRow = printedTable(
  "   d      causes                        score and search  tables  SHD of classes  edges   seconds            bar",
);
for (const nodes of options.nodes) {
  const own = rows.filter((row) => row.nodes === nodes && row.samples === samples && row.causes === causes);
  const means = [...new Set(own.map(({ name }) => name))].map((name) => {
    const all = own.filter((row) => row.name === name);
    return /** @type {const} */ ([name, meanOf(all), all.length]);
  });
  const [ours, ...theirs] = means.filter(([name]) => !name.includes("told")).map(([, { shd }]) => shd);
  const isMet = ours <= Math.min(...theirs);
  if (!isMet) missed++;
  means.forEach(([name, { shd, edges, seconds }, tables], k) => {
    const bar = k === 0 ? verdict(isMet, `<= ${Math.min(...theirs).toFixed(2)}`) : "";
    printRow([nodes, causes, name, tables, shd.toFixed(2), edges.toFixed(1), seconds.toFixed(2), bar]);
  });
}
console.log(barsLine("mixed", missed));
if (missed > 0) process.exitCode = 1;

/**
 * @param {number} d
 * @param {number} seed
 * @param {{ peer: import("./peer.js").Peer, written: (X: { readonly data: Float64Array }) => string }} to
 */
async function compareOn(d, seed, { peer, written }) {
  const shape = /** @type {const} */ ({
    ...{ nodes: d, samples, causes: causes === "any" ? "any" : "categories" },
  });
  const { table: numbers, truth, categorical } = randomMixed(library, seed, shape);
  const table = withCategories(numbers, categorical);
  const labels = table.names.map((_, j) => table.levels?.[j]?.length ?? 0);
  for (const isTold of [false, true]) {
    const told = isTold ? ", told" : "";
    await put(`bic-mixed${told}`, `Node ${process.versions.node}`, () => {
      const knowledge = noKnowledge(d);
      if (isTold)
        for (let i = 0; i < d; i++)
          for (let j = 0; j < d; j++)
            if (labels[i] === 0 && labels[j] > 0) knowledge.forbidden[i * d + j] = 1;
      const problem = { score: mixedBic(table), knowledge };
      const { value, seconds } = timed(() => finish(d <= 8 ? exactSearch(problem) : ges(problem)));
      return { graph: value.graph, seconds };
    });
  }
  const file = written(table.X);
  for (const score of options.scores.split(","))
    for (const method of options.searches.split(","))
      for (const isTold of [false, true])
        await put(`Tetrad ${score}, ${method}${isTold ? ", told" : ""}`, peer.versions, async () => {
          const tiers = isTold ? labels.map((size) => (size > 0 ? 0 : 1)) : null;
          const answer = await peer.ask({ file, n: samples, d, labels, score, method, tiers });
          return { graph: memberOf(d, answer), seconds: answer.seconds };
        });

  /**
   * @param {string} name
   * @param {string} versions
   * @param {() => { graph: Graph | null, seconds: number } | Promise<{ graph: Graph | null, seconds: number }>} search
   */
  async function put(name, versions, search) {
    const set = { nodes: d, samples, causes, seed, name };
    if (rows.some((row) => keyOf(row) === keyOf(set))) return;
    const { graph, seconds } = await search();
    if (graph === null) throw new Error("bench: a finished search has a graph");
    const { shdClass, edges } = graphMetrics(truth, graph);
    const row = { ...set, shd: shdClass ?? Number.NaN, edges, seconds: Number(seconds.toFixed(3)), versions };
    rows.push(row);
    if (options.rows) appendFileSync(options.rows, `${JSON.stringify(row)}\n`);
    console.error(`${d}, ${causes}, seed ${seed}: ${name} ${row.shd}, ${row.seconds} s`);
  }
}

/** @param {Pick<Row, "nodes" | "samples" | "causes" | "seed" | "name">} row */
function keyOf({ nodes, samples: n, causes: of, seed, name }) {
  return JSON.stringify([nodes, n, of, seed, name]);
}

/** @param {readonly Found[]} all */
function meanOf(all) {
  const of = (/** @type {(one: Found) => number} */ value) =>
    all.reduce((sum, one) => sum + value(one), 0) / all.length;
  return {
    shd: of(({ shd }) => shd),
    edges: of(({ edges }) => edges),
    seconds: of(({ seconds }) => seconds),
  };
}
