// The k best graphs or classes, as a result tells them.

import type { ParentPrior, StructurePrior } from "../search/posterior/posterior.ts";

type Edge = readonly [cause: string, effect: string];

/** One of the k best. */
export interface Alternative {
  /** Directed edges; and undirected ones, of a class: those on which its members disagree. */
  readonly edges: readonly Edge[];
  readonly undirected?: readonly Edge[] | undefined;
  readonly score: number;
  /** DAGs in the class: a whole number in decimal digits; 1 of a graph. */
  readonly members?: string | undefined;
  /** Its share of what `best.shareOf` says, null where that is null. */
  readonly share?: number | null | undefined;
}

export interface BestFacts {
  /** Classes where the score is the same for all members of one. */
  readonly of: "classes" | "graphs";
  /** Of the posterior over all graphs; of those listed, where these are too many to be summed over; null where the score is no evidence. */
  readonly shareOf: "posterior" | "listed" | null;
  readonly prior: StructurePrior | null;
  readonly parentPrior: ParentPrior | null;
}
