import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";

const folder = new URL("../examples/", import.meta.url);
const readme = readFileSync(new URL("../README.md", folder), "utf8");
const programs = readdirSync(folder).filter((file) => file.endsWith(".ts"));

/** Runs an example and gives what it printed. */
async function outputOf(file: string): Promise<string> {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...words) => {
    lines.push(words.join(" "));
  });
  try {
    await import(new URL(file, folder).pathname);
  } finally {
    log.mockRestore();
  }
  return lines.join("\n");
}

const says: Record<string, RegExp> = {
  "discover.ts": /^15 edges, proven optimal\n(X\d\d [→—] X\d\d {2}\d+\n)+X01 — X03 {2}\d+$/,
  "own-score.ts": /SHD [0-3], proven: true[\s\S]*(a,b|b,a)/,
  "knowledge.ts": /without: \d+ edges[\s\S]*with: {4}\d+ edges[\s\S]*contradictions: 0$/,
  "categories.ts":
    /^asia: no or yes;[\s\S]*8 edges, proven: true\n[\s\S]*either → xray[\s\S]*without "either": .*lung → xray[\s\S]*direction open: .* — /,
  "watch.ts": /perturbation \d+, \d+ of \d+ in a row .*: -\d+[\s\S]*finished: -\d+$/,
  "certificate.ts": /^SHD 0, gap 0, \d+ passes\nthe certificate holds$/,
};

describe("examples", () => {
  it("each have a test here", () => {
    expect(programs.sort()).toEqual(Object.keys(says).sort());
  });
  for (const file of programs) {
    it(`${file} is at most 40 lines and prints what it promises`, async () => {
      expect(readFileSync(new URL(file, folder), "utf8").split("\n").length).toBeLessThanOrEqual(41);
      const output = await outputOf(file);
      expect(output).toMatch(says[file]);
      if (file === "discover.ts") expect(readme).toContain(`\`\`\`\n${output}\n\`\`\``);
    });
  }
});
