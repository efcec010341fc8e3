// The edges that GraN-DAG may open: those that the knowledge allows and, with many variables, those between likely neighbours.
//
//     candidates of j: the columns whose importance in a forest that predicts x_j (math/extra-trees.ts, 500 trees) is above
//     0.75 · the mean importance of all d columns, which is 1 / d
//
// The cost is d forests: 500 n d² log n operations.
//
// Lachapelle et al., "Gradient-based neural DAG learning", ICLR 2020, section 3.6.

import type { Knowledge } from "../../../graph/knowledge.ts";
import { logarithm } from "../../../math/elementary.ts";
import { extraTrees } from "../../../math/extra-trees.ts";
import type { Matrix } from "../../../math/matrix.ts";
import type { Rng } from "../../../math/rng.ts";
import { openEdges as allowedEdges } from "../weighted-dag.ts";

/** Share of the mean importance that a candidate must exceed. */
const share = 0.75;

export interface Selecting {
  /** Candidates of the variables so far, ascending. */
  readonly selected: readonly (readonly number[])[];
  /** Share of the trees grown. */
  readonly done: number;
}

/** Selects for one variable after another, continuing where `selected` ends; yields after some trees. `X` has sorted rows. */
export function* selecting(
  X: Matrix,
  rng: Rng,
  { trees, selected: before }: { readonly trees: number; readonly selected: Selecting["selected"] },
): Generator<Selecting> {
  const d = X.cols;
  const operations = (X.rows * d * logarithm(X.rows + 1)) / Math.LN2;
  const perPause = Math.max(1, Math.floor(1.5e7 / operations));
  let selected = before;
  while (selected.length < d) {
    const j = selected.length;
    const forest = extraTrees(X, j, rng.fork(`variable/${j}`));
    for (let k = 0; k < trees; k++) {
      forest.grow(k);
      if (k % perPause === perPause - 1 && k < trees - 1) yield { selected, done: (j + k / trees) / d };
    }
    selected = [...selected, candidatesOf(forest.importances())];
    yield { selected, done: selected.length / d };
  }
}

export function candidatesOf(importances: Float64Array): number[] {
  const mean = importances.reduce((a, b) => a + b, 0) / importances.length;
  return Array.from(importances.keys()).filter((k) => importances[k] > share * mean);
}

/** open[k · d + t] = 1: k → t may be learnt, because it is required or both the knowledge and the selection allow it. */
export function openEdges(knowledge: Knowledge, selected?: Selecting["selected"]): Uint8Array {
  const { d, required } = knowledge;
  const isSelected = (e: number) => selected?.[e % d].includes(Math.floor(e / d)) ?? true;
  return allowedEdges(knowledge).map((isOpen, e) => (required[e] === 1 || isSelected(e) ? isOpen : 0));
}
