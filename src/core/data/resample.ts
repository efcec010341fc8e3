// Resamples of a table: analysing many of them shows how a result varies with the sample.
//
//     bootstrap            n rows drawn with replacement (Efron 1979)
//     subsample            half of the rows, drawn without replacement (Meinshausen & Bühlmann, "Stability selection", JRSS B 72(4), 2010)
//     bayesian-bootstrap   all rows, with weights n times a draw from Dirichlet(1, …, 1) (Rubin, "The Bayesian bootstrap", Annals of
//                          Statistics 9(1), 1981): no row is left out or repeated
//
// Linear methods need a table only through its scatter matrix: a resample is then the scatter matrix of weighted rows, n·d²/2
// multiplications, and no rows are copied.

import { check, setTo } from "../check.ts";
import { logarithm } from "../math/elementary.ts";
import { matrix } from "../math/matrix.ts";
import type { Rng } from "../math/rng.ts";
import { weightedScatter } from "../math/scatter.ts";
import { checkRows, levelsOf, type Table, tableFromScatter } from "./table.ts";

export const resamplings = ["bootstrap", "subsample", "bayesian-bootstrap"] as const;
export type Resampling = (typeof resamplings)[number];

/** A resample of the table: its rows, or only their scatter matrix if no rows are needed. */
export function resampled(
  table: Table,
  { how, needsRows }: { readonly how: Resampling; readonly needsRows: boolean },
  rng: Rng,
): Table {
  checkRows("confidence", table, { field: "confidence", remedies: setTo("confidence", ["posterior"]) });
  const { X, names } = table;
  const origin = `of rows drawn by ${how}`;
  if (how === "bayesian-bootstrap") {
    const weights = dirichletWeights(X.rows, rng);
    return needsRows
      ? { ...table, weights }
      : tableFromScatter(names, { ...weightedScatter(X, weights), origin });
  }
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const times = drawnTimes(X.rows, how, attempt === 0 ? rng : rng.fork(`again/${attempt}`));
    if (hasConstantColumn(table, times)) continue;
    const weights = Float64Array.from(times);
    return needsRows
      ? repeatedRows(table, times)
      : tableFromScatter(names, { ...weightedScatter(X, weights), origin });
  }
  check(
    false,
    `confidence: some column is constant in each of ${mostAttempts} resamples of ${X.rows} rows; leave out columns that hardly vary`,
    { field: "confidence" },
  );
}

/** A column that varies in few rows may be constant in those drawn, and cannot then be in a graph: the rows are redrawn. */
const mostAttempts = 100;

/** n times a draw from Dirichlet(1, …, 1): exponential draws divided by their mean. */
function dirichletWeights(n: number, rng: Rng): Float64Array {
  const weights = new Float64Array(n);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    weights[i] = -logarithm(1 - rng.uniform());
    sum += weights[i];
  }
  return weights.map((w) => (w * n) / sum);
}

/** Number of times each row is drawn. */
function drawnTimes(n: number, how: "bootstrap" | "subsample", rng: Rng): Uint32Array {
  const times = new Uint32Array(n);
  if (how === "bootstrap") for (let k = 0; k < n; k++) times[rng.integer(n)]++;
  else for (const i of rng.permutation(n).slice(0, Math.max(2, Math.floor(n / 2)))) times[i] = 1;
  return times;
}

function hasConstantColumn({ X: { rows: n, cols: d, data } }: Table, times: Uint32Array): boolean {
  const isConstant = (j: number): boolean => {
    let first = Number.NaN;
    for (let i = 0; i < n; i++) {
      const value = data[i * d + j];
      if (times[i] === 0 || Number.isNaN(value)) continue;
      if (Number.isNaN(first)) first = value;
      else if (value !== first) return false;
    }
    return true;
  };
  for (let j = 0; j < d; j++) if (isConstant(j)) return true;
  return false;
}

function repeatedRows({ names, X, levels }: Table, times: Uint32Array): Table {
  const { cols: d } = X;
  let rows = 0;
  for (const count of times) rows += count;
  const out = matrix(rows, d);
  let at = 0;
  times.forEach((count, i) => {
    const row = X.data.subarray(i * d, (i + 1) * d);
    for (let k = 0; k < count; k++, at += d) out.data.set(row, at);
  });
  return { names, X: out, ...levelsOf(levels) };
}
