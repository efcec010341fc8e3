import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePrivate } from "./private-folder.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "private-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const warnings: string[] = [];
const options = {
  isOwn: (name: string) => ["runs", "lock"].includes(name),
  onWarning: (sentence: string) => warnings.push(sentence),
};
const modeOf = (...parts: string[]) => (statSync(join(folder, ...parts)).mode & 0o777).toString(8);

/** A folder of the server's as it was made before, open to all. */
function wideFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, "runs/a"), { recursive: true });
  for (const file of ["lock", "runs/a/result.json"]) writeFileSync(join(path, file), "{}");
  for (const each of ["", "runs", "runs/a"]) chmodSync(join(path, each), 0o755);
  for (const file of ["lock", "runs/a/result.json"]) chmodSync(join(path, file), 0o644);
  return path;
}

describe.skipIf(process.platform === "win32")("makePrivate", () => {
  it("takes from others what they could read of a folder of the server's own", async () => {
    const path = wideFolder("own");
    writeFileSync(join(folder, "outside"), "");
    chmodSync(join(folder, "outside"), 0o644);
    symlinkSync(join(folder, "outside"), join(path, "runs/a/link"));
    await makePrivate(path, options);
    expect(["", "runs", "runs/a"].map((each) => modeOf("own", each))).toEqual(["700", "700", "700"]);
    expect(["lock", "runs/a/result.json"].map((each) => modeOf("own", each))).toEqual(["600", "600"]);
    expect(modeOf("outside")).toBe("644");
    expect(warnings).toEqual([]);
  });

  it("leaves a folder with other things in it as it is, and makes its own part of it private", async () => {
    const path = wideFolder("shared");
    writeFileSync(join(path, "thesis.tex"), "");
    chmodSync(join(path, "thesis.tex"), 0o644);
    await makePrivate(path, options);
    expect(
      ["", "thesis.tex", "runs", "runs/a/result.json", "lock"].map((each) => modeOf("shared", each)),
    ).toEqual(["755", "644", "700", "600", "600"]);
  });

  it("refuses a folder that everybody can write to, where it is not the server's own", async () => {
    const path = wideFolder("all");
    writeFileSync(join(path, "theirs"), "");
    chmodSync(path, 0o777);
    await expect(makePrivate(path, options)).rejects.toThrow(
      /^serve: the folder .* everybody can, .*--folder$/,
    );
    expect(modeOf("all", "runs")).toBe("755");
  });
});
