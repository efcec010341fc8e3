// Parses the text of a covariance matrix: names and numbers, with their line numbers.
//
//     CSV, TSV, semicolons or spaces   a line of names, then the square matrix or its lower triangle; each line may begin with its name
//     Tetrad                           a line with the number of rows, a line of names, the lower triangle; preceded by /covariance if
//                                      it is one section of several. Lines that begin with // are comments

import { check } from "../../check.ts";
import { csvRecords, plainText } from "../text/text.ts";

export interface CovarianceText {
  readonly names: readonly string[];
  /** Rows of the matrix: all of it, or its lower triangle. */
  readonly entries: readonly (readonly number[])[];
  /** Number of rows of data behind the matrix, if the text states it. */
  readonly rows?: number;
  /** Line number of each row of the matrix. */
  readonly lines: readonly number[];
}

interface Line {
  readonly cells: readonly string[];
  readonly line: number;
}

export function covarianceText(text: string): CovarianceText {
  const { lines, decimal } = linesOf(text);
  const first = lines[0]?.cells;
  const hasRows = first?.length === 1 && /^\d+$/.test(first[0]);
  const [header, ...body] = hasRows ? lines.slice(1) : lines;
  const notMatrix =
    "covariance: a line of names must come first, then the numbers of the matrix, one line per variable";
  const asMatrix = { remedies: [{ act: "write the matrix so" }] };
  check(header !== undefined && body.length > 0, () => `${notMatrix}, got ${lines.length} lines`, asMatrix);
  const numberOf = (cell: string): number => (cell === "" ? Number.NaN : Number(cell.replace(decimal, ".")));
  check(
    !header.cells.every((cell) => Number.isFinite(numberOf(cell))),
    () => `${notMatrix}, got numbers in line ${header.line}`,
    { remedies: [{ act: "write the names of the variables above them" }] },
  );
  const isNamed = body.every(({ cells }) => Number.isNaN(numberOf(cells[0])));
  const names = isNamed && header.cells.length > body.length ? header.cells.slice(1) : header.cells;
  check(
    names.length === body.length,
    () => `covariance: ${names.length} names need as many lines of numbers, got ${body.length}`,
    asMatrix,
  );
  if (isNamed) checkOrder(names, body);
  const rows = body.map(({ cells }) => withoutLast(isNamed ? cells.slice(1) : cells));
  checkLengths(rows, body);
  const entries = rows.map((cells, i) =>
    cells.map((cell, j) => {
      const value = numberOf(cell);
      check(
        Number.isFinite(value),
        () =>
          `covariance: the entry of "${names[i]}" and "${names[j]}" must be a number, got "${cell}" in line ${body[i].line}`,
        { remedies: [{ act: "correct the entry" }] },
      );
      return value;
    }),
  );
  return { names, entries, lines: body.map(({ line }) => line), ...(hasRows && { rows: Number(first[0]) }) };
}

/** The lines of the matrix, split into trimmed cells. */
function linesOf(text: string): { lines: Line[]; decimal: string } {
  const kept = sectionOf(plainText(text));
  const delimiter = ["\t", ";", ","].find((each) => kept.includes(each)) ?? " ";
  const records = delimiter === " " ? spacedRecords(kept) : csvRecords(kept, delimiter);
  const lines: Line[] = [];
  for (const { cells, line } of records) {
    const trimmed = cells.map((cell) => cell.trim());
    if (trimmed.some((cell) => cell !== "")) lines.push({ cells: trimmed, line });
  }
  // The number of rows above the names may be followed by empty cells.
  if (lines.length > 0) lines[0] = { ...lines[0], cells: withoutLast(lines[0].cells) };
  return { lines, decimal: delimiter === "," ? "." : "," };
}

/** The text with comments and other sections blanked out, so that lines keep their numbers. */
function sectionOf(text: string): string {
  const lines = text.split("\n");
  const heads = lines.map((line) => /^\/(?!\/)(\w*)/.exec(line)?.[1].toLowerCase());
  const start = heads.findIndex((head) => head !== undefined && /^(cov|corr)/.test(head));
  const next = heads.findIndex((head, k) => head !== undefined && k > start);
  return lines
    .map((line, k) => (k <= start || (next >= 0 && k >= next) || line.startsWith("//") ? "" : line))
    .join("\n");
}

function* spacedRecords(text: string): Generator<Line, void, void> {
  for (const [k, line] of text.split("\n").entries())
    if (line.trim() !== "") yield { cells: line.trim().split(/\s+/), line: k + 1 };
}

/** The cells without trailing empty ones. */
function withoutLast(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== "");
  return cells.slice(0, last + 1);
}

function checkOrder(names: readonly string[], body: readonly Line[]): void {
  body.forEach(({ cells, line }, i) => {
    check(
      cells[0] === names[i],
      () => `covariance: line ${line} must be that of "${names[i]}", as in the header, got "${cells[0]}"`,
      { remedies: [{ act: "put lines and columns in the same order" }] },
    );
  });
}

function checkLengths(rows: readonly (readonly string[])[], body: readonly Line[]): void {
  const d = rows.length;
  const isSquare = rows[0].length === d;
  rows.forEach((cells, i) => {
    const wanted = isSquare ? d : i + 1;
    check(
      cells.length === wanted,
      () =>
        `covariance: line ${body[i].line} must have ${wanted} numbers${isSquare ? "" : ", those up to its own"}, got ${cells.length}`,
      { remedies: [{ act: "give the whole matrix, or its lower triangle with the diagonal" }] },
    );
  });
}
