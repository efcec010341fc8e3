// How much every variable explains of a node beyond a sequence of variables, from rows of a Cholesky factor: one more variable
// costs d times the depth, and sequences share the levels of their common beginning.

import type { Matrix } from "../../math/matrix.ts";
import { pivotTolerance } from "../../math/solve.ts";

/** Maximum number of variables taken in addition to the required ones. */
export const mostTaken = 30;
/** n times the share of the node's variance that a candidate must explain to be taken. */
const evidence = 2;

/** Given the first k of a sequence: the node's residual variance, and each variable's covariance with the node and variance
 * (0 once taken); and the row of the Cholesky factor that leads to the next level. */
interface Level {
  residual: number;
  readonly covariance: Float64Array;
  readonly variance: Float64Array;
  readonly row: Float64Array;
}

/**
 * How much every variable explains of a node beyond a sequence, which callers write into `sequence`: `required` variables,
 * whatever they explain, and at most thirty more.
 */
export function partialFits(R: Matrix, n: number, required: number) {
  const sequence = new Int32Array(required + mostTaken);
  const { cols } = R;
  // Variables are numbered by their positions in this list.
  let variables = Int32Array.from({ length: cols }, (_, i) => i);
  let d = cols;
  const levels: Level[] = [];
  const cached = new Int32Array(required + mostTaken); // the sequence whose levels these are
  let depthKnown = 0;
  const gains = new Float64Array(cols);
  // The last ranking, then the others: the next ranking is usually similar, and nearly sorted input is sorted quickly.
  const guess = Int32Array.from(variables);
  const others = new Int32Array(cols);

  const newLevel = (): Level => ({
    residual: 1,
    covariance: new Float64Array(cols),
    variance: new Float64Array(cols),
    row: new Float64Array(cols),
  });
  levels[0] = newLevel();

  /** Call this first: the node and, ascending, the variables to consider, including itself; default: the current ones, initially all. */
  const begin = (node: number, among = variables): void => {
    variables = among;
    d = among.length;
    depthKnown = 0;
    const { covariance, variance } = levels[0];
    for (let i = 0; i < d; i++) {
      covariance[i] = R.data[node * cols + among[i]];
      variance[i] = among[i] === node ? 0 : 1; // the node is never taken
      guess[i] = i;
    }
  };

  const addLevel = (depth: number): void => {
    const next = sequence[depth];
    const { residual, covariance, variance, row } = levels[depth];
    levels[depth + 1] ??= newLevel();
    const below = levels[depth + 1];
    const root = Math.sqrt(Math.max(variance[next], pivotTolerance));
    const share = covariance[next] / root;
    const start = variables[next] * cols;
    for (let i = 0; i < d; i++) row[i] = R.data[start + variables[i]];
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
    below.residual = residual - share * share;
    cached[depth] = next;
  };

  /** The level given the first `depth` of the sequence; levels that agree with the last sequence are reused. */
  const levelAt = (depth: number): Level => {
    let agreed = 0;
    while (agreed < depth && agreed < depthKnown && cached[agreed] === sequence[agreed]) agreed++;
    if (agreed < depth) depthKnown = depth;
    for (; agreed < depth; agreed++) addLevel(agreed);
    return levels[depth];
  };

  /** The marked variable that explains most beyond the first `depth` of the sequence; −1 if none explains enough. */
  const bestAt = (depth: number, isCandidate: Uint8Array): number => {
    const { residual, covariance, variance } = levelAt(depth);
    const enough = evidence * residual;
    let best = -1;
    let most = 0;
    for (let i = 0; i < d; i++) {
      if (!(variance[i] > pivotTolerance)) continue;
      const gain = (covariance[i] * covariance[i]) / variance[i];
      if (!(gain > most && n * gain > enough) || isCandidate[variables[i]] === 0) continue;
      most = gain;
      best = i;
    }
    return best;
  };

  /** Ranks the variables that explain enough beyond the first `depth` of the sequence, best first; returns how many. */
  const rankedInto = (out: Int32Array, depth: number): number => {
    const { residual, covariance, variance } = levelAt(depth);
    const enough = evidence * residual;
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
  return { sequence, begin, bestAt, rankedInto };
}

/**
 * Forward selection for one node after another, without caching earlier nodes: returns the function from a node and its
 * candidates (flags) to those taken, ascending. It is fastest to request all candidates of a node first, then fewer.
 */
export function forwardSelections(R: Matrix, n: number, required: (node: number) => readonly number[]) {
  let latest = -1;
  let isAmong = new Uint8Array(R.cols);
  let among = new Int32Array(0);
  let fits = partialFits(R, n, 0);
  let fixed = 0;
  return (node: number, isCandidate: Uint8Array): number[] => {
    if (latest !== node || isCandidate.some((is, i) => is > isAmong[i])) {
      latest = node;
      isAmong = isCandidate.with(node, 1);
      among = Int32Array.from(isAmong.keys()).filter((i) => isAmong[i] === 1);
      const first = required(node);
      if (first.length !== fixed) fits = partialFits(R, n, first.length);
      fixed = first.length;
      fits.begin(node, among);
      fits.sequence.set(first.map((i) => among.indexOf(i)));
    }
    const { sequence, bestAt } = fits;
    let depth = fixed;
    while (depth < fixed + mostTaken) {
      const next = bestAt(depth, isCandidate);
      if (next < 0) break;
      sequence[depth++] = next;
    }
    return Array.from(sequence.subarray(0, depth), (i) => among[i]).sort((x, y) => x - y);
  };
}
