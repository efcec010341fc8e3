// The Titanic's passengers (a lookalike), with labels, numbers, missing values, identifiers and copies of columns: from the file to
// its graph in three clicks, with every column's kind as the user sets it, on the server and in the browser.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tables } from "../../experiments/real-tables/tables.js";
import { createRng, numbers } from "../../src/core/index.ts";
import { isLong } from "../long.ts";
import { summarized } from "../summarize.ts";
import { describeInChromium, expectNoComplaints, staticFiles } from "./page/browser.ts";
import { atResult, heading, listedEdges, takeFile } from "./page/screens.ts";
import { programIn } from "./program.ts";
import { served } from "./served.ts";

const { folder, started } = programIn("page-kinds");
let titanic: string;
let server: Awaited<ReturnType<typeof served>>;
let files: Awaited<ReturnType<typeof staticFiles>>;

beforeAll(async () => {
  titanic = tables.find(({ name }) => name === "titanic")!.path(folder, { createRng });
  files = await staticFiles();
  server = await served(started("serve", "--port", "0", "--folder", "data"));
});

afterAll(() => {
  files?.close();
  server?.child.kill("SIGKILL");
});

const column = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
/** Counts the clicks of the page from now on, also on the screens to which it leads. */
const countClicks = "globalThis.clicks = 0; addEventListener('pointerdown', () => clicks++, true)";
const examined = (page: Page) => page.getByText("Examining the table").waitFor({ state: "detached" });

/** Every statistic on the page is DuckDB's, as rounded there. */
async function expectStatistics(page: Page): Promise<void> {
  const table = page.getByRole("region", { name: "Columns" });
  const titles = await table.getByRole("columnheader").allInnerTexts();
  const statistics = ["n", "Missing", "Min", "25 %", "Median", "75 %", "Max", "Mean", "SD"];
  for (const { column_name, count, absent, min, max, avg, std, quartiles } of await summarized(titanic)) {
    const row = table.getByRole("row").filter({ has: column(page, column_name) });
    const cells = await row.locator("th, td").allInnerTexts();
    const shown = statistics.map((title) => cells[titles.indexOf(title)]);
    const missing = absent === 0 ? "0" : `${absent} (${numbers.percent(absent / count)})`;
    const described = quartiles === null ? [] : [min, ...quartiles, max, avg, std].map(Number);
    const others = described.length > 0 ? described.map(numbers.significant) : new Array(7).fill("");
    expect([column_name, ...shown]).toEqual([column_name, numbers.count(count - absent), missing, ...others]);
  }
}

describeInChromium("a table of labels and numbers with gaps", (open) => {
  for (const engine of ["server", "browser"] as const) {
    it.skipIf(!isLong && engine === "browser")(
      `is searched after two answers and a click (engine: ${engine})`,
      async () => {
        const shown = await open(engine === "server" ? server.link : files.address);
        const { page } = shown;
        await takeFile(page, titanic);
        await page.getByText("No finding prevents a search.").waitFor();
        const facts = page.getByRole("region", { name: "Search" });
        await facts.getByText("6 of 11 columns, 891 rows. Rows with a missing value are used too").waitFor();
        await facts
          .getByText("bic-mixed, because some columns are numbers and some are categories")
          .waitFor();

        await page.evaluate(countClicks);
        await page.getByLabel("sex comes first").check();
        await page.getByLabel("age comes first").check();
        await page.getByText("Prior knowledge: 2 tiers.").waitFor();
        await page.getByRole("button", { name: "Start", exact: true }).click();
        await atResult(page);
        expect(await page.evaluate("clicks")).toBe(3);
        const edges = await listedEdges(page);
        expect(edges).toContain("sex → survived");
        expect(edges.filter((edge) => /→ (sex|age)$/.test(edge))).toEqual([]);
        expectNoComplaints(shown);
        await shown.close();
      },
    );

    it.skipIf(!isLong && engine === "server")(
      `has the columns that its owner wants (engine: ${engine})`,
      async () => {
        const shown = await open(engine === "server" ? server.link : files.address);
        const { page } = shown;
        await takeFile(page, titanic);
        await page.getByText("Statistics are on all rows that have a value.").waitFor();
        await page.getByText("Each pair on the rows where both have a value.").waitFor();
        await page.getByText("6 of 11 take part").waitFor();
        await expectStatistics(page);
        // Left out by themselves, each with the reason; kept by a click, and out again.
        await page.getByRole("rowheader", { name: "passenger_id numbers the rows" }).waitFor();
        expect(await column(page, "passenger_id").isChecked()).toBe(false);
        await column(page, "passenger_id").check();
        await page.getByText("7 of 11 take part").waitFor();
        await examined(page);
        expect(await column(page, "passenger_id").isChecked()).toBe(true);
        await column(page, "passenger_id").uncheck();
        await page.getByText("6 of 11 take part").waitFor();
        // Of two that say the same, the one that is wanted.
        await page.getByRole("rowheader", { name: 'class has one label for each of "pclass"' }).waitFor();
        await column(page, "class").check();
        await page.getByRole("rowheader", { name: /^pclass has one label for each of "class"/ }).waitFor();
        expect([await column(page, "class").isChecked(), await column(page, "pclass").isChecked()]).toEqual([
          true,
          false,
        ]);
        await page.getByRole("button", { name: "Undo", exact: true }).click();
        await page.getByRole("rowheader", { name: /^class has one label/ }).waitFor();

        // Numbers that are categories, and a column with gaps that takes no part.
        await page.getByLabel("Kind of pclass").selectOption("category");
        await page.getByRole("listitem").filter({ hasText: "pclass: category" }).waitFor();
        await column(page, "age").uncheck();
        const facts = page.getByRole("region", { name: "Search" });
        await facts.getByText("5 of 11 columns, 891 rows.").waitFor();
        // All is as it was found after a reload, and on the other screens.
        await page.reload();
        await facts.getByText("5 of 11 columns, 891 rows.").waitFor();
        expect(await page.getByLabel("Kind of pclass").inputValue()).toBe("category");

        await page.getByLabel("survived is the outcome").check();
        await page.getByRole("link", { name: "Add prior knowledge first" }).click();
        await heading(page, "Prior knowledge").waitFor();
        const tier = page.getByRole("region", { name: "Tier 3" });
        await tier.getByText("survived", { exact: true }).waitFor();
        expect(await page.getByRole("button", { name: /^(passenger_id|age|class), / }).count()).toBe(0);
        await page.getByRole("button", { name: "Undo", exact: true }).click();
        await tier.waitFor({ state: "detached" });
        expectNoComplaints(shown);
        await shown.close();
      },
    );
  }
});
