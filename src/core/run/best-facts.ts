// The k best graphs or classes, as they are in a result.

import type { ParentPrior, StructurePrior } from "../search/posterior/posterior.ts";

type Edge = readonly [cause: string, effect: string];

/** One of the k best. */
export interface Alternative {
  /** Directed edges; and for a class, undirected ones, on which its members disagree. */
  readonly edges: readonly Edge[];
  readonly undirected?: readonly Edge[] | undefined;
  readonly score: number;
  /** Number of DAGs in the class, in decimal digits; 1 for a graph. */
  readonly members?: string | undefined;
  /** Its share of what `best.shareOf` names; null if that is null. */
  readonly share?: number | null | undefined;
}

export interface BestFacts {
  /** Classes if the score is the same for all members of a class. */
  readonly of: "classes" | "graphs";
  /** Shares of the posterior over all graphs; of those listed, if all graphs are too many to sum over; null if the score is no evidence. */
  readonly shareOf: "posterior" | "listed" | null;
  readonly prior: StructurePrior | null;
  readonly parentPrior: ParentPrior | null;
}
