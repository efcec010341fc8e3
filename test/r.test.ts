// The page about R, executed: its program with its own server gives the same answer as here. In `npm run test:long`, which
// installs Debian's R if it may; skipped without R.

import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ensured } from "./e2e/debian-package.js";
import { main } from "./e2e/program.ts";
import { isLong } from "./long.ts";

const run = promisify(execFile);

/** The version of a package of R. */
function versionOf(name: string): string | undefined {
  try {
    const asked = ["-e", `cat(as.character(packageVersion("${name}")))`];
    return execFileSync("Rscript", asked, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
}

const needed = ["httr2", "jsonlite"];
if (isLong)
  for (const name of needed)
    ensured(`r-cran-${name}`, { find: () => versionOf(name), tests: "the program in docs/r.md" });
const isThere = isLong && needed.every((name) => versionOf(name) !== undefined);

describe.runIf(isThere)("R (only in test:long, and where there is one)", () => {
  it("runs the program of the page, and gets the answer of the command line", async () => {
    const folder = mkdtempSync(join(tmpdir(), "wherefore-r-"));
    const server = spawn(process.execPath, [main, "serve", "--temporary", "--no-open", "--port", "0"], {
      cwd: folder,
      stdio: ["pipe", "pipe", "inherit"],
    });
    try {
      const link = await new Promise<string>((resolve) => {
        server.stdout.on("data", (text) => {
          const found = /wherefore is at (http:\S+)/.exec(String(text))?.[1];
          if (found) resolve(found);
        });
      });
      const { origin, searchParams } = new URL(link);
      const page = readFileSync(new URL("../docs/r.md", import.meta.url), "utf8");
      const program = /^```r\n([\s\S]*?)^```$/m.exec(page)![1];
      expect(program.trim().split("\n").length).toBeLessThanOrEqual(25);
      const rest = [
        'write.csv(mtcars[, c("mpg", "cyl", "disp", "hp", "wt")], "cars.csv", row.names = FALSE)',
        'cat("digest", result$digest, "\\n")',
      ];
      writeFileSync(join(folder, "page.R"), [program, ...rest].join("\n"));
      const env = {
        ...process.env,
        WHEREFORE_URL: origin,
        WHEREFORE_TOKEN: searchParams.get("token") ?? "",
      };
      const { stdout } = await run("Rscript", ["page.R"], { cwd: folder, env });
      expect(stdout).toContain("of 5 variables was learned with Wherefore");
      const asked = ["discover", "cars.csv", "--score", "bic", "--json", "--quiet", "--no-out"];
      const alone = JSON.parse((await run(process.execPath, [main, ...asked], { cwd: folder })).stdout);
      expect(stdout).toContain(`digest ${alone.digest}`);
    } finally {
      server.stdin.end();
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
