// A workbook on the page: the sheet that was taken is said, and another is chosen from a list, on the server and in the browser.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sheetOf, workbookBytes } from "../workbooks.ts";
import { describeInChromium, expectNoComplaints, staticFiles } from "./page/browser.ts";
import { takeFile } from "./page/screens.ts";
import { programIn } from "./program.ts";
import { served } from "./served.ts";

const { folder, started } = programIn("page-sheets");
let server: Awaited<ReturnType<typeof served>>;
let files: Awaited<ReturnType<typeof staticFiles>>;

const random = (i: number, k: number) => Math.sin((i + 1) * (i + 3 * k) + k) * 10;
const table = (names: readonly string[], count: number) =>
  sheetOf([names, ...Array.from({ length: count }, (_, i) => names.map((_, k) => random(i, k)))]);

beforeAll(async () => {
  const sheets = [
    { name: "Notes", rows: sheetOf([["One column of notes."]]) },
    { name: "2023", rows: table(["age", "dose", "weight"], 40) },
    { name: "2024 & later", rows: table(["height", "income"], 30) },
  ];
  writeFileSync(join(folder, "book.xlsx"), workbookBytes({ sheets }));
  files = await staticFiles();
  server = await served(started("serve", "--port", "0", "--folder", "data"));
});

afterAll(() => {
  files?.close();
  server?.child.kill("SIGKILL");
});

describeInChromium("a workbook of several sheets", (open) => {
  for (const engine of ["server", "browser"] as const) {
    it(`is read from the sheet that is chosen (engine: ${engine})`, async () => {
      const shown = await open(engine === "server" ? server.link : files.address);
      const { page } = shown;
      await takeFile(page, join(folder, "book.xlsx"));
      await page.getByText("40 rows × 3 columns").waitFor();
      await page.getByText('sheet "2023" of 3 was read (others: "Notes", "2024 & later")').waitFor();
      const sheet = page.getByLabel("Sheet", { exact: true });
      expect(await sheet.inputValue()).toBe("2023");

      await sheet.selectOption("2024 & later");
      await page.getByText("30 rows × 2 columns").waitFor();
      expect(await sheet.inputValue()).toBe("2024 & later");
      await page.getByText("was read (others").waitFor({ state: "detached" });
      await page.reload();
      await page.getByRole("checkbox", { name: "income", exact: true }).waitFor();

      // A sheet without a table is refused, and the one before stays.
      await sheet.selectOption("Notes");
      await page.getByText("at least 2 columns are needed").waitFor();
      expect(await sheet.inputValue()).toBe("2024 & later");
      await page.goto(engine === "server" ? server.address : files.address);
      await page.getByRole("link", { name: "book.xlsx: 2024 & later" }).waitFor();
      expect(await page.getByRole("link", { name: /^book\.xlsx/ }).count()).toBe(1);
      expectNoComplaints(shown);
      await shown.close();
    });
  }
});
