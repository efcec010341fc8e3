// The scoreboard as tables, generated from its rows alone.

import { densities, methods, planned, readCounts, readSeconds, scores } from "./plan.js";

/**
 * @typedef {import("./scoreboard.js").Row} Row
 * @typedef {import("./scoreboard.js").Reading} Reading
 */

/** Scores that differ by less than this, relative to their size, are equal: the library's own tolerance. */
const tolerance = 1e-9;

const sizes = [12, 30, 50, 100, 200];

/** @param {readonly Row[]} rows */
export function tableText(rows) {
  const lines = [
    "# The scoreboard",
    "",
    `Written by \`node experiments/run.js scoreboard\` from its rows: ${rows.length} of ${planned().length} planned runs. [README](README.md) says what is measured.`,
    "",
    "A cell has the median over the seeds of the gap to the best known score of the data set (that of exact search where it is there, otherwise the best that any run here ended with) and, in brackets, in how many of the seeds the run has it. – : no run, or no graph yet in half of them.",
    "",
  ];
  for (const score of Object.keys(scores)) {
    const ofScore = rows.filter((row) => row.score === score);
    if (ofScore.length === 0) continue;
    const { counted } = scores[score];
    const marks = counted
      ? readCounts[counted].map((count) => `after ${thousands(count)} ${counted}`)
      : readSeconds.map(ofTwoCores);
    lines.push(`## \`${score}\``, "");
    marks.forEach((mark, k) => {
      lines.push(
        `### Gap ${mark}`,
        "",
        ...matrix(ofScore, (cell) => gapCell(cell, rows, ({ read }) => read[k].score)),
      );
    });
    if (counted)
      lines.push(
        "### Gap at the end",
        "",
        ...matrix(ofScore, (cell) => gapCell(cell, rows, ({ end }) => end.score)),
      );
    lines.push(
      "### Agents alone: gap of what each had before its first order search at a stall",
      "",
      ...matrix(
        ofScore.filter(({ method }) => methods.find((each) => each.method === method)?.isAgent),
        (cell) => gapCell(cell, rows, ({ end }) => end.alone ?? null),
      ),
      "### Mean SHD between classes at the end",
      "",
      ...matrix(ofScore, (cell) => meanCell(cell.map(({ end }) => end.shd))),
      "### Median seconds of the processor until the search ended by itself",
      "",
      ...matrix(ofScore, secondsCell),
    );
    if (counted)
      lines.push(
        `### Median number of ${counted} at the end`,
        "",
        ...matrix(ofScore, (cell) => countCell(cell, counted)),
      );
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

/**
 * @param {readonly Row[]} rows
 * @param {(cell: readonly Row[]) => string} told
 */
function matrix(rows, told) {
  const shown = methods
    .map(({ method }) => method)
    .filter((method) => rows.some((row) => row.method === method));
  if (shown.length === 0) return ["No rows yet.", ""];
  const lines = [
    `| variables | edges a variable | seeds | ${shown.join(" | ")} |`,
    `| --------- | ---------------- | ----- | ${shown.map(() => "---").join(" | ")} |`,
  ];
  for (const d of sizes)
    for (const edges of densities(d)) {
      const cell = rows.filter((row) => row.d === d && row.edges === edges);
      if (cell.length === 0) continue;
      const counts = shown.map((method) => cell.filter((row) => row.method === method).length);
      const [least, most] = [Math.min(...counts), Math.max(...counts)];
      const seeds = least === most ? least : `${least}–${most}`;
      const cells = shown.map((method) => told(cell.filter((row) => row.method === method)));
      lines.push(`| ${[d, edges, seeds, ...cells].join(" | ")} |`);
    }
  return [...lines, ""];
}

/**
 * @param {readonly Row[]} cell
 * @param {readonly Row[]} rows
 * @param {(row: Row) => number | null} scoreOf
 */
function gapCell(cell, rows, scoreOf) {
  if (cell.length === 0) return "–";
  const gaps = cell.map((row) => gapTo(bestKnown(row, rows), scoreOf(row)));
  const middle = median(gaps);
  const atBest = gaps.filter((gap) => gap === 0).length;
  return Number.isFinite(middle) ? `${rounded(middle)} (${atBest})` : "–";
}

/**
 * The best score that a run of the same data set ended with.
 * @param {Row} row
 * @param {readonly Row[]} rows
 */
export function bestKnown({ d, edges, score, seed }, rows) {
  const same = rows.filter(
    (row) => row.d === d && row.edges === edges && row.score === score && row.seed === seed,
  );
  return Math.max(...same.map(({ end }) => end.score ?? Number.NEGATIVE_INFINITY));
}

/** @param {number} best @param {number | null} score */
function gapTo(best, score) {
  if (score === null) return Number.POSITIVE_INFINITY;
  return best - score <= tolerance * Math.max(1, Math.abs(best)) ? 0 : best - score;
}

/** @param {readonly (number | null)[]} values */
function meanCell(values) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length) return "–";
  return (known.reduce((sum, x) => sum + x, 0) / known.length).toFixed(1);
}

/** @param {readonly Row[]} cell */
function secondsCell(cell) {
  if (cell.length === 0) return "–";
  const middle = median(cell.map(({ ended, seconds }) => (ended ? seconds : Number.POSITIVE_INFINITY)));
  return Number.isFinite(middle) ? rounded(middle) : "not in 120";
}

/** @param {readonly Row[]} cell @param {"terms" | "graphs"} counted */
function countCell(cell, counted) {
  return cell.length === 0 ? "–" : thousands(Math.round(median(cell.map((row) => row[counted] ?? 0))));
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const [a, b] = [sorted[(values.length - 1) >> 1], sorted[values.length >> 1]];
  return a === b ? a : (a + b) / 2;
}

/** @param {number} x */
function rounded(x) {
  if (x === 0) return "0";
  return x >= 100 ? thousands(Math.round(x)) : x.toFixed(x >= 10 ? 1 : 2);
}

/** @param {number} x */
function thousands(x) {
  return String(x).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** @param {number} seconds */
function ofTwoCores(seconds) {
  return `after ${seconds} s of the processor (${seconds / 2} s of two cores)`;
}
