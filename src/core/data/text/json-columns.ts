// JSON text → columns: one for each key, in order of first occurrence. Cells are interpreted as in a CSV file. One pass counts rows and
// names, one reads numbers, and a third reads labels if a column has text.

import { type Cells, cellsOf } from "../cells.ts";
import { widthOf } from "./csv.ts";
import { cellNumber, labelOf } from "./csv-cell.ts";
import { digitWidths } from "./digit-widths.ts";
import { jsonRecords } from "./json-records.ts";

export interface JsonShape {
  readonly names: readonly string[];
  readonly rows: number;
}

export function jsonShape(text: string, shown: string): JsonShape {
  const names = new Set<string>();
  let rows = 0;
  for (const { cells } of jsonRecords(text, shown)) {
    for (const name of cells.keys()) names.add(name);
    rows++;
  }
  return { names: [...names], rows };
}

export function cellsFromJson(text: string, shown: string): Cells {
  const { names, rows } = jsonShape(text, shown);
  const values = names.map(() => new Float64Array(rows));
  const hasText = names.map(() => false);
  const widths = digitWidths(names.length);
  let row = 0;
  for (const { cells } of jsonRecords(text, shown)) {
    names.forEach((name, j) => {
      const value = cellNumber(cells.get(name) ?? "", ".");
      if (value === undefined) hasText[j] = true;
      else if (!Number.isNaN(value)) widths.add(j, cells.get(name)!);
      values[j][row] = value ?? Number.NaN;
    });
    row++;
  }
  const codes = names.map(() => new Map<string, number>());
  row = 0;
  for (const { cells } of hasText.includes(true) ? jsonRecords(text, shown) : []) {
    names.forEach((name, j) => {
      if (!hasText[j]) return;
      const label = labelOf(cells.get(name) ?? "");
      if (label !== undefined && !codes[j].has(label)) codes[j].set(label, codes[j].size);
      values[j][row] = label === undefined ? Number.NaN : codes[j].get(label)!;
    });
    row++;
  }
  const columns = names.map((name, j) => ({
    name,
    values: values[j],
    ...(hasText[j] ? { labels: [...codes[j].keys()] } : widthOf(widths.of(j))),
  }));
  return cellsOf(columns, { decimal: "." });
}
