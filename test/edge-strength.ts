// The strength of an edge of which no more is known than what its removal costs.

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
