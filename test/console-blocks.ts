// Console blocks of a page: commands after "$ ", each followed by its output. In the output a line "…" stands for omitted
// lines, and " …" at the end of a line for its omitted rest.

import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface ShownCommand {
  readonly command: string;
  readonly shown: readonly string[];
}

export function shownCommands(text: string): ShownCommand[] {
  const blocks = [...text.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map((m) => m[1]);
  return blocks.flatMap((block) =>
    block
      .split(/^(?=\$ )/m)
      .filter((part) => part.trim() !== "")
      .map((part) => {
        const [command, ...shown] = part.trimEnd().split("\n");
        return { command: command.slice(2), shown };
      }),
  );
}

/** The first line that is shown and was not printed there; undefined where all were. */
export function firstFalseLine(shown: readonly string[], printed: readonly string[]): string | undefined {
  let at = 0;
  let mayLeaveOut = false;
  for (const line of shown) {
    if (line === "…") {
      mayLeaveOut = true;
      continue;
    }
    const found = printed.findIndex((each, k) => k >= at && isShown(line, each));
    if (found < 0 || (found > at && !mayLeaveOut)) return line;
    at = found + 1;
    mayLeaveOut = false;
  }
  return at < printed.length && !mayLeaveOut ? `(not shown) ${printed[at]}` : undefined;
}

function isShown(line: string, printed: string): boolean {
  return line.endsWith(" …") ? printed.startsWith(line.slice(0, -2)) : line === printed;
}

/** Runs commands in a folder as a reader would, `wherefore` being the one that is built here. */
export function readerIn(folder: string, main: string): (command: string) => Promise<string[]> {
  const script = join(folder, "wherefore");
  writeFileSync(script, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(script, 0o755);
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  return (command) =>
    new Promise((resolve, reject) => {
      const child = spawn("sh", ["-c", command], { cwd: folder, env });
      let [out, err] = ["", ""];
      child.stdout.on("data", (data) => (out += data));
      child.stderr.on("data", (data) => (err += data));
      child.on("error", reject);
      child.on("close", (code) => {
        const lines = out.trimEnd() === "" ? [] : out.trimEnd().split("\n");
        const timeless = lines.filter((line) => !/^(time|folder) /.test(line));
        if (code === 0) resolve(timeless);
        else reject(new Error(`exit ${code}: ${command}\n${err}`));
      });
    });
}
