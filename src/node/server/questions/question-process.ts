// A process that answers one question about a run: the details of an edge of its result, or how long the run would take.

import { readFile } from "node:fs/promises";
import {
  edgeDetails,
  hasNamedEdge,
  type NamedEdge,
  type RunOptions,
  readResult,
  requestTruth,
  type wire,
} from "../../../core/index.ts";
import { tryDiscovery } from "../../runs/discover.ts";
import { sparingThreads } from "../../runs/machine.ts";
import { answerOrder } from "../processes.ts";
import { refusal } from "../refusal.ts";
import { type RunTable, readRunTable } from "../run-table.ts";

export interface QuestionOrder extends RunTable {
  readonly request: wire.RunRequest;
  /** The edge in question and the file with the result; without it, the question is how long the run would take. */
  readonly edge?: { readonly named: NamedEdge; readonly result: string };
}

answerOrder(async (order: QuestionOrder): Promise<wire.EdgeDetails | wire.Estimate> => {
  const { edge, request } = order;
  if (edge) {
    const result = readResult(await readFile(edge.result, "utf8"), "result.json");
    const [cause, effect] = edge.named;
    if (!hasNamedEdge(result, edge.named))
      throw refusal(
        404,
        `runs: the result has no edge from "${cause}" to "${effect}"; result.json lists its edges`,
      );
    return edgeDetails(await readRunTable(order), result, edge.named);
  }
  const { options, threads } = request;
  const table = await readRunTable(order);
  const truth = requestTruth(request, table.names);
  return tryDiscovery(table, { ...(options as RunOptions), truth, threads, mostThreads: sparingThreads() });
});
