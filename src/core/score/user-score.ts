// A user-defined score: a function from graph to number, or local terms.
//
//     export default (table) => (graph) => number                       works in searches that need no terms
//     export default (table) => ({ term: (node, parents) => number })   works everywhere; the score is the sum
//
// Higher is better. The function must be deterministic and synchronous: a promise is refused. Variables are numbered as the columns
// of the table passed in (sorted by name), parents ascending.

import { check, InputError, valueText } from "../check.ts";
import type { Table } from "../data/table.ts";
import type { Graph } from "../graph/graph.ts";
import { remembered } from "./remembered.ts";
import { type Local, type Score, scoreFromTerms } from "./score.ts";

export type UserScore =
  | ((graph: Graph) => number)
  | {
      readonly ofGraph?: (graph: Graph) => number;
      readonly term?: (node: number, parents: readonly number[]) => number;
      /** As in Local: convex, increasing in the sum of the terms, decreasing in the edges. */
      readonly combine?: (sum: number, edges: number) => number;
      /** Every member of a Markov-equivalence class has the same score. */
      readonly isEquivalent?: boolean;
      /** Rescaling a column changes no comparison between graphs. */
      readonly isScaleFree?: boolean;
      readonly coefficients?: Score["coefficients"];
      readonly rss?: Score["rss"];
    };

export type UserScoreMaker = (table: Table) => UserScore;

/**
 * A user-defined score: local terms, or a value for a graph.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * userScore(table, "own: fewest", () => ({ term: (node, parents) => -parents.length })).ofGraph(emptyGraph(3)) === 0; // true
 * ```
 */
export function userScore(table: Table, name: string, make: UserScoreMaker): Score {
  const result = guarded(name, "making the score", () => atOnce(name, "the score itself", make(table)));
  const d = table.names.length;
  const parts = typeof result === "function" ? { ofGraph: result } : result;
  check(
    parts !== null &&
      typeof parts === "object" &&
      (typeof parts.ofGraph === "function" || typeof parts.term === "function"),
    `score: ${name} must return a function of a graph, or an object with "term" or "ofGraph", got ${result === null ? "null" : typeof result}`,
  );
  check(
    parts.term === undefined || parts.ofGraph === undefined,
    `score: ${name} must have "term" or "ofGraph", got both; with terms the graph's score is their sum (or "combine")`,
  );
  const { term, combine, isEquivalent = false, isScaleFree = false, coefficients, rss } = parts;
  const local: Local | undefined =
    term &&
    remembered({
      term: guardedTerm(name, term, table),
      combine: combine && guardedCombine(name, combine),
    });
  const ofGraph = guardedGraph(name, local ? (graph: Graph) => scoreFromTerms(local, graph) : parts.ofGraph!);
  return { name, d, ofGraph, local, isEquivalent, isScaleFree, coefficients, rss };
}

function guardedTerm(name: string, term: Local["term"], { names }: Table): Local["term"] {
  return (node, parents) => {
    const about = () => `the term of "${names[node]}" given [${parents.map((p) => names[p]).join(", ")}]`;
    const value = guarded(name, about, () => atOnce(name, about, term(node, parents)));
    check(
      isScore(value),
      () => `score: ${name}: ${about()} must be a number or -Infinity, got ${valueOrType(value)}`,
    );
    return value;
  };
}

/** May return NaN: the hull evaluates points that no graph attains (search/exact/bound.ts). */
function guardedCombine(name: string, combine: NonNullable<Local["combine"]>): typeof combine {
  return (sum, edges) => {
    const about = () => `combine(${sum}, ${edges})`;
    const value = guarded(name, about, () => atOnce(name, about, combine(sum, edges)));
    check(
      typeof value === "number",
      () => `score: ${name}: ${about()} must be a number, got ${valueOrType(value)}`,
    );
    return value;
  };
}

function guardedGraph(name: string, ofGraph: (graph: Graph) => number): (graph: Graph) => number {
  return (graph) => {
    const about = "the score of a graph";
    const value = guarded(name, about, () => atOnce(name, about, ofGraph(graph)));
    check(
      isScore(value),
      () => `score: ${name} must give a number or -Infinity for every graph, got ${valueOrType(value)}`,
    );
    return value;
  };
}

function isScore(value: unknown): boolean {
  return typeof value === "number" && value < Number.POSITIVE_INFINITY;
}

/** What the user's code returned, in one line. */
function valueOrType(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? valueText(value) : typeof value;
}

type About = string | (() => string);

/** The value; refuses a promise. */
function atOnce<T>(name: string, about: About, value: T): T {
  const { then } = (value ?? {}) as { readonly then?: unknown };
  if (typeof then !== "function") return value;
  const ignored = (): void => undefined;
  then.call(value, ignored, ignored); // handles a later rejection, which nothing awaits
  throw new InputError(
    `score: ${name} must return a number, got a promise for ${textOf(about)}; a score cannot be async: let the file await what it needs before it exports the score`,
  );
}

/** Reports an error in the user's code as the user's mistake, in one line, with where it happened. */
function guarded<T>(name: string, about: About, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new InputError(`score: ${name} threw at ${textOf(about)}: ${inOneLine(reason)}; fix it`);
  }
}

function textOf(about: About): string {
  return typeof about === "string" ? about : about();
}

function inOneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ").trim();
}
