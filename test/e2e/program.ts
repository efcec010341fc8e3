// The built program as a child process, for tests that stop and kill it.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import type { Table } from "../../src/core/index.ts";

/** The command line as it is installed. */
export const main = fileURLToPath(new URL("../../dist/node/cli/main.js", import.meta.url));
const examples = fileURLToPath(new URL("../../examples/", import.meta.url));

/** A table with its true graph. */
export const example = (name: "twelve" | "asia") => ({
  data: join(examples, name, "data.csv"),
  truth: join(examples, name, "truth.csv"),
});

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder for this test file, taken away at its end. */
export function folderFor(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes a file, and gives its name. */
  const putFile = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return name;
  };

  const putTable = (file: string, { names, X }: Table): void => {
    const rows = Array.from({ length: X.rows }, (_, i) =>
      X.data.slice(i * X.cols, (i + 1) * X.cols).join(","),
    );
    writeFileSync(join(folder, file), `${names.join(",")}\n${rows.join("\n")}\n`);
  };
  return { folder, putFile, putTable };
}

/** Such a folder, and the program started in it. */
export function programIn(name: string) {
  const { folder, ...files } = folderFor(name);

  /** Starts the program with a module loaded before it, and what that reads. */
  const startedWith = (module: URL, env: NodeJS.ProcessEnv, ...args: string[]) =>
    startedIn({ ...env, NODE_OPTIONS: `--import ${module}` }, args);

  /** Starts the program with more in its environment. */
  const startedIn = (env: NodeJS.ProcessEnv, args: readonly string[]) => {
    const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: { ...process.env, ...env } });
    let out = "";
    let err = "";
    child.stdout.on("data", (text) => {
      out += text;
    });
    child.stderr.on("data", (text) => {
      err += text;
    });
    const ended = new Promise<Ended>((resolve) => {
      child.on("close", (code) => resolve({ code, out, err }));
    });
    return { child, ended };
  };

  /** Starts the program; `ended` gives its exit code and what it printed. */
  const started = (...args: string[]) => startedIn({}, args);

  /**
   * What it ends with where it kills itself at this moment (attack/killed.js); its code is null then. How many moments there were is
   * the size of the file `moments`.
   */
  const killedAt = (moment: number, ...args: string[]): Promise<Ended> => {
    rmSync(moments, { force: true });
    const env = { MOMENTS: moments, KILL_AT: String(moment) };
    return startedWith(new URL("../attack/killed.js", import.meta.url), env, ...args).ended;
  };
  const moments = join(folder, "moments");

  /** Starts it so that its searches wait at their checkpoints between `hold` and `release` (held.js). */
  const startedHoldable = (...args: string[]) =>
    startedWith(new URL("held.js", import.meta.url), { HOLD: held }, ...args);
  const held = join(folder, "hold");
  const hold = () => writeFileSync(held, "");
  const release = () => rmSync(held);

  /** Waits until a file is written, or written anew. */
  const written = async (file: string): Promise<void> => {
    const path = join(folder, file);
    const before = existsSync(path) ? statSync(path).mtimeMs : undefined;
    await until(() => existsSync(path) && statSync(path).mtimeMs !== before);
  };

  /** Runs the program to its end. */
  const wherefore = (...args: string[]): Promise<Ended> => started(...args).ended;
  return {
    folder,
    ...files,
    started,
    startedIn,
    startedWith,
    killedAt,
    startedHoldable,
    hold,
    release,
    written,
    wherefore,
  };
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const until = async (condition: () => boolean) => {
  while (!condition()) await pause(20);
};
