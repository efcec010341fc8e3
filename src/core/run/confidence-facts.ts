// Confidence in each edge, as it is in a result.

import type { Resampling } from "../data/resample.ts";
import type { PairShares, ShareMetrics } from "../graph/shares/shares.ts";
import type {
  ChainReport,
  ParentPrior,
  PosteriorMethod,
  StructurePrior,
} from "../search/posterior/posterior.ts";

/** Confidence in each edge: the share of graphs that have it. */
export interface ConfidenceFacts {
  /** Which graphs: the answers on resamples of the rows, or all DAGs weighted by their posterior probability. */
  readonly method: "posterior" | Resampling;
  /** Number of resamples counted; null for a posterior. */
  readonly resamples: number | null;
  /** The pairs that more than one percent link, in the order of the columns. */
  readonly pairs: readonly PairShares[];
  /** The graph of the links whose share exceeds `above` (graph/shares/consensus.ts). */
  readonly consensus: {
    readonly above: number;
    readonly edges: readonly (readonly [cause: string, effect: string])[];
    readonly undirected: readonly (readonly [cause: string, effect: string])[];
  };
  /** Against the truth, if one was given. */
  readonly metrics: ShareMetrics | null;
  /** SHA-256 over all counts, or over all probabilities. */
  readonly digest: string | null;
  /** For resamples: what was estimated or decided before the search, and is repeated in each or kept; absent in older results. */
  readonly estimates?: { readonly again: readonly string[]; readonly kept: readonly string[] } | undefined;
  /** For a posterior: what is uniform a priori. */
  readonly prior?: StructurePrior | undefined;
  /** For a posterior: uniform over each variable's number of parents (fair) or sets of them; absent in older results, which used sets. */
  readonly parentPrior?: ParentPrior | undefined;
  /** For a posterior with one noise variance for all variables: that variance, taken as known from a good graph. */
  readonly variance?: number | undefined;
  /** For a posterior: the probability that a causes b, directly or through others, if it exceeds 0.01. */
  readonly ancestors?:
    | readonly { readonly a: string; readonly b: string; readonly probability: number }[]
    | undefined;
  /** For a posterior: exact sums over all graphs, or means over Markov chains. */
  readonly by?: PosteriorMethod | undefined;
  /** For a posterior: number of graphs drawn from it, of which `ancestors` are shares. */
  readonly samples?: number | undefined;
  /** For sums: a bound on the rounding error of the probabilities. */
  readonly error?: number | null | undefined;
  /** For chains: their length, and how far they agree. */
  readonly chains?: ChainReport | null | undefined;
}
