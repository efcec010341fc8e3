// The pictures of the screens: the command that creates them works, and all of them exist and are small.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isLong } from "../long.ts";
import { findChromium } from "./browser/find.js";
import { root } from "./page/browser.ts";
import { programIn } from "./program.ts";

const { folder } = programIn("pictures");
const screens = [
  ...["start", "data", "knowledge", "search", "watch", "result", "edge", "runs", "compare"],
  ...["result-60", "result-200"], // with so many variables
];
const named = (screen: string) =>
  [1280, 390].flatMap((width) => ["light", "dark"].map((scheme) => `${screen}-${width}-${scheme}.webp`));

it.skipIf(!isLong || findChromium() === undefined)(
  "node docs/screenshots.js makes pictures of a screen",
  () => {
    execFileSync(process.execPath, [join(root, "docs/screenshots.js"), "--only", "start", "--out", folder]);
    expect(readdirSync(folder).toSorted()).toEqual(named("start").toSorted());
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name)).subarray(8, 12).toString()).toBe("WEBP");
  },
);

it("every screen has its pictures, all together under 2.3 MB", () => {
  const names = readdirSync(join(root, "docs/page"));
  expect(names.toSorted()).toEqual(screens.flatMap(named).toSorted());
  const bytes = names.reduce((sum, name) => sum + statSync(join(root, "docs/page", name)).size, 0);
  expect(bytes).toBeLessThan(2.3e6);
});
