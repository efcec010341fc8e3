// Parses a cell of delimited text: a number, a label, or a missing value.

import { missingMarkers } from "../cells.ts";

/** The label in a cell; undefined for a missing marker. */
export function labelOf(cell: string): string | undefined {
  const label = trimmed(cell);
  return missingMarkers.includes(label.toLowerCase()) ? undefined : label;
}

/** The number in a cell; NaN for a missing marker, undefined for text. */
export function cellNumber(cell: string, decimal: "." | ","): number | undefined {
  const bare = trimmed(cell);
  const written = decimal === "," ? (bare.includes(".") ? "" : bare.replace(",", ".")) : bare;
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(written)) return Number(written);
  const word = bare.toLowerCase();
  if (missingMarkers.includes(word)) return Number.NaN;
  if (word === "true") return 1;
  if (word === "false") return 0;
  const infinite = /^([+-]?)inf(?:inity)?$/.exec(word);
  return infinite === null ? undefined : infinite[1] === "-" ? -Infinity : Infinity;
}

// Trims exactly the white space that DuckDB's casts ignore: both readers must agree on every cell.
export function trimmed(cell: string): string {
  return cell.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, "");
}
