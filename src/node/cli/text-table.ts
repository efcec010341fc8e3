// A table as lines of text.

import { oneLine } from "./terminal.ts";

/** One line per row, with aligned columns; numbers are right-aligned. */
export function textTable(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map(oneLine));
  const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => (row[k] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, k) =>
        k > 0 && /^[-–−\d.]|^[<>≤] \d|^$/.test(cell) ? cell.padStart(widths[k]) : cell.padEnd(widths[k]),
      )
      .join("  ")
      .trimEnd(),
  );
}
