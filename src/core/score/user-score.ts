// A score of the user's own: a function from graph to number, or local terms.
//
//     export default (table) => (graph) => number                       works in searches that need no terms
//     export default (table) => ({ term: (node, parents) => number })   works everywhere; the score is the sum
//
// Higher is better. Variables are numbered as the columns of the table that is handed over (which are in the order of
// their names), parents ascending.

import { check, InputError } from "../check.ts";
import type { Table } from "../data/table.ts";
import type { Graph } from "../graph/graph.ts";
import { remembered } from "./remembered.ts";
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
  const made = guarded(name, "making the score", () => make(table));
  const d = table.names.length;
  const parts = typeof made === "function" ? { ofGraph: made } : made;
  check(
    parts !== null &&
      typeof parts === "object" &&
      (typeof parts.ofGraph === "function" || typeof parts.term === "function"),
    `score: ${name} must return a function of a graph, or an object with "term" or "ofGraph", got ${made === null ? "null" : typeof made}`,
  );
  check(
    parts.term === undefined || parts.ofGraph === undefined,
    `score: ${name} must have "term" or "ofGraph", got both; with terms the graph's score is their sum (or "combine")`,
  );
  const { term, isEquivalent = false, isScaleFree = false, coefficients, rss } = parts;
  const local: Local | undefined =
    term && remembered({ term: guardedTerm(name, term, table), combine: parts.combine });
  const ofGraph = local ? (graph: Graph) => scoreFromTerms(local, graph) : guardedGraph(name, parts.ofGraph!);
  return { name, d, ofGraph, local, isEquivalent, isScaleFree, coefficients, rss };
}

function guardedTerm(name: string, term: Local["term"], { names }: Table): Local["term"] {
  return (node, parents) => {
    const about = () => `the term of "${names[node]}" given [${parents.map((p) => names[p]).join(", ")}]`;
    const value = guarded(name, about, () => term(node, parents));
    check(
      typeof value === "number" && value < Number.POSITIVE_INFINITY,
      () => `score: ${name}: ${about()} must be a number or -Infinity, got ${value}`,
    );
    return value;
  };
}

function guardedGraph(name: string, ofGraph: (graph: Graph) => number): (graph: Graph) => number {
  return (graph) => {
    const value = guarded(name, "the score of a graph", () => ofGraph(graph));
    check(
      typeof value === "number" && value < Number.POSITIVE_INFINITY,
      `score: ${name} must give a number or -Infinity for every graph, got ${value}`,
    );
    return value;
  };
}

/** What the user's code throws is the user's to mend: told as such, with where it happened. */
function guarded<T>(name: string, about: string | (() => string), run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new InputError(
      `score: ${name} threw at ${typeof about === "string" ? about : about()}: ${reason}; mend it`,
    );
  }
}
