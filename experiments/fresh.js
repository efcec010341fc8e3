// Fresh data sets like those of the paper's first experiment: twelve variables, each edge with probability ½, weights of size
// 0.5 to 2, Gaussian noise of equal variances, 5,000 rows.

/**
 * @param {number} first seed of the first set
 * @param {number} count
 * @returns {import("./experiment.js").TableFamily}
 */
export function freshSets(first, count) {
  return {
    set: "bernoulli-12",
    simulate: {
      graph: "bernoulli",
      edgeProbability: 0.5,
      mechanism: "linear",
      weightLow: 0.5,
      weightHigh: 2,
      noise: "gauss",
      noiseScales: "equal",
      noiseScale: 1,
      nodes: 12,
      samples: 5000,
    },
    seeds: Array.from({ length: count }, (_, k) => first + k),
  };
}
