// What stands where a file should: devices, pipes, links in a circle, folders, files of the system, files that change while
// they are read. Each gets a sentence, wherever a file can be named.

import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/index.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { readTable } from "../../src/node/files/read-table.ts";
import { programIn } from "../e2e/program.ts";
import { amount, isWhole, tally } from "./attack.ts";
import { main, ranIn } from "./measured.ts";

const { folder } = programIn("attack-no-files");
/** A table with nothing wrong in it. */
const good = `a,b\n${Array.from({ length: 40 }, (_, i) => `${(i * 7) % 11},${(i * i) % 13}`).join("\n")}\n`;

describe("what is no table's file", () => {
  const tried = tally("devices, pipes, links and folders through the command line");
  it("is refused wherever a file is named", async () => {
    writeFileSync(join(folder, "good.csv"), good);
    execFileSync("mkfifo", [join(folder, "pipe"), join(folder, "pipe.js")]);
    execFileSync("ln", ["-s", "circle", join(folder, "circle")]);
    const discover = ["discover", "good.csv", "--no-out", "--json", "--quiet"];
    const doors: readonly ((path: string) => string[])[] = [
      (path) => ["doctor", path, "--json", "--quiet"],
      (path) => [...discover, "--truth", path],
      (path) => [...discover, "--knowledge", path],
      (path) => ["verify", path, "good.csv"],
      (path) => ["formats", path, "--to", "dot"],
      (path) => ["evaluate", path, path],
      (path) => ["score", "good.csv", path],
    ];
    const paths = ["pipe", "/dev/zero", "circle", ".", "/proc/self/mem", "/proc/kmsg", "none"];
    const cases = [
      ...doors.flatMap((door) => paths.map((path) => door(path))),
      [...discover, "--score", "./pipe.js"],
    ];
    const chosen = isWhole
      ? cases
      : createRng("doors")
          .permutation(cases.length)
          .slice(0, 2)
          .map((k) => cases[k]);
    for (const args of chosen) {
      const { code, out, err, megabytes, seconds } = await ranIn(folder, args);
      const said = `${args.join(" ")}: ${code} ${out} ${err}`;
      expect([code, out], said).toEqual([2, ""]);
      expect(err, said).toMatch(/^(table|truth|knowledge|verify|graph|score): [^\n]*\n$/);
      if (isWhole) expect([megabytes < 500, seconds < 2], said).toEqual([true, true]);
      tried.add("refused in a sentence");
    }
  });

  it("is read where it is a pipe to which somebody writes, up to its limit", () => {
    writeFileSync(join(folder, "good.csv"), good);
    const shell = (command: string) =>
      execFileSync("bash", ["-c", command], { cwd: folder, encoding: "utf8" });
    const doctor = `'${process.execPath}' '${main}' doctor --json --quiet`;
    const ways = [`${doctor} <(gzip -c good.csv)`, `cat good.csv | ${doctor} /dev/stdin`];
    for (const command of ways.slice(0, amount(0, 2))) expect(JSON.parse(shell(command)).table.rows).toBe(40);
    expect(shell(`yes 1,2 | ${doctor} /dev/stdin --max-size 1 2>&1; echo $?`)).toMatch(
      /^table: "\/dev\/stdin" must have at most 1 MB, got more; leave rows out, or raise --max-size\n2\n$/,
    );
  });

  const changing = tally("files that change while they are read");
  it("is refused, or read whole, where it changes while it is read", async () => {
    const path = join(folder, "changing.csv");
    const whole = `a,b\n${"1,2\n3,5\n".repeat(30_000)}`;
    for (let k = 0; k < amount(4, 40); k++) {
      writeFileSync(path, whole);
      let isRead = false;
      const reading = readTable(path).then(
        ({ X }) => `read ${X.rows} rows`,
        (error: unknown) => error,
      );
      void reading.then(() => {
        isRead = true;
      });
      for (let turn = 0; !isRead; turn++) {
        if (turn % 2 === 0) truncateSync(path, 100 + ((turn * 7919 * (k + 1)) % 200_000));
        else writeFileSync(path, whole);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const outcome = await reading;
      if (typeof outcome !== "string") expect(outcome).toBeInstanceOf(InputError);
      changing.add(typeof outcome === "string" ? "read" : "refused in a sentence");
    }
  });
});
