// The doctor's lines about how a file was read where that is in doubt: its first row, and its letters.

import type { HeaderDoubt, OtherEncoding } from "../cells.ts";
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

/** `names` are the columns as they are called now. */
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
