// How far an estimated graph is from the true one.
//
// With E true edges, and estimated edges that are directed or undirected (each undirected edge counts once):
//
//     correct   directed edges that are true, and undirected edges between truly linked variables
//     reversed  directed edges that are true only in the opposite direction
//     extra     pairs linked in the estimate but not in the truth;  missing  pairs linked in the truth but not in the estimate
//     fdr = (reversed + false) / max(edges, 1)      false = estimated edges between variables not truly linked
//     tpr = correct / max(E, 1)
//     fpr = (reversed + false) / max(d (d − 1) / 2 − E, 1), which can exceed 1
//     shd = extra + missing + reversed
//     precision = correct / edges      recall = correct / E      f1 = 2 correct / (edges + E)
//
// Undirected edges are thus treated favourably, as in the code of NOTEARS (count_accuracy) from which the published
// tables come. The estimate may have cycles; i → j with j → i over a true edge is one correct and one reversed edge.
//
// The truth may be a class, given as its CPDAG: an undirected true edge leaves the direction open, so either is correct.
//
//     shdClass  pairs of variables whose edge (none, →, ←, —) differs between the CPDAG of the truth and that of the
//               estimate; a partially directed estimate is taken as a CPDAG without change
//     sid       structural intervention distance (see sid.ts); for a partially directed estimate its minimum and maximum
//               over the DAGs that it represents, sidLower and sidUpper; undefined if the truth is a class, whose members
//               disagree about the effects of interventions
//
// A value that cannot be computed is null, and `reasons` says why under the name of the value.
//
// Differs from gCastle's MetricsDAG: there a pair i ⇄ j is one undirected edge (and until 2026 counted twice), and F1 is
// NaN when nothing is correct; here that is 0.

import { check } from "../check.ts";
import { sidBounds } from "./class/class.ts";
import { structuralHammingDistance } from "./compare.ts";
import { cpdagOf, isExtendable } from "./equivalence.ts";
import { findCycle, type Graph, isAcyclic } from "./graph.ts";
import { directedPart, type Pdag, pdagFromGraph } from "./pdag.ts";
import { structuralInterventionDistance } from "./sid.ts";

export interface GraphMetrics {
  readonly fdr: number;
  readonly tpr: number;
  readonly fpr: number;
  readonly shd: number;
  /** SHD of the empty graph, as a baseline. */
  readonly shdEmpty: number;
  readonly shdClass: number | null;
  readonly sid: number | null;
  readonly sidLower: number | null;
  readonly sidUpper: number | null;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  /** Estimated edges, directed and undirected. */
  readonly edges: number;
  readonly trueEdges: number;
  readonly correct: number;
  readonly reversed: number;
  readonly missing: number;
  readonly extra: number;
  /** Estimated edges that are undirected. */
  readonly undirected: number;
  /** Why a value is null, by the name of the value. */
  readonly reasons: Readonly<Record<string, string>>;
}

export interface GraphMetricsOptions {
  /** Maximum number of orientations of each connected part of the undirected edges; beyond it, no bounds on the SID. */
  readonly sidMembers?: number;
}

/**
 * How far an estimate is from the truth.
 *
 * @example
 * ```js
 * const chain = graphFromEdges(3, [[0, 1], [1, 2]]);
 * graphMetrics(chain, graphFromEdges(3, [[1, 0], [1, 2]])).shd; // 1
 * ```
 */
export function graphMetrics(
  truth: Graph | Pdag,
  estimate: Graph | Pdag,
  { sidMembers = 1000 }: GraphMetricsOptions = {},
): GraphMetrics {
  const { d } = truth;
  check(
    estimate.d === d,
    `metrics: truth and estimate must have the same variables, got ${d} and ${estimate.d}`,
  );
  const graphs = truthGraphs(truth);
  const pdag = "edges" in estimate ? pdagFromGraph(estimate) : estimate;
  const { edges, trueEdges, correct, reversed, falseEdges, missing, extra, undirected } = countEdges(
    graphs.pdag,
    pdag,
  );
  const reasons: Record<string, string> = {};
  const ratio = (name: string, part: number, whole: number, reason: string): number | null => {
    if (whole > 0) return part / whole;
    reasons[name] = reason;
    return null;
  };
  return {
    fdr: (reversed + falseEdges) / Math.max(edges, 1),
    tpr: correct / Math.max(trueEdges, 1),
    fpr: (reversed + falseEdges) / Math.max((d * (d - 1)) / 2 - trueEdges, 1),
    shd: extra + missing + reversed,
    shdEmpty: trueEdges,
    ...classDistances(graphs, estimate, { sidMembers, reasons }),
    precision: ratio("precision", correct, edges, "the estimate has no edges"),
    recall: ratio("recall", correct, trueEdges, "the truth has no edges"),
    f1: ratio("f1", 2 * correct, edges + trueEdges, "neither the estimate nor the truth has edges"),
    edges,
    trueEdges,
    correct,
    reversed,
    missing,
    extra,
    undirected,
    reasons,
  };
}

/** The structural Hamming distance alone. */
export function hammingDistance(truth: Graph, estimate: Graph): number {
  const { extra, missing, reversed } = countEdges(pdagFromGraph(truth), pdagFromGraph(estimate));
  return extra + missing + reversed;
}

interface TruthGraphs {
  readonly pdag: Pdag;
  /** Null if the truth leaves directions open. */
  readonly dag: Graph | null;
}

function truthGraphs(truth: Graph | Pdag): TruthGraphs {
  const pdag = "edges" in truth ? pdagFromGraph(truth) : truth;
  const cycle = findCycle(directedPart(pdag));
  check(
    cycle === null,
    () => `metrics: the truth must have no cycle, got ${[...cycle!, cycle![0]].join(" → ")}`,
  );
  if (!pdag.undirected.includes(1)) return { pdag, dag: directedPart(pdag) };
  check(
    isExtendable(pdag),
    "metrics: no DAG has the edges and v-structures of the truth; give a class, or a DAG",
  );
  return { pdag, dag: null };
}

function countEdges({ d, directed: truth, undirected: openTruth }: Pdag, { directed, undirected }: Pdag) {
  const count = {
    edges: 0,
    trueEdges: 0,
    correct: 0,
    reversed: 0,
    falseEdges: 0,
    missing: 0,
    extra: 0,
    undirected: 0,
  };
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      const [ij, ji] = [i * d + j, j * d + i];
      const forward = directed[ij];
      const backward = directed[ji];
      const open = undirected[ij];
      const estimated = forward + backward + open;
      const trulyLinked = truth[ij] + truth[ji] + openTruth[ij]; // 0 or 1: the truth has no cycle
      count.edges += estimated;
      count.undirected += open;
      count.trueEdges += trulyLinked;
      if (trulyLinked === 0) {
        count.falseEdges += estimated;
        if (estimated > 0) count.extra++;
      } else {
        const isForward = truth[ij] === 1 || (openTruth[ij] === 1 && forward === 1);
        count.correct += (isForward ? forward : backward) + open;
        count.reversed += isForward ? backward : forward;
        if (estimated === 0) count.missing++;
      }
    }
  }
  return count;
}

type ClassDistances = Pick<GraphMetrics, "shdClass" | "sid" | "sidLower" | "sidUpper">;

/** The distances that need an acyclic estimate. */
function classDistances(
  truth: TruthGraphs,
  estimate: Graph | Pdag,
  { sidMembers, reasons }: { sidMembers: number; reasons: Record<string, string> },
): ClassDistances {
  const withReason = (reason: string, ...names: (keyof ClassDistances)[]): void => {
    for (const name of names) reasons[name] = reason;
  };
  if (!isAcyclic("edges" in estimate ? estimate : directedPart(estimate))) {
    withReason("the estimate has a cycle", "shdClass", "sid", "sidLower", "sidUpper");
    return { shdClass: null, sid: null, sidLower: null, sidUpper: null };
  }
  const trueClass = truth.dag === null ? truth.pdag : cpdagOf(truth.dag);
  const shdClass = structuralHammingDistance(trueClass, "edges" in estimate ? cpdagOf(estimate) : estimate);
  if (truth.dag === null) {
    withReason(
      "the truth is a class, whose members imply different interventions",
      "sid",
      "sidLower",
      "sidUpper",
    );
    return { shdClass, sid: null, sidLower: null, sidUpper: null };
  }
  if ("edges" in estimate) {
    const sid = structuralInterventionDistance(truth.dag, estimate);
    return { shdClass, sid, sidLower: sid, sidUpper: sid };
  }
  const bounds = sidBounds(truth.dag, estimate, sidMembers);
  if (bounds === null || bounds.members === 0n) {
    withReason(
      bounds
        ? "no DAG has the estimate's edges and v-structures"
        : `the estimate represents more than ${sidMembers} DAGs`,
      "sid",
      "sidLower",
      "sidUpper",
    );
    return { shdClass, sid: null, sidLower: null, sidUpper: null };
  }
  const { lower: sidLower, upper: sidUpper, members } = bounds;
  if (members > 1n)
    withReason(
      `from ${sidLower} to ${sidUpper} over ${members > 1_000_000n ? "more than a million" : `the ${members}`} DAGs that the estimate represents`,
      "sid",
    );
  return { shdClass, sid: members === 1n ? sidLower : null, sidLower, sidUpper };
}
