// The Python package: its own tests, by pytest, on the engine of this clone; and in `npm run test:long` also those that need
// more packages (polars, scikit-learn, causal-learn, notebooks), and the wheel, built and installed into an empty environment.

import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

const ofSystem = isWindows ? "python" : "python3";
const pythonIn = (folder: string) => join(folder, isWindows ? "Scripts/python.exe" : "bin/python");

/** Makes an environment, and gives the path of its Python. The system's pip fills it, so it needs none of its own. */
async function environment(folder: string): Promise<string> {
  await run(ofSystem, ["-m", "venv", "--without-pip", folder]);
  return pythonIn(folder);
}

/** Not compiled: the tests import few of the modules, and Python compiles those that it imports. */
const installed = (python: string, ...what: string[]) =>
  run(ofSystem, [
    ...["-m", "pip", "--quiet", "--disable-pip-version-check", "--python", python],
    ...["install", "--no-compile", ...what],
  ]);

/** A list of packages in pyproject.toml. */
const listed = (pyproject: string, name: string): string[] =>
  JSON.parse(new RegExp(`^${name} = (\\[.*\\])$`, "m").exec(pyproject)![1]);

/** The environment of the tests, made once and again when its requirements or Python change; null where it cannot be made. */
async function testEnvironment(): Promise<string | null> {
  const requirements = isLong ? "test-long" : "test";
  // Not in node_modules, which `npm ci` empties.
  const folder = join(root, `.venv-${requirements}`);
  const made = join(folder, "made-for");
  try {
    const { stdout: version } = await run(ofSystem, ["-VV"]);
    const pyproject = readFileSync(join(source, "pyproject.toml"), "utf8");
    const wanted = [version, source, pyproject].join("\n");
    if (existsSync(made) && readFileSync(made, "utf8") === wanted) return pythonIn(folder);
    rmSync(folder, { recursive: true, force: true });
    // The package itself is found in its folder; only the notebook's process needs it installed.
    const packages = isLong
      ? ["--editable", `${source}[${requirements}]`]
      : ["dependencies", requirements].flatMap((name) => listed(pyproject, name));
    await installed(await environment(folder), ...packages);
    writeFileSync(made, wanted);
    return pythonIn(folder);
  } catch (error) {
    process.stderr.write(`test/python.test.ts: no environment can be made: ${String(error).slice(0, 500)}\n`);
    return null;
  }
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

  if (isLong)
    it("installs from its wheel into an empty environment, and needs no Node", async () => {
      const folder = mkdtempSync(join(tmpdir(), "wherefore-wheel-"));
      try {
        const wheels = join(folder, "wheels");
        await run(ofSystem, ["-m", "pip", "wheel", "--quiet", "--no-deps", "-w", wheels, source], { env });
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
