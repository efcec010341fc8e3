// How far an estimated graph is from the true one.
//
// With E true edges, and estimated edges that are directed or undirected (each undirected edge counts once):
//
//     correct   directed edges that are true, and undirected edges between truly linked variables
//     reversed  directed edges that are true only the other way round
//     extra     linked pairs of the estimate that the truth does not link;  missing  the same the other way round
//     fdr = (reversed + false) / max(edges, 1)      false = estimated edges between variables not truly linked
//     tpr = correct / max(E, 1)
//     fpr = (reversed + false) / max(d (d − 1) / 2 − E, 1), which can exceed 1
//     shd = extra + missing + reversed
//     precision = correct / edges      recall = correct / E      f1 = 2 correct / (edges + E)
//
// Undirected edges are thus treated favourably, as in the code of NOTEARS (count_accuracy) from which the published
// tables come. The estimate may have cycles; i → j with j → i over a true edge is one correct and one reversed edge.
//
//     shdClass  pairs of variables whose edge (none, →, ←, —) differs between the CPDAG of the truth and that of the
//               estimate; an estimate that is partially directed is taken for a CPDAG as it stands
//     sid       structural intervention distance (see sid.ts); for a partially directed estimate its least and greatest
//               value over the DAGs that it stands for, sidLower and sidUpper
//
// A value that cannot be computed is null, and `reasons` says why under its name.
//
// Differs from gCastle's MetricsDAG: there a pair i ⇄ j is one undirected edge (and until 2026 counted twice), and F1 is
// NaN when nothing is correct; here that is 0.

import { check } from "../check.ts";
import { structuralHammingDistance } from "./compare.ts";
import { cpdagOf, membersOf } from "./equivalence.ts";
import { findCycle, type Graph, isAcyclic } from "./graph.ts";
import { directedPart, type Pdag, pdagFromGraph } from "./pdag.ts";
import { structuralInterventionDistance } from "./sid.ts";

export interface GraphMetrics {
  readonly fdr: number;
  readonly tpr: number;
  readonly fpr: number;
  readonly shd: number;
  /** SHD of the graph without edges: what doing nothing would score. */
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
  /** Why a value is null, under its name. */
  readonly reasons: Readonly<Record<string, string>>;
}

export interface GraphMetricsOptions {
  /** The most DAGs over which the bounds of the structural intervention distance are taken. */
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
  truth: Graph,
  estimate: Graph | Pdag,
  { sidMembers = 1000 }: GraphMetricsOptions = {},
): GraphMetrics {
  const { d } = truth;
  check(
    estimate.d === d,
    `metrics: truth and estimate must have the same variables, got ${d} and ${estimate.d}`,
  );
  const cycle = findCycle(truth);
  check(
    cycle === null,
    () => `metrics: the truth must have no cycle, got ${[...cycle!, cycle![0]].join(" → ")}`,
  );

  const pdag = "edges" in estimate ? pdagFromGraph(estimate) : estimate;
  const { edges, trueEdges, correct, reversed, falseEdges, missing, extra, undirected } = countEdges(
    truth,
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
    ...classDistances(truth, estimate, { sidMembers, reasons }),
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

function countEdges({ d, edges: truth }: Graph, { directed, undirected }: Pdag) {
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
      const trulyLinked = truth[ij] + truth[ji]; // 0 or 1: the truth is a DAG
      count.edges += estimated;
      count.undirected += open;
      count.trueEdges += trulyLinked;
      if (trulyLinked === 0) {
        count.falseEdges += estimated;
        if (estimated > 0) count.extra++;
      } else {
        count.correct += (truth[ij] === 1 ? forward : backward) + open;
        count.reversed += truth[ij] === 1 ? backward : forward;
        if (estimated === 0) count.missing++;
      }
    }
  }
  return count;
}

type ClassDistances = Pick<GraphMetrics, "shdClass" | "sid" | "sidLower" | "sidUpper">;

/** The distances that need an acyclic estimate. */
function classDistances(
  truth: Graph,
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
  if ("edges" in estimate) {
    const sid = structuralInterventionDistance(truth, estimate);
    return {
      shdClass: structuralHammingDistance(cpdagOf(truth), cpdagOf(estimate)),
      sid,
      sidLower: sid,
      sidUpper: sid,
    };
  }

  const shdClass = structuralHammingDistance(cpdagOf(truth), estimate);
  const { members, complete } = membersOf(estimate, { limit: sidMembers });
  if (members.length === 0 || !complete) {
    withReason(
      complete
        ? "no DAG has the estimate's edges and v-structures"
        : `the estimate stands for more than ${sidMembers} DAGs`,
      "sid",
      "sidLower",
      "sidUpper",
    );
    return { shdClass, sid: null, sidLower: null, sidUpper: null };
  }
  const distances = members.map((member) => structuralInterventionDistance(truth, member));
  const sidLower = distances.reduce((a, b) => Math.min(a, b));
  const sidUpper = distances.reduce((a, b) => Math.max(a, b));
  if (members.length > 1)
    withReason(`the estimate stands for ${members.length} DAGs; see sidLower and sidUpper`, "sid");
  return { shdClass, sid: members.length === 1 ? sidLower : null, sidLower, sidUpper };
}
