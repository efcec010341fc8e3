// The data doctor's findings and their sentences: what was found, what it means for the result, the way out.

import type { Dropped } from "../columns.ts";
import type { Table } from "../table.ts";
import { type ColumnSummary, repeatedRows } from "./column-summary.ts";
import type { Relation } from "./relations.ts";

export const findingKinds = [
  "text",
  "not-finite",
  "constant",
  "range",
  "few-rows",
  "duplicate",
  "collinear",
  "near-deterministic",
  "scales",
  "outliers",
  "missing",
  "discrete",
  "identifier",
  "sparse",
  "rare-labels",
  "score",
  "repeated-rows",
  "header",
] as const;

export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  readonly kind: FindingKind;
  readonly severity: "fatal" | "warning" | "note";
  readonly columns: readonly string[];
  /** The first rows concerned, at most ten. */
  readonly rows?: readonly number[];
  /** What was found. */
  readonly message: string;
  /** What it means for the result. */
  readonly meaning: string;
  /** The way out. */
  readonly remedy: string;
}

export function notFiniteFinding(name: string, { notFinite, notFiniteRows }: ColumnSummary): Finding {
  return {
    kind: "not-finite",
    severity: "fatal",
    columns: [name],
    rows: notFiniteRows,
    message: `column "${name}" must be finite in every row, got NaN or infinity in row ${notFiniteRows[0]}${notFinite > 1 ? ` (${notFinite} rows in all)` : ""}`,
    meaning: "No score can be computed from such a cell.",
    remedy: "drop such rows, or leave the column out with --columns",
  };
}

export function constantFinding(name: string, { min, max }: ColumnSummary): Finding {
  const isExact = min === max;
  return {
    kind: "constant",
    severity: "fatal",
    columns: [name],
    message: isExact
      ? `column "${name}" must vary, got ${short(min)} in every row`
      : `column "${name}" must vary beyond rounding, got only ${min} to ${max}`,
    meaning:
      "It can neither cause nor be caused: its residual variance is 0 and a logarithm of it is minus infinity.",
    remedy: isExact
      ? "leave the column out with --columns"
      : "subtract the offset before writing it, or leave the column out with --columns",
  };
}

export function rangeFinding(name: string, { min, max }: ColumnSummary): Finding {
  return {
    kind: "range",
    severity: "fatal",
    columns: [name],
    message: `column "${name}" must have squares that fit a float64, got values from ${short(min)} to ${short(max)}`,
    meaning: "Variances overflow or vanish, and with them every score.",
    remedy: "change the column's unit, or leave the column out with --columns",
  };
}

export function exactFinding({ names, X }: Table, relation: Relation): Finding {
  const { column, on } = relation;
  const columns = [names[column], ...on.map((i) => names[i])];
  const meaning =
    "The scores cannot tell these columns apart: graphs that swap their roles fit equally well, and a column regressed on the others leaves no noise.";
  if (on.length === 1 && areEqual(X.data, X.rows, X.cols, column, on[0])) {
    return {
      kind: "duplicate",
      severity: "fatal",
      columns,
      message: `columns "${names[on[0]]}" and "${names[column]}" must differ, got the same number in every row`,
      meaning,
      remedy: "leave one of them out with --columns",
    };
  }
  return {
    kind: "collinear",
    severity: "fatal",
    columns,
    message: `columns ${listed(columns)} must not determine each other, got ${relation.share <= 1e-14 ? "exactly" : "to ten digits"} ${equation(names, solvedForTotal(relation))}`,
    meaning,
    remedy: "leave one of them out with --columns",
  };
}

export function rowFindings(n: number, d: number, minimumRows: number): Finding[] {
  const isFatal = !(n >= minimumRows);
  if (!isFatal && n >= 10 * d) return [];
  return [
    {
      kind: "few-rows",
      severity: isFatal ? "fatal" : "warning",
      columns: [],
      message: isFatal
        ? `${d} columns need at least ${minimumRows} rows, got ${n}`
        : `${n} rows are few for ${d} columns; ${10 * d} would be ten for each`,
      meaning: isFatal
        ? "A column regressed on all others would fit without error, so every score would be arbitrary."
        : "Chance correlations are large, and the graph found may change with a few other rows.",
      remedy: isFatal
        ? "add rows, or keep fewer columns with --columns"
        : "add rows, keep fewer columns with --columns, or raise --penalty-weight",
    },
  ];
}

export function nearFinding(names: readonly string[], relation: Relation): Finding {
  const { column, on, share } = relation;
  const columns = [names[column], ...on.map((i) => names[i])];
  const left = `${share.toExponential(1)} of the variance of "${names[column]}" is left`;
  return {
    kind: "near-deterministic",
    severity: "warning",
    columns,
    message:
      on.length === 0
        ? `column "${names[column]}" is all but determined by the other columns together (${left})`
        : `columns ${listed(columns)} all but determine each other, about ${equation(names, solvedForTotal(relation), 3)} (${left})`,
    meaning:
      "The direction of these edges hangs on the last digits of the data; one of the columns may be computed or rounded from the others.",
    remedy: "if it is computed from the others, leave it out with --columns",
  };
}

export function scaleFindings(
  names: readonly string[],
  columns: readonly number[],
  deviation: (j: number) => number,
): Finding[] {
  if (columns.length < 2) return [];
  const bySize = [...columns].sort((a, b) => deviation(a) - deviation(b));
  const [least, most] = [bySize[0], bySize[bySize.length - 1]];
  const ratio = deviation(most) / deviation(least);
  if (!(ratio > 1e3)) return [];
  return [
    {
      kind: "scales",
      severity: "warning",
      columns: [names[least], names[most]],
      message: `the columns differ widely in scale: the standard deviation is ${short(deviation(least))} for "${names[least]}" and ${short(deviation(most))} for "${names[most]}", ${short(ratio, 2)} times as much`,
      meaning:
        "A score that assumes equal variances (bic-equal-variance) then reads the choice of units as causal order; the other scores do not mind.",
      remedy: "use a score that does not depend on units (--score bic), or bring the columns to like units",
    },
  ];
}

export function outlierFinding(name: string, { outliers, outlierRows, farthest }: ColumnSummary): Finding {
  const some = outlierRows.slice(0, 5).join(", ") + (outliers > 5 ? ", …" : "");
  return {
    kind: "outliers",
    severity: "warning",
    columns: [name],
    rows: outlierRows,
    message: `column "${name}" has ${outliers} ${plural(outliers, "value")} more than 10 robust deviations from its median (${plural(outliers, "row")} ${some}; the farthest is ${short(farthest)})`,
    meaning: "Least squares follows such rows: a few of them can add, remove or turn an edge.",
    remedy: `look at them; if they are errors, keep them out with --where, otherwise a logarithm of the column may help`,
  };
}

export function droppedFindings(dropped: Dropped | undefined): Finding[] {
  if (dropped === undefined || dropped.rows === 0) return [];
  const parts = dropped.missing.map(({ name, count }) => `"${name}" ${count}`);
  return [
    {
      kind: "missing",
      severity: "note",
      columns: dropped.missing.map(({ name }) => name),
      message: `${dropped.rows} of ${dropped.of} rows were dropped for want of a value (missing in ${parts.join(", ")})`,
      meaning:
        "If values are missing for a reason that has to do with the variables, the remaining rows are a biased sample.",
      remedy: "leave columns with many gaps out with --columns to keep more rows",
    },
  ];
}

export function discreteFindings(
  names: readonly string[],
  columns: readonly number[],
  summaries: readonly ColumnSummary[],
): Finding[] {
  const few = columns.filter((j) => summaries[j].isDiscrete);
  if (few.length === 0) return [];
  const isAll = few.length === names.length;
  return [
    {
      kind: "discrete",
      severity: "note",
      columns: few.map((j) => names[j]),
      message: `few distinct values in ${few.map((j) => `"${names[j]}" (${summaries[j].distinct})`).join(", ")}`,
      meaning:
        "Scores of numbers (bic, gp, …) treat them as numbers on a line; as effects they break the assumption of continuous noise. Scores of counts assume neither.",
      remedy: isAll
        ? "where they stand for kinds, or their few values for themselves, use --score bdeu or bic-discrete, which take every column as categories"
        : `where they stand for kinds, use --score bic-mixed --categorical ${few.map((j) => names[j]).join(",")}, which takes these as categories and the others as numbers, or leave them out with --columns`,
    },
  ];
}

export function repeatedFindings({ X }: Table, summaries: readonly ColumnSummary[]): Finding[] {
  if (summaries.every(({ isDiscrete, isConstant }) => isDiscrete || isConstant)) return [];
  const { count, first } = repeatedRows(X);
  if (count < Math.max(1, 0.01 * X.rows)) return [];
  return [
    {
      kind: "repeated-rows",
      severity: "note",
      columns: [],
      rows: first,
      message: `${count} of ${X.rows} rows repeat an earlier row in every column`,
      meaning: "Each copy counts as new evidence, so the scores are surer than they should be.",
      remedy: "if the copies come from a join or a file read twice, remove them",
    },
  ];
}

/** A difference a = total − b turned into the sum that it comes from, total = a + b; any other relation as it is. */
function solvedForTotal(relation: Relation): Relation {
  const { column, on, coefficients, intercept } = relation;
  const isDifference = coefficients.every((c) => Math.abs(Math.abs(c) - 1) < 1e-3);
  const positive = on.filter((_, k) => coefficients[k] > 0);
  if (!isDifference || positive.length !== 1 || on.length < 2) return relation;
  const addends = [column, ...on.filter((i) => i !== positive[0])];
  return {
    ...relation,
    column: positive[0],
    on: addends,
    coefficients: addends.map((i) => Math.abs(coefficients[on.indexOf(i)] ?? 1)),
    intercept: -intercept,
  };
}

function equation(names: readonly string[], relation: Relation, digits = 6): string {
  const { column, on, coefficients, intercept } = relation;
  const terms = on.map((i, k) => ({ factor: coefficients[k], of: `·${names[i]}` }));
  if (intercept !== 0) terms.push({ factor: intercept, of: "" });
  const signed = terms.map(({ factor, of }, k) => {
    const sign = factor < 0 ? (k === 0 ? "−" : "− ") : k === 0 ? "" : "+ ";
    return `${sign}${short(Math.abs(factor), digits)}${of}`;
  });
  return `${names[column]} = ${signed.join(" ")}`;
}

export function areEqual(data: Float64Array, n: number, d: number, a: number, b: number): boolean {
  for (let i = 0; i < n; i++) if (data[i * d + a] !== data[i * d + b]) return false;
  return true;
}

function short(value: number, digits = 6): string {
  return String(Number(value.toPrecision(digits)));
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return quoted.length === 1
    ? quoted[0]
    : `${quoted.slice(0, -1).join(", ")} and ${quoted[quoted.length - 1]}`;
}

export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
