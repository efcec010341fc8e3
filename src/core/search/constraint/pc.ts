// PC, order-independent: constraint-based search for a Markov-equivalence class.
//
//     unlink every pair that some set of its neighbours separates (pc-skeleton.ts)
//     direct colliders, and what follows from them by Meek's rules (pc-orient.ts)
//
// In the limit of large samples the class is the true one if the test fits the data, no relevant variable is hidden, and the
// distribution has no independence beyond those that the true graph implies. The search uses no score; the score only evaluates
// the graph. Nothing is random.
//
// Cost: on sparse graphs nearly all tests are on levels 0 to 2, O(d²) and O(d · degree²) of them; in general their
// number is exponential in the largest degree, which `maxDepth` bounds.
//
// Spirtes, Glymour & Scheines. "Causation, prediction, and search." 2nd edition, MIT Press, 2000.
// Colombo & Maathuis. "Order-independent constraint-based causal structure learning." JMLR 15, 2014.
//
// Differs from both: a collider is proposed if the middle is in none of the smallest sets that separate the ends, not merely
// not in the first one found (as causal-learn does); and the result is always a class, by the rules of pc-orient.ts.

import { check } from "../../check.ts";
import type { Table } from "../../data/table.ts";
import { edgeCount } from "../../graph/graph.ts";
import { noKnowledge } from "../../graph/knowledge.ts";
import { type Pdag, undirectedPairs } from "../../graph/pdag.ts";
import { resumedState } from "../resumed-state.ts";
import type { ProblemWith, Search, SearchMachine, Step } from "../search.ts";
import { fisherZ } from "./fisher-z.ts";
import { gSquare } from "./g-square.ts";
import { defaultIndependenceAlpha, type IndependenceTest } from "./independence-test.ts";
import { kci } from "./kci.ts";
import { type ConflictRule, conflictRules, oriented, type PcConflict } from "./pc-orient.ts";
import { noTests, type Separation, type Skeleton, skeletonOf, skeletonState } from "./pc-skeleton.ts";

const tests = { "fisher-z": fisherZ, "g-square": gSquare, kci } as const;

export type PcTestName = keyof typeof tests;
export const pcTestNames = Object.keys(tests) as readonly PcTestName[];

export interface PcOptions {
  /** Variables count as independent if the p-value is above this. A user-defined test has its own level. */
  readonly alpha?: number;
  /** For numbers with linear effects, for categories, for numbers with any effects (slow), or user-defined. */
  readonly test?: PcTestName | IndependenceTest;
  /** Maximum size of the conditioning set. */
  readonly maxDepth?: number;
  /** Which of two contradicting colliders is kept. */
  readonly conflicts?: ConflictRule;
}

export interface PcStep extends Step {
  readonly kind: "tests";
  /** The class; before the end, the pairs that are still linked, as undirected edges. */
  readonly pdag: Pdag;
  /** For the unlinked pairs that a test separated. */
  readonly separatingSets: readonly Separation[];
  /** Contradictions between separating sets, or with the knowledge, and their resolution. */
  readonly conflicts: readonly PcConflict[];
}

/**
 * The PC algorithm.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(pc({ table, score: linearBic(table) })).graph.d; // 3
 * ```
 */
export function* pc(
  { table, score, knowledge = noKnowledge(table.X.cols), from: state }: ProblemWith<"table" | "score">,
  options: PcOptions = {},
  { beat }: SearchMachine = {},
): Search<PcStep> {
  const { d } = score;
  const { maxDepth = Math.max(0, d - 2), conflicts: rule = "strongest" } = options;
  const from = resumedState(skeletonState, state) ?? noTests;
  check(
    maxDepth >= 0 && Number.isInteger(maxDepth),
    `pc: maxDepth must be a whole number from 0 on, got ${maxDepth}`,
  );
  check(
    conflictRules.includes(rule),
    `pc: conflicts must be resolved by one of ${conflictRules.join(", ")}, got "${rule}"`,
  );
  const test = testOf(table, options, beat);
  const separating = skeletonOf(test, knowledge, { maxDepth, from });
  for (;;) {
    const { value, done } = separating.next();
    if (done) {
      const { graph, pdag, conflicts } = oriented(value, test, knowledge, rule);
      const undirected = undirectedPairs(pdag).length;
      const values = { conflicts: conflicts.length, undirected, edges: edgeCount(graph) };
      const doing = conflicts.length === 0 ? "done" : `done, ${conflicts.length} conflicts`;
      const last = stepAt(value, pdag);
      return {
        ...last,
        graph,
        score: score.ofGraph(graph),
        conflicts,
        progress: 1,
        doing,
        values: { ...last.values, ...values },
      };
    }
    yield stepAt(value, { d, directed: new Uint8Array(d * d), undirected: value.links });
  }
}

function testOf(
  table: Table,
  { test = "fisher-z", alpha }: PcOptions,
  beat: SearchMachine["beat"],
): IndependenceTest {
  if (typeof test === "string") {
    check(
      pcTestNames.includes(test),
      `pc: the test must be one of ${pcTestNames.join(", ")}, or a user-defined one, got "${test}"`,
    );
    return tests[test](table, { alpha: alpha ?? defaultIndependenceAlpha, beat });
  }
  check(
    alpha === undefined,
    `pc: a user-defined test has its own alpha, got another, ${alpha}; leave alpha out`,
  );
  check(
    test.d === table.X.cols,
    `pc: the test must be about the ${table.X.cols} columns of the table, got one about ${test.d}`,
  );
  return test;
}

function stepAt(
  { level, variable, tests: testCount, separations, links, state }: Skeleton,
  pdag: Pdag,
): PcStep {
  const { d } = pdag;
  return {
    kind: "tests",
    graph: null,
    score: Number.NEGATIVE_INFINITY,
    pdag,
    separatingSets: separations,
    conflicts: [],
    // The number of levels is not known beforehand.
    progress: 1 - 1 / (1 + level + variable / Math.max(1, d)),
    doing: `sets of ${level}, variable ${Math.min(d, variable + 1)} of ${d}`,
    values: { level, tests: testCount, links: links.reduce((sum, e) => sum + e, 0) / 2 },
    state,
  };
}
