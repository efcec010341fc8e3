// Questions that need a table to answer: the doctor's findings, how long a run would take, details of an edge. Each kind has its
// own worker, so that none waits for another, and a newer request cancels the older one of its kind.

import { InputError, lateEstimate, questionMs, questionSentences, type wire } from "../../core/index.ts";
import type { JobName, Jobs } from "./engine-work.ts";
import { createJobs, engineWorker } from "./jobs.ts";

type Question<J extends JobName> = (question: Jobs[J]["question"]) => Promise<Jobs[J]["answer"]>;

export function createQuestions() {
  let estimates = 0;
  const estimate = question("estimate", questionSentences.newerEstimate, {
    ms: questionMs.estimate,
    sentence: lateSentence,
  });
  return {
    examine: question("examine", "tables: a newer request has cancelled this one; try again"),
    edge: question("edge", "runs: a newer request has cancelled this one; try again", {
      ms: questionMs.edge,
      sentence: questionSentences.lateEdge,
    }),
    /** Null if a newer request cancelled this one. */
    estimate: (question: Jobs["estimate"]["question"]): Promise<wire.Estimate | null> => {
      const ticket = ++estimates;
      return estimate(question).catch((error: unknown) => {
        if (ticket !== estimates) return null;
        if (error instanceof InputError && error.message === lateSentence)
          return lateEstimate(question.request);
        throw error;
      });
    },
  };
}

const lateSentence = "estimates: the trial takes too long";

/** `late`: time limit and the error message once it is exceeded. */
function question<J extends JobName>(
  name: J,
  newer: string,
  late?: { readonly ms: number; readonly sentence: string },
): Question<J> {
  const jobs = createJobs(() => engineWorker(name));
  return (question) => {
    jobs.stop(newer);
    const timer = late && setTimeout(() => jobs.stop(late.sentence), late.ms);
    return jobs.ask(name, question).finally(() => clearTimeout(timer));
  };
}
