// All methods of confidence give one digest on every supported version of Node. In the long mode only: another version of Node
// is installed from the package registry; without one, the test is skipped.

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { isLong } from "../long.ts";
import { example, main } from "./program.ts";

const versions = ["20", "24"];

/** The output of this program under a version of Node; undefined where that cannot be fetched. */
function under(version: string, ...args: string[]): string | undefined {
  try {
    return execFileSync("npx", ["--yes", "-p", `node@${version}`, "--", "node", ...args], {
      encoding: "utf8",
      maxBuffer: 1e9,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}

const found = isLong
  ? versions.filter((version) => under(version, "--version")?.startsWith(`v${version}.`))
  : [];

describe.skipIf(found.length < 2)(`on Node ${versions.join(" and ")} (in the long mode)`, () => {
  it.each([
    ["posterior"],
    ["bootstrap", "--resamples", "50"],
    ["subsample", "--resamples", "50"],
    ["bayesian-bootstrap", "--resamples", "50"],
  ])("counts of %s are the same", (...method) => {
    const { data } = example("twelve");
    const digests = found.map((version) => {
      const args = ["discover", data, "--confidence", ...method, "--no-out", "--json", "--quiet"];
      const { confidence, digest } = JSON.parse(under(version, main, ...args)!);
      return { digest, confidence };
    });
    expect(digests[0].confidence.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(digests[1]).toEqual(digests[0]);
  });
});
