// Forward selection among a node's candidates, remembered: what it takes next depends on those taken before alone.
//
//     take the candidate that explains most of what is left of the node, up to 30, as long as it explains more than
//     chance easily would: n · gain > 2 · left
//
// A place in the tree is a sequence taken, and lists the variables that may come next, the most explaining first. To
// answer for another set of candidates is to go down, each time to the first on the list that is a candidate: a few
// looks at a list, no arithmetic. Only a place where nobody has been costs d times its depth (a row of the Cholesky
// factor for every variable), its ancestors' rows being those of the last place computed as far as the two agree.
//
// Grow-shrink trees of BOSS (Andrews et al., NeurIPS 2023) are the same idea with any score; here the gains
// of all variables come from one factor.

import type { Matrix } from "../../math/matrix.ts";
import { pivotTolerance } from "../../math/solve.ts";

/** Most variables taken beside the required ones. */
const most = 30;
/** n times the share of the node's variance that a candidate must explain to be taken. */
const evidence = 2;

export interface SelectionTreeOptions {
  readonly node: number;
  /** Taken first, whatever they explain. */
  readonly required: readonly number[];
  /** Samples behind R. */
  readonly n: number;
  /** Selections to remember; beyond, all are forgotten. */
  readonly limit: number;
  /** Room that it shares with others, of as many variables, which are asked at other times. */
  readonly room?: SelectionRoom;
  /** Variables among which candidates will be, ascending, and the node; all where nothing is said. */
  readonly among?: readonly number[];
}

/** The levels of the tree that was asked last. */
export interface SelectionRoom {
  readonly levels: Level[];
  owner: unknown;
}

/**
 * The function from candidates (1 for each that is one) to what `made` makes of their selection, from a symmetric
 * matrix with unit diagonal. The same selection gives the same object, until it is forgotten.
 */
export function selectionTree<T>(
  R: Matrix,
  { node, required, n, limit, room = { levels: [], owner: null }, among }: SelectionTreeOptions,
  /** Of those taken, ascending; required ones are among them. */
  made: (taken: readonly number[]) => T,
): (isCandidate: Uint8Array) => T {
  const first = required.length;
  const variables = Int32Array.from(among ?? Array.from({ length: R.cols }, (_, i) => i));
  const ownRequired = required.map((i) => variables.indexOf(i));
  const { sequence, rankedInto } = partialFits(R, { node, n, deepest: first + most, room, variables });
  const ranked = new Int32Array(variables.length);
  // Variables are told by their numbers among `variables`. A place: how many are listed, the number of its answer (from 1; 0: none yet), then each variable listed with the
  // place that follows (0: nobody has been there; the root is at 0 and follows nothing).
  let cells = new Int32Array(1024);
  let used = 0;
  let answers: T[] = [];

  const newPlace = (depth: number): number => {
    const count = depth < first + most ? rankedInto(ranked, depth) : 0;
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
  const taken = (depth: number) =>
    Array.from(sequence.subarray(0, depth), (i) => variables[i]).sort((x, y) => x - y);

  return (isCandidate) => {
    if (answers.length >= limit) {
      answers = [];
      used = 0;
    }
    sequence.set(ownRequired);
    if (used === 0) newPlace(first);
    let at = 0;
    let depth = first;
    for (let k = 2; k < 2 + 2 * cells[at]; k += 2) {
      if (isCandidate[variables[cells[at + k]]] === 0) continue;
      sequence[depth++] = cells[at + k];
      let next = cells[at + k + 1];
      if (next === 0) {
        next = newPlace(depth);
        cells[at + k + 1] = next;
      }
      at = next;
      k = 0;
    }
    if (cells[at + 1] === 0) cells[at + 1] = answers.push(made(taken(depth)));
    return answers[cells[at + 1] - 1];
  };
}

/** Given the first k of a sequence: what is left of the node, and of each variable its covariance with the node and its
 * own variance (0 once taken); and the row of the Cholesky factor that leads to the next level. */
interface Level {
  left: number;
  readonly covariance: Float64Array;
  readonly variance: Float64Array;
  readonly row: Float64Array;
}

/** What every variable explains of the node beside a sequence, which is written into `sequence`. */
function partialFits(
  R: Matrix,
  {
    node,
    n,
    deepest,
    room,
    variables,
  }: { node: number; n: number; deepest: number; room: SelectionRoom; variables: Int32Array },
) {
  const d = variables.length;
  const sequence = new Int32Array(deepest);
  const { levels } = room;
  const known = new Int32Array(deepest); // the sequence whose levels these are
  let depthKnown = 0;
  const gains = new Float64Array(d);
  // The last ranking, then the others: the next is seldom far from it, and what is nearly in order is quickly sorted.
  const guess = Int32Array.from({ length: d }, (_, i) => i);
  const others = new Int32Array(d);

  const newLevel = (): Level => ({
    left: 1,
    covariance: new Float64Array(R.cols),
    variance: new Float64Array(R.cols),
    row: new Float64Array(R.cols),
  });
  const begin = (): void => {
    if (room.owner === sequence) return;
    room.owner = sequence;
    depthKnown = 0;
    levels[0] ??= newLevel();
    for (let i = 0; i < d; i++) {
      levels[0].covariance[i] = R.data[node * R.cols + variables[i]];
      levels[0].variance[i] = variables[i] === node ? 0 : 1; // never taken
    }
  };

  const addLevel = (depth: number): void => {
    const next = sequence[depth];
    const { left, covariance, variance, row } = levels[depth];
    levels[depth + 1] ??= newLevel();
    const below = levels[depth + 1];
    const root = Math.sqrt(Math.max(variance[next], pivotTolerance));
    const share = covariance[next] / root;
    const own = variables[next] * R.cols;
    for (let i = 0; i < d; i++) row[i] = R.data[own + variables[i]];
    let k = 0;
    // Four rows at a time: the sum is read and written a quarter as often, and is the same to the last bit.
    for (; k + 3 < depth; k += 4) {
      const [p, q, r, s] = [levels[k].row, levels[k + 1].row, levels[k + 2].row, levels[k + 3].row];
      const [a, b, c, e] = [p[next], q[next], r[next], s[next]];
      for (let i = 0; i < d; i++) row[i] = row[i] - p[i] * a - q[i] * b - r[i] * c - s[i] * e;
    }
    for (; k < depth; k++) {
      const earlier = levels[k].row;
      const factor = earlier[next];
      for (let i = 0; i < d; i++) row[i] -= earlier[i] * factor;
    }
    for (let i = 0; i < d; i++) {
      const x = row[i] / root;
      row[i] = x;
      below.variance[i] = variance[i] - x * x;
      below.covariance[i] = covariance[i] - x * share;
    }
    below.variance[next] = 0; // taken
    below.left = left - share * share;
    known[depth] = next;
  };

  /** Those that explain enough beside the first `depth` of the sequence, the most explaining first; how many. */
  const rankedInto = (out: Int32Array, depth: number): number => {
    begin();
    let agreed = 0;
    while (agreed < depth && agreed < depthKnown && known[agreed] === sequence[agreed]) agreed++;
    if (agreed < depth) depthKnown = depth;
    for (; agreed < depth; agreed++) addLevel(agreed);
    const { left, covariance, variance } = levels[depth];
    const enough = evidence * left;
    let count = 0;
    let rest = d;
    for (let at = 0; at < d; at++) {
      const i = guess[at];
      const gain = variance[i] > pivotTolerance ? (covariance[i] * covariance[i]) / variance[i] : 0;
      if (!(gain > 0 && n * gain > enough)) {
        others[--rest] = i;
        continue;
      }
      let k = count++;
      for (; k > 0 && (gains[k - 1] < gain || (gains[k - 1] === gain && out[k - 1] > i)); k--) {
        gains[k] = gains[k - 1];
        out[k] = out[k - 1];
      }
      gains[k] = gain;
      out[k] = i;
    }
    for (let k = 0; k < count; k++) guess[k] = out[k];
    for (let k = count; k < d; k++) guess[k] = others[k];
    return count;
  };
  return { sequence, rankedInto };
}
