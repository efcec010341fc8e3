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
// Where rows with gaps are used, one column is examined in all its values, and two columns in the rows where both have one. Relations
// among several columns are sought in the complete rows, if there are enough, and must hold wherever all these columns have a value.
// Otherwise the table has no gaps; NaN or infinities in a table made by hand are its only finding. Findings about gaps and about
// columns that are left out are in gap-findings.ts.

import { InputError } from "../../check.ts";
import { column, type Matrix, selectRows } from "../../math/matrix.ts";
import { scatterOf } from "../../math/scatter.ts";
import type { HeaderDoubt, OtherEncoding, Preface, WorkbookSheet } from "../cells.ts";
import type { ColumnKind } from "../column-kind.ts";
import { completeRowsOf, rowsByGaps } from "../complete-table.ts";
import type { ColumnDoubt } from "../reading-doubt.ts";
import { nameOrder, sampleSize, type Table, tableScatter } from "../table.ts";
import { binnedFindings } from "./binned-findings.ts";
import { categoryFindings, constantCategoryFinding } from "./category-findings.ts";
import { type ColumnSummary, columnSummary, type RepeatedRows, scatterSummary } from "./column-summary.ts";
import { covarianceFindings } from "./covariance-findings.ts";
import {
  constantFinding,
  exactFinding,
  type Finding,
  nearFindings,
  notFiniteFinding,
  plural,
  rangeFinding,
  rowFindings,
  scaleFindings,
} from "./findings.ts";
import { encodingFindings, headerFindings, prefaceFindings, sheetFindings } from "./header-findings.ts";
import { outlierFindings } from "./outlier-findings.ts";
import { fewestShared, pairRelations } from "./pairs.ts";
import { readingFindings } from "./reading-findings.ts";
import { nearRelations, relationSteps } from "./relations.ts";
import { repeatedFindings } from "./repeated-findings.ts";
import { codeFindings, discreteFindings, frequentFindings } from "./value-findings.ts";

export { type RepeatedRows, repeatedRows } from "./column-summary.ts";
export { dependenceFindings } from "./dependence-findings.ts";
export { type Finding, type FindingKind, findingKinds } from "./findings.ts";
export { gapFindings, leftOutFindings } from "./gap-findings.ts";
export { sheetFindings } from "./header-findings.ts";
export { fewestShared, lineBetween } from "./pairs.ts";
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
  /** The kinds of the file's columns. */
  readonly kinds?: readonly ColumnKind[] | undefined;
  /** Rows that equal an earlier one in all columns of the file, including the columns left out. */
  readonly repeats?: RepeatedRows | undefined;
  /**
   * The same columns with gaps (NaN), if rows with gaps are used; for a table whose gaps are to be imputed, the table itself. All
   * checks are made on its values, except those of the scatter matrix if the table has one.
   */
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
  const { doubt, encoding, preface, workbook, readings = [], kinds = [], repeats, observed } = options;
  const isSet = (name: string) => kinds.some((kind) => kind.name === name && kind.isSet);
  const hasGaps = observed !== undefined;
  const given = table.scatter;
  const all = observed ?? table;
  const { names, X, levels } = all;
  const n = hasGaps && !given ? X.rows - rowsByGaps(all).empty : (table.fileRows ?? sampleSize(table));
  const order = nameOrder(names);
  const numbers = order.filter((j) => !levels?.[j]);
  const { minimumRows = numbers.length + 2 } = options;
  if (n === 0) return rowFindings(0, X.cols, Math.max(1, minimumRows));
  const summaries: ColumnSummary[] = [];
  for (let j = 0; j < X.cols; j++) {
    const summary = given ? scatterSummary(X, given, { j, hasGaps }) : columnSummary(X, j, hasGaps);
    summaries.push(levels?.[j] ? { ...summary, isDiscrete: true, outliers: 0 } : summary);
    yield (summaryShare * (j + 1)) / X.cols;
  }
  const notFinite = order
    .filter((j) => summaries[j].notFinite > 0)
    .map((j) => notFiniteFinding(names[j], summaries[j]));
  if (notFinite.length > 0) return notFinite;

  const scatter = given ?? (hasGaps ? scatterOf(selectRows(X, completeRowsOf(X))) : tableScatter(table));
  const inScatter = (j: number) => scatter.S.data[j * X.cols + j] / scatter.n;
  const variance = (j: number) => (hasGaps && !given ? observedVariance(X, j) : inScatter(j));
  const constant = order.filter((j) => summaries[j].isConstant);
  const outOfRange = numbers.filter(
    (j) => !summaries[j].isConstant && !(variance(j) > 1e-280 && variance(j) < 1e280),
  );
  const sound = numbers.filter((j) => !constant.includes(j) && !outOfRange.includes(j));
  const categories = order.filter((j) => levels?.[j] && !summaries[j].isConstant);
  // With no more rows than columns, every column is trivially a combination of the others; with few more, it may be by chance.
  const spare = hasGaps && !given ? fewestShared : 0;
  const isTooShort = n < minimumRows || (given ? n : scatter.n) <= sound.length + 1 + spare;
  const { relations, independent } = isTooShort
    ? { relations: pairRelations(X, sound, spare), independent: [] }
    : yield* atShare(
        relationSteps(
          given ? null : X,
          scatter,
          sound.filter((j) => inScatter(j) !== 0),
        ),
        (done) => summaryShare + (relationShare - summaryShare) * done,
      );
  const ofCategories = categoryFindings(all, categories);
  const ofReadings = readingFindings(readings);
  const near = nearRelations(scatter, independent);

  return [
    ...constant.map((j) =>
      levels?.[j]
        ? constantCategoryFinding(names[j], levels[j][summaries[j].min])
        : constantFinding(names[j], summaries[j]),
    ),
    ...outOfRange.map((j) => rangeFinding(names[j], summaries[j])),
    ...relations.map((relation) => exactFinding(all, relation)),
    ...ofCategories.filter(({ severity }) => severity === "fatal"),
    ...rowFindings(n, X.cols, minimumRows),
    ...nearFindings(names, near),
    ...scaleFindings(names, sound, (j) => Math.sqrt(variance(j))),
    ...ofReadings.filter(({ severity }) => severity === "warning"),
    ...codeFindings(names, sound, summaries),
    ...outlierFindings(names, sound, summaries, kinds),
    ...frequentFindings(names, sound, summaries),
    ...ofCategories.filter(({ severity }) => severity === "warning"),
    ...binnedFindings(all, sound, categories),
    ...ofReadings.filter(({ severity }) => severity === "note"),
    ...sheetFindings(workbook),
    ...headerFindings(doubt, names),
    ...prefaceFindings(preface),
    ...encodingFindings(encoding),
    ...discreteFindings(
      all,
      sound.filter((j) => !isSet(names[j])),
      summaries,
    ),
    ...ofCategories.filter(({ severity }) => severity === "note"),
    ...repeatedFindings(all, summaries, repeats),
    ...covarianceFindings(table, hasGaps),
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

/** Mean squared deviation of the values of column j. */
function observedVariance(X: Matrix, j: number): number {
  const values = column(X, j).filter((x) => !Number.isNaN(x));
  const mean = values.reduce((sum, x) => sum + x / values.length, 0);
  return values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / values.length;
}
