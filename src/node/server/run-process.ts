// A process that makes one run, in its run folder, and tells the server what happens. It ends when the run does.

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  graphFormats,
  InputError,
  namedGraph,
  type RunEvent,
  type RunOptions,
  type StopReason,
  type wire,
} from "../../core/index.ts";
import { openFolder } from "../files/folder.ts";
import { readTable, type TableLimits } from "../files/read-table.ts";
import { readCheckpoint } from "../runs/checkpoint.ts";
import { categoriesFor } from "../runs/examined-file.ts";
import { recordedDiscovery } from "../runs/recorded.ts";
import type { RunSource } from "../runs/run-folder.ts";
import { truthOn } from "../runs/truth.ts";
import { serverLine } from "./processes.ts";
import { lineCount } from "./record.ts";
import { thinned } from "./thinned.ts";

export interface RunOrder {
  /** The table's file, and what it is called. */
  readonly table: { readonly path: string; readonly name: string };
  readonly request: wire.RunRequest;
  readonly folder: string;
  /** Where the truth is written, for `wherefore resume`. */
  readonly requestFolder: string;
  readonly temporary: string;
  readonly limits: TableLimits;
  /** The folder is there: go on from its checkpoint, or start over where it has none. */
  readonly isBegun: boolean;
  readonly source: RunSource;
  readonly command: string;
  readonly verify: string;
}

export type RunCommand =
  | { readonly order: RunOrder }
  | { readonly stop: true }
  | { readonly isWatched: boolean };

/** A step without what is not for the record. */
export type ToldEvent = Readonly<Record<string, unknown>> & { readonly type: RunEvent["type"] };

export type RunNews =
  /** `line`: which line of events.ndjson it is, from 1. */
  | { readonly event: ToldEvent; readonly line: number }
  /** Of an agent: the probability of each edge, row by cause. */
  | { readonly probabilities: readonly number[] }
  | { readonly refused: string }
  | { readonly isDone: true };

/** Between two tellings of an agent's probabilities. */
const probabilitiesMs = 500;
/** Of more variables they are not told. */
const probabilitiesVariables = 100;

let stop: StopReason | undefined;
let isWatched = false;

const tell = serverLine<RunCommand, RunNews>((message) => {
  if ("stop" in message) stop = "interrupted";
  else if ("isWatched" in message) isWatched = message.isWatched;
  else
    made(message.order)
      .catch((error: unknown): RunNews => {
        if (error instanceof InputError) return { refused: error.message };
        throw error;
      })
      .then((news) => tell(news, () => process.exit(0)));
});

async function made(order: RunOrder): Promise<RunNews> {
  const { table: file, request, folder, requestFolder, temporary, limits, isBegun } = order;
  const { columns, missing, truth: given, threads } = request;
  // A spec has its fields in the order of the command line's, which always says these two.
  const options: RunOptions = { prune: undefined, polish: undefined, ...request.options };
  const table = await readTable(file.path, {
    columns,
    missing,
    categorical: categoriesFor([options.score ?? "bic"], options.categorical),
    shown: file.name,
    temporaryIn: temporary,
    limits,
  });
  const truth = given === undefined ? undefined : truthOn(table.names, given);
  if (truth) {
    const text = graphFormats.csv.write(namedGraph(table.names, truth));
    await openFolder(requestFolder).write("truth.csv", text);
  }
  const from = isBegun && existsSync(join(folder, "checkpoint.bin")) ? readCheckpoint(folder) : undefined;
  const lines = isBegun ? await lineCount(join(folder, "events.ndjson")) : 0;
  const watching = watcher(lines, 1000 * (from?.seconds ?? 0));
  await recordedDiscovery(table, options, {
    truth,
    threads,
    name: file.name,
    folderFor: () => folder,
    command: order.command,
    verify: () => order.verify,
    source: () => order.source,
    resumed: isBegun ? { from } : undefined,
    stepMs: 0,
    stop: () => stop,
    onEvent: watching.add,
    onWriting: watching.flush,
  });
  return { isDone: true };
}

/** Tells the server what happens, thinned; of a run that has so many lines in its record and took so long. */
function watcher(lines: number, tookMs: number) {
  const startedAt = performance.now() - tookMs;
  let line = lines;
  let toldAt = Number.NEGATIVE_INFINITY;
  const told = thinned<ToldEvent & { line: number; stage?: string }>(({ line, ...event }) =>
    tell({ event, line }),
  );
  return {
    flush: told.flush,
    add: (event: RunEvent): void => {
      line++;
      const ms = Math.round(performance.now() - startedAt);
      const { state: _, probabilities, ...shown } = { state: null, probabilities: undefined, ...event };
      told.add({ ms, ...shown, line });
      if (!isWatched || probabilities === undefined || performance.now() - toldAt < probabilitiesMs) return;
      toldAt = performance.now();
      const values = probabilities();
      if (values.length <= probabilitiesVariables ** 2)
        tell({ probabilities: Array.from(values, (p) => Math.round(p * 1e4) / 1e4) });
    },
  };
}
