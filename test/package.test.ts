// What an install brings.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

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
