// The data doctor's findings about numeric columns with few distinct values, with one value in most rows (rainfall, zero on dry days;
// claims, zero without damage), or with codes for missing values.

import { setTo } from "../../check.ts";
import type { Table } from "../table.ts";
import type { ColumnSummary } from "./column-summary.ts";
import { type Finding, finding } from "./findings.ts";
import { listed } from "./gap-findings.ts";

export function frequentFindings(
  names: readonly string[],
  columns: readonly number[],
  summaries: readonly ColumnSummary[],
): Finding[] {
  const found = columns.filter((j) => summaries[j].frequent !== null);
  if (found.length === 0) return [];
  const parts = found.map((j) => {
    const { value, share } = summaries[j].frequent!;
    return `"${names[j]}" (${value} in ${Math.floor(100 * share)} %)`;
  });
  const isOne = found.length === 1;
  return [
    finding({
      kind: "frequent-value",
      severity: "warning",
      columns: found.map((j) => names[j]),
      message: `one value in most rows of ${listed(parts)}`,
      meaning:
        "Normal noise, which scores for numbers assume, cannot produce such a column: the strengths of its links are not evidence in the usual units, least of all where it is constant within labels of a category.",
      remedies: [
        { act: `recode ${isOne ? "it" : "them"} as that value or not, a category` },
        { drop: found.map((j) => names[j]) },
      ],
    }),
  ];
}

export function discreteFindings(
  { names, levels }: Table,
  columns: readonly number[],
  summaries: readonly ColumnSummary[],
): Finding[] {
  const few = columns.filter((j) => summaries[j].isDiscrete);
  if (few.length === 0) return [];
  const isAll = few.length === names.length;
  const isMixed = levels?.some((labels) => labels !== null);
  const fewNames = few.map((j) => names[j]);
  const when = "where they stand for categories";
  return [
    finding({
      kind: "discrete",
      severity: "note",
      columns: fewNames,
      message: `few distinct values in ${few.map((j) => `"${names[j]}" (${summaries[j].distinct})`).join(", ")}`,
      meaning: isMixed
        ? "They are scored as numbers, so that their order counts; as effects they violate the assumption of continuous noise."
        : "Scores for numbers (bic, gp, …) assume that their order counts, and that as effects they have continuous noise, which they cannot have. Scores for categories assume neither.",
      remedies: isAll
        ? setTo("score", ["bdeu", "bic-discrete"], when)
        : isMixed
          ? [{ when, set: { kinds: Object.fromEntries(fewNames.map((name) => [name, "category"])) } }]
          : [{ when, set: { score: "bic-mixed", categorical: fewNames } }, { drop: fewNames }],
    }),
  ];
}

export function codeFindings(
  names: readonly string[],
  columns: readonly number[],
  summaries: readonly ColumnSummary[],
): Finding[] {
  const found = columns.filter((j) => summaries[j].code !== null);
  if (found.length === 0) return [];
  const parts = found.map((j) => {
    const { value, rows } = summaries[j].code!;
    return `"${names[j]}" (${value} in ${rows} rows)`;
  });
  return [
    finding({
      kind: "missing-code",
      severity: "warning",
      columns: found.map((j) => names[j]),
      message: `numbers far from all others that may be codes for missing values: ${listed(parts)}`,
      meaning: "As numbers they dominate means, variances and correlations.",
      remedies: [{ when: "if they are codes", act: "replace them with empty cells" }],
    }),
  ];
}
