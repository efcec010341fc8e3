// The Python package: its own tests, by pytest, on the engine of this clone; and in `npm run test:long` also those that need
// more packages, and the wheel, built and installed into an empty environment.

import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { isLong } from "./long.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "python");
const isWindows = process.platform === "win32";
const run = promisify(execFile);

/** Makes an environment, and gives the path of its Python. */
async function environment(folder: string): Promise<string> {
  await run(isWindows ? "python" : "python3", ["-m", "venv", folder]);
  return join(folder, isWindows ? "Scripts/python.exe" : "bin/python");
}

const installed = (python: string, ...what: string[]) =>
  run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...what]);

/** The environment of the tests, made once and again when the package's requirements change; null where it cannot be made. */
async function testEnvironment(): Promise<string | null> {
  const requirements = isLong ? "test-long" : "test";
  const folder = join(root, "node_modules/.cache", `python-${requirements}`);
  const made = join(folder, "made-for");
  const wanted = readFileSync(join(source, "pyproject.toml"), "utf8");
  const python = join(folder, isWindows ? "Scripts/python.exe" : "bin/python");
  if (existsSync(made) && readFileSync(made, "utf8") === wanted) return python;
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await installed(await environment(folder), "--editable", `${source}[${requirements}]`);
  } catch (error) {
    process.stderr.write(`test/python.test.ts: no environment can be made: ${String(error).slice(0, 500)}\n`);
    return null;
  }
  writeFileSync(made, wanted);
  return python;
}

/** Runs pytest, and gives its last line; what fails is shown in full. */
async function pytest(python: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const asked = ["-m", "pytest", "-q", "-p", "no:cacheprovider", ...args];
  const { stdout } = await run(python, asked, { cwd: source, env, maxBuffer: 1e8 }).catch(
    (error: Error & { stdout: string }) => {
      throw new Error(error.stdout || error.message);
    },
  );
  return stdout.trimEnd().split("\n").at(-1) ?? "";
}

/** Without what would lead to another engine or another package. */
const { WHEREFORE_ENGINE: _engine, PYTHONPATH: _path, ...env } = process.env;
const python = await testEnvironment();

it("the Python package has the version of the product", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(readFileSync(join(source, "pyproject.toml"), "utf8")).toContain(`\nversion = "${version}"\n`);
});

describe.skipIf(python === null)("the Python package (skipped where there is no Python or no PyPI)", () => {
  it("passes its tests", async () => {
    expect(await pytest(python!, [], env)).toMatch(/^\d\d+ passed/);
  });

  it.runIf(isLong)("installs from its wheel into an empty environment, and needs no Node", async () => {
    const folder = mkdtempSync(join(tmpdir(), "wherefore-wheel-"));
    try {
      const wheels = join(folder, "wheels");
      await run(python!, ["-m", "pip", "wheel", "--quiet", "--no-deps", "-w", wheels, source], { env });
      const [wheel] = readdirSync(wheels);
      expect(wheel).toMatch(/^wherefore_causal-.*-py3-none-/);
      const empty = await environment(join(folder, "empty"));
      await installed(empty, `${join(wheels, wheel)}[test]`);
      const noNode = { ...env, PATH: dirname(empty) };
      expect(() => execFileSync("node", ["--version"], { env: noNode })).toThrow();
      // Of the wheel, and not of the folder.
      expect(await pytest(empty, ["-o", "pythonpath="], noNode)).toMatch(/^\d\d+ passed/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
