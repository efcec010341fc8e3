// Tables of categories and numbers (tables.js), and of categories alone: how close to the truth the scores for them come.

import { claim } from "../claims.js";
import { clgaussian, randomMixed } from "./tables.js";

const seeds = Array.from({ length: 30 }, (_, k) => 1 + k);
const samples = 1000;
const categoriesFirst = "categories first";
/** Columns are named by their kind. @param {number} d */
const names = (d) =>
  Array.from({ length: d }, (_, j) => `${j < d / 2 ? "c" : "x"}${String(j + 1).padStart(2, "0")}`);
const mixed = { scoreName: "bic-mixed", penalty: null, method: "bic-mixed" };
/** As in bnlearn, no number causes a category. @param {readonly string[][]} tiers */
const tiered = (...tiers) => ({ ...mixed, method: `bic-mixed, ${categoriesFirst}`, knowledge: { tiers } });
const quick = { search: "order", options: { shakes: 0 } };

/** @param {"categories" | "any"} causes @param {number} nodes @returns {import("../experiment.js").TableFamily} */
function mixedTables(causes, nodes) {
  const half = nodes / 2;
  const scores = [mixed, tiered(names(nodes).slice(0, half), names(nodes).slice(half))];
  return {
    set: `${causes === "any" ? "any causes" : "conditional Gaussians"}, ${nodes} columns`,
    make: (library, seed) => randomMixed(library, seed, { nodes, samples, causes }),
    seeds,
    scores:
      nodes > 8
        ? [
            { ...mixed, method: "bic-mixed, ges", search: "ges" },
            ...scores.map((score) => ({ ...score, ...quick })),
          ]
        : scores,
  };
}

/** @param {number} nodes @param {number} rows @returns {import("../experiment.js").TableFamily} */
function categoryTables(nodes, rows) {
  const scores = ["bdeu", "bic-discrete"].map((name) => ({ scoreName: name, penalty: null, method: name }));
  return {
    set: `categories, ${nodes} columns, ${rows} rows`,
    make: (library, seed) => randomMixed(library, seed, { nodes, samples: rows, causes: "any", share: 1 }),
    seeds,
    scores: nodes > 8 ? scores.map((score) => ({ ...score, ...quick })) : scores,
  };
}

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "Categories and numbers",
  search: "exact",
  restarts: 1,
  prune: "none",
  isLong: true,
  isVerified: false,
  isProven: false,
  isByClass: true,
  tables: [
    {
      set: "clgaussian",
      make: (library, seed) => clgaussian(library, seed),
      seeds: seeds.slice(0, 10),
      scores: [mixed, tiered([..."ABCF"], [..."DEGH"])],
    },
    mixedTables("categories", 8),
    mixedTables("any", 8),
    mixedTables("categories", 20),
    ...[200, 1000, 5000].map((rows) => categoryTables(8, rows)),
    categoryTables(20, samples),
    mixedTables("any", 20),
  ],
  scores: [mixed],
  claims: [
    claim("bnlearn's network: no graph is off, with no word about what may cause what", {
      max: "raw.shdClass",
      atMost: 0,
      where: { set: "clgaussian", method: mixed.method },
    }),
    claim("8 columns, no number causes a category: mean class SHD below 1", {
      mean: "raw.shdClass",
      below: 1,
      where: { set: "conditional Gaussians, 8 columns", method: mixed.method },
    }),
    claim("8 columns, any causes: below 3", {
      mean: "raw.shdClass",
      below: 3,
      where: { set: "any causes, 8 columns", method: mixed.method },
    }),
    claim("8 columns, any causes, if numbers are forbidden to cause categories: above 6", {
      mean: "raw.shdClass",
      atLeast: 6,
      where: { set: "any causes, 8 columns", method: `bic-mixed, ${categoriesFirst}` },
    }),
    claim("20 columns, no number causes a category, GES: below 3", {
      mean: "raw.shdClass",
      below: 3,
      where: { set: "conditional Gaussians, 20 columns", method: "bic-mixed, ges" },
    }),
  ],
  smallest: { families: 1, seeds: 1 },
};
