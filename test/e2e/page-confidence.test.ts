// Confidence of edges as a user requests and views it: from the server, and with the browser as the engine.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isLong } from "../long.ts";
import { describeInChromium, expectNoComplaints, staticFiles } from "./page/browser.ts";
import { atResult, heading, listedEdges, start, takeExample, toSearch } from "./page/screens.ts";
import { programIn } from "./program.ts";
import { served } from "./served.ts";

const { started } = programIn("page-confidence");
let server: Awaited<ReturnType<typeof served>> | undefined;
let files: Awaited<ReturnType<typeof staticFiles>>;

beforeAll(async () => {
  if (isLong) server = await served(started("serve", "--port", "0", "--folder", "data"));
  files = await staticFiles();
});

afterAll(() => {
  server?.child.kill("SIGKILL");
  files?.close();
});

const edges = (page: Page) => page.locator(".graph .react-flow__edge");
/** What the list says of how sure the edges are. */
const shares = async (page: Page) =>
  (await page.locator(".react-flow__edge title").allTextContents()).map((text) =>
    Number(/linked in [<>≤ ]*(\d+) %, so drawn in [<>≤ ]*\d+ %/.exec(text)![1]),
  );

describeInChromium("how sure each edge is", (open) => {
  for (const [who, address] of [
    ["a server", () => server!.link],
    ["this browser", () => files.address],
  ] as const)
    it.skipIf(!isLong && who === "a server")(
      `is asked for, counted and looked at (${who} is the engine)`,
      async () => {
        const shown = await open(address());
        const { page } = shown;
        await takeExample(page);
        await toSearch(page);
        await heading(page, "Confidence", 3).waitFor();
        expect(await page.getByLabel("Resamples", { exact: true }).count()).toBe(0);
        await page.getByLabel("Confidence", { exact: true }).selectOption("bootstrap");
        await page.getByLabel("Resamples", { exact: true }).fill("12");
        await start(page);
        await atResult(page);

        await heading(page, "Confidence in each edge", 2).waitFor();
        await page.getByText("The percentages are shares of 12 resamples (bootstrap:").waitFor();
        const answer = await listedEdges(page);
        await expect.poll(() => edges(page).count()).toBe(answer.length);
        const all = await shares(page);
        expect(all).toHaveLength(answer.length);

        await page.getByLabel("Show links above").fill("95");
        await expect.poll(() => edges(page).count()).toBe(all.filter((share) => share > 95).length);
        await page.getByLabel("Show links above").fill("0");
        await expect.poll(() => edges(page).count()).toBe(answer.length);

        await page.locator("details.graph-list li button").first().click();
        const panel = page.getByRole("region", { name: "Selection" });
        const facts = await panel.locator("dl div").allInnerTexts();
        const percents = facts.slice(0, 4).map((text) => Number(/(\d+) %/.exec(text)?.[1]));
        // Linked is the sum of the three marks, each rounded.
        expect(Math.abs(percents[0] - percents[1] - percents[2] - percents[3])).toBeLessThanOrEqual(2);
        expect(facts[1]).toMatch(/ → /);

        await page.locator(".result-switch label", { hasText: "Consensus" }).click();
        await page.getByText(/^The links that more than 50 % have/).waitFor();
        expect((await shares(page)).every((share) => share >= 50)).toBe(true);
        expectNoComplaints(shown);
        await shown.close();
      },
    );
});
