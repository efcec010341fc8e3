// Makes one run in a worker and stores it in this browser: the counterpart of the server's node/server/runs/run-process.ts.

import {
  type Checkpoint,
  checkpointKeeper,
  chosenSheet,
  discovery,
  drawGraph,
  graphFiles,
  type Outcome,
  outcomeOf,
  type ProcessNews,
  type RunEvent,
  readCheckpointText,
  recordCourse,
  reportFile,
  resultDrawing,
  resultFiles,
  rowsUsed,
  runCommand,
  type StopReason,
  specFile,
  specFor,
  specSchemaFile,
  stateToResume,
  type TextFile,
} from "../../core/index.ts";
import type { RunOrder } from "../client/engine-work.ts";
import type { Store } from "../client/store.ts";
import { drive } from "./drive.ts";
import { prepareRun } from "./prepare-run.ts";
import { type RunRecord, runRecord } from "./run-record.ts";
import { svgOf } from "./svg-of.ts";

export interface RunHost {
  readonly store: Store;
  readonly tell: (news: ProcessNews) => void;
  readonly stop: () => StopReason | undefined;
  readonly isWatched: () => boolean;
  /** Called with the record once it exists. */
  readonly onRecord: (record: RunRecord) => void;
}

export async function makeRun(order: RunOrder, host: RunHost): Promise<void> {
  const { id, request, tableName: name, isBegun, version } = order;
  const { store, stop } = host;
  const bytes = await store.bytes(request.table);
  if (bytes === undefined) throw new Error("the bytes of the table are not in the store");
  const facts = await store.table(request.table);
  const sheet = facts && chosenSheet(facts.workbook);
  const { input, release } = await prepareRun({ bytes, name, sheet }, request, { version, store });
  try {
    const { table, hash, truth, versions = {} } = input;
    const from = isBegun ? checkpointOf(await store.checkpoint(id)) : undefined;
    const state = from && stateToResume(from, { version, hash });
    const record = runRecord(store, id, host.tell, {
      lines: await store.cutLines(id),
      bytes: (await store.record(id)).size,
      seconds: from?.seconds ?? 0,
      isWatched: host.isWatched(),
    });
    host.onRecord(record);
    const { spec } = specFor(table, input.options);
    const facts = { name, hash, rows: rowsUsed(table), columns: table.names };
    const origin = {
      command: runCommand(request, { name, sheet }),
      started: new Date().toISOString(),
      versions,
    };
    await store.putFiles(id, [specSchemaFile(), specFile({ ...origin, table: facts, spec })]);

    let hasCheckpoint = false;
    const checkpoint = checkpointKeeper({
      write: (text) => {
        record.keep(text);
        hasCheckpoint = true;
      },
      from,
      belongsTo: () => ({ lines: record.lines(), version, hash, spec, seconds: record.ms() / 1000 }),
      now: () => performance.now(),
    });
    const tell = (event: RunEvent): void => {
      // A run that cannot be recorded ends; its checkpoint is kept.
      if (record.failure() !== undefined) throw record.failure();
      record.add(event);
      checkpoint.add(event);
    };
    const resumed = { from: state, secondsBefore: from?.seconds };
    const outcome = await drive(discovery({ ...input, ...resumed, stop, tell }), {
      onEvent: (event) => {
        tell(event);
        if (!hasCheckpoint) return;
        // The worker may be killed during a long next step: write the checkpoint to the store first.
        hasCheckpoint = false;
        return record.flush();
      },
      stop,
    });
    const { result } = outcome;
    if (result.stopped !== null) checkpoint.keep();
    const { svg, note } = await drawGraph(resultDrawing(result, truth), { svgOf });
    if (note !== null) record.add({ type: "note", sentence: note });
    await record.flush();
    const { trace } = await recordCourse((await (await store.record(id)).text()).split("\n"));
    await store.endRun(id, {
      files: filesOf(outcome, { ...origin, svg, trace }),
      outcome: outcomeOf(result),
      search: result.search,
      score: result.spec.score,
      isOver: result.stopped === null,
    });
  } finally {
    release();
  }
}

function checkpointOf(text: string | undefined): Checkpoint | undefined {
  return text === undefined ? undefined : readCheckpointText(text, "checkpoint");
}

type EndFacts = Omit<Parameters<typeof specFile>[0], "table" | "spec"> & Parameters<typeof reportFile>[1];

function filesOf(outcome: Outcome, facts: EndFacts): TextFile[] {
  const { table, spec } = outcome.result;
  return [
    specFile({ ...facts, table, spec }),
    ...resultFiles(outcome),
    ...graphFiles(outcome.result),
    ...(facts.svg === "" ? [] : [["graph.svg", facts.svg] as const]),
    reportFile(outcome, facts),
  ];
}
