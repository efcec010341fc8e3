// The methods of the paper's tables, each with the paper's settings where it states them and both where it does not.

/** @typedef {import("./experiment.js").ScoreChoice} ScoreChoice */

/** As the published GES evidently ran (table-12/README.md). */
const fourLinks = { turning: false, maxDegree: 4 };

/** @type {Readonly<Record<string, Omit<ScoreChoice, "scoreName" | "penalty">>>} */
const methods = {
  PC: { search: "pc", prune: "none" },
  "GES, penalty 1": { search: "ges", prune: "none" },
  "GES, penalty 2": { search: "ges", prune: "none", penaltyWeight: 2 },
  "GES, penalty 1, at most four links": { search: "ges", prune: "none", settings: fourLinks },
  "GES, penalty 2, at most four links": {
    search: "ges",
    prune: "none",
    penaltyWeight: 2,
    settings: fourLinks,
  },
  "ICA-LiNGAM": { search: "ica-lingam" },
  DirectLiNGAM: { search: "direct-lingam" },
  CAM: { search: "cam", prune: "cam" },
  "CAM, selected neighbours": { search: "cam", prune: "cam", settings: { candidates: "neighbours" } },
};

/**
 * Runs of these methods; the score only tells what their graphs are worth.
 * @param {readonly string[]} names
 * @returns {ScoreChoice[]}
 */
export function published(names) {
  return names.map((method) => {
    if (!(method in methods)) throw new Error(`experiments: no method called "${method}"`);
    return { method, scoreName: "bic", penalty: null, ...methods[method] };
  });
}
