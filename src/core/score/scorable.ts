// Converts a table to the column types that a score takes: which columns are numbers and which are categories.
//
//     numbers      every column is a number; categories are refused
//     categories   every column is a category: labels as read, and a label for each distinct value of a column of numbers
//     mixed        labels are categories, and so are the columns of numbers named in `categorical`; the others are numbers

import { check, setTo } from "../check.ts";
import { asCategories, withCategories } from "../data/categories.ts";
import { checkRows, checkSomeRows, droppable, type Table } from "../data/table.ts";
import { linearScores } from "./regression.ts";

export type Takes = "numbers" | "categories" | "mixed";

/** The name of a score and its requirements on a table. */
export interface ScoreNeeds {
  readonly name: string;
  readonly takes?: Takes | undefined;
  readonly needsRows?: boolean | undefined;
}

/** The table with the column types that the score takes. */
export function scorable<T extends Table>(
  table: T,
  { name, takes = "numbers", needsRows = takes !== "numbers" }: ScoreNeeds,
  categorical: readonly string[] = [],
): T {
  if (needsRows) (takes === "numbers" ? checkRows : checkSomeRows)(name, table, linearScores);
  if (takes === "numbers") {
    checkNumbers(table, name);
    return table;
  }
  const named = withCategories(table, categorical);
  return takes === "categories" ? asCategories(named) : named;
}

function checkNumbers({ names, levels }: Table, score: string): void {
  const at = levels?.findIndex((labels) => labels !== null) ?? -1;
  const labelled = names.filter((_, j) => levels?.[j]);
  const mixed = labelled.length === names.length ? [] : ["bic-mixed"];
  check(
    at < 0,
    () =>
      `score: ${score} must be given numbers, got categories in column "${names[at]}" (such as "${levels![at]![0]}")`,
    {
      field: "score",
      remedies: [...setTo("score", [...mixed, "bdeu", "bic-discrete"]), ...droppable(labelled, names.length)],
    },
  );
}
