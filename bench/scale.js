// Cost curves: time and memory of reading, of the searches and of the steps around them, against variables, rows and density.
//
//     npm run build && node bench/scale.js [--only order,ges] [--write]
//
// --write puts each row into the table of docs/scale.md as soon as it is measured; with --only, the other rows stay unchanged.
//
// Seconds are processor time (user and system) of one call in its own process, on one thread, with the table in memory (in a file,
// for reading). Memory is the peak of this process, including Node (about 60 MB) and the table. Data: Erdős–Rényi graphs, linear
// with differing noise variances, standardised, seed 1; for gp, additive functions. There is no baseline: a row is a cost, and
// bench/peers compares.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawingOf } from "../dist/core/graph/drawing.js";
import { cpdagOf } from "../dist/core/graph/equivalence.js";
import { namedGraph } from "../dist/core/graph/formats/formats.js";
import { discover, examine, graphMetrics, pngOf, readTable, simulate, svgOf } from "../dist/node/index.js";
import { optionsOf, printedTable } from "./harness.js";
import { head, sizeCells, sizes } from "./scale-grid.js";

/** @typedef {import("./scale-grid.js").Size} Size */

const options = optionsOf({ only: "", write: false, one: "" });
const page = fileURLToPath(new URL("../docs/scale.md", import.meta.url));
const [begin, end] = ["<!-- costs, by bench/scale.js -->", "<!-- end of costs -->"];

if (options.one !== "") console.log(JSON.stringify(await measured(JSON.parse(options.one))));
else main();

function main() {
  const wanted = sizes.filter(
    ({ method }) => options.only === "" || options.only.split(",").includes(method),
  );
  const printRow = printedTable("   method  variables    rows  edges a variable  seconds  memory (MB)");
  for (const size of wanted) {
    const { seconds, megabytes } = inOwnProcess(size);
    const cells = [...sizeCells(size), seconds.toPrecision(seconds < 1 ? 1 : 2), String(megabytes)];
    printRow(cells);
    if (options.write) writeRow(cells);
  }
}

/** @param {Size} size @returns {{ seconds: number, megabytes: number }} */
function inOwnProcess(size) {
  const given = [fileURLToPath(import.meta.url), "--one", JSON.stringify(size)];
  return JSON.parse(execFileSync(process.execPath, given, { encoding: "utf8" }));
}

/** @param {Size} size */
async function measured(size) {
  const work = await prepared(size);
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return {
    seconds: (user + system) / 1e6,
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

/** @param {Size} size @returns {Promise<() => unknown>} what is measured */
async function prepared({ method, d, n, edges }) {
  const { table, truth } = simulate({
    graph: "erdos-renyi",
    expectedEdges: Math.min(edges * d, (d * (d - 1)) / 2),
    nodes: d,
    samples: n,
    seed: 1,
    ...(method === "gp"
      ? { mechanism: "gp-additive" }
      : { noiseScales: "differing", scaling: n > 1 ? "standardised" : "raw" }),
  });
  const plain = { threads: 1, panel: "never", optimum: "never" };
  const run = (/** @type {object} */ given) => () => discover(table, { ...plain, ...given });
  switch (method) {
    case "read":
      return reading(table);
    case "doctor":
      return () => examine(table);
    case "exact":
      return run({ search: "exact", optimum: "auto" });
    case "gp":
      return run({ search: "order", score: "gp" });
    case "posterior":
      return run({ search: d > 20 ? "order" : "exact", score: "bge", confidence: "posterior" });
    case "bootstrap":
      return run({ search: "order", confidence: "bootstrap", resamples: 20 });
    case "metrics": {
      const other = simulate({
        graph: "erdos-renyi",
        expectedEdges: edges * d,
        nodes: d,
        samples: 1,
        seed: 2,
      });
      const estimate = cpdagOf(other.truth);
      return () => graphMetrics(truth, estimate);
    }
    case "picture": {
      const named = namedGraph(table.names, truth);
      return async () => pngOf(await svgOf(drawingOf(named)));
    }
    default:
      return run({ search: method });
  }
}

/** Reads a file that is written here and removed after reading. @param {ReturnType<typeof simulate>["table"]} table */
function reading({ names, X }) {
  const folder = mkdtempSync(join(tmpdir(), "wherefore-scale-"));
  const file = join(folder, "table.csv");
  const lines = Array.from({ length: X.rows }, (_, i) =>
    X.data.subarray(i * X.cols, (i + 1) * X.cols).join(),
  );
  writeFileSync(file, `${[names.join(), ...lines].join("\n")}\n`);
  return async () => {
    await readTable(file);
    rmSync(folder, { recursive: true });
  };
}

/** Replaces the row of the same size, or inserts one at its place in the grid. @param {readonly string[]} cells */
function writeRow(cells) {
  const text = readFileSync(page, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`${page} has no place for the table: ${begin} … ${end}`);
  const known = new Map(
    text
      .slice(from, to)
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .map((line) => line.slice(1, -1).split("|"))
      .map((row) => row.map((cell) => cell.trim()))
      .map((row) => [row.slice(0, 4).join(), row]),
  );
  known.set(cells.slice(0, 4).join(), [...cells]);
  const rows = sizes.map((size) => known.get(sizeCells(size).join())).filter((row) => row !== undefined);
  const table = [head, head.map((_, k) => (k === 0 ? "---" : "---:")), ...rows].map(
    (row) => `| ${row.join(" | ")} |`,
  );
  writeFileSync(page, `${text.slice(0, from)}${begin}\n\n${table.join("\n")}\n\n${text.slice(to)}`);
}
