// The identity of this build: its results are not mixed with those of another, whose numbers may differ.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { versions } from "../runs/machine.ts";

let cached: string | undefined;

/** The version, and the first 12 digits of the SHA-256 of core's code. */
export function buildName(): string {
  cached ??= `${versions().wherefore}+${codeHash(fileURLToPath(new URL("../../core", import.meta.url)))}`;
  return cached;
}

/** Hashes the bundle, which is all that a package contains, or the source if it runs unbuilt. */
function codeHash(folder: string): string {
  const hash = createHash("sha256");
  const isBuilt = existsSync(join(folder, "bundle"));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) =>
      isBuilt ? /^(index|bundle\/.*)\.js$/.test(path) : /\.ts$/.test(path) && !/\.(d|test)\.ts$/.test(path),
    );
  for (const path of files.sort()) hash.update(`${path}\0`).update(readFileSync(join(folder, path)));
  return hash.digest("hex").slice(0, 12);
}
