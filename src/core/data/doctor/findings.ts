// The data doctor's findings and their sentences: what was found, what it means for the result, the remedies.

import { listedWith, type Remedy, waysOut } from "../../check.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Table } from "../table.ts";
import type { ColumnSummary } from "./column-summary.ts";
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
  "frequent-value",
  "missing-code",
  "date-order",
  "two-digit-years",
  "leading-zeros",
  "decimal-mark",
  "weights",
  "bounds",
  "total-row",
  "missing-label",
  "missing",
  "missing-related",
  "dependent-rows",
  "left-out",
  "discrete",
  "identifier",
  "sparse",
  "rare-labels",
  "spelling",
  "score",
  "repeated-rows",
  "sheet",
  "header",
  "encoding",
  "covariances",
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
  /** The remedies, the least invasive first; absent in findings stored by earlier versions. */
  readonly remedies?: readonly Remedy[];
  /** The remedies in plain words. */
  readonly remedy: string;
}

export function finding(facts: Omit<Finding, "remedy"> & Required<Pick<Finding, "remedies">>): Finding {
  return { ...facts, remedy: waysOut(facts.remedies) };
}

export function notFiniteFinding(name: string, { notFinite, notFiniteRows }: ColumnSummary): Finding {
  return finding({
    kind: "not-finite",
    severity: "fatal",
    columns: [name],
    rows: notFiniteRows,
    message: `column "${name}" must be finite in every row, got NaN or infinity in row ${notFiniteRows[0]}${notFinite > 1 ? ` (${notFinite} rows in all)` : ""}`,
    meaning: "No score can be computed with such a cell.",
    remedies: [{ act: "leave such rows out" }, { drop: [name] }],
  });
}

export function constantFinding(name: string, { min, max }: ColumnSummary): Finding {
  const isExact = min === max;
  return finding({
    kind: "constant",
    severity: "fatal",
    columns: [name],
    message: isExact
      ? `column "${name}" must vary, got ${short(min)} in every row`
      : `column "${name}" must vary beyond rounding, got only ${min} to ${max}`,
    meaning:
      "It can be neither a cause nor an effect: its residual variance is 0, whose logarithm is minus infinity.",
    remedies: [...(isExact ? [] : [{ act: "subtract the offset before writing it" }]), { drop: [name] }],
  });
}

export function rangeFinding(name: string, { min, max }: ColumnSummary): Finding {
  return finding({
    kind: "range",
    severity: "fatal",
    columns: [name],
    message: `column "${name}" must have squares that fit a float64, got values from ${short(min)} to ${short(max)}`,
    meaning: "Variances overflow or underflow, and with them every score.",
    remedies: [{ act: "change the column's unit" }, { drop: [name] }],
  });
}

export function exactFinding({ names, X }: Table, relation: Relation): Finding {
  const { column, on } = relation;
  const columns = [names[column], ...on.map((i) => names[i])];
  const isCopy = on.length === 1 && areEqual(X, column, on[0]);
  return finding({
    kind: isCopy ? "duplicate" : "collinear",
    severity: "fatal",
    columns,
    message: isCopy
      ? `columns "${names[on[0]]}" and "${names[column]}" must differ, got the same number in every row`
      : `columns ${listed(columns)} must not determine each other, got ${relation.share <= 1e-14 ? "exactly" : "to ten digits"} ${equation(names, solvedForTotal(relation))}`,
    meaning:
      "The scores cannot tell these columns apart: graphs that swap their roles fit equally well, and a column regressed on the others leaves no noise.",
    remedies: columns.map((name) => ({ drop: [name] })),
  });
}

export function rowFindings(n: number, d: number, minimumRows: number): Finding[] {
  const isFatal = !(n >= minimumRows);
  if (!isFatal && n >= 10 * d) return [];
  return [
    finding({
      kind: "few-rows",
      severity: isFatal ? "fatal" : "warning",
      columns: [],
      message: isFatal
        ? `${d} columns need at least ${minimumRows} rows, got ${n}`
        : `${n} rows are few for ${d} columns; ${10 * d} would be ten for each`,
      meaning: isFatal
        ? "A column regressed on all others would fit without error, so every score would be arbitrary."
        : "Chance correlations are large, and a few different rows may change the graph.",
      remedies: [{ act: "add rows" }, { act: "keep fewer columns", option: "columns" }],
    }),
  ];
}

export function nearFindings(names: readonly string[], relations: readonly Relation[]): Finding[] {
  if (relations.length === 0) return [];
  const columnsOf = ({ column, on }: Relation) => [names[column], ...on.map((i) => names[i])];
  const parts = relations.map((relation) => {
    const left = `${relation.share.toExponential(1)} of its variance is left`;
    return relation.on.length === 0
      ? `"${names[relation.column]}" follows from the others together (${left})`
      : `about ${equation(names, solvedForTotal(relation), 3)} (${left})`;
  });
  const columns = [...new Set(relations.flatMap(columnsOf))];
  return [
    finding({
      kind: "near-deterministic",
      severity: "warning",
      columns,
      message: `some columns nearly determine each other: ${listedWith("and", parts)}`,
      meaning:
        "The direction of these edges depends on the last digits of the data; one of the columns may have been computed from the others.",
      remedies: columns.map((name) => ({ when: "if it is computed from the others", drop: [name] })),
    }),
  ];
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
    finding({
      kind: "scales",
      severity: "warning",
      columns: [names[least], names[most]],
      message: `the columns differ widely in scale: the standard deviation is ${short(deviation(least))} for "${names[least]}" and ${short(deviation(most))} for "${names[most]}", ${short(ratio, 2)} times as much`,
      meaning:
        "Scores and searches that depend on the units of the columns (such as bic-equal-variance, which assumes equal variances) then let the choice of units decide part of the graph; all others are not affected.",
      remedies: [
        { when: "in place of a score that depends on units", set: { score: "bic" } },
        { act: "convert the columns to comparable units" },
      ],
    }),
  ];
}

/** Rewrites a difference a = total − b as the sum it comes from, total = a + b; leaves any other relation unchanged. */
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

/** Do two columns have the same number wherever both have one? */
function areEqual({ rows, cols, data }: Matrix, a: number, b: number): boolean {
  for (let i = 0; i < rows; i++) {
    const [x, y] = [data[i * cols + a], data[i * cols + b]];
    if (x !== y && !Number.isNaN(x) && !Number.isNaN(y)) return false;
  }
  return rows > 0;
}

export function short(value: number, digits = 6): string {
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
