import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

it("the README shows what its first command prints", () => {
  const { demo } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;
  const args = /wherefore\.js (.*) --out runs\/demo$/.exec(demo)![1].split(" ");
  const folder = mkdtempSync(join(tmpdir(), "wherefore-demo-"));
  try {
    const main = join(root, "bin/wherefore.js");
    const out = execFileSync(process.execPath, [main, ...args, "--out", join(folder, "demo")], { cwd: root });
    const printed = out.toString().replaceAll(join(folder, "demo"), "runs/demo").trimEnd();
    const withoutTime = (text: string) => text.replace(/^time .*$/m, "time");
    expect(withoutTime(readme)).toContain(withoutTime(printed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("the README quotes its example from the file", () => {
  expect(readme).toContain(readFileSync(join(root, "examples/discover.ts"), "utf8").trimEnd());
});
