// The last few changes s of the point and y of the gradient that a quasi-Newton method stores, and the matrix B they define:
//
//     B = θ I − W M Wᵀ,   W = [Y  θS],   M⁻¹ = [ −D   Lᵀ  ]      D and L: the diagonal and the rest of the lower half of SᵀY
//                                              [  L  θ SᵀS ]
//
// and its inverse on the subspace of the free variables F (A: all others), in which a step is sought:
//
//     B_F⁻¹ = I/θ + W_F K⁻¹ W_Fᵀ/θ²,   K = [ −D − Y_FᵀY_F/θ    (L_A − R_F)ᵀ ]     L_A: lower half of S_AᵀY_A
//                                          [  L_A − R_F         θ S_AᵀS_A   ]     R_F: the other half, diagonal included, of S_FᵀY_F
//
// Sums over F or A change only by the variables that enter or leave and by the newest pair, so they are updated, not recomputed.
// Every product with W is over a list of variables: those that do not move cost nothing. The entries of all pairs for one variable
// are contiguous, so that a product reads each variable's cache lines once. k pairs: about 12 k |F| operations per iteration.
//
// Byrd, Lu, Nocedal, Zhu, "A limited memory algorithm for bound constrained optimization", SIAM J. Sci. Comput. 16(5), 1995.

import { saddle } from "./saddle.ts";

/** The state, as views into an array of the caller. */
export interface PairNumbers {
  /** [n, 2 memory]: for each variable its entries of every y, then of every s, as ring buffers. */
  readonly P: Float64Array;
  /** [memory, memory] each, oldest pair first: SᵀS, SᵀY of all variables; Y_FᵀY_F; S_AᵀS_A; S_AᵀY_A below, S_FᵀY_F above. */
  readonly SS: Float64Array;
  readonly SY: Float64Array;
  readonly freeYY: Float64Array;
  readonly restSS: Float64Array;
  readonly mixed: Float64Array;
  /** 1 for the variables that the sums count as free. [n] */
  readonly free: Float64Array;
  /** Number of pairs, position of the oldest in the ring buffers, number of pairs in the sums over F and A, θ. */
  readonly head: Float64Array;
}

/** A subset of the variables. */
export interface Variables {
  readonly list: Int32Array;
  count: number;
}

export interface SecantPairs {
  readonly count: () => number;
  readonly theta: () => number;
  readonly clear: () => void;
  /** Stores a pair; sy is their inner product; s is read only for the movers and taken as 0 elsewhere. */
  readonly push: (s: Float64Array, y: Float64Array, sy: number, movers: Variables) => void;
  /** Factors M⁻¹; returns false if rounding has spoiled it. */
  readonly factor: () => boolean;
  /** Replaces x by M x. */
  readonly middle: (x: Float64Array) => void;
  /** out = Wᵀ v, over some variables. */
  readonly transposedInto: (out: Float64Array, v: Float64Array, of: Variables) => void;
  /** out += factor · W x, for some variables. */
  readonly addProductInto: (out: Float64Array, x: Float64Array, factor: number, of: Variables) => void;
  /** Row i of W. */
  readonly rowInto: (out: Float64Array, i: number) => void;
  /** Updates the sums to these free variables and factors K; returns false if rounding has spoiled it. */
  readonly setFree: (open: Variables, isFree: Uint8Array) => boolean;
  /** Replaces x by K⁻¹ x. */
  readonly solveFree: (x: Float64Array) => void;
}

export function secantPairs(n: number, memory: number, numbers: PairNumbers): SecantPairs {
  const { P, SS, SY, freeYY, restSS, mixed, free, head } = numbers;
  const [m, width, whole, part] = [memory, 2 * memory, saddle(memory), saddle(memory)];
  const squares = [SS, SY, freeYY, restSS, mixed];
  const sums = new Float64Array(width);
  const place = (j: number): number => (head[1] + j) % m;
  /** Variables that the newest pair moved. */
  const moved: Variables = { list: new Int32Array(n), count: 0 };
  const resting: Variables = { list: new Int32Array(n), count: 0 };
  /** The variables that the sums count as free, ascending. */
  const wasFree: Variables = { list: new Int32Array(n), count: 0 };
  for (let i = 0; i < n; i++) if (free[i] === 1) wasFree.list[wasFree.count++] = i;
  if (head[0] > 0) {
    const newest = m + place(head[0] - 1);
    for (let i = 0; i < n; i++) if (P[i * width + newest] !== 0) moved.list[moved.count++] = i;
  }

  const push: SecantPairs["push"] = (s, y, sy, movers) => {
    if (head[0] === m) {
      head[1] = (head[1] + 1) % m;
      head[0] -= 1;
      head[2] = Math.max(0, head[2] - 1);
      for (const square of squares) dropOldestIn(square, m);
    }
    const k = head[0]++;
    const at = place(k);
    let yy = 0;
    for (let i = 0; i < n; i++) {
      P[i * width + at] = y[i];
      P[i * width + m + at] = 0;
      yy += y[i] * y[i];
    }
    head[3] = yy / sy;
    moved.count = 0;
    for (let q = 0; q < movers.count; q++) {
      const i = movers.list[q];
      P[i * width + m + at] = s[i];
      if (s[i] !== 0) moved.list[moved.count++] = i;
    }
    sumInto(sums, P, s, 1, 0, moved);
    for (let j = 0; j <= k; j++) {
      SS[k * m + j] = SS[j * m + k] = sums[m + place(j)];
      SY[k * m + j] = j < k ? sums[place(j)] : sy;
    }
  };

  const factor = (): boolean => {
    const k = head[0];
    whole.A.fill(0);
    whole.B.fill(0);
    for (let i = 0; i < k; i++) {
      whole.A[i * m + i] = SY[i * m + i];
      for (let j = 0; j < i; j++) whole.B[i * m + j] = SY[i * m + j];
      for (let j = 0; j <= i; j++) whole.C[i * m + j] = head[3] * SS[i * m + j];
    }
    return whole.factor(k);
  };

  const setFree: SecantPairs["setFree"] = (open, isFree) => {
    for (let q = 0; q < wasFree.count; q++) {
      const i = wasFree.list[q];
      if (isFree[i] === 0) move(i, -1);
    }
    for (let q = 0; q < open.count; q++) {
      const i = open.list[q];
      wasFree.list[q] = i;
      if (free[i] === 0) move(i, 1);
    }
    wasFree.count = open.count;
    if (head[2] < head[0]) addToSums(open);
    const k = head[0];
    for (let i = 0; i < k; i++) {
      for (let j = 0; j <= i; j++) {
        part.A[i * m + j] = freeYY[i * m + j] / head[3] + (i === j ? SY[i * m + i] : 0);
        part.C[i * m + j] = head[3] * restSS[i * m + j];
      }
      for (let j = 0; j < k; j++) part.B[i * m + j] = j < i ? mixed[i * m + j] : -mixed[i * m + j];
    }
    return part.factor(k);
  };

  /** Updates the sums when variable i becomes free (1) or is no longer free (−1). */
  function move(i: number, sign: 1 | -1): void {
    const k = head[2];
    const y = i * width;
    const s = y + m;
    free[i] = sign === 1 ? 1 : 0;
    for (let a = 0; a < k; a++) {
      const sa = sign * P[s + place(a)];
      const ya = sign * P[y + place(a)];
      for (let b = 0; b < k; b++) mixed[a * m + b] += (b < a ? -sa : sa) * P[y + place(b)];
      for (let b = 0; b <= a; b++) {
        freeYY[a * m + b] += ya * P[y + place(b)];
        restSS[a * m + b] -= sa * P[s + place(b)];
      }
    }
  }

  /** Adds the newest pair, the only one the sums can lack: a row of each, and a column of the one that is not symmetric. */
  function addToSums(open: Variables): void {
    const k = head[0] - 1;
    sumInto(sums, P, P, width, place(k), open);
    for (let j = 0; j <= k; j++) {
      freeYY[k * m + j] = sums[place(j)];
      mixed[j * m + k] = sums[m + place(j)];
    }
    resting.count = 0;
    for (let q = 0; q < moved.count; q++) {
      if (free[moved.list[q]] === 0) resting.list[resting.count++] = moved.list[q];
    }
    sumInto(sums, P, P, width, m + place(k), resting);
    for (let j = 0; j <= k; j++) {
      restSS[k * m + j] = sums[m + place(j)];
      if (j < k) mixed[k * m + j] = sums[place(j)];
    }
    head[2] = head[0];
  }

  return {
    count: () => head[0],
    theta: () => head[3],
    clear: () => {
      head[0] = head[1] = head[2] = 0;
      head[3] = 1;
    },
    push,
    factor,
    middle: (x) => whole.solve(x, head[0]),
    transposedInto: (out, v, of) => {
      const k = head[0];
      sumInto(sums, P, v, 1, 0, of);
      for (let j = 0; j < k; j++) {
        out[j] = sums[place(j)];
        out[k + j] = head[3] * sums[m + place(j)];
      }
    },
    addProductInto: (out, x, times, { list, count }) => {
      const k = head[0];
      sums.fill(0);
      for (let j = 0; j < k; j++) {
        sums[place(j)] = times * x[j];
        sums[m + place(j)] = times * head[3] * x[k + j];
      }
      for (let q = 0; q < count; q += 2) {
        // Two at once; if the number is odd, the last is computed twice and added once.
        const i = list[q];
        const j = list[Math.min(q + 1, count - 1)];
        let a = 0;
        let b = 0;
        for (let t = 0; t < width; t++) {
          a += sums[t] * P[i * width + t];
          b += sums[t] * P[j * width + t];
        }
        out[i] += a;
        if (j !== i) out[j] += b;
      }
    },
    rowInto: (out, i) => {
      const k = head[0];
      for (let j = 0; j < k; j++) {
        out[j] = P[i * width + place(j)];
        out[k + j] = head[3] * P[i * width + m + place(j)];
      }
    },
    setFree,
    solveFree: (x) => part.solve(x, head[0]),
  };
}

/** out = Σ v[i · every + from] · row i of P over some variables; four rows at once, to read and write out less often. */
function sumInto(
  out: Float64Array,
  P: Float64Array,
  v: Float64Array,
  every: number,
  from: number,
  { list, count }: Variables,
): void {
  const width = out.length;
  out.fill(0);
  let q = 0;
  for (; q + 3 < count; q += 4) {
    const i = list[q];
    const j = list[q + 1];
    const k = list[q + 2];
    const l = list[q + 3];
    const a = v[i * every + from];
    const b = v[j * every + from];
    const c = v[k * every + from];
    const d = v[l * every + from];
    for (let t = 0; t < width; t++) {
      out[t] += a * P[i * width + t] + b * P[j * width + t] + (c * P[k * width + t] + d * P[l * width + t]);
    }
  }
  for (; q < count; q++) {
    const a = v[list[q] * every + from];
    for (let t = 0; t < width; t++) out[t] += a * P[list[q] * width + t];
  }
}

/** Removes row and column 0; the others move up and left. */
function dropOldestIn(square: Float64Array, m: number): void {
  for (let i = 1; i < m; i++) square.copyWithin((i - 1) * m, i * m + 1, (i + 1) * m);
}
