// The answer of a run: the partially directed graph that the data, the method and the prior knowledge support.
//
//     dag      the method distinguishes cause from effect: every edge is directed
//     class    it cannot distinguish the members of a Markov-equivalence class: an edge is directed where all members that obey
//              the knowledge agree, and undirected where they do not
//     member   one member of the class, on request
//
// Beside a class stands the graph that was found, as one of its members, and their number.

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
  /** What leaves directions open; null if all are determined. */
  readonly by: AnswerKind["by"];
  readonly asksMember: boolean;
}

/** `final` is the graph found. */
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

/** The class of a graph, restricted to the members that obey the knowledge. */
function classOf(graph: Graph, knowledge: Knowledge): Pdag {
  const whole = cpdagOf(graph);
  return obeyingClass(whole, knowledge) ?? whole;
}

/**
 * Edges whose direction comes from the knowledge: those it requires or whose reverse it forbids, whatever the data would have
 * said; and in a class, those that are directed only because of the knowledge.
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
