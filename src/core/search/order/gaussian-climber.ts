// The climber for scores that are functions of one positive-definite matrix: an order and its parents in the memory of a
// kernel (src/kernels/statistics/order-walk.ts), which moves variables along the order.

import type { Order } from "../../graph/graph.ts";
import { type Knowledge, requiredParents } from "../../graph/knowledge.ts";
import { logarithm } from "../../math/elementary.ts";
import { unitDiagonal } from "../../math/scatter.ts";
import { pivotTolerance } from "../../math/solve.ts";
import { createKernels } from "../../math/wasm/wasm.ts";
import { type GaussianTerms, scoreTolerance } from "../../score/score.ts";
import { leastChange } from "./listed-climber.ts";
import type { ParentLists, Place, WeighedClimber, Weights } from "./order-climber.ts";

/** Bytes for the rows of all parents, unless all pairs need less. */
const rowsBytes = 2 ** 30;
/** Minimum number of rows per variable. */
const fewestRows = 16;
const addressBytes = 4;

/** A walk ends when the order has become worse by this many log n: no profitable move through more has been observed. */
const deepestWalk = 50;

export function gaussianClimber(
  { M, n, kind, a, b, c }: GaussianTerms,
  knowledge: Knowledge,
): WeighedClimber {
  const { d } = knowledge;
  const step = (d + 7) & ~7; // length of a padded row
  const rowBytes = 8 * step;
  // While a variable moves, it and those that it passes may be each other's parents.
  const pairs = (d * (d + 3)) / 2;
  const rows = Math.min(pairs, Math.max(fewestRows * d, Math.floor(rowsBytes / rowBytes)));
  const trialCount = 2 * (d + 1);
  const lists = addressBytes * (3 * d + 4);
  const fitBytes = 256;
  const fixed = rowBytes * (5 * d + 20) + 11 * d * d + (lists + fitBytes) * (d + 2) + 64 * (d + 64);
  const { allocate, allocateFloats, floats, words, call } = createKernels(
    fixed + (rows + trialCount) * (rowBytes + addressBytes) + rowBytes * 8,
  );
  const bytes = (address: number, count: number) => new Uint8Array(words(address, 1).buffer, address, count);

  const { R, scale } = unitDiagonal(M);
  const matrix = allocateFloats(d * step);
  for (let i = 0; i < d; i++) floats(matrix + i * rowBytes, d).set(R.data.subarray(i * d, (i + 1) * d));
  const place = floats(allocateFloats(step), step).fill(1e9);
  const required = bytes(allocate(d * d), d * d);
  const isOpen = bytes(allocate(d * d), d * d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      required[j * d + i] = knowledge.required[i * d + j];
      isOpen[j * d + i] = i !== j && knowledge.forbidden[i * d + j] === 0 ? 1 : 0;
    }
  }
  const scales = floats(allocateFloats(d), d);
  scales.set(scale);
  const logScales = floats(allocateFloats(d), d);
  logScales.set(scale.map((s) => (s > 0 ? logarithm(s) : 0)));
  const terms = floats(allocateFloats(3 * (d + 1)), 3 * (d + 1));
  const room = allocate(2 * rowBytes + 8 * d * d);
  call.setOrderFits(
    ...([d, matrix, place.byteOffset, required.byteOffset] as const),
    ...([scales.byteOffset, logScales.byteOffset, terms.byteOffset, room] as const),
  );
  const hasLogdet = b.some((x) => x !== 0) || a.some((x) => x !== a[0]);
  const code = kind === "linear" ? 0 : hasLogdet ? 2 : 1;
  const largest = Math.min(knowledge.maxParents, d - 1);
  call.setOrderTerms(code, largest, pivotTolerance, leastChange);
  const setWeights = ({ perUnit, perEdge }: Weights) => {
    for (let k = 0; k <= d; k++) {
      const at = Math.min(k, d - 1);
      terms[k] = perUnit * (kind === "linear" ? -1 : a[at]);
      terms[d + 1 + k] = perUnit * b[at];
      terms[2 * (d + 1) + k] = perUnit * c[at] - perEdge * k;
    }
  };
  setWeights({ perUnit: 1, perEdge: 0 });

  const order = words(allocate(addressBytes * d), d);
  const changed = words(allocate(addressBytes * d + d), d);
  const wanted = words(allocate(addressBytes * d), d);
  const free = words(allocate(addressBytes * (rows + 1)), rows);
  const fits = allocate(call.orderFitBytes() * (d + 2));
  const parentLists: Uint32Array[] = [];
  for (let j = 0; j < d + 2; j++) parentLists.push(words(allocate(lists), d));
  const vectors = allocate(4 * rowBytes * (d + 2));
  const trials = allocate(trialCount * rowBytes);
  const pool = allocate(rows * rowBytes);
  for (let r = 0; r < rows; r++) free[r] = pool + (rows - 1 - r) * rowBytes;
  const bits = allocate((d * step) >> 3);
  call.setOrderWalk(
    ...([fits, order.byteOffset, isOpen.byteOffset, free.byteOffset, rows] as const),
    ...([changed.byteOffset, bits] as const),
  );
  for (let j = 0; j < d + 2; j++) {
    const trialRows = j < d ? 0 : trials + (j - d) * (d + 1) * rowBytes;
    call.setOrderFit(j, parentLists[j].byteOffset, vectors + j * 4 * rowBytes, trialRows);
  }

  const requiredOf = Array.from({ length: d }, (_, j) => requiredParents(knowledge, j));
  const parentsOf = (node: number) => {
    const sorted: number[] = [];
    for (let l = 0; l < call.orderParentCount(node); l++) {
      const parent = parentLists[node][l];
      let at = l;
      for (; at > 0 && sorted[at - 1] > parent; at--) sorted[at] = sorted[at - 1];
      sorted[at] = parent;
    }
    return sorted;
  };
  const setOrder = (next: Order) => {
    order.set(next);
    next.forEach((j, at) => {
      place[j] = at;
    });
  };
  const setParents = (node: number, parents: readonly number[], grows: boolean) => {
    wanted.set(parents);
    call.setOrderParents(node, wanted.byteOffset, parents.length, grows ? 1 : 0);
  };
  const deepest = deepestWalk * logarithm(n);
  return {
    load(next, parents?: ParentLists) {
      setOrder(next);
      for (let j = 0; j < d; j++) setParents(j, parents?.[j] ?? requiredOf[j], parents === undefined);
    },
    restore({ order: next, parents }: Place, nodes) {
      setOrder(next);
      for (const j of nodes) setParents(j, parents[j], false);
      call.orderChanges();
    },
    settle: (node) => setParents(node, parentsOf(node), true),
    improve: (node) => {
      const least = scoreTolerance * Math.max(1, Math.abs(call.orderTerms()));
      return call.improveOrder(node, least, deepest) > 0;
    },
    move: (node, to) => call.moveInOrder(node, to),
    order: () => [...order],
    placeOf: (node) => place[node],
    parents: parentsOf,
    changes: () => [...changed.subarray(0, call.orderChanges())],
    setWeights,
    total: () => call.orderTerms(),
    edges: () => parentLists.reduce((sum, _, j) => sum + (j < d ? call.orderParentCount(j) : 0), 0),
  };
}
