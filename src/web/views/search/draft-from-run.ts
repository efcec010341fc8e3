// A run's request as a draft for the next: what "repeat with changes" begins with. The way back of run-request.ts.

import type { RunOptions, wire } from "../../../core/index.ts";
import type { Draft } from "../draft/draft.ts";
import { knowledgeFrom } from "../knowledge/knowledge-file.ts";

export function draftFromRun(
  { options, truth, columns, missing, threads }: wire.RunDetails["request"],
  table: readonly string[],
): Draft {
  const { knowledge, ...rest } = options as RunOptions;
  const taken = new Set(columns ?? table);
  return {
    without: table.filter((name) => !taken.has(name)),
    missing,
    truth,
    options: rest,
    knowledge: knowledgeFrom(JSON.stringify(knowledge ?? {}), columns ?? table),
    threads,
  };
}
