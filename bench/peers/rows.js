// Ratios to other software, one row per case of a bench: bench/peers/rows.ndjson, from which `node bench/peers/table.js --write`
// makes the table of docs/speed.md. A bench adds its rows when run with --record.

import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} Measured
 * @property {string} bench its file's name, without .js
 * @property {string} product the algorithm or kernel of ours that is timed
 * @property {string} of the case: size, data, setting
 * @property {string} peer
 * @property {string} versions of the packages that the peer uses
 * @property {number} times theirs / ours: how many times as fast ours is
 * @property {readonly number[]} [rounds] the same for every round, or for every seed
 * @property {boolean} [isLeast] the peer was stopped: `times` is a lower bound
 * @property {number} [threads] of each side; default 1
 * @property {number} [bits] of our SIMD instructions; default 128
 */

/** @typedef {Measured & { machine: string, node: string, commit: string | null }} Row */

const file = fileURLToPath(new URL("rows.ndjson", import.meta.url));
const isRecording = process.argv.includes("--record");

/** @param {Measured} row */
export function recorded(row) {
  if (!isRecording) return;
  const rounds = row.rounds?.map((ratio) => Number(ratio.toPrecision(4)));
  const whole = {
    ...row,
    ...{ times: Number(row.times.toPrecision(4)), ...(rounds && { rounds }) },
    ...{ machine: machine(), node: process.versions.node, commit: commitNow() },
  };
  appendFileSync(file, `${JSON.stringify(whole)}\n`);
}

/** @returns {Row[]} the last of each case */
export function recordedRows() {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  /** @type {Row[]} */
  const rows = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** @param {Row} row */
function keyOf({ bench, product, of, peer, threads = 1, bits = 128 }) {
  return JSON.stringify([bench, product, of, peer, threads, bits]);
}

function machine() {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.trim() ?? "unknown"}`;
}

function commitNow() {
  try {
    const cwd = new URL(".", import.meta.url);
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      encoding: "utf8",
      cwd,
      stdio: "pipe",
    }).trim();
  } catch {
    return null;
  }
}
