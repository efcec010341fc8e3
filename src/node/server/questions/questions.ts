// Questions about runs whose answers need the table: details of an edge, and how long a run would take. Each is answered in
// its own process, which is killed when the client no longer waits. A newer estimate cancels the older one.

import {
  checkRequest,
  chosenSheet,
  lateEstimate,
  type NamedEdge,
  newestOnly,
  questionMs,
  questionSentences,
  queue,
  type wire,
} from "../../../core/index.ts";
import type { DataFolder } from "../data-folder/data-folder.ts";
import type { Limits } from "../limits.ts";
import { type AskOptions, askApart } from "../processes.ts";
import { refusal } from "../refusal.ts";
import type { Runs } from "../runs/runs.ts";
import type { Tables } from "../tables/tables.ts";
import type { QuestionOrder } from "./question-process.ts";

export { questionRoutes } from "./question-routes.ts";

export type Questions = ReturnType<typeof openQuestions>;

/** Edges examined at the same time; others wait. */
const edgesAtOnce = 2;

export function openQuestions(folder: DataFolder, tables: Tables, runs: Runs, limits: Limits) {
  const inTurn = queue(edgesAtOnce);
  const closing = new AbortController();
  const cancelOlder = newestOnly();

  /** The answer, computed in its own process. */
  const answer = <Answer extends object>(
    question: Pick<QuestionOrder, "request" | "edge">,
    { gone, ...options }: AskOptions<Answer> & { readonly gone: AbortSignal },
  ): Promise<Answer> =>
    folder.withTemporary((temporary) => {
      const facts = tables.facts(question.request.table);
      const { name, header } = facts;
      const table = { path: tables.path(facts.id), name, header, sheet: chosenSheet(facts.workbook) };
      const order: QuestionOrder = { ...question, table, temporary, limits };
      const signal = AbortSignal.any([gone, closing.signal]);
      return askApart("questions/question-process", order, { ...options, gone: signal });
    });

  return {
    /** Cancels all pending questions. */
    close: (): void => closing.abort(),
    edge: (id: string, named: NamedEdge, gone: AbortSignal): Promise<wire.EdgeDetails> =>
      inTurn(async () => {
        const edge = { named, result: runs.file(id, "result.json") };
        const { request } = runs.control(id).state().stored;
        if (!tables.list().some((each) => each.id === request.table))
          throw refusal(404, questionSentences.noTable(id, "upload it"));
        const cancelled = "runs: the request was cancelled";
        const limit = { ms: questionMs.edge, late: questionSentences.lateEdge };
        return answer<wire.EdgeDetails>({ request, edge }, { ...limit, gone, cancelled });
      }),
    estimate: async (request: wire.RunRequest, gone: AbortSignal): Promise<wire.Estimate> => {
      checkRequest(request, tables.facts(request.table).columns);
      const superseded = new AbortController();
      cancelOlder(() => superseded.abort());
      return answer(
        { request },
        {
          ms: questionMs.estimate,
          late: lateEstimate(request),
          gone: AbortSignal.any([gone, superseded.signal]),
          cancelled: questionSentences.newerEstimate,
        },
      );
    },
  };
}
