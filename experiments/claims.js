// Claims of the grids: a sentence, and a condition on the rows that it concerns.

/** @typedef {import("./experiment.js").Claim} Claim */

/**
 * @param {string} sentence
 * @param {Partial<Record<Claim["by"], string>> & Pick<Claim, "where" | "atMost" | "below" | "atLeast">} what a column with
 * its mean, median, max or min, the limit, and `where`, which selects the rows
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
 * @param {number} share minimum share of the runs that end at the proven optimum
 * @param {Claim["where"]} where
 */
export const reachesOptimum = (sentence, share, where) =>
  claim(sentence, { mean: "agent.isOptimal", atLeast: share, where });

/**
 * @param {string} sentence
 * @param {number} iterations maximum of the median over the runs
 * @param {Claim["where"]} where
 */
export const endsWithin = (sentence, iterations, where) =>
  claim(sentence, { median: "agent.iterations", atMost: iterations, where });

export const certificatesHold = claim("every certificate holds when re-run against its table", {
  min: "proofHolds",
  atLeast: 1,
});
