// Claims of the grids: a sentence, and what must hold of the rows that it is about.

/** @typedef {import("./experiment.js").Claim} Claim */

/**
 * @param {string} sentence
 * @param {Partial<Record<Claim["by"], string>> & Pick<Claim, "where" | "atMost" | "below" | "atLeast">} what a column by
 * its mean, median, max or min, the limit, and `where`: the rows
 * @returns {Claim}
 */
export function claim(sentence, { mean, median, max, min, ...limits }) {
  const columns = { mean, median, max, min };
  for (const by of /** @type {const} */ (["mean", "median", "max", "min"])) {
    const column = columns[by];
    if (column !== undefined) return { sentence, column, by, ...limits };
  }
  throw new Error(`experiments: a claim has a column: "${sentence}"`);
}

/**
 * @param {string} sentence
 * @param {number} share of the runs that end at the proven optimum, at least
 * @param {Claim["where"]} where
 */
export const reachesOptimum = (sentence, share, where) =>
  claim(sentence, { mean: "agent.isOptimal", atLeast: share, where });

/**
 * @param {string} sentence
 * @param {number} iterations in the median of the runs, at most
 * @param {Claim["where"]} where
 */
export const endsWithin = (sentence, iterations, where) =>
  claim(sentence, { median: "agent.iterations", atMost: iterations, where });

export const certificatesHold = claim("every certificate holds when re-run against its table", {
  min: "proofHolds",
  atLeast: 1,
});
