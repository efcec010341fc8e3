// The data doctor's findings about rows that are not independent: correlated neighbours, as in a time series, and several rows of one
// subject.
//
// Neighbours are compared by the lag-1 autocorrelation of each numeric column. A file that is sorted by a column, or grouped in blocks
// of one label, has such correlations without any dependence: the other columns are first regressed on that column. A row with a gap
// has no next one.

import { logarithm } from "../../math/elementary.ts";
import { column } from "../../math/matrix.ts";
import type { ColumnKind } from "../column-kind.ts";
import { isTime } from "../name-words.ts";
import type { Table } from "../table.ts";
import { type Finding, finding } from "./findings.ts";

/** Minimum number of rows, and minimum autocorrelation to report if it also exceeds chance (`chanceOf`). */
const fewestRows = 20;
const leastCorrelation = 0.4;
/** Minimum mean length of blocks of one label: subtracting the means of shorter ones would remove real dependence. */
const blockRows = 20;
const mostNamed = 5;

export function dependenceFindings(table: Table, kinds: readonly ColumnKind[] = []): Finding[] {
  // Adjacent rows of one subject, or of one unit of a panel, are correlated for that reason.
  const ofUnits = [...subjectFindings(kinds), ...panelFindings(kinds)];
  return ofUnits.length > 0 ? ofUnits : neighbourFindings(table, kinds);
}

function neighbourFindings(table: Table, kinds: readonly ColumnKind[]): Finding[] {
  const dates = new Set(kinds.filter(({ kind }) => kind === "date").map(({ name }) => name));
  const { names, X } = table;
  if (X.rows < fewestRows) return [];
  const columns = names.map((_, j) => valuesOf(table, j));
  const sorted = columns.findIndex((values, j) => !table.levels?.[j] && isSorted(values));
  const blocked = columns.findIndex(
    (values, j) => table.levels?.[j] && isBlocked(values, table.levels[j].length),
  );
  const found = names
    .map((name, j) => {
      // That times follow each other says nothing of what is observed at them.
      const isIndex = j === sorted || dates.has(name) || isTime(name);
      if (table.levels?.[j] || isIndex) return { name, r: 0 };
      const plain = blocked < 0 ? columns[j] : withoutMeans(columns[j], columns[blocked]);
      const { r, rows } = lagged(sorted < 0 ? plain : withoutLine(plain, columns[sorted]));
      return { name, r: rows < fewestRows || r < chanceOf(names.length, rows) ? 0 : r };
    })
    .filter(({ r }) => r >= leastCorrelation)
    .sort((a, b) => b.r - a.r);
  if (found.length === 0) return [];
  const parts = found.slice(0, mostNamed).map(({ name, r }) => `"${name}" ${r.toFixed(2)}`);
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : "";
  return [
    finding({
      kind: "dependent-rows",
      severity: "warning",
      columns: found.map(({ name }) => name),
      message: `rows are not independent: neighbouring rows are correlated (correlation of a row with the next: ${parts.join(", ")}${more})`,
      meaning:
        "Every row counts as new evidence, so the result looks more certain than it is; in a time series causes also act with a delay, which is not modelled.",
      remedies: [
        { when: "in a time series", act: "take the differences between rows" },
        { act: "keep rows that are far apart", option: "where" },
      ],
    }),
  ];
}

function subjectFindings(kinds: readonly ColumnKind[]): Finding[] {
  return kinds.flatMap(({ name, subjects }) =>
    subjects === undefined
      ? []
      : [
          finding({
            kind: "dependent-rows",
            severity: "warning",
            columns: [name],
            message: `rows are not independent: "${name}" identifies ${subjects} subjects with several rows each`,
            meaning:
              "Rows of one subject are correlated, but each counts as new evidence: the result looks more certain than it is.",
            remedies: [{ act: "keep one row of each subject, or the means of its rows" }],
          }),
        ],
  );
}

/** Fewest units whose means, or single rows, would make a table. */
const fewestUnits = 20;

function panelFindings(kinds: readonly ColumnKind[]): Finding[] {
  return kinds.flatMap(({ name, panel }) =>
    panel === undefined
      ? []
      : [
          finding({
            kind: "dependent-rows",
            severity: "warning",
            columns: [name, panel.along],
            message: `rows are not independent: each of the ${panel.units} values of "${name}" has several rows, along "${panel.along}"`,
            meaning: `Rows of one "${name}" are correlated, but each counts as new evidence: the result looks more certain than it is. Causes also act with a delay, which is not modelled.`,
            remedies: [
              { act: `take the differences between successive rows of the same "${name}"` },
              ...(panel.units < fewestUnits
                ? []
                : [{ act: `keep one row of each "${name}", or the means of its rows` }]),
            ],
          }),
        ],
  );
}

function valuesOf({ X }: Table, j: number): Float64Array {
  return column(X, j);
}

function presentIn(values: Float64Array): Float64Array {
  return values.filter((x) => !Number.isNaN(x));
}

function isSorted(all: Float64Array): boolean {
  const values = presentIn(all);
  let [ups, downs] = [0, 0];
  for (let i = 1; i < values.length; i++) {
    if (values[i] > values[i - 1]) ups++;
    if (values[i] < values[i - 1]) downs++;
  }
  return ups + downs > 0 && Math.min(ups, downs) === 0;
}

/** Are the rows grouped in long blocks of one label, fewer than two per label? */
function isBlocked(all: Float64Array, labels: number): boolean {
  const codes = presentIn(all);
  let changes = 0;
  for (let i = 1; i < codes.length; i++) if (codes[i] !== codes[i - 1]) changes++;
  return changes < 2 * labels && blockRows * (changes + 1) <= codes.length;
}

/**
 * A correlation that one of d independent columns exceeds in less than one table of a hundred: with variance 1 / n,
 * P(r > z / √n) < exp(−z² / 2) / 2, and d times that is 0.01.
 */
function chanceOf(d: number, n: number): number {
  return Math.sqrt((2 * logarithm(50 * d)) / n);
}

function withoutMeans(values: Float64Array, codes: Float64Array): Float64Array {
  const sums = new Map<number, { sum: number; n: number }>();
  values.forEach((x, i) => {
    if (Number.isNaN(x)) return;
    const group = sums.get(codes[i]) ?? { sum: 0, n: 0 };
    sums.set(codes[i], { sum: group.sum + x, n: group.n + 1 });
  });
  return values.map((x, i) => (Number.isNaN(x) ? x : x - sums.get(codes[i])!.sum / sums.get(codes[i])!.n));
}

function withoutLine(values: Float64Array, on: Float64Array): Float64Array {
  const rows = Array.from(values, (_, i) => i).filter((i) => !Number.isNaN(values[i] + on[i]));
  const [mean, meanOn] = [values, on].map((x) => rows.reduce((sum, i) => sum + x[i], 0) / rows.length);
  let [product, square] = [0, 0];
  for (const i of rows) {
    product += (values[i] - mean) * (on[i] - meanOn);
    square += (on[i] - meanOn) * (on[i] - meanOn);
  }
  const slope = square > 0 ? product / square : 0;
  return values.map((x, i) => x - mean - slope * (on[i] - meanOn));
}

/** Lag-1 autocorrelation, from the rows that have a value as the one before has; how many rows these are, with the first. */
function lagged(values: Float64Array): { readonly r: number; readonly rows: number } {
  const n = values.length;
  const present = presentIn(values);
  const mean = present.reduce((sum, x) => sum + x, 0) / present.length;
  const square = present.reduce((sum, x) => sum + (x - mean) * (x - mean), 0);
  let [product, rows] = [0, 1];
  for (let i = 1; i < n; i++) {
    if (Number.isNaN(values[i]) || Number.isNaN(values[i - 1])) continue;
    product += (values[i] - mean) * (values[i - 1] - mean);
    rows++;
  }
  return { r: square > 0 ? (product / square) * (present.length / rows) : 0, rows };
}
