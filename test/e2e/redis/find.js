// The Redis server of this machine; run as a program, installs Debian's where there is none and it can.
//
//     node test/e2e/redis/find.js

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Path of a server, or undefined. */
export function findRedis() {
  return [
    "/usr/bin/redis-server",
    "/usr/bin/valkey-server",
    "/usr/local/bin/redis-server",
    "/opt/homebrew/bin/redis-server",
  ].find((path) => existsSync(path));
}

if (process.argv[1] === fileURLToPath(import.meta.url) && findRedis() === undefined) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    console.error("installing Debian's redis-server for the tests of the queue …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
    try {
      execFileSync("apt-get", ["-qq", "update"], { stdio: "inherit", env });
      execFileSync("apt-get", ["-qq", "install", "-y", "--no-install-recommends", "redis-server"], {
        stdio: "inherit",
        env,
      });
    } catch (error) {
      console.error(
        `redis-server could not be installed (${error instanceof Error ? error.message : error})`,
      );
    }
  }
  if (findRedis() === undefined) console.error("no Redis here: the tests of the queue will be skipped");
}
