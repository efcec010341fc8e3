// A score that calls back before each term, so that the caller of a search can abort it by throwing.
//
// Between two steps a search may evaluate thousands of terms, and a term may take seconds; this allows a search with a slow score
// to be stopped in the middle of a step. The values are unchanged, and so are the fast paths: terms that follow from one matrix
// are not evaluated one by one.

import { type Score, scoreFromTerms } from "./score.ts";

/** Called before a piece of work that may take long; throws to abort it. */
export type Beat = () => void;

export function watchedTerms(score: Score, beat: Beat): Score {
  const { local, coefficients, rss, ofGraph } = score;
  const watched = local && {
    ...local,
    term: (node: number, parents: readonly number[]): number => {
      beat();
      return local.term(node, parents);
    },
  };
  return {
    ...score,
    // A graph has one term for each node, each of which may take long.
    ofGraph: watched
      ? (graph) => scoreFromTerms(watched, graph)
      : (graph) => {
          beat();
          return ofGraph(graph);
        },
    local: watched,
    coefficients:
      coefficients &&
      ((node, parents) => {
        beat();
        return coefficients(node, parents);
      }),
    rss:
      rss &&
      ((node, parents) => {
        beat();
        return rss(node, parents);
      }),
  };
}
