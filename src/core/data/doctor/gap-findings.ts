// The data doctor's findings about missing values and about columns that are left out.
//
// Whether a value is missing is tested against each other numeric column (Welch's t) and categorical column (chi-squared), at level
// 0.001 divided by the number of comparisons: a rejection means that rows without the value differ from those with it.

import type { Remedy } from "../../check.ts";
import { exponential, incompleteBeta } from "../../math/elementary.ts";
import { logGammaTail } from "../../math/gamma-tail.ts";
import { type ColumnKind, waysToKeep } from "../column-kind.ts";
import { completeCount, gapsIn } from "../complete-table.ts";
import type { ColumnDoubt } from "../reading-doubt.ts";
import type { Table } from "../table.ts";
import { type Finding, finding } from "./findings.ts";

/** Minimum number of rows in each group of a comparison. */
const fewest = 5;
/** Maximum number of columns named in one sentence. */
const mostNamed = 8;

/** How gaps are handled; with "drop", rows with a gap are left out, which is fatal if hardly any remain. */
type Missing = "em" | "impute" | "drop" | "auto" | undefined;

/** `readings`: how the cells were read; text that counts as missing explains gaps. */
export function gapFindings(
  table: Table & { readonly readings?: readonly ColumnDoubt[] },
  missing?: Missing,
): Finding[] {
  const isDropped = missing === "drop";
  const gaps = gapsIn(table);
  const { rows } = table.X;
  const columns = table.names.map((_, j) => j).filter((j) => gaps[j] > 0);
  if (columns.length === 0) return [];
  const complete = completeCount(table);
  const isFatal = isDropped && complete < 2;
  const byGaps = columns.toSorted((a, b) => gaps[b] - gaps[a]);
  const isRead = byGaps.every((j) => readCells(table.names[j], table.readings) >= gaps[j]);
  const ways = [isRead ? readOtherwise : findOut];
  const parts = byGaps.map((j) => `"${table.names[j]}" ${gaps[j]} (${percent(gaps[j] / rows)})`);
  return [
    finding({
      kind: "missing",
      severity: isFatal ? "fatal" : rows - complete > 0.05 * rows ? "warning" : "note",
      columns: byGaps.map((j) => table.names[j]),
      message: `values are missing in ${columns.length} of ${table.names.length} columns: ${listed(parts)}; ${complete} of ${rows} rows have all of them`,
      meaning: isDropped
        ? "Rows with missing values are dropped: if whether a value is missing depends on the variables, the remaining rows are a biased sample."
        : `Rows with missing values are used too: ${methods[missing === "em" ? "em" : "impute"]}, which assumes that values are missing at random given the other columns.`,
      remedies: isFatal
        ? byGaps.map((j) => ({ drop: [table.names[j]] }))
        : isDropped
          ? dropRemedies(table, byGaps)
          : ways,
    }),
    ...relatedFindings(table, byGaps, missing, ways),
  ];
}

function percent(share: number): string {
  return share < 0.005 ? "< 1 %" : `${Math.round(100 * share)} %`;
}

const methods = {
  em: "means and covariances are estimated by EM",
  impute: "multiple imputation fills them",
} as const;

/** Number of cells of a column that count as missing though something is written in them. */
function readCells(name: string, readings: readonly ColumnDoubt[] = []): number {
  return readings.reduce(
    (sum, doubt) =>
      doubt.column === name && (doubt.about === "text" || doubt.about === "bounds") ? sum + doubt.rows : sum,
    0,
  );
}

const readOtherwise: Remedy = {
  when: "if the text in these cells gives a value",
  act: "replace it by that value",
};
const findOut: Remedy = { act: "find out why the values are missing" };

/** Remedy: drop the column that would complete most rows; find out why values are missing if every incomplete row has several gaps. */
function dropRemedies({ names, X: { rows, cols, data } }: Table, columns: readonly number[]): Remedy[] {
  const only = new Array<number>(cols).fill(0);
  for (let i = 0; i < rows; i++) {
    const gaps = columns.filter((j) => Number.isNaN(data[i * cols + j]));
    if (gaps.length === 1) only[gaps[0]]++;
  }
  const most = columns.reduce((best, j) => (only[j] > only[best] ? j : best));
  return only[most] > 0 ? [{ when: "to keep more rows", drop: [names[most]] }] : [findOut];
}

/** Columns in which missingness depends on the values of other columns. */
function relatedFindings(
  table: Table,
  columns: readonly number[],
  missing: Missing,
  ways: readonly Remedy[],
): Finding[] {
  const { names } = table;
  const level = 0.001 / (columns.length * (names.length - 1));
  const found = columns.flatMap((gap) => {
    const ps = names.map((_, j) => (j === gap ? 1 : pOfMissing(table, gap, j)));
    const related = names.map((_, j) => j).filter((j) => ps[j] < level);
    return related.length === 0 ? [] : [{ gap, related: related.sort((a, b) => ps[a] - ps[b]) }];
  });
  if (found.length === 0) return [];
  const parts = found.map(
    ({ gap, related }) =>
      `"${names[gap]}" (with ${related
        .slice(0, 3)
        .map((j) => `"${names[j]}"`)
        .join(", ")}${related.length > 3 ? ", …" : ""})`,
  );
  return [
    finding({
      kind: "missing-related",
      severity: "warning",
      columns: found.map(({ gap }) => names[gap]),
      message: `values are not missing completely at random: missingness depends on other columns, in ${listed(parts)}`,
      meaning:
        missing === "drop"
          ? "Complete rows differ from incomplete ones: the result, which is from complete rows alone, may not hold for all."
          : `Complete rows differ from incomplete ones. ${missing === "em" ? "EM" : "Imputation"} allows for it as far as other columns explain what is missing (missing at random).`,
      remedies: [...ways, ...found.map(({ gap }) => ({ drop: [names[gap]] }))],
    }),
  ];
}

/** p-value of the hypothesis that column j has the same distribution in rows with and without a value in column `gap`. */
function pOfMissing({ X: { rows, cols, data }, levels }: Table, gap: number, j: number): number {
  const groups: [number[], number[]] = [[], []];
  for (let i = 0; i < rows; i++) {
    const value = data[i * cols + j];
    if (!Number.isNaN(value)) groups[Number.isNaN(data[i * cols + gap]) ? 1 : 0].push(value);
  }
  if (groups.some((values) => values.length < fewest)) return 1;
  const labels = levels?.[j];
  return labels ? pOfCounts(groups, labels.length) : pOfMeans(groups);
}

/** Welch's t test. */
function pOfMeans(groups: readonly (readonly number[])[]): number {
  const [a, b] = groups.map((values) => {
    const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
    const squares = values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0);
    return { mean, error: squares / (values.length - 1) / values.length, freedom: values.length - 1 };
  });
  const error = a.error + b.error;
  if (!(error > 0)) return 1;
  const square = ((a.mean - b.mean) * (a.mean - b.mean)) / error;
  const freedom = (error * error) / ((a.error * a.error) / a.freedom + (b.error * b.error) / b.freedom);
  return incompleteBeta(freedom / (freedom + square), freedom / 2, 0.5);
}

/** Pearson's chi-squared test of two rows of counts. */
function pOfCounts(groups: readonly (readonly number[])[], labels: number): number {
  const counts = groups.map((codes) => {
    const count = new Float64Array(labels);
    for (const code of codes) count[code]++;
    return count;
  });
  const n = groups[0].length + groups[1].length;
  let [square, freedom] = [0, -1];
  for (let k = 0; k < labels; k++) {
    const both = counts[0][k] + counts[1][k];
    if (both > 0) freedom++;
    groups.forEach((codes, g) => {
      const expected = (both * codes.length) / n;
      if (expected > 0) square += ((counts[g][k] - expected) * (counts[g][k] - expected)) / expected;
    });
  }
  return freedom < 1 ? 1 : exponential(logGammaTail(freedom / 2, square / 2));
}

/** One finding for all columns that are left out; fatal if fewer than two remain. */
export function leftOutFindings(kinds: readonly ColumnKind[]): Finding[] {
  const out = kinds.filter(({ isUsed }) => !isUsed);
  if (out.length === 0) return [];
  const isFatal = kinds.length - out.length < 2;
  return [
    finding({
      kind: "left-out",
      severity: isFatal ? "fatal" : "note",
      columns: out.map(({ name }) => name),
      message: `${out.length} of ${kinds.length} columns ${out.length === 1 ? "is" : "are"} left out: ${listed(out.map(({ name, reason }) => `"${name}" ${reason}`))}`,
      meaning: isFatal
        ? "At least two columns are needed."
        : `${out.length === 1 ? "It takes" : "They take"} no part in the search.`,
      remedies: keepRemedies(out),
    }),
  ];
}

function keepRemedies(out: readonly ColumnKind[]): Remedy[] {
  const plain = out.filter((kind) => kind.instead === undefined && waysToKeep(kind).length > 0);
  return out.flatMap((kind) => {
    const isOneOfMany = plain.length > 1 && plain.includes(kind);
    return waysToKeep(kind, out.length === 1 ? "it" : isOneOfMany ? "one of them" : `"${kind.name}"`);
  });
}

/** The first parts, and how many more there are. */
export function listed(parts: readonly string[]): string {
  return (
    parts.slice(0, mostNamed).join(", ") +
    (parts.length > mostNamed ? ` and ${parts.length - mostNamed} more` : "")
  );
}
