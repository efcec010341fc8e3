// Stage 1, read: the request and its table, validated. Knowledge is parsed here and nowhere else in a run.

import type { LoadedTable } from "../../data/columns.ts";
import type { Knowledge } from "../../graph/knowledge.ts";
import { knowledgeOf, leftOutNames } from "../knowledge-names.ts";
import { progressOf, type StopReason } from "../problem.ts";
import type { RunEvent } from "../result.ts";
import type { RunSpec } from "../spec.ts";
import { specFor } from "../spec-for.ts";
import { tableMaking } from "../table-for.ts";
import type { Discovery } from "./discovery.ts";
import { createPulse, type Pulse } from "./pulse.ts";

export interface Read {
  readonly input: Discovery;
  readonly spec: RunSpec;
  /** Why this score was chosen. */
  readonly scoreReason: string;
  /** As the score takes it, without gaps. */
  readonly table: LoadedTable;
  /** Indexed by the numbers of the table's columns. */
  readonly knowledge: Knowledge;
  /** Bytes that a search may allocate. */
  readonly memoryBytes: number;
  readonly pulse: Pulse;
  /** Parts skipped because the run was stopping, phrased for a note; stages add to it. */
  readonly skips: string[];
}

function gapWork({ missing }: RunSpec): string {
  return missing === "impute" ? "imputing missing values" : "estimating covariances from incomplete rows";
}

export function* read(input: Discovery): Generator<RunEvent, Read, StopReason | undefined> {
  const isOwn = input.userScore !== undefined;
  const { spec, reason } = specFor(input.table, input.options, isOwn);
  const { now, stop, tell, memoryBytes = 2 ** 31 } = input;
  const deadline = now() + 1000 * (spec.timeLimit ?? Number.POSITIVE_INFINITY);
  const pulse = createPulse({ now, deadline, stop, tell });
  const making = tableMaking(input.table, spec, isOwn);
  let step = making.next();
  for (; !step.done; step = making.next()) pulse.wish(yield progressOf("gaps", gapWork(spec), step.value));
  const table = step.value;
  return {
    input,
    spec,
    scoreReason: reason,
    table,
    knowledge: knowledgeOf(spec.knowledge, table.names, leftOutNames(input.table)),
    memoryBytes,
    pulse,
    skips: [],
  };
}
