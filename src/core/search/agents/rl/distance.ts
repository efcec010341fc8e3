// Distance of graphs from acyclicity (0 for a DAG, above 0 otherwise), and an exact test of which of them are DAGs.
//
//     trace-exponential   tr(e^A) − d, the paper's h; the same number as traceExponential of core/graph
//     cyclic-paths        Σ_{k = 1 … d} tr(A^k)
//     feedback-arcs       the fewest edges whose removal leaves a DAG
//
// The paper names "the total length of all cyclic paths" as an alternative without defining it. Counting only paths that
// visit no variable twice takes exponential time; we count all closed walks of at most d edges. tr(A^k) counts a walk once
// for each of its k starting points, so a simple cycle of k edges adds k, its length; a walk that goes round m times adds
// the length of one round. The sum is never below the total length of the simple cycles.
//
// feedback-arcs is exact for strongly connected components of up to 14 variables, by dynamic programming over subsets (Lawler,
// Management Science 10(4), 1964); for larger ones it is the number of edges against the greedy order of Eades, Lin & Smyth
// (Information Processing Letters 47(6), 1993): an upper bound, and still 0 only for a DAG.

import { createKernels, type Kernels } from "../../../math/wasm/wasm.ts";
import { wordsFor } from "../parent-bits.ts";

export const distanceNames = ["trace-exponential", "cyclic-paths", "feedback-arcs"] as const;

export type DistanceName = (typeof distanceNames)[number];

/** Parents of a batch of graphs: bit i & 31 of parents[(b · d + j) · words + (i >> 5)] is set where i → j. */
export type Distance = (
  parents: Uint32Array,
  count: number,
  out: { readonly distance: Float64Array; readonly acyclic: Uint8Array },
) => void;

/** Size of the largest component whose feedback arcs are counted exactly. */
const mostExact = 14;

/** Graphs per kernel call. */
const together = 64;

export function createDistance(d: number, name: DistanceName): Distance {
  const words = wordsFor(d);
  const graphWords = d * words;
  // Workspace sizes can only be queried from an instance, so the instance is created with an upper bound of them.
  const most = 8 * 10 * (d + 4) * (d + 4) + 4 * (d + 1) * words + 2 ** mostExact + 1024;
  const kernels = createKernels(together * (4 * graphWords + 4 * d + 8) + most);
  const at = {
    parents: kernels.allocate(4 * together * graphWords),
    labels: kernels.allocate(4 * together * d),
    sums: kernels.allocateFloats(together),
    parts: kernels.allocate(4 * kernels.call.cyclicPartsRoom(d, words)),
    walks: kernels.allocateFloats(kernels.call.closedWalksRoom(d)),
    arcs: kernels.allocate(4 * 16 + kernels.call.feedbackArcsRoom(mostExact)),
  };
  const bits = kernels.words(at.parents, together * graphWords);
  const labels = new Int32Array(kernels.words(at.labels, 1).buffer, at.labels, together * d);
  const sumInto = sums(kernels, at, d, words, name);
  return (parents, count, { distance, acyclic }) => {
    for (let from = 0; from < count; from += together) {
      const some = Math.min(together, count - from);
      bits.set(parents.subarray(from * graphWords, (from + some) * graphWords));
      kernels.call.cyclicPartsInto(at.labels, at.parents, some, d, words, at.parts);
      for (let b = 0; b < some; b++) acyclic[from + b] = isCyclic(labels, b * d, d) ? 0 : 1;
      distance.set(sumInto(bits, labels, some), from);
    }
  };
}

function isCyclic(labels: Int32Array, from: number, d: number): boolean {
  for (let j = 0; j < d; j++) if (labels[from + j] >= 0) return true;
  return false;
}

interface Addresses {
  readonly parents: number;
  readonly labels: number;
  readonly sums: number;
  readonly walks: number;
  readonly arcs: number;
}

/** Returns a function that computes the distances of the graphs in the kernels' memory. */
function sums(
  kernels: Kernels,
  at: Addresses,
  d: number,
  words: number,
  name: DistanceName,
): (parents: Uint32Array, labels: Int32Array, count: number) => Float64Array {
  const out = kernels.floats(at.sums, together);
  if (name === "feedback-arcs") {
    const fewest = fewestArcs(kernels, at.arcs);
    return (parents, labels, count) => {
      for (let b = 0; b < count; b++) out[b] = feedbackArcs(parents, labels, b, d, fewest);
      return out.subarray(0, count);
    };
  }
  const sum = name === "trace-exponential" ? kernels.call.traceExponentialInto : kernels.call.closedWalksInto;
  return (_, __, count) => {
    sum(at.sums, at.parents, at.labels, count, d, words, at.walks);
    return out.subarray(0, count);
  };
}

type HasEdge = (i: number, j: number) => boolean;
type Arcs = (n: number, hasEdge: HasEdge) => number;

/** Number of edges to remove from graph b, summed over its strongly connected components. */
function feedbackArcs(parents: Uint32Array, labels: Int32Array, b: number, d: number, fewest: Arcs): number {
  const words = wordsFor(d);
  let sum = 0;
  for (let first = 0; first < d; first++) {
    if (labels[b * d + first] !== first) continue;
    const part: number[] = [];
    for (let j = first; j < d; j++) if (labels[b * d + j] === first) part.push(j);
    const hasEdge = (i: number, j: number) =>
      ((parents[(b * d + part[j]) * words + (part[i] >> 5)] >>> (part[i] & 31)) & 1) === 1;
    sum += part.length <= mostExact ? fewest(part.length, hasEdge) : greedyArcs(part.length, hasEdge);
  }
  return sum;
}

function fewestArcs(kernels: Kernels, at: number): Arcs {
  const children = kernels.words(at, 16);
  return (n, hasEdge) => {
    for (let i = 0; i < n; i++) {
      children[i] = 0;
      for (let j = 0; j < n; j++) if (hasEdge(i, j)) children[i] |= 1 << j;
    }
    return kernels.call.fewestFeedbackArcs(at, n, at + children.byteLength);
  };
}

/** Edges against a greedy order: sinks last, sources first, else the largest out-degree − in-degree; ties by lowest index. */
function greedyArcs(n: number, hasEdge: HasEdge): number {
  const into = new Int32Array(n);
  const from = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      if (i === j || !hasEdge(i, j)) continue;
      from[i]++;
      into[j]++;
    }
  }
  const vertices = new Set(Array.from({ length: n }, (_, j) => j));
  const isEnd = (v: number) => from[v] === 0 || into[v] === 0;
  let arcs = 0;
  while (vertices.size > 0) {
    let best = -1;
    for (const v of vertices) {
      if (best < 0 || (!isEnd(best) && (isEnd(v) || from[v] - into[v] > from[best] - into[best]))) best = v;
    }
    // A vertex placed first has its remaining parents behind it; a sink is placed last and has no edge against the order.
    if (from[best] > 0) arcs += into[best];
    vertices.delete(best);
    for (const v of vertices) {
      if (hasEdge(best, v)) into[v]--;
      if (hasEdge(v, best)) from[v]--;
    }
  }
  return arcs;
}
