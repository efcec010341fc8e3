// The graph of a result as a user explores it: finds a variable and its neighbours, hides weak edges, moves a variable, saves
// the picture; then states knowledge for the next run, and withdraws it.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInChromium, downloaded, expectNoComplaints } from "./page/browser.ts";
import { heading } from "./page/screens.ts";
import { programIn } from "./program.ts";
import { served } from "./served.ts";

const { started } = programIn("page-graph");
let server: Awaited<ReturnType<typeof served>>;
let run: string;

beforeAll(async () => {
  server = await served(started("serve", "--port", "0", "--folder", "data"));
  const { body: table } = await server.ask("POST", "/api/examples/twelve");
  const { body } = await server.ask("POST", "/api/runs", {
    table: table.id,
    options: { search: "exact", score: "bic" },
  });
  run = body.id;
  // The page waits for its end.
});

afterAll(() => server?.child.kill("SIGKILL"));

const variables = (page: Page) => page.locator(".graph .react-flow__node");
const edges = (page: Page) => page.locator(".graph .react-flow__edge");

/** Waits, however slow the machine is. */
const settled = (what: () => Promise<unknown>) => expect.poll(what, { timeout: 300_000 });

describeInChromium("the graph of a result", (open) => {
  it("is searched, thinned, moved and taken along", async () => {
    const shown = await open(`${server.link}#/runs/${run}/result`);
    const { page } = shown;
    await settled(() => variables(page).count()).toBe(12);
    const all = await edges(page).count();

    await page.getByLabel("Find a variable").fill("x05");
    await page.keyboard.press("Enter");
    await heading(page, "X05", 2).waitFor();
    await page.getByLabel("Hide the rest").check();
    await settled(() => variables(page).count()).toBeLessThan(12);
    await variables(page).filter({ hasText: "X05" }).waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await settled(() => variables(page).count()).toBe(12);

    await page.getByLabel("Hide weak edges").focus();
    for (let k = 0; k < 3; k++) await page.keyboard.press("ArrowRight");
    // Edges of the same strength go together.
    const words = page.getByText(/\d+ of \d+ hidden/);
    await words.waitFor();
    const hidden = Number.parseInt(await words.innerText(), 10);
    expect(hidden).toBeGreaterThanOrEqual(3);
    await settled(() => edges(page).count()).toBe(all - hidden);

    await variables(page).first().scrollIntoViewIfNeeded();
    const box = (await variables(page).first().boundingBox())!;
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x - 60, box.y + 30, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Undo moves" }).waitFor();

    await page.getByText("Download", { exact: true }).click();
    const picture = await downloaded(page, () =>
      page.getByRole("button", { name: "Download Picture, SVG", exact: true }).click(),
    );
    expect(picture.name).toBe("twelve-exact.svg");
    expect(picture.text.split("<text").length - 1).toBe(12);
    expect(picture.text.split('stroke-opacity="0.3"').length - 1).toBe(0);
    expect(picture.text.split('fill="none"').length - 1).toBe(all - hidden);

    await page.reload();
    // Where it was put is kept.
    await page.getByRole("button", { name: "Undo moves" }).click();
    await settled(() => page.getByRole("button", { name: "Undo moves" }).count()).toBe(0);
    expectNoComplaints(shown);
    await shown.close();
  });

  it("says what to find out next, which becomes knowledge, and can be taken back", async () => {
    const shown = await open(`${server.link}#/runs/${run}/result`);
    const { page } = shown;
    await page.getByLabel("Name of this run").fill("first look");
    await page.getByLabel("Light or dark").selectOption("dark");
    await heading(page, "What to find out next", 2).waitFor();
    await page
      .getByRole("button", { name: / causes / })
      .first()
      .click();
    await heading(page, "Prior knowledge").waitFor();
    await page.getByText("Prior knowledge: 1 edge required").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("No prior knowledge yet").waitFor();
    await page.keyboard.press("Control+Shift+z");
    await page.getByText("Prior knowledge: 1 edge required").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("No prior knowledge yet").waitFor();
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await page.getByRole("link", { name: "first look", exact: true }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "first look", exact: true }).waitFor();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    expectNoComplaints(shown);
    await shown.close();
  });
});
