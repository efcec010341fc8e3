// The generalised Cauchy point: the first minimum of the quadratic model along the projected steepest descent.
//
//     z(t) = x − t g, each variable stopping at its bound;   model  gᵀ(z − x) + ½ (z − x)ᵀ B (z − x)
//
// Between successive breakpoints, where a variable reaches its bound, the model is a parabola in t, so the minimum is found
// piece by piece, in the order of the breakpoints, from a heap. Variables that reach a bound, or are held at one by the
// gradient, are not free.
//
// Byrd, Lu, Nocedal, Zhu, SIAM J. Sci. Comput. 16(5), 1995, algorithm CP. n operations, 4 k for each variable that moves,
// k² for each breakpoint, with k pairs.

import type { SecantPairs, Variables } from "./secant-pairs.ts";

export interface Bounds {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

export interface CauchyPoint {
  /** The point. [n] */
  readonly z: Float64Array;
  /** Wᵀ (z − x). [2 k] */
  readonly c: Float64Array;
  readonly isFree: Uint8Array;
  /** The variables, ascending, that no bound holds at x: those that z or a step beyond it can move. */
  readonly loose: Variables;
  readonly find: (x: Float64Array, gradient: Float64Array) => void;
}

export function cauchyPoint(
  n: number,
  pairs: SecantPairs,
  memory: number,
  { low, high }: Bounds,
): CauchyPoint {
  const [z, direction, meets] = [0, 1, 2].map(() => new Float64Array(n));
  const [c, p, w, v] = [0, 1, 2, 3].map(() => new Float64Array(2 * memory));
  const isFree = new Uint8Array(n);
  const loose: Variables = { list: new Int32Array(n), count: 0 };
  const heap = new Int32Array(n);

  const find: CauchyPoint["find"] = (x, gradient) => {
    const theta = pairs.theta();
    const size = 2 * pairs.count();
    loose.count = 0;
    let movers = 0;
    let stops = 0; // movers with a finite bound ahead
    let slope = 0;
    z.set(x);
    c.fill(0);
    for (let i = 0; i < n; i++) {
      const g = gradient[i];
      if (g < 0 ? x[i] >= high[i] : x[i] <= low[i]) {
        isFree[i] = 0;
        continue;
      }
      isFree[i] = 1;
      direction[i] = -g;
      loose.list[loose.count++] = i;
      if (g === 0) continue;
      movers++;
      slope -= g * g;
      const end = g < 0 ? high[i] : low[i];
      if (Number.isFinite(end)) {
        meets[i] = (x[i] - end) / g;
        heap[stops++] = i;
      }
    }
    if (movers === 0) return;
    const isBounded = stops === movers;
    pairs.transposedInto(p, direction, loose);
    const first = -theta * slope;
    let bend = first - (size > 0 ? throughMiddle(p, p, size) : 0);
    let ahead = -slope / bend;
    let t = 0;
    let isHeap = false;
    while (stops > 0) {
      if (!isHeap && !(smallest(stops) < ahead)) break; // the heap is rarely needed
      if (!isHeap) isHeap = heapify(stops);
      const i = heap[0];
      const dt = meets[i] - t;
      if (ahead < dt) break;
      heap[0] = heap[--stops];
      sink(0, stops);
      t = meets[i];
      const d = direction[i];
      z[i] = d > 0 ? high[i] : low[i];
      isFree[i] = 0;
      direction[i] = 0;
      if (stops === 0 && isBounded) ahead = 0;
      slope += dt * bend + d * d - theta * d * (z[i] - x[i]);
      bend -= theta * d * d;
      if (size > 0) {
        for (let j = 0; j < size; j++) c[j] += dt * p[j];
        pairs.rowInto(w, i);
        v.set(w);
        pairs.middle(v);
        let byC = 0;
        let byP = 0;
        let byW = 0;
        for (let j = 0; j < size; j++) {
          byC += c[j] * v[j];
          byP += p[j] * v[j];
          byW += w[j] * v[j];
        }
        slope += d * byC;
        bend += 2 * d * byP - d * d * byW;
        for (let j = 0; j < size; j++) p[j] -= d * w[j];
      }
      bend = Math.max(Number.EPSILON * first, bend);
      if (stops === 0 && isBounded) break;
      ahead = -slope / bend;
    }
    ahead = Math.max(0, ahead);
    for (let j = 0; j < size; j++) c[j] += ahead * p[j];
    t += ahead;
    for (let q = 0; q < loose.count; q++) {
      const i = loose.list[q];
      if (direction[i] !== 0) z[i] = x[i] + t * direction[i];
    }
  };

  /** aᵀ M b. */
  function throughMiddle(a: Float64Array, b: Float64Array, size: number): number {
    v.set(b);
    pairs.middle(v);
    let sum = 0;
    for (let j = 0; j < size; j++) sum += a[j] * v[j];
    return sum;
  }

  function smallest(count: number): number {
    let least = Number.POSITIVE_INFINITY;
    for (let q = 0; q < count; q++) least = Math.min(least, meets[heap[q]]);
    return least;
  }

  function heapify(count: number): true {
    for (let q = (count >> 1) - 1; q >= 0; q--) sink(q, count);
    return true;
  }

  /** Restores the heap order: earlier breakpoints first, ties by variable number. */
  function sink(from: number, count: number): void {
    const i = heap[from];
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) break;
      if (child + 1 < count && isEarlier(heap[child + 1], heap[child])) child++;
      if (!isEarlier(heap[child], i)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = i;
  }

  function isEarlier(i: number, j: number): boolean {
    return meets[i] < meets[j] || (meets[i] === meets[j] && i < j);
  }

  return { z, c, isFree, loose, find };
}
