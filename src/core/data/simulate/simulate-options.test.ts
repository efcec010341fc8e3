import { describe, expect, it } from "vitest";
import { type SimulateOptions, simulate } from "./simulate.ts";

describe("simulate takes the model to which options belong", () => {
  it.each([
    [{ degree: 2 }, /^erdos-renyi graph, linear mechanism/],
    [{ edgesPerNode: 1 }, /^scale-free graph, linear mechanism/],
    [{ edgeProbability: 0.2 }, /^bernoulli graph, linear mechanism/],
    [{ edgeProbability: 0.2, firstPart: 2 }, /^bipartite graph, linear mechanism/],
    [{ weightLow: 1 }, /^bernoulli graph, linear mechanism/],
    [{}, /^bernoulli graph, linear mechanism/],
  ])("%j", (options: SimulateOptions, description) => {
    expect(simulate({ nodes: 4, samples: 20, ...options }).description).toMatch(description);
  });
});

describe("simulate refuses", () => {
  const refusals: [string, Record<string, unknown>, RegExp][] = [
    [
      "a graph it does not know",
      { graph: "erdos" },
      /no graph called "erdos"; known: bernoulli, erdos-renyi, /,
    ],
    [
      "a mistyped mechanism",
      { mechanism: "linera" },
      /no mechanism called "linera"; did you mean "linear"\?/,
    ],
    ["a mistyped noise", { noise: "gaus" }, /no noise called "gaus"; did you mean "gauss"\?/],
    ["a property name as a noise", { noise: "toString" }, /no noise called "toString"/],
    [
      "an unknown scaling",
      { scaling: "iscm" },
      /scaling must be one of raw, standardised, internal, got "iscm"/,
    ],
    [
      "unknown noise scales",
      { noiseScales: "same" },
      /noiseScales must be one of equal, differing, got "same"/,
    ],
    ["no nodes", { nodes: 0 }, /nodes must be 1 or more, got 0/],
    ["half a node", { nodes: 1.5 }, /nodes must be a whole number, got 1.5/],
    ["no samples", { samples: 0 }, /samples must be 1 or more, got 0/],
    ["a seed that is no number", { seed: Number.NaN }, /seed must be a number, got NaN/],
    ["a probability above 1", { edgeProbability: 2 }, /edgeProbability must be from 0 to 1, got 2/],
    ["a negative noise scale", { noiseScale: -1 }, /noiseScale must be more than 0, got -1/],
    ["dropping every row", { dropOutliers: 1 }, /dropOutliers must be less than 1, got 1/],
    ["standardising one sample", { samples: 1, scaling: "internal" }, /needs at least 2 samples, got 1/],
    [
      "dropping rows of internal data",
      { scaling: "internal", dropOutliers: 0.4 },
      /must be 0 with scaling internal/,
    ],
    [
      "more than fits in memory",
      { nodes: 1000, samples: 1e6 },
      /at most 200 million numbers \(1.6 GB\), got 1000 nodes/,
    ],
    ["bad weights even without edges", { edgeProbability: 0, weightLow: -1 }, /weights need 0 < weightLow/],
    [
      "an option of another graph",
      { graph: "erdos-renyi", edgeProbability: 0.5 },
      /graph erdos-renyi reads expectedEdges and degree, got edgeProbability, which belongs to bernoulli; leave it out/,
    ],
    [
      "options of two graphs",
      { degree: 2, hubs: "causes" },
      /graph bernoulli reads edgeProbability, got degree, which belongs to erdos-renyi; leave it out/,
    ],
    [
      "an option of another mechanism",
      { mechanism: "gp", weightLow: 1 },
      /mechanism gp reads bandwidth, got weightLow, which belongs to linear; leave it out/,
    ],
    [
      "too many samples for gp",
      { mechanism: "gp", samples: 6000 },
      /over 6000 samples may need 0.3 GB and 36 billion/,
    ],
  ];
  for (const [what, options, sentence] of refusals) {
    it(what, () => {
      expect(() => simulate(options as SimulateOptions)).toThrow(sentence);
    });
  }
});
