// A peer: a Python script in this folder that runs for the whole bench and answers each line of JSON with one line of JSON.
// Its first line, once everything is imported, is {"versions": text}.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { memberByOrder } from "../../dist/core/graph/equivalence.js";
import { noKnowledge } from "../../dist/node/index.js";
import { quickest } from "../harness.js";
import { peerPython } from "./venv.js";

/**
 * @typedef {object} Peer
 * @property {string} versions of the packages that the script uses
 * @property {(request: unknown, minutes?: number) => Promise<any>} ask returns the answer; null if the peer took longer than `minutes` and was stopped
 * @property {() => void} stop
 */

/**
 * @param {string} script
 * @param {{ environment?: string, args?: readonly string[], env?: NodeJS.ProcessEnv }} [options] environment: the name of a separate Python environment (venv.js)
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
 * Runs a bench with a peer, which is stopped at the end, and a temporary folder for shared files.
 * @param {string} script
 * @param {(peer: Peer, written: (X: { readonly data: Float64Array }) => string) => Promise<void>} bench written: the path of a file with these numbers
 * @param {Parameters<typeof startedPeer>[1]} [options]
 */
export async function withPeer(script, bench, options) {
  const peer = await startedPeer(script, options);
  try {
    await withFolder((folder) => {
      let files = 0;
      return bench(peer, ({ data }) => {
        const path = join(folder, `${files++}.bin`);
        writeFileSync(path, data);
        return path;
      });
    });
  } finally {
    peer.stop();
  }
}

/** @param {(folder: string) => Promise<void>} work */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "wherefore-peers-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The fastest run of each side; they take turns, so that both meet the same machine conditions. `theirs` is null if the peer was
 * stopped in its first turn.
 * @template {{ seconds: number }} Ours
 * @param {number} rounds
 * @param {() => Ours} ours
 * @param {() => Promise<any>} theirs
 */
export async function inTurns(rounds, ours, theirs) {
  const [own, peers] = [/** @type {Ours[]} */ ([]), /** @type {any[]} */ ([])];
  for (let round = 0; round < rounds; round++) {
    own.push(ours());
    const answer = await theirs();
    if (answer === null) break; // the peer was stopped
    peers.push(answer);
  }
  const isStopped = peers.length < rounds;
  const ratios = peers.map(({ seconds }, k) => seconds / own[k].seconds);
  return { ours: quickest(own), theirs: peers.length === 0 ? null : quickest(peers), isStopped, ratios };
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

/**
 * The result of a search on one table.
 * @typedef {{ seconds: number, score: number, shd: number }} Found
 */

/** @param {readonly Found[]} rows */
export function medians(rows) {
  const middle = (/** @type {keyof Found} */ key) => {
    const values = rows.map((row) => row[key]).sort((a, b) => a - b);
    const half = values.length >> 1;
    return values.length % 2 === 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  };
  return { seconds: middle("seconds"), score: middle("score"), shd: middle("shd") };
}

/**
 * A member of the class that the peer found.
 * @param {number} d
 * @param {{ directed: number[][], undirected: number[][] }} found
 */
export function memberOf(d, { directed, undirected }) {
  const pdag = { d, directed: new Uint8Array(d * d), undirected: new Uint8Array(d * d) };
  for (const [i, j] of directed) pdag.directed[i * d + j] = 1;
  for (const [i, j] of undirected) pdag.undirected[i * d + j] = pdag.undirected[j * d + i] = 1;
  return memberByOrder(pdag, noKnowledge(d));
}
