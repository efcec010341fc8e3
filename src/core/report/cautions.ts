// What to be warned of before reading the answer: broken assumptions, and arrows that fewer than half of the graphs have.

import type { RunResult } from "../run/result.ts";
import { pairLookup } from "./confidence.ts";
import { count, shareOf } from "./numbers.ts";

/** Maximum number of arrows that are named. */
const mostNamed = 8;

/** Without a capital and a full stop, as the warnings of a result. */
export function cautionsOf(result: Pick<RunResult, "warnings" | "edges" | "confidence">): string[] {
  return [...result.warnings, ...doubtedArrows(result)];
}

/** The arrows of the answer with a share of less than one half. */
function doubtedArrows({ edges, confidence }: Pick<RunResult, "edges" | "confidence">): string[] {
  if (!confidence) return [];
  const shares = pairLookup(confidence);
  const doubted = edges
    .map(([a, b]) => ({ arrow: `${a} → ${b}`, share: shares(a, b)?.forward ?? 0 }))
    .filter(({ share }) => share < 0.5)
    .toSorted((p, q) => p.share - q.share);
  if (doubted.length === 0) return [];
  const named = doubted
    .slice(0, mostNamed)
    .map(({ arrow, share }) => `${arrow} (${share >= 0.495 ? "just under 50 %" : shareOf(share)})`);
  const more = doubted.length - named.length;
  const list = [...named, ...(more > 0 ? [`${count(more)} more`] : [])].join(", ");
  const isOne = doubted.length === 1;
  return [
    confidence.method === "posterior"
      ? `${isOne ? "an arrow of this answer has a posterior probability" : `${count(doubted.length)} arrows of this answer have posterior probabilities`} below one half: ${list}`
      : `${isOne ? "an arrow of this answer appears" : `${count(doubted.length)} arrows of this answer appear`} in fewer than half of the resamples: ${list}`,
  ];
}
