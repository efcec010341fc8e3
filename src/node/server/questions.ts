// What is asked about runs and takes a table to answer: details of an edge, and how long a run would take. Each in a process
// of its own, which ends when nobody waits for the answer any more.
//
// Of two estimates the newer one counts: a page asks again at every change, and what it asked before is of no use to it.

import { mkdir, rm } from "node:fs/promises";
import { checkRequest, lateEstimate, type NamedEdge, type wire } from "../../core/index.ts";
import { type DataFolder, newId } from "./data-folder.ts";
import type { Limits } from "./limits.ts";
import { askApart, type Ending } from "./processes.ts";
import type { QuestionNews, QuestionOrder } from "./question-process.ts";
import { queue } from "./queue.ts";
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

/** Edges looked at at once; others wait. */
const lookers = 2;
const edgeMs = 60_000;
const estimateMs = 10_000;

export function openQuestions(folder: DataFolder, tables: Tables, runs: Runs, limits: Limits): Questions {
  const taken = queue(lookers);
  const closing = new AbortController();
  let newest: AbortController | null = null;

  /** What a process of its own answers; its temporary files are gone with it. */
  const asked = async (
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
      taken(async () => {
        const result = runs.file(id, "result.json");
        const { table, request } = runs.details(id);
        if (!tables.list().some((known) => known.id === table.id))
          throw refusal(
            404,
            `runs: the table of the run ${id} is deleted, and without it there is nothing more to say of an edge; upload it and repeat the run`,
          );
        const { options, columns, missing } = request;
        const used = { table: table.id, options, missing, ...(columns && { columns }) };
        const news = await asked(used, { edge, result }, { ms: edgeMs, gone });
        if (news === "late")
          throw refusal(
            422,
            `runs: an edge must be looked at within ${edgeMs / 1000} seconds, got no end of it`,
          );
        if (news === "gone") throw refusal(429, "runs: the question was given up");
        if ("missing" in news) throw refusal(404, news.missing);
        if ("refused" in news) throw refusal(422, news.refused);
        return (news as { details: wire.EdgeDetails }).details;
      }),
    estimate: async (request, gone) => {
      checkRequest(request, tables.facts(request.table).columns);
      newest?.abort();
      const own = new AbortController();
      newest = own;
      const { truth, threads, ...rest } = request;
      const signal = AbortSignal.any([gone, own.signal]);
      const news = await asked(rest, { trial: { truth, threads } }, { ms: estimateMs, gone: signal });
      if (newest === own) newest = null;
      if (news === "gone")
        throw refusal(429, "estimates: one is made at a time, and a newer one took its place; ask again");
      if (news === "late") return lateEstimate(request, estimateMs / 1000);
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
