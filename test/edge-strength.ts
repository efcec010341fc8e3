// The strength of an edge for which only the cost of its removal is known.

import type { EdgeStrength } from "../src/core/run/result.ts";

export const edgeStrength = (a: string, b: string, loss: number): EdgeStrength => ({
  a,
  b,
  loss,
  lossOver: "all graphs",
  evidence: null,
  standardised: null,
  coefficient: null,
  standardError: null,
  interval: null,
  partialCorrelation: null,
  information: null,
});
