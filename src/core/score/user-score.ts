// A score of the user's own: a function from graph to number, or local terms, or both.
//
//     export default (table) => (graph) => number                       works in searches that need no terms
//     export default (table) => ({ term: (node, parents) => number })   works everywhere; the score is the sum
//
// Higher is better. Variables are numbered as the columns of the table that is handed over (which are in the order of
// their names), parents ascending.

import { check } from "../check.ts";
import type { Table } from "../data/table.ts";
import type { Graph } from "../graph/graph.ts";
import { type Local, type Score, scoreFromTerms } from "./score.ts";

export type UserScore =
  | ((graph: Graph) => number)
  | {
      readonly ofGraph?: (graph: Graph) => number;
      readonly term?: (node: number, parents: readonly number[]) => number;
      /** As in Local: convex, rising with the sum of the terms, falling with the edges. */
      readonly combine?: (sum: number, edges: number) => number;
      /** Every member of a Markov-equivalence class has the same score. */
      readonly isEquivalent?: boolean;
      /** Multiplying a column by a constant changes no comparison between graphs. */
      readonly isScaleFree?: boolean;
      readonly coefficients?: Score["coefficients"];
      readonly rss?: Score["rss"];
    };

export type UserScoreMaker = (table: Table) => UserScore;

export function userScore(table: Table, name: string, make: UserScoreMaker): Score {
  const made = make(table);
  const d = table.names.length;
  const parts = typeof made === "function" ? { ofGraph: made } : made;
  check(
    parts !== null &&
      typeof parts === "object" &&
      (typeof parts.ofGraph === "function" || typeof parts.term === "function"),
    `score: ${name} must return a function of a graph, or an object with "term" or "ofGraph", got ${made === null ? "null" : typeof made}`,
  );
  const local: Local | undefined = parts.term && { term: parts.term, combine: parts.combine };
  const value = parts.ofGraph ?? ((graph: Graph) => scoreFromTerms(local!, graph));
  const { isEquivalent = false, isScaleFree = false, coefficients, rss } = parts;
  return { name, d, ofGraph: numbersOnly(name, value), local, isEquivalent, isScaleFree, coefficients, rss };
}

function numbersOnly(name: string, value: (graph: Graph) => number): (graph: Graph) => number {
  return (graph) => {
    const score = value(graph);
    check(
      typeof score === "number" && !Number.isNaN(score),
      `score: ${name} must give a number for every graph, got ${score}`,
    );
    return score;
  };
}
