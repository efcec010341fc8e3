// Shares of graphs: how many of a set of graphs have each mark, their consensus, and how well they predict a true graph.

export { consensusOf } from "./consensus.ts";
export {
  linkOf,
  namedShares,
  type PairShares,
  sharesFromPairs,
  turned,
  withoutDust,
} from "./named-shares.ts";
export {
  arrowShares,
  counted,
  linkShare,
  type MarkCounts,
  type Marks,
  marksOf,
  noMarks,
  renumberedShares,
  type Shares,
  sharesOf,
} from "./pair-shares.ts";
export { certainShares, type ShareAgreement, shareAgreement } from "./share-agreement.ts";
export { type PredictionMetrics, type ShareMetrics, shareMetrics } from "./share-metrics.ts";
