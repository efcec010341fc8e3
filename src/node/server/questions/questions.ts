// Questions about runs that take a table to answer: details of an edge, and how long a run would take. Each is answered by a
// process of its own, which ends when nobody waits for the answer any more. A newer estimate cancels the older one.

import {
  checkRequest,
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
import type { RunTable } from "../run-table.ts";
import type { Runs } from "../runs/runs.ts";
import type { Tables } from "../tables/tables.ts";
import type { QuestionOrder } from "./question-process.ts";

export { questionRoutes } from "./question-routes.ts";

export type Questions = ReturnType<typeof openQuestions>;

/** Edges that are examined at once; others wait. */
const edgesAtOnce = 2;

export function openQuestions(folder: DataFolder, tables: Tables, runs: Runs, limits: Limits) {
  const inTurn = queue(edgesAtOnce);
  const closing = new AbortController();
  const cancelOlder = newestOnly();

  /** What a process of its own answers. */
  const answer = <Answer extends object>(
    request: Omit<wire.RunRequest, "truth" | "threads">,
    question: Question,
    { gone, ...options }: AskOptions<Answer> & { readonly gone: AbortSignal },
  ): Promise<Answer> =>
    folder.withTemporary((temporary) => {
      const { name, header } = tables.facts(request.table);
      const table = { path: tables.path(request.table), name, header };
      const order = { table, request, temporary, limits, ...question };
      const signal = AbortSignal.any([gone, closing.signal]);
      return askApart<QuestionOrder, Answer>("questions/question-process", order, {
        ...options,
        gone: signal,
      });
    });

  return {
    /** Ends what is being answered. */
    close: (): void => closing.abort(),
    edge: (id: string, edge: NamedEdge, gone: AbortSignal): Promise<wire.EdgeDetails> =>
      inTurn(async () => {
        const result = runs.file(id, "result.json");
        const { table, request } = runs.details(id);
        if (!tables.list().some((each) => each.id === table.id))
          throw refusal(404, questionSentences.noTable(id, "upload it"));
        const { options, columns, missing } = request;
        const used = { table: table.id, options, missing, ...(columns && { columns }) };
        return answer<wire.EdgeDetails>(
          used,
          { edge, result },
          {
            ms: questionMs.edge,
            late: questionSentences.lateEdge,
            gone,
            cancelled: "runs: the request was cancelled",
          },
        );
      }),
    estimate: async (request: wire.RunRequest, gone: AbortSignal): Promise<wire.Estimate> => {
      checkRequest(request, tables.facts(request.table).columns);
      const superseded = new AbortController();
      cancelOlder(() => superseded.abort());
      const { truth, threads, ...rest } = request;
      return answer(
        rest,
        { trial: { truth, threads } },
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

type Question = QuestionOrder extends infer Order
  ? Order extends RunTable
    ? Omit<Order, keyof RunTable>
    : never
  : never;
