// Shares of graphs: how many of many have each mark, the graph that they agree on, and how well they foretell a true one.

export { consensusOf } from "./consensus.ts";
export {
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
export { type Foretold, type ShareMetrics, shareMetrics } from "./share-metrics.ts";
