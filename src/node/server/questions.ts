// Questions about runs that take a table to answer: details of an edge, and how long a run would take. Each is answered by a
// process of its own, which ends when nobody waits for the answer any more. A newer estimate cancels the older one.

import { mkdir, rm } from "node:fs/promises";
import {
  checkRequest,
  lateEstimate,
  type NamedEdge,
  newestOnly,
  questionMs,
  questionSentences,
  queue,
  type wire,
} from "../../core/index.ts";
import { type DataFolder, newId } from "./data-folder.ts";
import type { Limits } from "./limits.ts";
import { askApart, type Ending } from "./processes.ts";
import type { QuestionNews, QuestionOrder } from "./question-process.ts";
import { refusal } from "./refusal.ts";
import type { RunTable } from "./run-table.ts";
import type { Runs } from "./runs.ts";
import type { Tables } from "./tables.ts";

export interface Questions {
  readonly edge: (id: string, edge: NamedEdge, gone: AbortSignal) => Promise<wire.EdgeDetails>;
  readonly estimate: (request: wire.RunRequest, gone: AbortSignal) => Promise<wire.Estimate>;
  /** Ends what is being answered. */
  readonly close: () => void;
}

/** Edges that are examined at once; others wait. */
const edgesAtOnce = 2;

export function openQuestions(folder: DataFolder, tables: Tables, runs: Runs, limits: Limits): Questions {
  const inTurn = queue(edgesAtOnce);
  const closing = new AbortController();
  const cancelOlder = newestOnly();

  /** What a process of its own answers; its temporary files are gone with it. */
  const answer = async (
    request: Omit<wire.RunRequest, "truth" | "threads">,
    question: Question,
    { ms, gone }: { readonly ms: number; readonly gone: AbortSignal },
  ): Promise<QuestionNews | Ending> => {
    const { name, header } = tables.facts(request.table);
    const temporary = folder.of("temporary", newId());
    await mkdir(temporary);
    const table = { path: tables.path(request.table), name, header };
    const place: RunTable = { table, request, temporary, limits };
    try {
      const order = { ...place, ...question };
      return await askApart("question-process", order, { ms, gone: AbortSignal.any([gone, closing.signal]) });
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  };

  return {
    close: () => closing.abort(),
    edge: (id, edge, gone) =>
      inTurn(async () => {
        const result = runs.file(id, "result.json");
        const { table, request } = runs.details(id);
        if (!tables.list().some((each) => each.id === table.id))
          throw refusal(404, questionSentences.noTable(id, "upload it"));
        const { options, columns, missing } = request;
        const used = { table: table.id, options, missing, ...(columns && { columns }) };
        const news = await answer(used, { edge, result }, { ms: questionMs.edge, gone });
        if (news === "late") throw refusal(422, questionSentences.lateEdge);
        if (news === "gone") throw refusal(429, "runs: the request was cancelled");
        if ("missing" in news) throw refusal(404, news.missing);
        if ("refused" in news) throw refusal(422, news.refused);
        return (news as { details: wire.EdgeDetails }).details;
      }),
    estimate: async (request, gone) => {
      checkRequest(request, tables.facts(request.table).columns);
      const superseded = new AbortController();
      cancelOlder(() => superseded.abort());
      const { truth, threads, ...rest } = request;
      const signal = AbortSignal.any([gone, superseded.signal]);
      const news = await answer(
        rest,
        { trial: { truth, threads } },
        { ms: questionMs.estimate, gone: signal },
      );
      if (news === "gone") throw refusal(429, questionSentences.newerEstimate);
      if (news === "late") return lateEstimate(request);
      if ("refused" in news) throw refusal(422, news.refused);
      return (news as { estimate: wire.Estimate }).estimate;
    },
  };
}

type Question = QuestionOrder extends infer Order
  ? Order extends RunTable
    ? Omit<Order, keyof RunTable>
    : never
  : never;
