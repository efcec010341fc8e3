// The answer of a run: the graph with two kinds of edges that the data, the method and what was known beforehand support.
//
//     dag      the method tells cause from effect: every edge is directed
//     class    it cannot tell the members of a Markov-equivalence class apart: an edge is directed where all members that obey
//              the knowledge agree, and undirected where they do not
//     member   one of them, because that was asked for
//
// One member is kept beside the class, and how many there are. Tests of independence can contradict each other, and then what
// they say has none.

import { countMembers } from "../../graph/class/class.ts";
import { cpdagOf, dagOf, obeyingClass } from "../../graph/equivalence.ts";
import { edgeList, type Graph } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import { type Pdag, pdagFromGraph } from "../../graph/pdag.ts";
import { namedClass, namedEdges, type SortedProblem } from "../problem.ts";
import type { RunResult } from "../result.ts";

/** Which graphs the method cannot tell apart, and what of it: the score or the search. */
export interface OpenClass {
  readonly by: "score" | "search";
  readonly pdag: Pdag;
  /** Is it the class of the graph that was found, and not what tests say of themselves? */
  readonly isOfGraph: boolean;
}

export interface Answer {
  readonly pdag: Pdag;
  readonly told: Pick<RunResult, "edges" | "undirected" | "answer" | "member" | "members">;
}

/** `final` is the graph that was found; `open` null: its directions are told. */
export function answerOf(
  final: Graph,
  open: OpenClass | null,
  problem: SortedProblem,
  asksMember: boolean,
): Answer {
  const { knowledge } = problem;
  const whole = open?.pdag ?? pdagFromGraph(final);
  const hasMember = open === null || dagOf(whole) !== null;
  const { count, exact } = countMembers(whole);
  const isMember = asksMember && open !== null && hasMember;
  const pdag = isMember ? pdagFromGraph(final) : whole;
  const { directed, undirected } = namedClass(pdag, problem);
  return {
    pdag,
    told: {
      edges: directed,
      undirected,
      answer: {
        kind: open === null ? "dag" : isMember ? "member" : "class",
        by: open?.by ?? null,
        byKnowledge: namedEdges(directedByKnowledge(final, open, knowledge), problem),
        isCountExact: exact,
      },
      member: hasMember ? { edges: namedEdges(final, problem) } : null,
      members: String(count),
    },
  };
}

/** The class of a graph: those of its members that obey the knowledge. */
export function classOf(graph: Graph, knowledge: Knowledge): Pdag {
  const whole = cpdagOf(graph);
  return obeyingClass(whole, knowledge) ?? whole;
}

/** The edges whose direction comes from the knowledge: the data leave it open or, where a method of its own tells it, might differ. */
function directedByKnowledge(
  final: Graph,
  open: OpenClass | null,
  { d, required, forbidden }: Knowledge,
): Graph {
  const directed = open?.pdag.directed ?? final.edges;
  const isSaid = (i: number, j: number): boolean => required[i * d + j] === 1 || forbidden[j * d + i] === 1;
  const byData = open?.isOfGraph ? cpdagOf(final).directed : null;
  const edges = new Uint8Array(d * d);
  for (const [i, j] of edgeList({ d, edges: directed }))
    edges[i * d + j] = (byData ? byData[i * d + j] === 0 : isSaid(i, j)) ? 1 : 0;
  return { d, edges };
}
