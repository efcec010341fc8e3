// A score that asks before it works: whoever runs a search hears of every term, and may leave the work by throwing.
//
// Between two steps a search may ask for thousands of terms, and a term may take seconds; a search that goes by a slow score
// is stopped here, in the middle of a step. The numbers are the same, and so are the fast paths: terms that follow from one
// matrix are not asked one by one.

import { type Score, scoreFromTerms } from "./score.ts";

/** Asked before a piece of work that may take long; it throws where the work is to be left. */
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
    // A graph is as many terms as it has nodes, each of which may take long.
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
