// The command line in this process: its arguments, output and exit code, without the second that a new process takes to start.
// Behaviour of the process itself (signals, pipes, threads) is tested with the built program (program.ts).

import { vi } from "vitest";
import { runProgram } from "../../src/node/cli/program.ts";
import { type Ended, folderFor } from "./program.ts";

/** A folder for this test file, taken away at its end, and the commands in it, one at a time. */
export function commandsIn(name: string) {
  const files = folderFor(name);
  return { ...files, wherefore: commandIn(files.folder) };
}

/** The commands in a folder, one at a time. */
export function commandIn(folder: string) {
  return async (...args: string[]): Promise<Ended> => {
    let [out, err] = ["", ""];
    const spies = [
      vi.spyOn(process.stdout, "write").mockImplementation((text) => {
        out += text;
        return true;
      }),
      vi.spyOn(process.stderr, "write").mockImplementation((text) => {
        err += text;
        return true;
      }),
    ];
    const before = { argv: process.argv, cwd: process.cwd(), exitCode: process.exitCode };
    process.argv = [process.execPath, "wherefore", ...args];
    process.chdir(folder);
    process.exitCode = undefined;
    try {
      const code = await runProgram();
      return { code, out, err };
    } finally {
      process.argv = before.argv;
      process.chdir(before.cwd);
      process.exitCode = before.exitCode;
      for (const spy of spies) spy.mockRestore();
    }
  };
}
