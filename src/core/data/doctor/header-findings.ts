// The data doctor's findings about how a file was read where that is doubtful: its sheet, its first row, its preface, and its encoding.

import type { HeaderDoubt, OtherEncoding, Preface, WorkbookSheet } from "../cells.ts";
import { otherSheets } from "../other-sheets.ts";
import { type Finding, finding } from "./findings.ts";

export function encodingFindings(encoding: OtherEncoding | undefined): Finding[] {
  if (encoding === undefined) return [];
  return [
    finding({
      kind: "encoding",
      severity: "note",
      columns: [],
      message: `the file is not UTF-8 and was read as ${encoding === "windows-1252" ? "Windows-1252 (Latin-1)" : "UTF-16"}`,
      meaning: "Non-ASCII letters in names and labels may be wrong.",
      remedies: [{ when: "if they look wrong", act: "save the file as UTF-8" }],
    }),
  ];
}

/** Number of sheets that are listed. */
const mostListed = 5;

export function sheetFindings(workbook: WorkbookSheet | undefined): Finding[] {
  if (workbook === undefined) return [];
  const { sheet, sheets, isChosen = false, uncomputed = 0 } = workbook;
  const others = sheets.filter((name) => name !== sheet);
  const more = others.length > mostListed ? ", …" : "";
  const listed = `${others
    .slice(0, mostListed)
    .map((name) => `"${name}"`)
    .join(", ")}${more}`;
  const about = { kind: "sheet", columns: [] } as const;
  return [
    ...(isChosen || others.length === 0
      ? []
      : [
          finding({
            ...about,
            severity: "note",
            message: `sheet "${sheet}" of ${sheets.length} was read (others: ${listed})`,
            meaning:
              "Of the sheets that are not hidden, the first with at least two columns and two rows is read.",
            remedies: otherSheets(workbook, "if another is meant"),
          }),
        ]),
    ...(uncomputed === 0
      ? []
      : [
          finding({
            ...about,
            severity: "warning",
            message: `${uncomputed === 1 ? "1 formula" : `${uncomputed} formulas`} in the sheet "${sheet}" without a stored value, counted as missing`,
            meaning: "The program that wrote the workbook did not compute them.",
            remedies: [{ act: "open the workbook in a spreadsheet program and save it" }],
          }),
        ]),
  ];
}

/** `names`: the current names of the columns. */
export function headerFindings(doubt: HeaderDoubt | undefined, names: readonly string[]): Finding[] {
  if (doubt === undefined) return [];
  const note = { kind: "header", severity: "note", columns: [] } as const;
  const called = names.length > 2 ? `${names[0]}, ${names[1]}, …` : names.join(", ");
  if (doubt.taken === "names")
    return [
      finding({
        ...note,
        message: `the first row is all numbers, and was read as the names of the columns (${called}): they are distinct whole numbers, and those below them are not whole`,
        meaning:
          "If it is an observation, that observation is lost and the columns have its values as names.",
        remedies: [{ when: "if it is data", set: { header: "no" } }],
      }),
    ];
  return [
    finding({
      ...note,
      message: `header none: the first row ${doubt.isAllNumbers ? "is all numbers" : "has numbers in it"}, so it was read as data, and the columns are called ${called}`,
      meaning:
        "If it holds the names, the columns have lost them and the first observation is not one, which can change the graph.",
      remedies: [{ when: "if it is a header", set: { header: "yes" } }],
    }),
  ];
}

export function prefaceFindings({ lines = 0, first = "", units }: Preface = {}): Finding[] {
  const note = { kind: "header", severity: "note", columns: [] } as const;
  const begin = first.length > 40 ? `${first.slice(0, 40)}…` : first;
  return [
    ...(lines === 0
      ? []
      : [
          finding({
            ...note,
            message: `the first ${lines === 1 ? "line" : `${lines} lines`} of the file, "${begin}"${lines === 1 ? "" : " and so on"}, ${lines === 1 ? "was" : "were"} passed over`,
            meaning: "The table begins below, where every line has the same number of cells.",
            remedies: [{ when: "if it begins above", act: "give every line the same number of cells" }],
          }),
        ]),
    ...(units === undefined
      ? []
      : [
          finding({
            ...note,
            message: `the row below the names holds units (${units
              .filter((unit) => unit !== "")
              .slice(0, 4)
              .join(", ")}${units.length > 4 ? ", …" : ""}) and was passed over`,
            meaning: "It has no number where the rows below it have them.",
            remedies: [{ when: "if it is an observation", act: "leave its words out, or move it down" }],
          }),
        ]),
  ];
}
