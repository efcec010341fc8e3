// A realistic table, with labels, numbers, missing values, an identifier and a duplicate column: from the file to its graph in
// four clicks, with every column's kind as the user sets it, on the server and in the browser.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRng } from "../../src/core/index.ts";
import { isLong } from "../long.ts";
import { describeInChromium, expectNoComplaints, staticFiles } from "./page/browser.ts";
import { atResult, heading, listedEdges, takeFile } from "./page/screens.ts";
import { programIn } from "./program.ts";
import { served } from "./served.ts";

const { folder, started } = programIn("page-kinds");
let server: Awaited<ReturnType<typeof served>>;
let files: Awaited<ReturnType<typeof staticFiles>>;

/** Passengers of a ship, whose sex and class decide who survives. */
function passengers(count: number): string {
  const rng = createRng("passengers");
  const lines = Array.from({ length: count }, (_, i) => {
    const sex = rng.uniform() < 0.6 ? "male" : "female";
    const level = 1 + Math.floor(3 * rng.uniform());
    const age = rng.uniform() < 0.2 ? "" : (70 * rng.uniform()).toFixed(1);
    const fare = (100 / level + 5 * rng.normal()).toFixed(2);
    const isSaved = rng.uniform() < (sex === "female" ? 0.9 : 0.3) - 0.1 * (level - 1);
    const titles = ["First", "Second", "Third"];
    return [i + 1, isSaved ? "yes" : "no", level, sex, age, fare, titles[level - 1]].join();
  });
  return `id,survived,pclass,sex,age,fare,title\n${lines.join("\n")}\n`;
}

beforeAll(async () => {
  writeFileSync(join(folder, "passengers.csv"), passengers(400));
  files = await staticFiles();
  server = await served(started("serve", "--port", "0", "--folder", "data"));
});

afterAll(() => {
  files?.close();
  server?.child.kill("SIGKILL");
});

const column = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const examined = (page: Page) => page.getByText("Examining the table").waitFor({ state: "detached" });

describeInChromium("a table of labels and numbers with gaps", (open) => {
  for (const engine of ["server", "browser"] as const) {
    it.skipIf(!isLong && engine === "browser")(
      `is searched after two answers and a click (engine: ${engine})`,
      async () => {
        const shown = await open(engine === "server" ? server.link : files.address);
        const { page } = shown;
        await takeFile(page, join(folder, "passengers.csv"));
        await page.getByText("No finding prevents a search.").waitFor();
        const facts = page.getByRole("region", { name: "Search" });
        await facts.getByText("5 of 7 columns, 400 rows. Rows with a missing value are used too").waitFor();
        await facts
          .getByText("bic-mixed, because some columns are numbers and some are categories")
          .waitFor();

        await page.getByLabel("sex comes first").check();
        await page.getByLabel("age comes first").check();
        await page.getByText("Prior knowledge: 2 tiers.").waitFor();
        await page.getByRole("button", { name: "Start", exact: true }).click();
        await atResult(page);
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
        await takeFile(page, join(folder, "passengers.csv"));
        await page.getByText("Statistics are on all rows that have a value.").waitFor();
        await page.getByText("Each pair on the rows where both have a value.").waitFor();
        await page.getByText("5 of 7 take part").waitFor();
        // Left out by themselves, each with the reason; kept by a click, and out again.
        await page.getByRole("rowheader", { name: "id numbers the rows" }).waitFor();
        expect(await column(page, "id").isChecked()).toBe(false);
        await column(page, "id").check();
        await page.getByText("6 of 7 take part").waitFor();
        await examined(page);
        expect(await column(page, "id").isChecked()).toBe(true);
        await column(page, "id").uncheck();
        await page.getByText("5 of 7 take part").waitFor();
        // Of two that say the same, the one that is wanted.
        await page.getByRole("rowheader", { name: 'title has one label for each of "pclass"' }).waitFor();
        await column(page, "title").check();
        await page.getByRole("rowheader", { name: /^pclass has one label for each of "title"/ }).waitFor();
        expect([await column(page, "title").isChecked(), await column(page, "pclass").isChecked()]).toEqual([
          true,
          false,
        ]);
        await page.getByRole("button", { name: "Undo", exact: true }).click();
        await page.getByRole("rowheader", { name: /^title has one label/ }).waitFor();

        // Numbers that are categories, and a column with gaps that takes no part.
        await page.getByLabel("Kind of pclass").selectOption("category");
        await page.getByRole("listitem").filter({ hasText: "pclass: category" }).waitFor();
        await column(page, "age").uncheck();
        const facts = page.getByRole("region", { name: "Search" });
        await facts.getByText("4 of 7 columns, 400 rows.").waitFor();
        // All is as it was found after a reload, and on the other screens.
        await page.reload();
        await facts.getByText("4 of 7 columns, 400 rows.").waitFor();
        expect(await page.getByLabel("Kind of pclass").inputValue()).toBe("category");

        await page.getByLabel("survived is the outcome").check();
        await page.getByRole("link", { name: "Add prior knowledge first" }).click();
        await heading(page, "Prior knowledge").waitFor();
        const tier = page.getByRole("region", { name: "Tier 3" });
        await tier.getByText("survived", { exact: true }).waitFor();
        expect(await page.getByRole("button", { name: /^(id|age|title), / }).count()).toBe(0);
        await page.getByRole("button", { name: "Undo", exact: true }).click();
        await tier.waitFor({ state: "detached" });
        expectNoComplaints(shown);
        await shown.close();
      },
    );
  }
});
