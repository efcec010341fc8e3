// How sure each edge is, as a result tells it.

import type { Resampling } from "../data/resample.ts";
import type { PairShares, ShareMetrics } from "../graph/shares/shares.ts";
import type {
  ChainReport,
  ParentPrior,
  PosteriorMethod,
  StructurePrior,
} from "../search/posterior/posterior.ts";

/** How sure each edge is: how many of many graphs have it. */
export interface ConfidenceFacts {
  /** Which graphs: the answers on resamples of the rows, or all DAGs by their posterior probability. */
  readonly method: "posterior" | Resampling;
  /** Resamples that were counted; null of a posterior. */
  readonly resamples: number | null;
  /** The pairs that more than one in a hundred links, by the order of the columns. */
  readonly pairs: readonly PairShares[];
  /** The graph of the links that more than the share `above` has (graph/shares/consensus.ts). */
  readonly consensus: {
    readonly above: number;
    readonly edges: readonly (readonly [cause: string, effect: string])[];
    readonly undirected: readonly (readonly [cause: string, effect: string])[];
  };
  /** Against the truth, where one was given. */
  readonly metrics: ShareMetrics | null;
  /** SHA-256 over all counts, or over all probabilities. */
  readonly digest: string | null;
  /** Of resamples: what was estimated or decided before the search, and is done again in each or kept; absent in results from before it was told. */
  readonly estimates?: { readonly again: readonly string[]; readonly kept: readonly string[] } | undefined;
  /** Of a posterior: what is equally probable before the data. */
  readonly prior?: StructurePrior | undefined;
  /** Of a posterior: and of a variable, every number of parents (fair) or every set of them; absent in results from before it was told, where it was every set. */
  readonly parentPrior?: ParentPrior | undefined;
  /** Of a posterior with one noise variance for all variables: the variance, which is taken as known; that of a good graph. */
  readonly variance?: number | undefined;
  /** Of a posterior: that a is a cause of b, directly or by others, where it is more than 0.01. */
  readonly ancestors?:
    | readonly { readonly a: string; readonly b: string; readonly probability: number }[]
    | undefined;
  /** Of a posterior: exact sums over all graphs, or means over Markov chains. */
  readonly by?: PosteriorMethod | undefined;
  /** Of a posterior: graphs that were drawn from it, of which `ancestors` are shares. */
  readonly samples?: number | undefined;
  /** Of sums: a bound on what rounding did to the probabilities. */
  readonly error?: number | null | undefined;
  /** Of chains: how long they were, and how far they agree. */
  readonly chains?: ChainReport | null | undefined;
}
