// The site in Chromium, every page of it: `npm run test:long` builds and checks it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { discover, readTable } from "../src/node/index.ts";
import { type FileServer, fileServer } from "./e2e/browser/file-server.ts";
import { describeInChromium, expectNoComplaints, root } from "./e2e/page/browser.ts";
import { buildSite, factsOf, type PageFacts, siteFolder, sitePages } from "./e2e/site.ts";
import { isLong } from "./long.ts";

if (isLong)
  describeInChromium("the site", (open) => {
    let site: FileServer;
    beforeAll(async () => {
      buildSite();
      site = await fileServer(siteFolder);
    });
    afterAll(() => site?.close());

    it("has pages without complaints, with one heading at the top, readable, and links that lead somewhere", async () => {
      const pages = sitePages();
      expect(pages.length).toBeGreaterThan(60);
      const facts = new Map<string, PageFacts>();
      for (const [scheme, width] of [
        ["light", 1280],
        ["dark", 390],
      ] as const) {
        const shown = await open(site.address, { scheme, width });
        for (const path of pages) {
          await shown.page.goto(site.address + path);
          await shown.page.locator("main h1").first().waitFor();
          const found = await factsOf(shown.page);
          const where = `${path}, ${width} px, ${scheme}`;
          expect(found.faint, where).toEqual([]);
          expect(found.nameless, where).toEqual([]);
          expect(found.overflow, where).toBeLessThanOrEqual(0);
          facts.set(`/${path}`, found);
        }
        expectNoComplaints(shown);
        await shown.close();
      }
      for (const [path, { headings, links }] of facts) {
        expect(headings.filter((level) => level === 1).length, path).toBe(1);
        expect(headings[0], path).toBe(1);
        for (const [k, level] of headings.entries())
          expect(level - (headings[k - 1] ?? 0), `${path}: a heading of level ${level}`).toBeLessThanOrEqual(
            1,
          );
        for (const link of links) {
          const [to, anchor] = link.split("#");
          const target = facts.get(to === "/" ? "/index.html" : to);
          expect(target, `${path} links to ${link}`).toBeDefined();
          if (anchor)
            expect(target!.anchors, `${path} links to ${link}`).toContain(decodeURIComponent(anchor));
        }
      }
    });

    it("runs the product on its start page, reached by the keyboard, with the digest of Node", async () => {
      const shown = await open(site.address);
      const { page } = shown;
      const run = page.locator(".try-it button.run");
      await run.waitFor();
      const focused = page.locator(".try-it button.run:focus");
      for (let k = 0; k < 60 && (await focused.count()) === 0; k++) await page.keyboard.press("Tab");
      expect(await focused.count()).toBe(1);
      await page.keyboard.press("Enter");
      const answer = page.locator(".answer");
      await answer.waitFor();
      const table = await readTable(join(root, "examples/twelve/data.csv"));
      const there = await discover(table, { name: "twelve.csv" });
      expect(await answer.getAttribute("data-digest")).toBe(there.digest);
      expect(await answer.locator("svg path").count()).toBeGreaterThanOrEqual(there.strengths.length);
      expect(await answer.locator("tbody tr").count()).toBe(there.strengths.length);
      const texts = await answer.locator("tbody td:first-child").allTextContents();
      expect(texts.filter((text) => text.includes("—")).length).toBe(there.undirected.length);
      for (const table of ["cars", "asia"]) {
        await page.locator("select").first().selectOption(table);
        await run.click();
        await expect.poll(() => answer.locator("tbody tr").count()).toBeGreaterThan(3);
      }
      expectNoComplaints(shown);
      await shown.close();
    });

    it("computes its pictures and runs the code of its pages", async () => {
      const shown = await open(site.address);
      const { page } = shown;
      await page.goto(`${site.address}how-it-works/exact.html`);
      await page.locator(".player input").fill("19");
      await page.getByText("The best of all 543 graphs").waitFor();
      await page.goto(`${site.address}how-it-works/hull.html`);
      await page.locator(".player input").fill("8");
      await page.getByText("Closed: no corner").waitFor();
      await page.goto(`${site.address}how-it-works/agent.html`);
      await page.getByRole("button", { name: "Let it learn" }).click();
      await page.getByText("is the proven optimum. Done.").waitFor();
      const pages = sitePages().filter((path) =>
        readFileSync(join(siteFolder, path), "utf8").includes("Run it here"),
      );
      expect(pages.length).toBeGreaterThan(20);
      for (const path of pages) {
        await page.goto(site.address + path);
        for (const block of await page.locator(".run-code").all()) {
          await block.getByRole("button").click();
          await block.locator(".printed, .failure").waitFor();
          expect(await block.locator(".failure").count(), path).toBe(0);
          expect(await block.locator(".printed").textContent(), path).not.toMatch(/NaN|undefined/);
        }
      }
      expectNoComplaints(shown);
      await shown.close();
    });

    it("finds a page by its words", async () => {
      const { page, close } = await open(site.address);
      await page.getByRole("button", { name: "Search" }).first().click();
      await page.locator("#localsearch-input").fill("equivalence class");
      await page.locator(".results a").first().waitFor();
      await close();
    });
  });
