// The built program as a child process that tells what it took.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const main: string = fileURLToPath(new URL("../../dist/node/cli/main.js", import.meta.url));

/** Characters that a terminal would obey; a line end ends a line of ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
export const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
  /** Of the process at its end: megabytes at most, seconds of all its threads. */
  readonly megabytes: number;
  readonly seconds: number;
}

/** Tells on file descriptor 3 what the process took, when it ends by itself. */
const measuring = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from "node:fs";
process.on("exit", () => writeSync(3, JSON.stringify(process.resourceUsage())));`,
)}`;

/** Runs the built program in this folder to its end. */
export function ranIn(folder: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, ["--import", measuring, main, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const texts = ["", "", ""];
  [child.stdout!, child.stderr!, child.stdio[3]!].forEach((stream, k) => {
    stream.on("data", (text: Buffer) => {
      texts[k] += text.toString();
    });
  });
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      const { maxRSS = 0, userCPUTime = 0, systemCPUTime = 0 } = texts[2] === "" ? {} : JSON.parse(texts[2]);
      const [out, err] = texts;
      const taken = { megabytes: maxRSS / 1000, seconds: (userCPUTime + systemCPUTime) / 1e6 };
      resolve({ code, signal, out, err, ...taken });
    });
  });
}
