// A disk that is full, a folder that may not be written to: sentences, no stack, and what was found is told all the same.

import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { createRng } from "../../src/core/index.ts";
import { type Ended, programIn } from "../e2e/program.ts";
import { randomTable } from "../problems.ts";
import { amount, isWhole, tally } from "./attack.ts";

const { folder, started, putTable } = programIn("disk");
const told = tally("runs on disks that do not take them");
const main = fileURLToPath(new URL("../../dist/node/cli/main.js", import.meta.url));
const isPosix = process.platform !== "win32";

beforeAll(() => putTable("data.csv", randomTable(createRng("disk"), 6, 300)));

/** The program in a shell; `limit` comes before it. */
function limited(limit: string, args: readonly string[], user?: number): Promise<Ended> {
  const line = `${limit}; exec "$0" "$@"`;
  const child = spawn("bash", ["--norc", "-c", line, process.execPath, main, ...args], {
    cwd: folder,
    ...(user !== undefined && { uid: user, gid: user }),
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

/** No stack, and no word of a bug. */
function expectSentences({ err }: Ended): void {
  expect(err).not.toMatch(/\n\s+at |bug in wherefore/);
  for (const line of err.trim().split("\n")) expect(line).toMatch(/^(machine|note|out|to go on)\b.*[:;]/);
}

describe.skipIf(!isPosix)("a disk that takes no more than so many kilobytes in a file", () => {
  const asked = ["discover", "data.csv", "--json", "--quiet"];
  // A file beyond the limit ends a process unless the signal is ignored; then writing fails as on a full disk.
  const sizes = amount(1, 12);
  it(`tells what was found, and what could not be written (${sizes} limits)`, async () => {
    const whole = await started(...asked, "--no-out").ended;
    const { digest } = JSON.parse(whole.out);
    for (let k = 0; k < sizes; k++) {
      // In blocks of 1024 bytes: the first take nothing, the last all but the picture.
      const ended = await limited(`trap '' XFSZ; ulimit -f ${k * 4 + 2}`, [...asked, "--out", `full-${k}`]);
      expectSentences(ended);
      if (ended.out !== "") expect(JSON.parse(ended.out).digest).toBe(digest);
      expect(ended.code).toBe(ended.err === "" ? 0 : 2);
      told.add(ended.err === "" ? "had room" : ended.out === "" ? "refused" : "told what they found");
    }
  });

  it("goes on searching where a checkpoint cannot be written, and says so once", async () => {
    const long = ["--search", "rl", "--iterations", "120", "--stop", "never", "--threads", "1"];
    const args = ["discover", "data.csv", ...long, "--json", "--out", "no-checkpoint"];
    // spec.json, its schema and the first lines of the record fit, a network does not.
    const ended = await limited("trap '' XFSZ; ulimit -f 40", args);
    expect(ended.err).not.toMatch(/\n\s+at |bug in wherefore/);
    const warnings = ended.err.split("\n").filter((line) => /checkpoint\.bin/.test(line));
    expect(warnings.length, ended.err).toBe(1);
    expect(warnings[0]).toMatch(/^note: machine: .*the search continues/);
    expect(JSON.parse(ended.out).iterations).toBe(120);
    told.add("without a checkpoint");
  });
});

// The superuser may write everywhere, and so becomes somebody else for this.
const isRoot = process.getuid?.() === 0;
if (isWhole)
  describe.skipIf(!isPosix || !isRoot)(
    "a folder that may not be written to (skipped where this is not root)",
    () => {
      const nobody = 65534;
      it("is a sentence for discover, simulate, serve and resume", async () => {
        chmodSync(folder, 0o755);
        mkdirSync(join(folder, "closed"));
        chmodSync(join(folder, "closed"), 0o555);
        const whole = await started("discover", "data.csv", "--out", "whole", "--quiet").ended;
        expect(whole.code).toBe(0);
        for (const args of [
          ["discover", "data.csv", "--out", "closed/run", "--quiet"],
          ["serve", "--folder", "closed/served", "--port", "0", "--no-open"],
          ["discover", "data.csv", "--quiet"],
          ["simulate", "--out", "closed/made"],
        ]) {
          const ended = await limited("true", args, nobody);
          expect([ended.code, ended.err], args.join(" ")).toEqual([
            2,
            expect.stringMatching(/^\w+: .*[;:].*\n$/),
          ]);
          expect(ended.err).not.toMatch(/\n\s+at |bug in wherefore/);
          told.add("refused");
        }
        // A result that is complete can be read by anybody.
        const again = await limited("true", ["resume", "whole", "--json", "--quiet"], nobody);
        expect([again.code, again.err]).toEqual([0, ""]);
        expect(existsSync(join(folder, "whole/report.html"))).toBe(true);
        expect(JSON.parse(again.out).digest).toBe(
          JSON.parse(readFileSync(join(folder, "whole/result.json"), "utf8")).digest,
        );
        told.add("read");
      });
    },
  );
