// wherefore discover FILE without options, on fourteen ordinary tables: the choices it makes and the edges it finds.
//
//     npm run build && node experiments/real-tables/make.js [--only cars,tips]       writes table.md
//
// The table shows what a reader of the output would want to check: the kinds of columns, what was left out and why, the rows that
// were used and how, the score, the search, the edges.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as library from "../../dist/node/index.js";
import { tables } from "./tables.js";

const { values: given } = parseArgs({ options: { only: { type: "string" } } });
const wanted = tables.filter(({ name }) => given.only === undefined || given.only.split(",").includes(name));
const program = fileURLToPath(new URL("../../bin/wherefore.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "wherefore-real-"));

/** @param {readonly string[]} words */
const discovered = (words) => {
  const out = execFileSync(
    process.execPath,
    [program, "discover", ...words, "--json", "--quiet", "--no-out"],
    {
      maxBuffer: 1e9,
    },
  );
  return /** @type {import("../../src/core/index.ts").RunResult} */ (JSON.parse(String(out)));
};

const lines = [
  "| table | what is odd about it | columns used | left out | rows | score | search | edges, open | strongest | seconds |",
  "|---|---|---|---|---|---|---|---|---|---|",
];
try {
  for (const { name, has, path, flags = [] } of wanted) {
    const file = path(folder, library);
    for (const more of flags.length === 0 ? [[]] : [[], flags]) {
      const line = rowOf(discovered([file, ...more]), [name, ...more].join(" "), has);
      console.log(line);
      lines.push(line);
    }
  }
  if (given.only === undefined)
    writeFileSync(
      new URL("table.md", import.meta.url),
      `${["# Ordinary tables, nothing said", "", "Made by `node experiments/real-tables/make.js`.", "", ...lines].join("\n")}\n`,
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {import("../../src/core/index.ts").RunResult} result
 * @param {string} name
 * @param {string} has
 */
function rowOf(result, name, has) {
  const { kinds = {}, rows, scoring, search, edges, undirected, strengths, seconds } = result;
  const used = Object.values(kinds).filter((kind) => kind.used);
  const counts = [...new Set(used.map(({ kind }) => kind))].map(
    (kind) => `${used.filter((each) => each.kind === kind).length} ${kind}`,
  );
  const out = Object.entries(kinds).filter(([, { used: isUsed }]) => !isUsed);
  const left = out.slice(0, 6).map(([column, { reason }]) => `${column}: ${reason}`);
  const strongest = strengths.slice(0, 3).map(({ a, b }) => {
    const isDirected = edges.some(([cause, effect]) => cause === a && effect === b);
    return `${a} ${isDirected ? "→" : "—"} ${b}`;
  });
  return `| ${[
    name,
    has,
    counts.join(", "),
    [...left, ...(out.length > 6 ? [`${out.length - 6} more`] : [])].join("; ") || "–",
    `${rows?.used} of ${rows?.read} (${rows?.how})`,
    `${scoring?.name}: ${scoring?.reason}`,
    search,
    `${edges.length + undirected.length}, ${undirected.length}`,
    strongest.join("; "),
    seconds.toFixed(1),
  ].join(" | ")} |`;
}
