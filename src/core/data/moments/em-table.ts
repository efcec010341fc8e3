// A table of numbers from rows with gaps: means and covariances by EM (math/em-scatter.ts); X holds the complete rows. It counts as
// fewer rows, namely as many complete ones as tell as much about links (../evidence-rows.ts).

import { check } from "../../check.ts";
import {
  type EmOptions,
  type EmScatter,
  emScatter,
  type GapPattern,
  gapPatterns,
} from "../../math/em-scatter.ts";
import { type Matrix, matrix, selectRows } from "../../math/matrix.ts";
import { evidenceRows } from "../evidence-rows.ts";
import { createTable, droppable, type Table, tableFromScatter } from "../table.ts";

/**
 * NaN is a gap. Yields the share of the work done; without gaps, returns the table of the rows.
 *
 * @example
 * ```js
 * const running = tableByEm(["x", "y"], matrixFromRows([[1, 2], [2, Number.NaN], [3, 5], [4, 4]]));
 * let step = running.next();
 * while (!step.done) step = running.next();
 * step.value.names; // ["x", "y"]
 * ```
 */
export function* tableByEm(
  names: readonly string[],
  X: Matrix,
  options: EmOptions = {},
): Generator<number, Table, void> {
  checkValues(names, X);
  const patterns = gapPatterns(X);
  const complete = patterns.find(({ missing }) => missing.length === 0)?.rows ?? [];
  if (complete.length === X.rows) return createTable(names, X);
  checkPairs(names, patterns);
  const estimate = yield* emScatter(X, patterns, options);
  const { n: fileRows, mean, S } = estimate.scatter;
  const n = evidenceRows(X);
  const counted = matrix(
    S.rows,
    S.cols,
    S.data.map((s) => (s * n) / fileRows),
  );
  const scatter = { n, mean, S: counted, origin: originOf(estimate, { X, n }), cells: X };
  return { ...tableFromScatter(names, scatter, selectRows(X, complete)), fileRows };
}

function originOf(
  { scatter, iterations, change, converged }: EmScatter,
  { X: { rows, data }, n }: { readonly X: Matrix; readonly n: number },
): string {
  const gaps = data.reduce((count, x) => count + (Number.isNaN(x) ? 1 : 0), 0);
  const share = `${((100 * gaps) / data.length).toPrecision(2)} % of whose cells are missing`;
  const empty = rows > scatter.n ? ` (${rows - scatter.n} more have no value at all)` : "";
  const end = converged
    ? `in ${iterations} iterations`
    : `which had not converged after ${iterations} iterations (the last one changed them by up to ${change.toExponential(1)} standard deviations)`;
  return `estimated by EM from ${scatter.n} rows${empty}, ${share}, ${end}; this assumes normal values, missing at random, and counts as ${n} complete rows`;
}

function checkValues(names: readonly string[], { rows, cols, data }: Matrix): void {
  names.forEach((name, j) => {
    const values = new Set<number>();
    for (let i = 0; i < rows; i++) {
      const x = data[i * cols + j];
      check(
        Math.abs(x) !== Number.POSITIVE_INFINITY,
        () => `table: column "${name}" must be finite, got infinity in row ${i + 1}`,
        { remedies: [{ act: "correct the cell" }, { drop: [name] }] },
      );
      if (!Number.isNaN(x) && values.size < 2) values.add(x);
    }
    check(
      values.size === 2,
      () => `table: column "${name}" must have at least two different values, got ${values.size}`,
      { remedies: droppable([name], names.length) },
    );
  });
}

/** Refuses two columns that are never observed together, whose covariance cannot be estimated. */
function checkPairs(names: readonly string[], patterns: readonly GapPattern[]): void {
  const d = names.length;
  const together = new Uint8Array(d * d);
  for (const { observed } of patterns)
    for (const i of observed) for (const j of observed) together[i * d + j] = 1;
  const apart = together.indexOf(0);
  const [a, b] = [names[Math.floor(apart / d)], names[apart % d]];
  check(
    apart < 0,
    () =>
      `table: columns "${a}" and "${b}" must both have a value in some row, to estimate their covariance, and have none`,
    { remedies: [...droppable([a], d), ...droppable([b], d)] },
  );
}
