import { searchContract } from "../search-contract.ts";

// From a first logit of −2 on its first graphs are sparse, and many have no cycle.
searchContract("rl", {
  small: {
    iterations: 4,
    batch: 8,
    inputSamples: 8,
    logitBias: -2,
    hidden: 16,
    stacks: 1,
    polishEvery: 1,
  },
});
