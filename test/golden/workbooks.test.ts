// Workbooks written by openpyxl and XlsxWriter, cell by cell as pandas reads them: bench/peers/golden-workbooks.py.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { csvRecords } from "../../src/core/data/text/text.ts";
import { sheetText } from "../../src/core/data/workbook/workbook.ts";

interface Golden {
  readonly sheets: readonly {
    readonly file: string;
    readonly sheet: string;
    readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  }[];
}

const at = (name: string) => new URL(name, import.meta.url);
const golden = JSON.parse(readFileSync(at("workbooks.json"), "utf8")) as Golden;

for (const { file, sheet, rows } of golden.sheets) {
  it(`${file}, ${sheet}`, () => {
    const bytes = readFileSync(at(`workbooks/${file}`));
    const { csv } = sheetText(bytes, { shown: file, most: 1e7, sheet });
    const read = [...csvRecords([...csv].join(""), ",")].map(({ cells }) => cells);
    // Numbers are the same to the last bit; a time of day that is midnight is left out by a format of dates.
    const same = read.map((cells, i) =>
      cells.map((cell, j) => (typeof rows[i]?.[j] === "number" && cell !== "" ? Number(cell) : cell)),
    );
    expect(same).toEqual(rows.map((row) => row.map(cellOf)));
  });
}

function cellOf(value: Golden["sheets"][number]["rows"][number][number]): string | number {
  if (typeof value === "number") return value;
  if (value === null) return "";
  return String(value)
    .replaceAll("\n", " ")
    .replace(/^(\d{4}-\d\d-\d\d) 00:00:00$/, "$1")
    .replace(/(\.\d{3})000$/, "$1");
}
