// The contents of the installed package, and the program that its name starts.

import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { isLong } from "./long.ts";

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
  const stdlib = read("src/core/math/stdlib.generated.ts").match(/(?<=node_modules\/)@stdlib\/[^/]+/g) ?? [];
  const chunks = readdirSync(join(root, "dist/core/bundle")).map((name) => read(`dist/core/bundle/${name}`));
  const regions = /(?<=#region [./]*node_modules\/)(?:@[^/]+\/)?[^/]+/g;
  const others = [read("dist/core/index.js"), read("dist/core/library.js"), ...chunks].flatMap(
    (text) => text.match(regions) ?? [],
  );
  expect(others).toContain("fflate");
  const bundled = [...stdlib, ...others];
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

// The tarball, installed as anybody would install it, beside each Node (from npm's package "node"); in `npm run test:long`.
describe.runIf(isLong)("the tarball", () => {
  const run = promisify(execFile);
  const quiet = ["--silent", "--no-audit", "--no-fund"];

  it("is below 3 MB, and works on Node 20, 22 and 24", async () => {
    const folder = mkdtempSync(join(tmpdir(), "wherefore-tarball-"));
    try {
      await run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
      const [tarball] = readdirSync(folder);
      expect(statSync(join(folder, tarball)).size).toBeLessThan(3e6);
      writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
      await run("npm", ["install", ...quiet, join(folder, tarball)], { cwd: folder });
      const packages = Object.keys(
        JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")).packages,
      );
      expect(packages.length).toBeLessThanOrEqual(70);
      const program = `import { discover, simulate } from "wherefore";
const { table } = simulate({ nodes: 5, samples: 200 });
console.log((await discover(table)).digest);`;
      writeFileSync(join(folder, "program.js"), program);
      const digests = new Set<string>();
      for (const version of ["20", "22", "24"]) {
        const other = join(folder, `node-${version}`);
        await run("npm", ["install", ...quiet, "--prefix", other, `node@${version}`], { cwd: folder });
        const node = join(other, "node_modules/node/bin/node");
        expect((await run(node, ["--version"])).stdout).toMatch(new RegExp(`^v${version}\\.`));
        const wherefore = join(folder, "node_modules/wherefore/bin/wherefore.js");
        const table = join(folder, "node_modules/wherefore/examples/twelve/data.csv");
        const { stdout } = await run(node, [wherefore, "discover", table, "--no-out", "--quiet"]);
        expect(stdout).toContain("15 edges among 12 variables");
        digests.add((await run(node, ["program.js"], { cwd: folder })).stdout);
      }
      expect(digests.size).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
