// A peer: a Python script beside this file that runs for the whole bench and answers one line of JSON for each line it is sent.
// Its first line, when all is imported, is {"versions": text}.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { peerPython } from "./venv.js";

/**
 * @typedef {object} Peer
 * @property {string} versions of what the script stands on
 * @property {(request: unknown, minutes?: number) => Promise<any>} ask the answer; null where the peer was stopped because it took longer
 * @property {() => void} stop
 */

/**
 * @param {string} script
 * @param {{ environment?: string, args?: readonly string[], env?: NodeJS.ProcessEnv }} [options] environment: the name of one of its own (venv.js)
 * @returns {Promise<Peer>}
 */
export async function startedPeer(script, { environment, args = [], env } = {}) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const peer = spawn(peerPython("python3", environment), [path, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { done, value } = await lines.next();
    return done ? undefined : JSON.parse(value);
  };
  const first = await answer();
  if (first === undefined) throw new Error(`bench: ${script} did not start`);
  return {
    versions: first.versions,
    ask: async (request, minutes = Number.POSITIVE_INFINITY) => {
      peer.stdin.write(`${JSON.stringify(request)}\n`);
      let isLate = false;
      const late = () => {
        isLate = true;
        peer.kill();
      };
      const limit = Number.isFinite(minutes) ? setTimeout(late, 60_000 * minutes) : undefined;
      const got = await answer();
      clearTimeout(limit);
      if (got === undefined && !isLate) throw new Error(`bench: ${script} stopped`);
      return got ?? null;
    },
    stop: () => void peer.kill(),
  };
}

/**
 * The quickest of several.
 * @template {{ seconds: number }} T
 * @param {readonly T[]} answers
 */
export function best(answers) {
  return answers.reduce((a, b) => (b.seconds < a.seconds ? b : a));
}

/**
 * Prints cells, right-aligned.
 * @param {readonly string[]} cells
 * @param {readonly number[]} widths
 */
export function printRow(cells, widths) {
  console.log(cells.map((cell, k) => cell.padStart(widths[k])).join(" "));
}

/**
 * Numbers are written in full, so that both sides read the same doubles.
 * @param {{ names: readonly string[], X: { rows: number, cols: number, data: Float64Array } }} table
 */
export function csv({ names, X }) {
  const lines = [names.join(",")];
  for (let i = 0; i < X.rows; i++) lines.push(X.data.subarray(i * X.cols, (i + 1) * X.cols).join(","));
  return `${lines.join("\n")}\n`;
}
