// The data doctor: problems in a table that would spoil a search or its interpretation, each with its meaning and remedies.
//
// Fatal findings make linear scores undefined or their optimum arbitrary: constant columns, exact copies and
// combinations, too few rows, values whose squares overflow. Warnings allow a search but distort its result; notes are worth
// knowing. Columns are examined in the order of their names, so a permuted table has the same findings. Rows are
// those of the table, counted from 1.
//
// Cost: n·d²/2 multiplications for the scatter matrix, O(n·d) for all else over the rows (medians by selection), d³
// over the columns: about a second at 10⁶ × 12, less at 1000 × 200.
//
// For categorical columns, relations, scales and outliers are meaningless and not checked; category-findings.ts has their findings.
//
// For a table given by its scatter matrix, checks that need rows are made on the available rows, and a note says so.
//
// The examined table has no gaps; NaN or infinities in a table made by hand are its only finding. Findings about gaps and about columns
// that are left out are in gap-findings.ts.

import { InputError } from "../../check.ts";
import type { HeaderDoubt, OtherEncoding, Preface, WorkbookSheet } from "../cells.ts";
import type { ColumnDoubt } from "../reading-doubt.ts";
import { nameOrder, sampleSize, type Table, tableScatter } from "../table.ts";
import { categoryFindings, constantCategoryFinding } from "./category-findings.ts";
import { type ColumnSummary, columnSummary, type RepeatedRows, scatterSummary } from "./column-summary.ts";
import { covarianceFindings } from "./covariance-findings.ts";
import {
  areEqual,
  constantFinding,
  exactFinding,
  type Finding,
  nearFindings,
  notFiniteFinding,
  outlierFindings,
  plural,
  rangeFinding,
  rowFindings,
  scaleFindings,
} from "./findings.ts";
import { encodingFindings, headerFindings, prefaceFindings, sheetFindings } from "./header-findings.ts";
import { readingFindings } from "./reading-findings.ts";
import { nearRelations, type Relation, relationSteps } from "./relations.ts";
import { repeatedFindings } from "./repeated-findings.ts";
import { codeFindings, discreteFindings, frequentFindings } from "./value-findings.ts";

export { type RepeatedRows, repeatedRows } from "./column-summary.ts";
export { dependenceFindings } from "./dependence-findings.ts";
export { type Finding, type FindingKind, findingKinds } from "./findings.ts";
export { gapFindings, leftOutFindings } from "./gap-findings.ts";
export { sheetFindings } from "./header-findings.ts";
export { exactRelations } from "./relations.ts";

export interface ExamineOptions {
  /**
   * Fewer rows are fatal. Default: two more than there are numeric columns, the fewest that leave a regression on all others a
   * residual degree of freedom.
   */
  readonly minimumRows?: number;
  /** How a first row that may or may not name the columns was read. */
  readonly doubt?: HeaderDoubt | undefined;
  readonly encoding?: OtherEncoding | undefined;
  /** What preceded the data in the text. */
  readonly preface?: Preface | undefined;
  /** Which sheet of a workbook was read. */
  readonly workbook?: WorkbookSheet | undefined;
  /** Columns that could also be read in another way. */
  readonly readings?: readonly ColumnDoubt[] | undefined;
  /** Rows that equal an earlier one in all columns of the file, including the columns left out. */
  readonly repeats?: RepeatedRows | undefined;
  /** The same columns with gaps (NaN), if rows with gaps are used: checks of a single column use all its values. */
  readonly observed?: Table | undefined;
}

/** Share of the work done after all columns are summarised, and after the relations among them are found. */
const [summaryShare, relationShare] = [0.4, 0.7];

/**
 * Findings, the fatal ones first.
 *
 * @example
 * ```js
 * examine(createTable(["x", "y"], matrixFromRows([[1, 5], [2, 5], [3, 5]]))).some(({ kind }) => kind === "constant"); // true
 * ```
 */
export function examine(table: Table, options: ExamineOptions = {}): Finding[] {
  const running = examination(table, options);
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

/** As examine, column by column: yields the share done. */
export function* examination(table: Table, options: ExamineOptions = {}): Generator<number, Finding[], void> {
  const { names, X, levels, scatter: given } = table;
  const n = table.fileRows ?? sampleSize(table);
  const order = nameOrder(names);
  const numbers = order.filter((j) => !levels?.[j]);
  const {
    minimumRows = numbers.length + 2,
    doubt,
    encoding,
    preface,
    workbook,
    readings = [],
    repeats,
    observed,
  } = options;
  if (n === 0) return rowFindings(0, X.cols, Math.max(1, minimumRows));
  const summaries: ColumnSummary[] = [];
  for (let j = 0; j < X.cols; j++) {
    const { X: values, hasGaps } = observed ? { X: observed.X, hasGaps: true } : { X, hasGaps: false };
    const summary = given ? scatterSummary(values, given, { j, hasGaps }) : columnSummary(values, j, hasGaps);
    summaries.push(levels?.[j] ? { ...summary, isDiscrete: true, outliers: 0 } : summary);
    yield (summaryShare * (j + 1)) / X.cols;
  }
  const notFinite = order
    .filter((j) => summaries[j].notFinite > 0)
    .map((j) => notFiniteFinding(names[j], summaries[j]));
  if (notFinite.length > 0) return notFinite;

  const scatter = tableScatter(table);
  const variance = (j: number) => scatter.S.data[j * X.cols + j] / scatter.n;
  const constant = order.filter((j) => summaries[j].isConstant);
  // A column that varies only in rows with gaps has no variance in the complete rows, which is not a fault.
  const varied = numbers.filter((j) => observed === undefined || variance(j) !== 0);
  const outOfRange = varied.filter(
    (j) => !summaries[j].isConstant && !(variance(j) > 1e-280 && variance(j) < 1e280),
  );
  const sound = varied.filter((j) => !constant.includes(j) && !outOfRange.includes(j));
  const categories = order.filter((j) => levels?.[j] && !summaries[j].isConstant);
  // With no more rows than columns, every column is trivially a combination of the others.
  const isTooShort = n < minimumRows || n <= sound.length + 1;
  const { relations, independent } = isTooShort
    ? { relations: equalColumns(table, sound), independent: [] }
    : yield* atShare(
        relationSteps(given ? null : X, scatter, sound),
        (done) => summaryShare + (relationShare - summaryShare) * done,
      );
  const ofCategories = categoryFindings(table, categories, observed);
  const ofReadings = readingFindings(readings);
  const near = nearRelations(scatter, independent);

  return [
    ...constant.map((j) =>
      levels?.[j]
        ? constantCategoryFinding(names[j], levels[j][X.data[j]])
        : constantFinding(names[j], summaries[j]),
    ),
    ...outOfRange.map((j) => rangeFinding(names[j], summaries[j])),
    ...relations.map((relation) => exactFinding(table, relation)),
    ...ofCategories.filter(({ severity }) => severity === "fatal"),
    ...rowFindings(n, X.cols, minimumRows),
    ...nearFindings(names, near),
    ...scaleFindings(names, sound, (j) => Math.sqrt(variance(j))),
    ...ofReadings.filter(({ severity }) => severity === "warning"),
    ...codeFindings(names, sound, summaries),
    ...outlierFindings(names, sound, summaries),
    ...frequentFindings(names, sound, summaries),
    ...ofCategories.filter(({ severity }) => severity === "warning"),
    ...ofReadings.filter(({ severity }) => severity === "note"),
    ...sheetFindings(workbook),
    ...headerFindings(doubt, names),
    ...prefaceFindings(preface),
    ...encodingFindings(encoding),
    ...discreteFindings(table, sound, summaries),
    ...ofCategories.filter(({ severity }) => severity === "note"),
    ...repeatedFindings(table, summaries, repeats),
    ...covarianceFindings(table, observed !== undefined),
  ];
}

function* atShare<T>(
  steps: Generator<number, T, void>,
  at: (done: number) => number,
): Generator<number, T, void> {
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
    yield at(value);
  }
}

/**
 * The refusal for the first fatal finding, with how many more there are; undefined when the table can be searched.
 *
 * @example
 * ```js
 * fatalError([]); // undefined
 * ```
 */
export function fatalError(findings: readonly Finding[]): InputError | undefined {
  const [first, ...more] = findings.filter(({ severity }) => severity === "fatal");
  if (first === undefined) return undefined;
  const rest =
    more.length === 0
      ? ""
      : ` (and ${more.length} more fatal ${plural(more.length, "finding")}: see wherefore doctor)`;
  return new InputError(`table: ${first.message}${rest}`, { remedies: first.remedies });
}

/** Columns equal to an earlier one, cell by cell, as relations. */
function equalColumns({ X }: Table, order: readonly number[]): Relation[] {
  const singles: number[] = [];
  const out: Relation[] = [];
  for (const j of order) {
    const twin = singles.find((i) => areEqual(X.data, X.rows, X.cols, i, j));
    if (twin === undefined) singles.push(j);
    else out.push({ column: j, on: [twin], coefficients: [1], intercept: 0, share: 0 });
  }
  return out;
}
