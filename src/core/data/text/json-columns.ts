// JSON text → columns: a column for each key, in the order in which they first occur. A cell means what it would mean in a
// CSV file. Two passes, the first of which counts.

import { type RawColumn, type TableOptions, type TextCell, takesText } from "../columns.ts";
import { cellNumber, labelOf } from "./csv.ts";
import { jsonRecords } from "./json-records.ts";

export interface JsonOptions extends Pick<TableOptions, "categorical"> {
  /** What the file is called. */
  readonly shown: string;
}

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

export function columnsFromJson(text: string, { shown, categorical }: JsonOptions): RawColumn[] {
  const { names, rows } = jsonShape(text, shown);
  const isWanted = names.map((name) => takesText(name, categorical));
  const values = names.map(() => new Float64Array(rows));
  const texts: (TextCell | undefined)[] = names.map(() => undefined);
  const missing = new Uint32Array(names.length);
  const missingRows = new Uint32Array(names.length);
  let row = 0;
  for (const { cells } of jsonRecords(text, shown)) {
    names.forEach((name, j) => {
      const cell = cells.get(name) ?? "";
      const value = cellNumber(cell, ".");
      if (value === undefined) texts[j] ??= { row: row + 1, value: cell };
      else if (Number.isNaN(value) && missing[j]++ === 0) missingRows[j] = row + 1;
      values[j][row] = value ?? Number.NaN;
    });
    row++;
  }
  const isCategory = names.map((_, j) => isWanted[j] && texts[j] !== undefined);
  const codes = names.map(() => new Map<string, number>());
  if (isCategory.includes(true)) {
    row = 0;
    for (const { cells } of jsonRecords(text, shown)) {
      names.forEach((name, j) => {
        if (!isCategory[j]) return;
        const label = labelOf(cells.get(name) ?? "");
        if (label !== undefined && !codes[j].has(label)) codes[j].set(label, codes[j].size);
        values[j][row] = label === undefined ? Number.NaN : codes[j].get(label)!;
      });
      row++;
    }
  }
  return names.map((name, j) => ({
    name,
    values: values[j],
    missing: missing[j],
    ...(missing[j] > 0 && { missingRow: missingRows[j] }),
    ...(isCategory[j] ? { labels: [...codes[j].keys()] } : texts[j] === undefined ? {} : { text: texts[j] }),
  }));
}
