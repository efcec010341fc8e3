// The paper's agent with the other three decoders, on the authors' five 12-node Gaussian data sets. The single-layer
// decoder on the same sets is in rl-12.

import { claim } from "../claims.js";

/** @type {readonly import("../experiment.js").ScoreChoice[]} */
const decoders = [
  { scoreName: "bic-equal-variance", penalty: "runs", decoder: "bilinear" },
  { scoreName: "bic-equal-variance", penalty: "runs", decoder: "ntn" },
  { scoreName: "bic-equal-variance", penalty: "runs", decoder: "transformer" },
];

/** @type {import("../experiment.js").Grid} */
export const grid = {
  title: "The paper's agent with other decoders",
  search: "rl",
  options: { preset: "paper" },
  isLong: true,
  threshold: 0.3,
  tables: [{ set: "paper/exp1-gauss-12", seeds: [8, 20, 100, 1231, 1280] }],
  scores: decoders,
  claims: [
    claim("the Transformer decoder never proposes an acyclic graph", {
      max: "agent.sawDag",
      atMost: 0,
      where: { decoder: "transformer" },
    }),
    claim("the bilinear decoder does", { min: "agent.sawDag", atLeast: 1, where: { decoder: "bilinear" } }),
    claim("the tensor-network decoder does", { min: "agent.sawDag", atLeast: 1, where: { decoder: "ntn" } }),
  ],
  smallest: { families: 1, seeds: 1, iterations: 30 },
};
