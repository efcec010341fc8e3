// What takes a table to answer: the doctor's findings, how long a run would take, details of an edge. Each kind has a worker of its
// own, so that none waits for another.
//
// Of two questions of a kind the newer one counts: a page asks again at every change and every click, and what it asked before is
// of no use to it.

import { lateEstimate, type wire } from "../../core/index.ts";
import type { Jobs } from "./engine-work.ts";
import { createJobs, engineWorker } from "./jobs.ts";

const edgeMs = 60_000;
const estimateMs = 10_000;

export function createQuestions() {
  const examinations = createJobs(() => engineWorker("examinations"));
  const edges = createJobs(() => engineWorker("edges"));
  const trials = createJobs(() => engineWorker("trials"));
  let estimates = 0;
  return {
    examine: async (asked: Jobs["examine"]["asked"]): Promise<wire.Findings> => {
      examinations.stop("tables: one is examined at a time, and another took its place; ask again");
      return examinations.ask("examine", asked);
    },
    edge: async (asked: Jobs["edge"]["asked"]): Promise<wire.EdgeDetails> => {
      edges.stop("runs: one edge is looked at at a time, and another took its place; ask again");
      const late = () =>
        edges.stop(`runs: an edge must be looked at within ${edgeMs / 1000} seconds, got no end of it`);
      const timer = setTimeout(late, edgeMs);
      return edges.ask("edge", asked).finally(() => clearTimeout(timer));
    },
    /** Null where a newer request took its place. */
    estimate: async (asked: Jobs["estimate"]["asked"]): Promise<wire.Estimate | null> => {
      const own = ++estimates;
      trials.stop("estimates: one is made at a time, and a newer one took its place; ask again");
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        trials.stop("");
      }, estimateMs);
      return trials
        .ask("estimate", asked)
        .catch((error: unknown) => {
          if (own !== estimates) return null;
          if (isLate) return lateEstimate(asked.request, estimateMs / 1000);
          throw error;
        })
        .finally(() => clearTimeout(timer));
    },
  };
}
