// The events of a run, from the first findings about the table to the last note.

import type { Finding } from "../data/doctor/doctor.ts";
import type { NamedEdge } from "./result.ts";

export type RunEvent =
  | { readonly type: "finding"; readonly finding: Finding }
  | { readonly type: "choice"; readonly search: string; readonly scoreName: string; readonly reason: string }
  /** The best score of any graph, once it is proven: before an agent starts, after other searches. */
  | {
      readonly type: "optimum";
      readonly score: number;
      /** What the proof claims, as a sentence (claim.ts). */
      readonly claim: string;
    }
  | {
      readonly type: "step";
      readonly stage: string;
      readonly doing: string;
      readonly progress: number;
      readonly score: number | null;
      readonly edges: number | null;
      readonly values: Readonly<Record<string, number>>;
      /** The state to resume the search from; not for the log. */
      readonly state: unknown;
      /**
       * For an agent at this step: the probability of each edge from column i to column j, at i·d + j; for resamples, the
       * share of those counted so far. Must be called before the run continues; not for the log.
       */
      readonly probabilities?: () => Float64Array;
      /**
       * The best graph so far, by name, in the order of the user's columns. Must be called before the search continues; not for
       * the log.
       */
      readonly best?: () => readonly NamedEdge[];
      /** The counts of marks so far, to resume from. Must be called before the run continues; not for the log. */
      readonly confidence?: () => unknown;
      /** A sign of life between two steps: it has no state, and is not recorded. */
      readonly isSign?: true;
    }
  | { readonly type: "note"; readonly sentence: string };
