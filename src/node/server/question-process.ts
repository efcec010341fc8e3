// A process that answers one question about a run: what there is to say of an edge of its result, or how long it would take.

import { readFile } from "node:fs/promises";
import {
  edgeDetails,
  hasNamedEdge,
  InputError,
  type NamedEdge,
  type RefusedBody,
  type RunOptions,
  readResult,
  refusedBody,
  truthOn,
  type wire,
} from "../../core/index.ts";
import { tryDiscovery } from "../runs/discover.ts";
import { serverLine } from "./processes.ts";
import { type RunTable, readRunTable } from "./run-table.ts";

export type QuestionOrder = RunTable &
  (
    | { readonly edge: NamedEdge; readonly result: string }
    | { readonly trial: Pick<wire.RunRequest, "truth" | "threads"> }
  );

export type QuestionNews =
  | { readonly details: wire.EdgeDetails }
  | { readonly estimate: wire.Estimate }
  /** The result has no such edge. */
  | { readonly missing: string }
  | { readonly refused: RefusedBody };

const tell = serverLine<QuestionOrder, QuestionNews>((order) => {
  answered(order)
    .catch((error: unknown): QuestionNews => {
      if (error instanceof InputError) return { refused: refusedBody(error) };
      throw error;
    })
    .then((news) => tell(news, () => process.exit(0)));
});

async function answered(order: QuestionOrder): Promise<QuestionNews> {
  if ("edge" in order) {
    const result = readResult(await readFile(order.result, "utf8"), "result.json");
    const [cause, effect] = order.edge;
    if (!hasNamedEdge(result, order.edge))
      return {
        missing: `runs: the result has no edge from "${cause}" to "${effect}"; result.json lists those it has`,
      };
    return { details: edgeDetails(await readRunTable(order), result, order.edge) };
  }
  const { truth: given, threads } = order.trial;
  const table = await readRunTable(order);
  const truth = given === undefined ? undefined : truthOn(table.names, given);
  return {
    estimate: await tryDiscovery(table, { ...(order.request.options as RunOptions), truth, threads }),
  };
}
