// A process that answers one question about a run: what there is to say of an edge of its result, or how long it would take.

import { readFile } from "node:fs/promises";
import {
  edgeDetails,
  hasNamedEdge,
  type NamedEdge,
  type RunOptions,
  readResult,
  truthOn,
  type wire,
} from "../../../core/index.ts";
import { tryDiscovery } from "../../runs/discover.ts";
import { answerOrder } from "../processes.ts";
import { refusal } from "../refusal.ts";
import { type RunTable, readRunTable } from "../run-table.ts";

export type QuestionOrder = RunTable &
  (
    | { readonly edge: NamedEdge; readonly result: string }
    | { readonly trial: Pick<wire.RunRequest, "truth" | "threads"> }
  );

answerOrder(async (order: QuestionOrder): Promise<wire.EdgeDetails | wire.Estimate> => {
  if ("edge" in order) {
    const result = readResult(await readFile(order.result, "utf8"), "result.json");
    const [cause, effect] = order.edge;
    if (!hasNamedEdge(result, order.edge))
      throw refusal(
        404,
        `runs: the result has no edge from "${cause}" to "${effect}"; result.json lists those it has`,
      );
    return edgeDetails(await readRunTable(order), result, order.edge);
  }
  const { truth: given, threads } = order.trial;
  const table = await readRunTable(order);
  const truth = given === undefined ? undefined : truthOn(table.names, given);
  return tryDiscovery(table, { ...(order.request.options as RunOptions), truth, threads });
});
