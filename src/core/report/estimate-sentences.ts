// How a posterior was estimated, where it is not an exact sum: a fixed variance, Markov chains, candidate parents.

import type { ConfidenceFacts } from "../run/result.ts";
import { count, counted, percent, significant } from "./numbers.ts";

export function estimateSentences(confidence: ConfidenceFacts): string[] {
  return [...varianceSentences(confidence), ...chainSentences(confidence)];
}

function varianceSentences({ variance }: ConfidenceFacts): string[] {
  if (variance === undefined) return [];
  return [
    `The common noise variance is fixed at ${significant(variance)}, its estimate in the best graph found.`,
  ];
}

/** Sums are exact; for chains, the sentence says how far they can be trusted. */
function chainSentences({ chains }: ConfidenceFacts): string[] {
  if (!chains) return [];
  const { count: many, steps, disagreement, candidates, beyond = 0 } = chains;
  const others = `Parents are sought among at most ${counted(candidates, "candidate")} of each variable and one other variable; no variable has such another parent with a probability above ${percent(beyond)}.`;
  return [
    `They are means over ${count(many)} Markov chains of ${count(steps)} moves, which differ by up to ${percent(disagreement)} in the probability of an edge.`,
    ...(beyond > 0 ? [others] : []),
    ...(beyond > mostBeyond
      ? [
          "Sets with two such parents count as impossible: where many parents are doubtful, their probabilities may be far too low. With more rows or fewer columns there are fewer doubtful parents.",
        ]
      : []),
  ];
}

/** From here on, sets with two parents beyond the candidates, which are left out, would have a few percent. */
const mostBeyond = 0.3;
