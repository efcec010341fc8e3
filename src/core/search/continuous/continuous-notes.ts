// Notes of the searches under a smooth constraint on how they ended.

import type { Cut } from "./weighted-dag.ts";

interface Ended {
  /** Whether the measure of cycles has fallen to its tolerance. */
  readonly converged: boolean;
  /** For networks: whether numbers overflowed. */
  readonly overflowed?: boolean;
  readonly values: Readonly<Record<string, number>>;
}

export function constraintNotes({ converged, overflowed, values }: Ended): string[] {
  if (overflowed)
    return [
      "numbers overflowed in the networks; the graph is from the last finite weights; standardise the columns",
    ];
  if (converged) return [];
  const h = values.h === undefined ? "" : ` (h is ${values.h.toExponential(1)})`;
  return [`the search ended before its weights were acyclic${h}`];
}

/** For a graph that had to be cut out of weights with cycles. */
export function cycleNotes({ raised }: Pick<Cut, "raised">): string[] {
  if (raised === null) return [];
  const above =
    raised === Number.POSITIVE_INFINITY
      ? "only required edges remain"
      : `edges of weight ${raised.toPrecision(3)} or more remain`;
  return [
    `the weights above the threshold had a cycle: the smallest were left out until there was none, and ${above}`,
  ];
}
