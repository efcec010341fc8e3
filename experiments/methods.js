// The methods of the paper's tables, each with the paper's settings where it states them and both where it does not.

import { readFileSync } from "node:fs";

/**
 * @typedef {import("./experiment.js").ScoreChoice} ScoreChoice
 * @typedef {import("./experiment.js").PublishedMethod} PublishedMethod
 */

/** Settings shared by the grids of methods other than the paper's own. */
export const beside = /** @type {const} */ ({
  search: "exact",
  isLong: true,
  prune: "threshold",
  threshold: 0.3,
});

/** The settings with which the published GES evidently ran (table-12/README.md). */
const fourLinks = { turning: false, maxDegree: 4 };

/** @type {Readonly<Record<string, Omit<ScoreChoice, "scoreName" | "penalty">>>} */
const methods = {
  PC: { search: "pc", prune: "none" },
  "GES, penalty 1": { search: "ges", prune: "none" },
  "GES, penalty 2": { search: "ges", prune: "none", penaltyWeight: 2 },
  "GES, penalty 1, at most four links": { search: "ges", prune: "none", options: fourLinks },
  "GES, penalty 2, at most four links": {
    search: "ges",
    prune: "none",
    penaltyWeight: 2,
    options: fourLinks,
  },
  // No longer the search's default (lingam-units): our rows in these tables were run in units of the noises.
  "ICA-LiNGAM": { search: "ica-lingam", options: { units: "noise" } },
  DirectLiNGAM: { search: "direct-lingam" },
  CAM: { search: "cam", prune: "cam" },
  // The threshold of 0.3 is the search's own, on its weights.
  NOTEARS: { search: "notears", prune: "none" },
  "NOTEARS, L1 of 0.1": { search: "notears", prune: "none", options: { lambda1: 0.1 } },
  "NOTEARS, standardised": { search: "notears", prune: "none", standardise: true },
  "NOTEARS-2": { search: "notears", prune: "quadratic" },
  "NOTEARS-3": { search: "notears-quadratic", prune: "none" },
  "NOTEARS with networks": { search: "notears-mlp", prune: "none" },
  DAGMA: { search: "dagma", prune: "none" },
  "DAG-GNN": { search: "dag-gnn", prune: "none" },
  "DAG-GNN, standardised": { search: "dag-gnn", prune: "none", standardise: true },
  "GraN-DAG": { search: "gran-dag", prune: "cam" },
  "GraN-DAG linear": { search: "gran-dag", prune: "cam", options: { layers: 0 } },
  "CAM, selected neighbours": { search: "cam", prune: "cam", options: { candidates: "neighbours" } },
};

/**
 * Runs of these methods; the score serves only to rate their graphs.
 * @param {readonly string[]} names
 * @returns {ScoreChoice[]}
 */
export function published(names) {
  return names.map((method) => {
    if (!(method in methods)) throw new Error(`experiments: no method called "${method}"`);
    return { method, scoreName: "bic", penalty: null, ...methods[method] };
  });
}

/**
 * The published numbers of an experiment.
 * @param {string} name
 * @returns {PublishedMethod[]}
 */
export function publishedIn(name) {
  return JSON.parse(readFileSync(new URL(`${name}/published.json`, import.meta.url), "utf8")).methods;
}

/**
 * For every published mean: ours is at most two published standard deviations above it.
 * @param {readonly PublishedMethod[]} theirs
 * @param {Readonly<Record<string, string>>} [stands] by published method, our method that corresponds to it
 * @param {readonly string[]} [except] "set method" of those for which it does not hold
 * @returns {import("./experiment.js").Claim[]}
 */
export function asPublished(theirs, stands = {}, except = []) {
  return theirs.flatMap(({ set, method, shd: [mean, deviation] }) => {
    const own = stands[method] ?? method;
    if (!(own in methods) || except.includes(`${set} ${method}`)) return [];
    const atMost = Number((mean + 2 * deviation).toFixed(2));
    const sentence = `${set.replace("paper/", "")}, ${own}: mean SHD at most ${atMost}, the published mean and two standard deviations`;
    const column = ["pc", "ges"].includes(methods[own].search ?? "") ? "asClass.shd" : "pruned.shd";
    return [{ sentence, where: { set, method: own }, column, by: "mean", atMost }];
  });
}
