// The printed report: in Chromium rows and figures stay whole, and nothing is cut off at the right.

import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "./browser/find.js";
import { commandsIn } from "./command-line.ts";
import { hangMs, launched } from "./page/browser.ts";

const executablePath = findChromium();
/** A4 without its margins, in CSS pixels. */
const [width, height] = [Math.floor(((210 - 32) / 25.4) * 96), Math.floor(((297 - 36) / 25.4) * 96)];

describe.skipIf(executablePath === undefined)("the printed report (skipped without Chromium)", () => {
  const { folder, wherefore } = commandsIn("report-print");
  let browser: Browser;

  beforeAll(async () => {
    await wherefore("simulate", "--nodes", "10", "--samples", "200", "--out", "made");
    const made = ["made/data.csv", "--truth", "made/truth.csv", "--best", "2"];
    const sure = ["--confidence", "bootstrap", "--resamples", "2", "--quiet"];
    const { code, err } = await wherefore("discover", ...made, ...sure, "--out", "run");
    expect(err).toBe("");
    expect(code).toBe(0);
    browser = await launched(executablePath!);
  }, hangMs);
  afterAll(() => browser?.close());

  it(
    "fits the width of the paper and keeps rows, figures and headings whole",
    async () => {
      const page = await browser.newPage({ viewport: { width, height } });
      await page.goto(pathToFileURL(`${folder}/run/report.html`).href);
      await page.emulateMedia({ media: "print" });
      // As text: the compiler knows no page here.
      const wide = await page.evaluate(`[...document.querySelectorAll("table, svg, pre, p, dl")]
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
        .map((element) => element.closest("section")?.id ?? element.tagName)`);
      expect(wide).toEqual([]);
      const broken = await page.evaluate(`[...document.querySelectorAll("p, tr, figure, pre, .short")]
        .filter((element) => getComputedStyle(element).breakInside !== "avoid").length`);
      expect(broken).toBe(0);
      const torn = await page.evaluate(
        `[...document.querySelectorAll("pre .flag")].map((element) => element.getClientRects().length)`,
      );
      expect(new Set(torn as number[])).toEqual(new Set([1]));
      const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
      const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? [];
      expect(pages.length).toBeGreaterThan(3);
      expect(pages.length).toBeLessThan(16);
      await page.close();
    },
    hangMs,
  );

  it("prints the methods paragraph, and writes the report anew", async () => {
    const { out } = await wherefore("report", "run", "--methods");
    expect(out).toContain("of 10 variables was learned with Wherefore");
    expect(out).toContain("\n[1] Wherefore");
    const json = JSON.parse((await wherefore("report", "run", "--json")).out);
    expect(out).toContain(json.paragraph);
    expect((await wherefore("report", "run")).out.trim()).toBe("run/report.html");
    expect((await wherefore("report", "made")).err).toContain("made has no result.json");
  });
});
