// Survey weights: how many members of the population each row represents. They are scaled to sum to Kish's effective sample size,
//
//     (Σ w)² / Σ w²
//
// which is the number of rows if all weights are equal, and less the more they differ: a likelihood then counts as much evidence as a
// simple random sample of that size. Rows of weight 0 are dropped.
//
// Kish, L. "Survey sampling." Wiley, 1965, section 11.7.

import { check } from "../check.ts";

export interface RowWeights {
  /** Positions of the rows with a weight above 0. */
  readonly rows: readonly number[];
  /** Scaled weights of these rows. */
  readonly weights: Float64Array;
}

export function rowWeights({
  name,
  values,
  levels,
}: {
  readonly name: string;
  readonly values: Float64Array;
  readonly levels: readonly string[] | null;
}): RowWeights {
  const refusal = { field: "kinds", remedies: [{ drop: [name] }] };
  check(levels === null, `table: the weights in column "${name}" must be numbers, got text`, refusal);
  const wrong = values.findIndex((w) => !(w >= 0 && w < Number.POSITIVE_INFINITY));
  check(
    wrong < 0,
    () =>
      `table: the weights in column "${name}" must be 0 or more, got ${Number.isNaN(values[wrong]) ? "none" : values[wrong]} in row ${wrong + 1}`,
    refusal,
  );
  const rows = Array.from(values, (_, i) => i).filter((i) => values[i] > 0);
  check(rows.length > 1, `table: at least 2 rows must have a weight above 0, got ${rows.length}`, refusal);
  let sum = 0;
  let squares = 0;
  for (const i of rows) {
    sum += values[i];
    squares += values[i] * values[i];
  }
  return { rows, weights: Float64Array.from(rows, (i) => (values[i] * sum) / squares) };
}
