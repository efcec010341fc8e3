// The paper's agent with the other three decoders, on the authors' five 12-node Gaussian data sets. The single-layer
// decoder on the same sets is in rl-12.

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
    {
      sentence: "the Transformer decoder never proposes an acyclic graph",
      where: { decoder: "transformer" },
      column: "agent.sawDag",
      by: "max",
      atMost: 0,
    },
    {
      sentence: "the bilinear decoder does",
      where: { decoder: "bilinear" },
      column: "agent.sawDag",
      by: "min",
      atLeast: 1,
    },
    {
      sentence: "the tensor-network decoder does",
      where: { decoder: "ntn" },
      column: "agent.sawDag",
      by: "min",
      atLeast: 1,
    },
  ],
  smallest: { families: 1, seeds: 1, iterations: 3 },
};
