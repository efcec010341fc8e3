// A person's steps through the screens, by what can be read on them.

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export const heading = (page: Page, name: string | RegExp, level = 1): Locator =>
  page.getByRole("heading", { level, name });

/** Chooses a file on the first screen, and waits for what the doctor says. */
export async function takeFile(page: Page, path: string): Promise<void> {
  await page.getByLabel("Choose a file").setInputFiles(path);
  await heading(page, "Data doctor", 2).waitFor();
}

export async function takeExample(page: Page, name = "twelve"): Promise<void> {
  await page.getByRole("button", { name: `Try the example “${name}”` }).click();
  await heading(page, "Data doctor", 2).waitFor();
}

/** To the search screen from where its link stands. */
export async function toSearch(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Go to the search" }).click();
  await heading(page, "Search").waitFor();
}

/** Chooses an agent for so many iterations, on one thread. */
export async function chooseAgent(page: Page, iterations: number): Promise<void> {
  // On a slow machine every field would be followed by a trial of the run, which nobody waits for.
  await page.route("**/api/estimates", () => {});
  await page.getByText("Choose the search").click();
  await page.getByRole("radio", { name: "rl", exact: true }).check();
  await page.getByText("More settings").click();
  await page.getByLabel("Iterations", { exact: true }).fill(String(iterations));
  await page.getByLabel("Stop", { exact: true }).selectOption("never");
  await page.getByLabel("Strict arithmetic", { exact: true }).selectOption("yes");
  await page.getByLabel("Threads", { exact: true }).fill("1");
  await page.unroute("**/api/estimates");
}

/** Starts, and gives the run's id. */
export async function start(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/#\/runs\/[0-9a-f]{16}\/watch/);
  return runOf(page);
}

export const runOf = (page: Page): string => /#\/runs\/([0-9a-f]{16})\//.exec(page.url())![1];

/** A number of the screen that watches, as it stands there; null where it does not. */
export async function figure(page: Page, label: string): Promise<string | null> {
  const value = page.locator("dl div", { has: page.getByText(label, { exact: true }) }).locator("dd");
  return (await value.allInnerTexts())[0] ?? null;
}

export async function iterations(page: Page): Promise<number> {
  return Number((await figure(page, "Iterations"))?.replaceAll(/\D/g, "") ?? 0);
}

/** Waits until so many iterations are shown, or the result, where a quick machine was there before anybody could look. */
export async function iterationsPast(page: Page, count: number): Promise<void> {
  const isPast = async () => (await iterations(page)) >= count || page.url().endsWith("/result");
  await expect.poll(isPast, { interval: 50 }).toBe(true);
}

/** The screen leads on to the result by itself. */
export async function atResult(page: Page): Promise<void> {
  await page.waitForURL(/#\/runs\/[0-9a-f]{16}\/result/);
  await heading(page, "The graph", 2).waitFor();
}

/** The edges that the result's list shows, each as "cause → effect". */
export async function listedEdges(page: Page): Promise<string[]> {
  const list = page.locator("details.graph-list").first();
  if (!(await list.evaluate((element) => (element as unknown as { open: boolean }).open)))
    await list.locator("summary").click();
  return (await list.locator("li .name").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
}
