// A file too large to hold comfortably in memory: the covariances of a Parquet file by readLargeTable compared with pandas and
// numpy (pd.read_parquet, then np.cov), on the same file in the same run; then a complete order search on it.
//
//     npm run build && node bench/peers/large.js
//     options, with defaults: --rows 10000000 --nodes 50 --rounds 1 --file "" (made in the temporary folder, 8 bytes a number)
//
// The sides take turns, each turn in its own process. A time is from the file to the matrix, excluding imports, as wall-clock time
// and as processor time, which other programs on the machine affect less; memory is the peak of the process. pandas takes some 34
// bytes a number: 17 GB at the default size.
// The bars: 1.5 times pandas' time, a quarter of its memory, and an order search in 60 s and 2 GB. The two matrices must agree.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { discover, readLargeTable } from "../../dist/node/index.js";
import { barsLine, optionsOf, printedTable, quickest, verdict } from "../harness.js";
import { withFolder } from "./peer.js";
import { recorded } from "./rows.js";
import { peerPython } from "./venv.js";

/** @typedef {{ seconds: number, processor: number, megabytes: number, C: number[], versions: string }} Answer */

const options = optionsOf({ rows: 10_000_000, nodes: 50, rounds: 1, file: "", one: "" });

if (options.one) await one(options.one, options.file);
else if (options.file) await compared(options.file);
else
  await withFolder(async (folder) => {
    const file = join(folder, "large.parquet");
    python("make", file, String(options.rows), String(options.nodes));
    await compared(file);
  });

/** @param {string} file */
async function compared(file) {
  const [own, theirs] = [/** @type {Answer[]} */ ([]), /** @type {Answer[]} */ ([])];
  for (let round = 0; round < options.rounds; round++) {
    own.push(ours("covariance", file));
    theirs.push(JSON.parse(python("covariance", file)));
  }
  const [a, b] = [quickest(own), quickest(theirs)];
  const search = ours("search", file);
  console.log(`${options.rows} rows of ${options.nodes}; Node ${process.versions.node}, ${b.versions}\n`);
  const printRow = printedTable(
    "              side  seconds  processor      MB  ratio of time  of processor  of memory                             bar",
  );
  /**
   * @param {string} name
   * @param {Answer} answer
   * @param {readonly string[]} more
   */
  const row = (name, { seconds, processor, megabytes }, more) =>
    printRow([name, seconds.toFixed(1), processor.toFixed(1), Math.round(megabytes), ...more]);
  const ratios = [a.seconds / b.seconds, a.processor / b.processor, a.megabytes / b.megabytes];
  const isLean = ratios[0] <= 1.5 && ratios[2] <= 0.25;
  const isQuick = search.seconds < 60 && search.megabytes < 2000;
  recorded({
    ...{ bench: "large", product: "covariances of a file", of: `${options.rows} rows of ${options.nodes}` },
    ...{ peer: "pandas and numpy", versions: b.versions, times: b.processor / a.processor },
    rounds: own.map(({ processor }, k) => theirs[k].processor / processor),
  });
  row("pandas and numpy", b, []);
  row("covariances", a, [
    ...ratios.map((ratio) => ratio.toFixed(2)),
    verdict(isLean, "≤ 1.5, memory ≤ 0.25"),
  ]);
  row("order search", search, ["", "", "", verdict(isQuick, "< 60 s, < 2 GB")]);
  const d = Math.sqrt(b.C.length);
  const apart = b.C.map((c, k) => {
    const unit = Math.sqrt(b.C[(k % d) * (d + 1)] * b.C[Math.floor(k / d) * (d + 1)]);
    return Math.abs(c - a.C[k]) / unit;
  });
  const largest = Math.max(...apart);
  console.log(`\nthe matrices differ by at most ${largest.toExponential(1)} standard deviations`);
  const missed = [isLean, isQuick, largest < 1e-9].filter((isMet) => !isMet).length;
  console.log(barsLine("large", missed));
  if (missed > 0) process.exitCode = 1;
}

/**
 * In this process: the covariances, or a whole search.
 * @param {string} what
 * @param {string} file
 */
async function one(what, file) {
  const start = performance.now();
  const used = process.cpuUsage();
  const table = await readLargeTable(file);
  if (what === "search") await discover(table, { search: "order", score: "bic" });
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(used);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const { scatter } = table;
  if (scatter === undefined) throw new Error("bench: a large table has its scatter matrix");
  const C = Array.from(scatter.S.data, (s) => s / (scatter.n - 1));
  console.log(JSON.stringify({ seconds, processor: (user + system) / 1e6, megabytes, C }));
}

/**
 * @param {string} what
 * @param {string} file
 * @returns {Answer}
 */
function ours(what, file) {
  const given = [fileURLToPath(import.meta.url), "--one", what, "--file", file];
  return JSON.parse(execFileSync(process.execPath, given, { encoding: "utf8", maxBuffer: 2 ** 28 }));
}

/** @param {string[]} given */
function python(...given) {
  const script = fileURLToPath(new URL("large.py", import.meta.url));
  return execFileSync(peerPython("python3", "large"), [script, ...given], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
}
