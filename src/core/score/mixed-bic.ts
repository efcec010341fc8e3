// BIC of conditional Gaussians: categories and numbers together.
//
// Within each combination of labels (a cell) the numbers are jointly Gaussian, with their own mean and covariance. With A the
// categorical and C the k numeric variables of a set S, N the rows of a cell, Σ̂ their covariance, f(A) the number of possible
// combinations:
//
//     g(S) = Σ over the cells of A that occur:  N log(N / n) − N/2 · (log det Σ̂_C + k log 2π + k)
//            − w · ½ log n · [ f(A) (k + k(k + 1)/2) + f(A) − 1 ]
//     score(j, P) = g(P ∪ {j}) − g(P)                                                      (set-terms.ts)
//
// For a numeric node this is a regression on its numeric parents in each cell, with intercept, slopes and variance; for a
// categorical node without numeric parents it is bic-discrete. For a categorical node of r labels with numeric parents x it
// is Bayes' theorem with the same Gaussians (a quadratic discriminant in each cell a of its other parents):
//
//     score(j, P) = Σ over the rows:  log [ p(j | a) p(x | j, a) / Σ over the labels l:  p(l | a) p(x | l, a) ]
//                   − w · ½ log n · f(A) (r − 1) (1 + k + k(k + 1)/2)
//
// so that numbers may cause categories. The number of parameters is the same for both directions of an edge; the likelihoods differ.
//
// A cell with fewer than k + 10 rows has no Gaussian of its own: its rows are scored under that of the whole table. A cell in which
// some number is constant or a combination of the others (to 1e-11 of its variance in the table) has one with rounding variances
// added to Σ̂ (cell-gaussians.ts): "no rain on dry days" is the stronger evidence, the finer the rain was measured. Nothing is ever
// NaN. With row weights, N is the sum of the weights of a cell's rows.
//
// Lauritzen, S., Wermuth, N. "Graphical models for associations between variables, some of which are qualitative and some
// quantitative." Annals of Statistics 17(1), 1989.
//
// Differs from bnlearn's bic-cg, which equals it for numeric nodes and for categorical nodes without numeric parents, and
// forbids the rest. Differs from the CG score of Andrews, B., Ramsey, J., Cooper, G. "Scoring Bayesian networks of mixed
// variables." International Journal of Data Science and Analytics 6, 2018, in the denominator: theirs is one Gaussian for all
// labels, g(P ∪ {j}) − g(P) for every kind of node. The misfit of one Gaussian to a mixture then counts in favour of an edge:
// "probabilities" of the labels sum to more than 1, and false edges score higher.
//
// Cost of g: k³/6 for each cell, and k²/2 products for each row of a cell without a Gaussian of its own; the moments of a cell take
// one product for each row and pair of columns, once. Of Bayes' theorem: k²/2 products for each row and label.

import * as z from "zod";
import { check } from "../check.ts";
import { sampleSize, type Table } from "../data/table.ts";
import { logarithm } from "../math/elementary.ts";
import { type Cell, type CellGaussians, cellGaussians } from "./cell-gaussians.ts";
import { codedColumns, grouped, partitions } from "./cells.ts";
import { defineScore } from "./definition.ts";
import { remembered } from "./remembered.ts";
import { type Local, localScore, type Score } from "./score.ts";
import { categorical, penaltyWeight } from "./score-options.ts";
import { setTerms } from "./set-terms.ts";

export interface MixedBicOptions {
  /** Multiplies the penalty; 1 is BIC, larger is sparser. */
  readonly penaltyWeight?: number;
}

/**
 * BIC of categories and numbers together.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * Number.isFinite(mixedBic(table).ofGraph(emptyGraph(3))); // true
 * ```
 */
export function mixedBic(table: Table, { penaltyWeight = 1 }: MixedBicOptions = {}): Score {
  check(penaltyWeight >= 0, `score: the penalty weight must be 0 or more, got ${penaltyWeight}`);
  const { columns } = codedColumns(table);
  const isMixed = columns.includes(null) && columns.some((codes) => codes !== null);
  return localScore({
    name: "bic-mixed",
    d: table.X.cols,
    local: mixedTerms(table, penaltyWeight),
    isEquivalent: !isMixed,
    ...(isMixed && { isEquivalentButForChance: true }),
    logEvidence: penaltyWeight === 1 ? 1 : undefined,
    isScaleFree: true,
  });
}

function mixedTerms(table: Table, penaltyWeight: number): Local {
  const { rows, cols: d } = table.X;
  const n = sampleSize(table);
  const { columns, sizes } = codedColumns(table);
  const gaussians = cellGaussians(table);
  const cells = mixedCells(partitions(columns, sizes, rows), { ...gaussians, columns, rows });
  const perParameter = (penaltyWeight * logarithm(n)) / 2;
  // A weight of 0 means no penalty, even if the number of parameters overflows.
  const cost = (parameters: number) => (perParameter === 0 ? 0 : perParameter * parameters);
  const ofGaussian = (k: number) => k + (k * (k + 1)) / 2;
  const isNumber = (j: number) => columns[j] === null;
  const parts = (set: readonly number[]) => {
    const A = set.filter((j) => !isNumber(j));
    return { A, C: set.filter(isNumber), possible: A.reduce((product, j) => product * sizes[j], 1) };
  };

  const joint = setTerms(d, (set) => {
    const { A, C, possible } = parts(set);
    const { likelihood } = gaussians.given(C);
    let fit = 0;
    for (const cell of cells.of(A)) {
      fit += cell.weight * logarithm(cell.weight / n);
      if (C.length > 0) fit += likelihood(cell);
    }
    return fit - cost(possible * (1 + ofGaussian(C.length)) - 1);
  });
  const byBayes = remembered({
    term: (node, parents) => {
      const { A, C, possible } = parts(parents);
      const { posterior } = gaussians.given(C);
      let fit = 0;
      for (const { cell, groups } of cells.labelled(A, node)) fit += posterior(cell, groups);
      return fit - cost(possible * (sizes[node] - 1) * (1 + ofGaussian(C.length)));
    },
  });
  return {
    ...joint,
    // No label has a probability above 1, no number a density above that of the smallest variance within a cell (cell-gaussians.ts).
    atMost: (node, parents) => {
      const k = parents.filter(isNumber).length;
      const possible = parents.reduce((product, j) => product * (isNumber(j) ? 1 : sizes[j]), 1);
      return isNumber(node)
        ? n * gaussians.largestLog(node) - cost(possible * (ofGaussian(k + 1) - ofGaussian(k)))
        : -cost(possible * (sizes[node] - 1) * (1 + ofGaussian(k)));
    },
    term: (node, parents) =>
      (!isNumber(node) && parents.some(isNumber) ? byBayes : joint).term(node, parents),
  };
}

/** Cells and their moments take at most about this many bytes, after which the cache is cleared. */
const mostBytes = 64_000_000;

/** The cells of sets of categorical columns, and those of a set divided by the labels of a further column, cached. */
function mixedCells(
  partition: ReturnType<typeof partitions>,
  {
    cellOf,
    bytesOf,
    columns,
    rows,
  }: Pick<CellGaussians, "cellOf" | "bytesOf"> & {
    readonly columns: readonly (Int32Array | null)[];
    readonly rows: number;
  },
) {
  const all = Int32Array.from({ length: rows }, (_, i) => i);
  const whole = new Map<string, readonly Cell[]>();
  const divided = new Map<string, readonly { readonly cell: Cell; readonly groups: readonly Cell[] }[]>();
  let bytes = 0;

  return {
    of,
    labelled: (A: readonly number[], node: number) => {
      const key = `${node} ${A.join()}`;
      let list = divided.get(key);
      if (list === undefined) {
        list = of(A).map((cell) => ({ cell, groups: cellsOf(cell.rows, columns[node]!) }));
        divided.set(key, list);
      }
      return list;
    },
  };

  function of(A: readonly number[]): readonly Cell[] {
    const key = A.join();
    let cells = whole.get(key);
    if (cells === undefined) {
      cells = cellsOf(all, partition(A).cell);
      whole.set(key, cells);
    }
    return cells;
  }

  function cellsOf(some: Int32Array, codes: Int32Array): Cell[] {
    if (bytes > mostBytes) {
      whole.clear();
      divided.clear();
      bytes = 0;
    }
    return grouped(some, codes)
      .filter(({ length }) => length > 0)
      .map((part) => {
        bytes += bytesOf(part.length);
        return cellOf(part);
      });
  }
}

export const bicMixed = defineScore({
  name: "bic-mixed",
  group: "mixed",
  summary: "categories and numbers together: BIC of a Gaussian for each combination of labels",
  method: {
    term: "the BIC of a conditional Gaussian model",
    assumes:
      "Within each combination of labels, the numbers are linear functions of each other plus Gaussian noise.",
    sources: ["lauritzen", "andrews"],
  },
  when: "Tables with labels and numbers.",
  takes: "mixed",
  isLinear: true,
  confidence: "bootstrap",
  options: z.strictObject({ penaltyWeight, categorical }),
  prune: "greedy",
  make: (table, { penaltyWeight }) => mixedBic(table, { penaltyWeight }),
});
