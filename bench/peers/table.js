// The table of docs/speed.md, made from the rows that the benches have recorded.
//
//     node bench/peers/table.js             prints it
//     node bench/peers/table.js --write     puts it into docs/speed.md

import { readFileSync, writeFileSync } from "node:fs";
import { recordedRows } from "./rows.js";

/** @typedef {import("./rows.js").Row} Row */

const page = new URL("../../docs/speed.md", import.meta.url);
const [first, last] = ["<!-- peers, by bench/peers/table.js -->", "<!-- end of peers -->"];

/** @param {readonly Row[]} rows */
export function peerTable(rows) {
  if (rows.length === 0) return "No bench has been recorded yet.";
  const lines = [
    "| ours | case | peer | times as fast | min to max | threads | bits | machine | commit | bench |",
    "| ---- | ---- | ---- | ------------- | ---------- | ------- | ---- | ------- | ------ | ----- |",
  ];
  const sorted = [...rows].sort((a, b) => (a.bench < b.bench ? -1 : a.bench > b.bench ? 1 : 0));
  for (const {
    bench,
    product,
    of,
    peer,
    versions,
    times,
    rounds = [],
    isLeast,
    threads = 1,
    bits = 128,
    ...at
  } of sorted) {
    const spread =
      rounds.length < 2
        ? "one round"
        : `${told(Math.min(...rounds))} to ${told(Math.max(...rounds))} (${rounds.length})`;
    const cells = [
      ...[product, of, `${peer} (${versions})`, `${isLeast ? "more than " : ""}${told(times)}`, spread],
      ...[threads, bits, `${at.machine}, Node ${at.node}`, at.commit ?? "–", `\`${bench}\``],
    ];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  return lines.join("\n");
}

/**
 * The page with its table replaced.
 * @param {string} text
 * @param {readonly Row[]} rows
 */
export function withTable(text, rows) {
  const [start, end] = [text.indexOf(first), text.indexOf(last)];
  if (start < 0 || end < start) throw new Error("bench: docs/speed.md has no place for the table");
  return `${text.slice(0, start + first.length)}\n\n${peerTable(rows)}\n\n${text.slice(end)}`;
}

/** @param {number} ratio */
function told(ratio) {
  return ratio >= 100 ? ratio.toFixed(0) : ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2);
}

if (process.argv[1]?.endsWith("table.js")) {
  const rows = recordedRows();
  if (process.argv.includes("--write")) writeFileSync(page, withTable(readFileSync(page, "utf8"), rows));
  else console.log(peerTable(rows));
}
