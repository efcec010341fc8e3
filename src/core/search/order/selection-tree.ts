// Forward selection among a node's candidates, cached: the next variable depends only on those taken before.
//
//     take the candidate that explains most of the node's residual variance, up to 30, as long as it explains more than
//     chance easily would: n · gain > 2 · left
//
// A place in the tree is a sequence of variables taken, and lists those that may come next, best first. To select from another
// set of candidates is to descend, each time to the first candidate on the list: a few look-ups, no arithmetic. Only a new
// place costs d times its depth (a row of the Cholesky factor for every variable); the rows of its ancestors are those of the
// last place computed, as far as the two agree.
//
// Grow-shrink trees of BOSS (Andrews et al., NeurIPS 2023) are the same idea with any score; here the gains
// of all variables come from one factor.

import type { Matrix } from "../../math/matrix.ts";
import { mostTaken, partialFits } from "./partial-fits.ts";

export interface SelectionTreeOptions {
  readonly node: number;
  /** Taken first, whatever they explain. */
  readonly required: readonly number[];
  /** Samples behind R. */
  readonly n: number;
  /** Number of selections to cache; when it is reached, all are discarded. */
  readonly limit: number;
}

/**
 * Returns the function from candidates (flags) to what `made` returns for their selection, given a symmetric matrix with unit
 * diagonal. The same selection gives the same object, until the cache is cleared.
 */
export function selectionTree<T>(
  R: Matrix,
  { node, required, n, limit }: SelectionTreeOptions,
  /** Called with the variables taken, ascending, including the required ones. */
  answer: (chosen: readonly number[]) => T,
): (isCandidate: Uint8Array) => T {
  const d = R.cols;
  const first = required.length;
  const { sequence, rankedInto, begin } = partialFits(R, n, first);
  begin(node);
  const ranked = new Int32Array(d);
  // A place: how many variables are listed, the number of its answer (from 1; 0: none yet), then each listed variable with
  // the place that follows (0: not visited yet; the root is at 0 and follows nothing).
  let cells = new Int32Array(1024);
  let used = 0;
  let answers: T[] = [];

  const newPlace = (depth: number): number => {
    const count = depth < first + mostTaken ? rankedInto(ranked, depth) : 0;
    const at = used;
    used += 2 + 2 * count;
    if (used > cells.length) {
      const larger = new Int32Array(2 * used);
      larger.set(cells);
      cells = larger;
    }
    cells[at] = count;
    cells[at + 1] = 0;
    for (let k = 0; k < count; k++) {
      cells[at + 2 + 2 * k] = ranked[k];
      cells[at + 3 + 2 * k] = 0;
    }
    return at;
  };
  const chosen = (depth: number) => Array.from(sequence.subarray(0, depth)).sort((x, y) => x - y);

  return (isCandidate) => {
    if (answers.length >= limit) {
      answers = [];
      used = 0;
    }
    sequence.set(required);
    if (used === 0) newPlace(first);
    let at = 0;
    let depth = first;
    for (let k = 2; k < 2 + 2 * cells[at]; k += 2) {
      if (isCandidate[cells[at + k]] === 0) continue;
      sequence[depth++] = cells[at + k];
      let next = cells[at + k + 1];
      if (next === 0) {
        next = newPlace(depth);
        cells[at + k + 1] = next;
      }
      at = next;
      k = 0;
    }
    if (cells[at + 1] === 0) cells[at + 1] = answers.push(answer(chosen(depth)));
    return answers[cells[at + 1] - 1];
  };
}
