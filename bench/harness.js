// Shared by the benches: command-line options, printed tables, and timing.

import { parseArgs } from "node:util";

/**
 * @template T
 * @typedef {T extends readonly unknown[] ? number[] : T extends boolean ? boolean : T extends string ? string : number} Read
 */

/**
 * Parses the command line by the types of the defaults: numbers, comma-separated lists of numbers, strings, and switches.
 * @template {Record<string, number | readonly number[] | string | boolean>} Defaults
 * @param {Defaults} defaults
 * @returns {{ readonly [Name in keyof Defaults]: Read<Defaults[Name]> }}
 */
export function optionsOf(defaults) {
  const kinds = Object.entries(defaults).map(([name, value]) =>
    typeof value === "boolean"
      ? [name, { type: "boolean", default: value }]
      : [name, { type: "string", default: String(value) }],
  );
  // Read by the comparisons with peers (peers/rows.js).
  kinds.push(["record", { type: "boolean", default: false }]);
  const { values } = parseArgs({ options: Object.fromEntries(kinds) });
  const read = (/** @type {string} */ name) => {
    const [given, value] = [values[name], defaults[name]];
    if (typeof value === "number") return Number(given);
    return Array.isArray(value) ? String(given).split(",").map(Number) : given;
  };
  return /** @type {any} */ (Object.fromEntries(Object.keys(defaults).map((name) => [name, read(name)])));
}

/**
 * Prints the header of a table and returns a function that prints a row. A column ends where its name does, and names are at
 * least two spaces apart.
 * @param {string} head
 * @returns {(cells: readonly (string | number)[]) => void}
 */
export function printedTable(head) {
  const ends = [...head.matchAll(/\S+( \S+)*/g)].map((name) => name.index + name[0].length);
  console.log(head);
  return (cells) =>
    console.log(cells.map((cell, k) => String(cell).padStart(ends[k] - (ends[k - 1] ?? 0))).join(""));
}

/**
 * @template T
 * @param {() => T} work
 */
export function timed(work) {
  const start = performance.now();
  const value = work();
  return { value, seconds: (performance.now() - start) / 1000 };
}

/**
 * In seconds of processor time, which other programs on the machine affect less than wall-clock time.
 * @template T
 * @param {() => T} work
 */
export function processorTimed(work) {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return { value, seconds: (user + system) / 1e6 };
}

/**
 * The fastest of several.
 * @template {{ seconds: number }} T
 * @param {readonly T[]} answers
 */
export function quickest(answers) {
  return answers.reduce((a, b) => (b.seconds < a.seconds ? b : a));
}

/**
 * The fastest of `times` runs.
 * @template T
 * @param {number} times
 * @param {() => T} work
 */
export function bestOf(times, work) {
  return quickest(Array.from({ length: times }, () => timed(work)));
}

/**
 * @param {boolean} isMet
 * @param {string} [bar]
 */
export function verdict(isMet, bar = "") {
  return `${isMet ? "met" : "MISSED"}${bar === "" ? "" : ` (${bar})`}`;
}

/**
 * @param {string} name of the bench
 * @param {number} missed
 */
export function barsLine(name, missed) {
  return `\n${missed === 0 ? `${name}: every bar met` : `${name}: ${missed} BARS MISSED`}`;
}
