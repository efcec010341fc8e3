// The doctor's line about a first row of which it is in doubt whether it names the columns.

import type { HeaderDoubt } from "../text/text.ts";
import { type Finding, finding } from "./findings.ts";

/** `names` are the columns as they are called now. */
export function headerFindings(doubt: HeaderDoubt | undefined, names: readonly string[]): Finding[] {
  if (doubt === undefined) return [];
  const note = { kind: "header", severity: "note", columns: [] } as const;
  const called = names.length > 2 ? `${names[0]}, ${names[1]}, …` : names.join(", ");
  if (doubt.taken === "names")
    return [
      finding({
        ...note,
        message: `the first row is all numbers, and was read as the names of the columns (${called}): they are whole, no two are the same, and below them stand others that are not whole`,
        meaning: "If it is an observation, that one is left out and the columns have its values for names.",
        remedies: [{ when: "if it is data", set: { header: "no" } }],
      }),
    ];
  return [
    finding({
      ...note,
      message: `header none: the first row ${doubt.isAllNumbers ? "is all numbers" : "has numbers in it"}, so it was read as data, and the columns are called ${called}`,
      meaning:
        "If it holds their names, the columns have lost them and the first observation is none, which can change the graph.",
      remedies: [{ when: "if it is a header", set: { header: "yes" } }],
    }),
  ];
}
