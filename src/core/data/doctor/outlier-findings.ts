// The data doctor's finding about outliers, and whether logarithms are a remedy.

import { listedWith, type Remedy } from "../../check.ts";
import { dateOf, dayOf } from "../calendar.ts";
import type { ColumnKind } from "../column-kind.ts";
import type { ColumnSummary } from "./column-summary.ts";
import { type Finding, finding, short } from "./findings.ts";

export function outlierFindings(
  names: readonly string[],
  columns: readonly number[],
  summaries: readonly ColumnSummary[],
  kinds: readonly ColumnKind[] = [],
): Finding[] {
  const far = columns
    .filter((j) => summaries[j].outliers > 0)
    .sort((i, j) => summaries[j].outliers - summaries[i].outliers);
  if (far.length === 0) return [];
  const parts = far.map((j) => {
    const { outliers, farthest, min, max } = summaries[j];
    const day = dayOne(names[j], kinds);
    const where =
      day === null
        ? `the farthest ${short(farthest)}`
        : `of dates from ${dateOf(day + Math.floor(min))} to ${dateOf(day + Math.floor(max))}`;
    return `"${names[j]}" (${outliers}, ${where})`;
  });
  return [
    finding({
      kind: "outliers",
      severity: "warning",
      columns: far.map((j) => names[j]),
      ...(far.length === 1 && { rows: summaries[far[0]].outlierRows }),
      message: `values more than 10 robust deviations from the median in ${listedWith("and", parts)}`,
      meaning: "Such rows dominate least squares: a few of them can add, remove or reverse an edge.",
      remedies: [
        { when: "if they are errors", act: "leave those rows out", option: "where" },
        ...tailRemedies(names, far, summaries),
      ],
    }),
  ];
}

/** For a column of dates, the day that is 0; null for others. */
function dayOne(name: string, kinds: readonly ColumnKind[]): number | null {
  const first = kinds.find((kind) => kind.name === name)?.firstDay;
  return first === undefined ? null : dayOf(first.split("-").map(Number));
}

/** Remedies for outliers that are not errors: logarithms if these are less skewed, otherwise a comparison without those rows. */
function tailRemedies(
  names: readonly string[],
  far: readonly number[],
  summaries: readonly ColumnSummary[],
): Remedy[] {
  const better = far.filter((j) => summaries[j].isBetterInLogarithms);
  const whose = better.length === far.length ? "" : ` of ${better.map((j) => `"${names[j]}"`).join(", ")}`;
  return [
    ...(better.length === 0
      ? []
      : [
          {
            act: `take the ${better.length === 1 ? "logarithm" : "logarithms"}${whose}, which ${better.length === 1 ? "is" : "are"} less skewed`,
          },
        ]),
    ...(better.length === far.length
      ? []
      : [{ act: "search with and without those rows, and compare the results" }]),
  ];
}
