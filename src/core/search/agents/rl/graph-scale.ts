// S of graphs for a score that is defined only on whole graphs, cached by graph; rewards.ts describes the bounds.

import { emptyGraph } from "../../../graph/graph.ts";
import { createRng } from "../../../math/rng.ts";
import type { PaperBounds, Score } from "../../../score/score.ts";
import { hillClimb } from "../../greedy/greedy.ts";
import { graphAt, wordsFor } from "../parent-bits.ts";
import { finiteUpper, type Scale } from "../score-range.ts";
import { createTermCache } from "../term-cache.ts";

export function scaleOfGraphs(score: Score, memoryBytes: number): Scale {
  const { d } = score;
  const words = wordsFor(d);
  const { ofGraph, lower, upper, isLowerBound = true } = score.bounds ?? climbedBounds(score);
  // Variable 0 is never among its own parents, so the whole graph is a key of region 0.
  const cache = createTermCache({ regions: 1, words: d * words, bits: 32 * d * words, memoryBytes });
  let [lookups, computed] = [0, 0];
  return {
    lower,
    upper,
    isLowerBound,
    valuesInto: (S, parents, count, acyclic) => {
      for (let b = 0; b < count; b++) {
        S[b] = upper;
        if (acyclic[b] === 0) continue;
        lookups++;
        S[b] = cache.get(0, parents, b * d * words);
        if (!Number.isNaN(S[b])) continue;
        S[b] = ofGraph(graphAt(parents, b, d));
        cache.set(0, parents, b * d * words, S[b]);
        computed++;
      }
    },
    counts: () => ({ lookups, computed, remembered: cache.size() }),
  };
}

function climbedBounds(score: Score): PaperBounds {
  return {
    lower: -bestOfClimb(score),
    upper: finiteUpper(-score.ofGraph(emptyGraph(score.d))),
    isLowerBound: false,
    ofGraph: (graph) => -score.ofGraph(graph),
  };
}

/** The best score that a hill climb from the empty graph reaches in at most 2d changes. */
function bestOfClimb(score: Score): number {
  const climb = hillClimb({ score, rng: createRng("rewards/lower"), restarts: 1 });
  let best = Number.NEGATIVE_INFINITY;
  for (let change = 0; change < 2 * score.d; change++) {
    const { value, done } = climb.next();
    best = Math.max(best, value.score);
    if (done) break;
  }
  return best;
}
