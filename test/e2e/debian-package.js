// Debian's package of a program that tests need, installed where it is missing and can be.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * @param {string} name
 * @param {{ find: () => string | undefined, tests: string }} given `find` gives the path of the program; `tests` are those that need it
 */
export function ensured(name, { find, tests }) {
  if (find() !== undefined) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    console.error(`installing Debian's ${name} for ${tests} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
    try {
      execFileSync("apt-get", ["-qq", "update"], { stdio: "inherit", env });
      execFileSync("apt-get", ["-qq", "install", "-y", "--no-install-recommends", name], {
        stdio: "inherit",
        env,
      });
    } catch (error) {
      console.error(`${name} could not be installed (${error instanceof Error ? error.message : error})`);
    }
  }
  if (find() === undefined) console.error(`no ${name} here: ${tests} will be skipped`);
}
