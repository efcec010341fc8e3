// What a run tells while it goes on, from its first look at the table to its last note.

import type { Finding } from "../data/doctor/doctor.ts";
import type { NamedEdge } from "./result.ts";

export type RunEvent =
  | { readonly type: "finding"; readonly finding: Finding }
  | { readonly type: "choice"; readonly search: string; readonly reason: string }
  /** The proven best score of any graph, once it is proven: before an agent begins, after other searches. */
  | {
      readonly type: "optimum";
      readonly score: number;
      /** What the proof is about, as a sentence (claim.ts). */
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
      /** From which the search resumes; not for the log. */
      readonly state: unknown;
      /**
       * Of an agent, as it is at this step: the probability of each edge from column i to column j, at i·d + j; of resamples, the
       * share of those counted so far. To be called before the run goes on; not for the log.
       */
      readonly probabilities?: () => Float64Array;
      /**
       * The best graph so far, by name, in the order of the user's columns. To be called before the search goes on; not for
       * the log.
       */
      readonly best?: () => readonly NamedEdge[];
      /** How many marks were counted by now, to resume from; to be called before the run goes on; not for the log. */
      readonly confidence?: () => unknown;
      /** Told between two steps, to show that the run lives: it has no state, and is not for the record. */
      readonly isSign?: true;
    }
  | { readonly type: "note"; readonly sentence: string };
