// Where the data violate what the score assumes, as sentences for the head of the answer: numbers that are really labels, ordered
// categories that have causes, in tables with both categories and numbers, curved effects (curved-effects.ts), and residuals far
// from normal under a score of linear models with normal noise.
//
// The residual of a variable is given its directed causes. It is far from normal if its skewness exceeds 2 in absolute value or its
// excess kurtosis exceeds 7: West, Finch & Curran, "Structural equation models with nonnormal variables" (1995). Tables of 200,000
// rows or more are thinned evenly, to 100,000–150,000 rows; cost: n · k operations for a variable with k causes, row by row in memory
// order. Under a score of categories and numbers, residuals are those within each combination of the labels among the causes
// (cell-residuals.ts). Logarithms are recommended if they exist for a column and are less skewed than it is.

import { listedWith } from "../../check.ts";
import type { ColumnKind } from "../../data/column-kind.ts";
import { type Table, tableScatter } from "../../data/table.ts";
import { parentsOf } from "../../graph/graph.ts";
import type { Pdag } from "../../graph/pdag.ts";
import { column, selectRows } from "../../math/matrix.ts";
import { isLessSkewedInLogarithms } from "../../math/skewness.ts";
import { cellResiduals } from "../../score/cell-residuals.ts";
import { coefficientsOf } from "../../score/regression.ts";
import { scores } from "../../score/scores.ts";
import { curvedEffects } from "./curved-effects.ts";
import type { Prepared } from "./prepare.ts";

const mostRows = 100_000;
const mostSkewness = 2;
const mostKurtosis = 7;
/** Columns that a sentence names; if there are more, it also gives their number. */
const namedColumns = 4;
const namedCurves = 3;
const mostCurveRows = 20_000;

export function brokenAssumptions(
  { spec, search, table: read, problem: { table } }: Prepared,
  answer: Pdag,
): string[] {
  const score = scores[spec.score];
  if (!score?.isLinear) return [];
  if (table.X.rows === 0) return []; // only covariances are known, as a finding says
  const isMixed = score.takes === "mixed";
  const isOdd = (isMixed ? farFromNormalInCells : farFromNormal)(table, answer);
  const two = columnsWhere(table, (j) => distinctUpTo(table, j, 3) <= 2);
  const odd = columnsWhere(table, (j) => !two.includes(table.names[j]) && isOdd[j]);
  const ordered = isMixed ? orderedEffects(table, read.kinds ?? [], answer) : [];
  const better = odd.filter((name) => isLessSkewedInLogarithms(column(read.X, read.names.indexOf(name))));
  return [
    ...(two.length === 0
      ? []
      : [
          `${columnsOf(two)} ${two.length === 1 ? "has" : "have"} two values only, and ${spec.score} assumes numbers with normal noise: treat ${two.length === 1 ? "it" : "them"} as categories${isMixed ? "" : ", with a score for categories"}`,
        ]),
    ...(ordered.length === 0
      ? []
      : [
          `${columnsOf(ordered)} ${ordered.length === 1 ? "is" : "are"} scored as ${ordered.length === 1 ? "a number" : "numbers"} with normal noise, but ${ordered.length === 1 ? "has" : "have"} few values: compare the arrows into ${ordered.length === 1 ? "it" : "them"} with the result for ${ordered.length === 1 ? "a category" : "categories"}`,
        ]),
    // A search that does not use the score may itself model curves, or noise that bends a line fitted against the causal direction.
    ...(search.uses === "score" ? curveWarnings(evenRows(table, mostCurveRows), answer, spec.score) : []),
    ...(odd.length === 0
      ? []
      : [
          `the residuals of ${listed(odd)} are far from normal, which ${spec.score} assumes: ${better.length === 0 ? "" : `${logarithms(better, odd)} less skewed, or `}read the strengths and directions with care`,
        ]),
  ];
}

function curveWarnings(table: Table, answer: Pdag, score: string): string[] {
  const curved = curvedEffects(table, answer);
  if (curved.length === 0) return [];
  const pairs = curved.map(({ effect, cause }) => `${table.names[effect]} on ${table.names[cause]}`);
  const more = pairs.length - namedCurves;
  const named = more > 0 ? [...pairs.slice(0, namedCurves), `${more} more`] : pairs;
  const share = `${curved.length > 1 ? "up to " : ""}${Math.round(100 * curved[0].share)} %`;
  const ways = `${table.levels ? "" : "compare with the score additive, or "}transform the columns`;
  return [
    `the dependence of ${listedWith("and", named)} is curved, where ${score} assumes lines: squares explain ${share} of what lines leave; ${ways}`,
  ];
}

/** "take its logarithm, which is": for all columns, or for those it names. */
function logarithms(better: readonly string[], all: readonly string[]): string {
  const [one, some] = [better.length === 1, better.length < all.length];
  const noun = one ? "logarithm" : "logarithms";
  const whose = some ? `the ${noun} of ${listed(better)}` : `${one ? "its" : "their"} ${noun}`;
  return `take ${whose}, which ${one ? "is" : "are"}`;
}

function columnsWhere({ names, levels }: Table, is: (j: number) => boolean): string[] {
  return names.filter((_, j) => !levels?.[j] && is(j));
}

/** Ordered categories that have causes in the answer. */
function orderedEffects(table: Table, kinds: readonly ColumnKind[], { d, directed }: Pdag): string[] {
  const ordered = new Set(kinds.filter(({ kind }) => kind === "ordered").map(({ name }) => name));
  return columnsWhere(
    table,
    (j) => ordered.has(table.names[j]) && parentsOf({ d, edges: directed }, j).length > 0,
  );
}

/** Number of distinct values of a column, counted up to `most`. */
function distinctUpTo({ X }: Table, j: number, most: number): number {
  const seen = new Set<number>();
  for (let i = 0; i < X.rows && seen.size < most; i++) seen.add(X.data[i * X.cols + j]);
  return seen.size;
}

/** For each column, whether its residual given its directed causes is far from normal. */
function farFromNormal(table: Table, { d, directed }: Pdag): boolean[] {
  const { X, levels } = table;
  const { S } = tableScatter(table);
  const fits = table.names.map((_, j) => {
    const causes = levels?.[j] ? [] : parentsOf({ d, edges: directed }, j);
    return { causes, weights: coefficientsOf(S, j, causes) };
  });
  const step = Math.max(1, Math.floor(X.rows / mostRows));
  const n = Math.ceil(X.rows / step);
  const residuals = new Float64Array(d);
  const eachRow = (look: () => void): void => {
    for (let i = 0; i < X.rows; i += step) {
      for (let j = 0; j < d; j++) {
        const { causes, weights } = fits[j];
        let value = X.data[i * d + j];
        for (let k = 0; k < causes.length; k++) value -= weights[k] * X.data[i * d + causes[k]];
        residuals[j] = value;
      }
      look();
    }
  };
  const mean = new Float64Array(d);
  eachRow(() => {
    for (let j = 0; j < d; j++) mean[j] += residuals[j] / n;
  });
  const [second, third, fourth] = [new Float64Array(d), new Float64Array(d), new Float64Array(d)];
  eachRow(() => {
    for (let j = 0; j < d; j++) {
      const off = residuals[j] - mean[j];
      second[j] += off * off;
      third[j] += off * off * off;
      fourth[j] += off * off * (off * off);
    }
  });
  return fits.map((_, j) => {
    const variance = second[j] / n;
    if (!(variance > 0)) return false;
    const skewness = third[j] / n / (variance * Math.sqrt(variance));
    const kurtosis = fourth[j] / n / (variance * variance) - 3;
    return isFar(skewness, kurtosis);
  });
}

/** The same for numeric columns, within each combination of the labels among their causes. */
function farFromNormalInCells(table: Table, { d, directed }: Pdag): boolean[] {
  const { names, levels } = table;
  const residuals = cellResiduals(evenRows(table));
  return names.map((_, j) => {
    if (levels?.[j]) return false;
    const { z, weights } = residuals(j, parentsOf({ d, edges: directed }, j));
    let [n, third, fourth] = [0, 0, 0];
    for (let r = 0; r < z.length; r++) {
      const square = z[r] * z[r];
      n += weights[r];
      third += weights[r] * square * z[r];
      fourth += weights[r] * square * square;
    }
    return n > 0 && isFar(third / n, fourth / n - 3);
  });
}

function isFar(skewness: number, kurtosis: number): boolean {
  return Math.abs(skewness) > mostSkewness || kurtosis > mostKurtosis;
}

/** Evenly spaced rows: between `most` and 1.5 · `most` of them, or all if there are fewer than 2 · `most`. */
function evenRows(table: Table, most = mostRows): Table {
  const { X, weights, names, levels } = table;
  const step = Math.max(1, Math.floor(X.rows / most));
  if (step === 1) return table;
  const rows = Array.from({ length: Math.ceil(X.rows / step) }, (_, k) => k * step);
  return {
    names,
    X: selectRows(X, rows),
    ...(levels && { levels }),
    ...(weights && { weights: Float64Array.from(rows, (i) => weights[i]) }),
  };
}

/** For the head of a sentence, where a bare name would be capitalised. */
function columnsOf(names: readonly string[]): string {
  if (names.length > namedColumns) return listed(names);
  return `the ${names.length === 1 ? "column" : "columns"} ${listed(names)}`;
}

function listed(names: readonly string[]): string {
  if (names.length > namedColumns)
    return `${names.length} columns (${names.slice(0, namedColumns).join(", ")}, …)`;
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
