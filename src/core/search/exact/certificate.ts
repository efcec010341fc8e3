// A proof of optimality as plain data, and its verification.
//
// A certificate lists the passes of the dynamic program that were run. Each pass with multiplier μ proves that every
// DAG that satisfies the knowledge has cost + μ · edges ≥ value; together the passes bound the score of every DAG
// (exact.ts). Verification trusts nothing in the file: it scores the claimed graph anew, re-runs every pass, and
// derives the bound from its own values; a `combine` that is not built in is tested (combine-fault.ts). It cannot prove
// the program itself correct; the program's tests compare it with enumeration of all DAGs.

import { check } from "../../check.ts";
import { edgeCount, findCycle, graphFromEdges } from "../../graph/graph.ts";
import { isRestricting, type Knowledge, violations } from "../../graph/knowledge.ts";
import type { Crew } from "../../net/crew.ts";
import { isBetter, type Local, type Score } from "../../score/score.ts";
import { boundPrecision, costOf, hullBound, meetsBound, type Pass } from "./bound.ts";
import { combineFault, mostEdges } from "./combine-fault.ts";
import { mapped } from "./mapped.ts";
import { type SubsetOptimum, subsetProgram, subsetProgramBytes } from "./subset-program.ts";

/** The claims of a certificate about one score on one table; variables are numbered in the order of their names. */
export interface Proof {
  /** One pass for sums; the cuts of the hull for combined scores. */
  readonly passes: readonly Pass[];
  readonly graph: readonly (readonly [number, number])[];
  readonly score: number;
  /** No DAG scores higher. */
  readonly bound: number;
}

export interface Verdict {
  readonly holds: boolean;
  /** The checks made, one sentence each, in order; a failed one is the last. */
  readonly checks: readonly Check[];
}

export interface Check {
  readonly holds: boolean;
  readonly sentence: string;
}

export interface VerifyOptions {
  readonly knowledge: Knowledge;
  readonly names: readonly string[];
  readonly memoryBytes?: number;
  /** Threads that share the passes. */
  readonly crew?: Crew | undefined;
}

/** Re-runs the passes that the proof lists; yields the share done. */
export function* verifyProof(
  proof: Proof,
  score: Score,
  options: VerifyOptions,
): Generator<number, Verdict, void> {
  const { knowledge, names, memoryBytes = Number.POSITIVE_INFINITY, crew } = options;
  const { local, d } = score;
  check(
    local !== undefined,
    `verify: the score "${score.name}" has no local terms, so no pass can be re-run`,
  );
  const bytes = subsetProgramBytes(d, local, crew?.threads);
  check(
    bytes <= memoryBytes,
    `verify: re-running needs ${(bytes / 1e9).toFixed(1)} GB of memory; free some, or use a larger machine`,
  );
  const checks: Check[] = [];
  const note = (holds: boolean, sentence: string): boolean => {
    checks.push({ holds, sentence });
    return holds;
  };
  const verdict = (): Verdict => ({ holds: checks.every((c) => c.holds), checks });

  const graph = graphFromEdges(d, proof.graph);
  const cycle = findCycle(graph)?.map((v) => names[v]);
  const shape = cycle
    ? `the graph has the cycle ${[...cycle, cycle[0]].join(" → ")}`
    : "the graph is acyclic";
  if (!note(cycle === undefined, shape)) return verdict();
  const broken = violations(graph, knowledge, names);
  if (
    !note(
      broken.length === 0,
      broken.length === 0 ? "the graph satisfies the prior knowledge" : broken.join("; "),
    )
  )
    return verdict();
  const graphScore = score.ofGraph(graph);
  const same = !isBetter(graphScore, proof.score) && !isBetter(proof.score, graphScore);
  if (!note(same, `the graph scores ${graphScore} on this table, the certificate says ${proof.score}`))
    return verdict();

  const none = isRestricting(knowledge) ? "no DAG that satisfies the prior knowledge" : "no DAG";
  const program = subsetProgram(local, knowledge, { crew });
  const passes: Pass[] = [];
  const ran = new Map<number, SubsetOptimum>();
  for (const [k, claimed] of proof.passes.entries()) {
    if (claimed.multiplier === null) {
      const edges = knowledge.required.reduce((a, b) => a + b, 0);
      passes.push({ ...claimed, value: edges, edges });
      continue;
    }
    if (!(claimed.multiplier >= 0)) {
      note(false, `pass ${k + 1} has the negative multiplier ${claimed.multiplier}`);
      return verdict();
    }
    const vertex = graphFromEdges(d, claimed.graph);
    const cost = costOf(vertex, local);
    const isHonest =
      findCycle(vertex) === null &&
      claimed.edges === edgeCount(vertex) &&
      Math.abs(cost - claimed.cost) <= 1e-9 * Math.max(1, Math.abs(cost));
    if (!isHonest) {
      note(
        false,
        `pass ${k + 1} names a graph that has ${edgeCount(vertex)} edges and costs ${cost}, unlike stated`,
      );
      return verdict();
    }
    const share = (part: number): number => (k + part) / proof.passes.length;
    const optimum = ran.get(claimed.multiplier) ?? (yield* mapped(program.pass(claimed.multiplier), share));
    ran.set(claimed.multiplier, optimum);
    const { value } = optimum;
    const agrees = Math.abs(value - claimed.value) <= 1e-9 * Math.max(1, Math.abs(value));
    const sentence = `pass ${k + 1} (multiplier ${claimed.multiplier}) re-run: ${none} costs less than ${value}, the certificate says ${claimed.value}`;
    if (!note(agrees, sentence)) return verdict();
    passes.push({ ...claimed, value });
  }
  if (
    !note(
      passes.some((p) => p.multiplier !== null),
      "the certificate names at least one pass",
    )
  )
    return verdict();
  const fault = faultOf(local, ran.get(0), knowledge);
  if (fault !== null) {
    note(false, `the score ${score.name}: ${fault}`);
    return verdict();
  }
  const bound = local.combine
    ? hullBound(withFewest(passes, knowledge), local.combine)
    : -Math.max(...passes.filter((p) => p.multiplier === 0).map((p) => p.value));
  const reaches = meetsBound(graphScore, bound, local, graph);
  const last = `the passes prove that ${none} scores above ${bound}; the graph ${reaches ? `reaches it (to within ${boundPrecision(local, graph).toPrecision(2)})` : `scores only ${graphScore}`}`;
  if (!note(reaches, last)) return verdict();
  const agrees = Math.abs(bound - proof.bound) <= 1e-9 * Math.max(1, Math.abs(bound));
  if (!agrees) note(false, `the certificate says that the bound is ${proof.bound}`);
  return verdict();
}

/** A fault of `combine` between the graphs of lowest cost and of fewest edges; null if none is found. */
function faultOf(local: Local, flat: SubsetOptimum | undefined, { d, required }: Knowledge): string | null {
  if (local.combine === undefined || local.gaussian !== undefined || flat === undefined) return null;
  const fewest = { d, edges: new Uint8Array(required) };
  return combineFault(local.combine, {
    cost: [flat.value, costOf(fewest, local)],
    edges: [edgeCount(fewest), Math.max(edgeCount(fewest), edgeCount(flat.graph))],
    mostEdges: mostEdges(d),
  });
}

/** Every DAG that satisfies the knowledge has at least the required edges, whether or not the certificate says so. */
function withFewest(passes: readonly Pass[], { required }: Knowledge): Pass[] {
  const edges = required.reduce((a, b) => a + b, 0);
  return [
    ...passes.filter((p) => p.multiplier !== null),
    { multiplier: null, value: edges, cost: Number.NaN, edges, graph: [] },
  ];
}
