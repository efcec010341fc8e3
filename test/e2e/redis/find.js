// The Redis server of this machine; run as a program, installs Debian's where there is none and it can.
//
//     node test/e2e/redis/find.js

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensured } from "../debian-package.js";

/** Path of a server, or undefined. */
export function findRedis() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/opt/homebrew/bin"];
  return folders
    .flatMap((folder) => ["redis-server", "valkey-server"].map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  ensured("redis-server", { find: findRedis, tests: "the tests of the queue" });
