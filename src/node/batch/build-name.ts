// Which program this is: results of one build are not mixed with those of another, whose numbers may differ.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { versions } from "../runs/machine.ts";

let cached: string | undefined;

/** The version, and a part of the SHA-256 of all the code that computes. */
export function buildName(): string {
  cached ??= `${versions().wherefore}+${codeHash(fileURLToPath(new URL("../../core", import.meta.url)))}`;
  return cached;
}

/** Of the bundle, which is all that a package has; of the source where it runs as it is. */
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
