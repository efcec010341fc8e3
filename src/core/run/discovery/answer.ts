// The answer of a run: the graph with two kinds of edges that the data, the method and what was known beforehand support.
//
//     dag      the method tells cause from effect: every edge is directed
//     class    it cannot tell the members of a Markov-equivalence class apart: an edge is directed where all members that obey
//              the knowledge agree, and undirected where they do not
//     member   one of them, because that was asked for
//
// The graph that was found is kept beside the class as one member of it, and how many there are.

import { countMembers } from "../../graph/class/class.ts";
import { cpdagOf, obeyingClass } from "../../graph/equivalence.ts";
import { edgeList, type Graph } from "../../graph/graph.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import { type Pdag, pdagFromGraph } from "../../graph/pdag.ts";
import { type Naming, namedClass, namedEdges } from "../problem.ts";
import type { AnswerKind, RunResult } from "../result.ts";

export interface Answer {
  readonly pdag: Pdag;
  readonly facts: Pick<RunResult, "edges" | "undirected" | "answer" | "member" | "members">;
}

export interface AnswerRequest {
  /** What leaves directions open; null: all are told. */
  readonly by: AnswerKind["by"];
  readonly asksMember: boolean;
}

/** `final` is the graph that was found. */
export function answerOf(
  final: Graph,
  problem: Naming & { readonly knowledge: Knowledge },
  { by, asksMember }: AnswerRequest,
): Answer {
  const alone = pdagFromGraph(final);
  const whole = by === null ? alone : classOf(final, problem.knowledge);
  const { count, exact } = countMembers(whole);
  const isMember = asksMember && by !== null;
  const pdag = isMember ? alone : whole;
  const { directed, undirected } = namedClass(pdag, problem);
  return {
    pdag,
    facts: {
      edges: directed,
      undirected,
      answer: {
        kind: by === null ? "dag" : isMember ? "member" : "class",
        by,
        byKnowledge: namedEdges(directedByKnowledge(whole, by === null ? null : final, problem), problem),
        isCountExact: exact,
      },
      member: { edges: namedEdges(final, problem) },
      members: String(count),
    },
  };
}

/** The class of a graph: those of its members that obey the knowledge. */
function classOf(graph: Graph, knowledge: Knowledge): Pdag {
  const whole = cpdagOf(graph);
  return obeyingClass(whole, knowledge) ?? whole;
}

/**
 * The edges whose direction comes from the knowledge: those that it names, or whose reverse it forbids, whatever the data would have
 * said; and where a member stands for a class, those that are directed in the class only with the knowledge.
 */
function directedByKnowledge(
  { d, directed }: Pdag,
  member: Graph | null,
  { knowledge: { required, forbidden } }: { readonly knowledge: Knowledge },
): Graph {
  const isSaid = (i: number, j: number): boolean => required[i * d + j] === 1 || forbidden[j * d + i] === 1;
  const byData = member && cpdagOf(member).directed;
  const edges = new Uint8Array(d * d);
  for (const [i, j] of edgeList({ d, edges: directed }))
    edges[i * d + j] = isSaid(i, j) || byData?.[i * d + j] === 0 ? 1 : 0;
  return { d, edges };
}
