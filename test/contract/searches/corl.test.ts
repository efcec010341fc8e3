import { searchContract } from "../search-contract.ts";

searchContract("corl", {
  small: { iterations: 4, batch: 16, inputSamples: 8, hidden: 16, stacks: 1 },
});
