// What an install brings, and what the name of the program starts.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

it("an install brings at most 70 packages", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
  // Optional ones are builds for a platform, of which an install takes one or two.
  const installed = Object.values(packages).filter((p) => !p.dev && !p.devOptional && !p.optional);
  expect(installed.length).toBeLessThanOrEqual(65);
});

it("the licences of what is bundled are shipped with it", () => {
  const bundled = read("src/core/math/stdlib.generated.ts").match(/(?<=node_modules\/)@stdlib\/[^/]+/g) ?? [];
  const notices = new Set(read("dist/THIRD-PARTY-NOTICES.txt").split("\n"));
  expect(bundled.length).toBeGreaterThan(0);
  for (const name of bundled) expect(notices).toContain(name);
  expect(read("dist/web/licences.md")).toContain("## react ");
});

it("npx wherefore starts the command line, or says that a clone is not built", () => {
  const started = (folder: string) =>
    spawnSync(process.execPath, [join(folder, "bin/wherefore.js"), "--version"], { encoding: "utf8" });
  const { version, bin } = JSON.parse(read("package.json"));
  expect(bin).toEqual({ wherefore: "bin/wherefore.js" });
  expect(started(root)).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
  const clone = mkdtempSync(join(tmpdir(), "wherefore-clone-"));
  try {
    for (const path of ["bin", "package.json"])
      cpSync(join(root, path), join(clone, path), { recursive: true });
    const stderr =
      "wherefore: this clone must be built before it can run, and is not; run npm ci && npm run build\n";
    expect(started(clone)).toMatchObject({ status: 2, stdout: "", stderr });
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});

it("the tarball has the pages that a program needs and not the site, and is below 3 MB", () => {
  const packed = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const [{ files, size }] = JSON.parse(packed.stdout) as [{ files: { path: string }[]; size: number }];
  const paths = files.map(({ path }) => path);
  expect(paths).toContain("docs/algorithms/exact.md");
  expect(
    paths.filter((path) =>
      /^docs\/(\.vitepress|node_modules|page\/|package|tutorials|how-it-works|index)/.test(path),
    ),
  ).toEqual([]);
  expect(size).toBeLessThan(3e6);
});
