// A process that makes one run, in its run folder, and tells the server what happens. It ends when the run does.

import {
  type Glimpse,
  glimpses,
  graphFormats,
  InputError,
  type LoggedEvent,
  loggedEvent,
  namedGraph,
  type RunEvent,
  type RunOptions,
  type StopReason,
  thinned,
  truthOn,
  type wire,
} from "../../core/index.ts";
import { faultReason } from "../files/fault.ts";
import { openFolder } from "../files/folder.ts";
import { recordedDiscovery } from "../runs/recorded.ts";
import { type RunSource, resumedRun } from "../runs/run-folder.ts";
import { serverLine } from "./processes.ts";
import { serverPurpose } from "./run-lock.ts";
import { type RunTable, readRunTable } from "./run-table.ts";

export interface RunOrder extends RunTable {
  readonly request: wire.RunRequest;
  readonly folder: string;
  /** Where the truth is written, for `wherefore resume`. */
  readonly requestFolder: string;
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

export type RunNews =
  /** `line`: which line of events.ndjson it is, from 1; null: a step that is not in it. */
  | { readonly event: LoggedEvent; readonly line: number | null }
  | Glimpse
  | { readonly refused: string }
  /** A fault of the machine. */
  | { readonly failed: string }
  | { readonly isDone: true };

let stop: StopReason | undefined;
let isWatched = false;

/** Clock and timer of this process; a timer keeps no process alive. */
const timing = {
  now: () => performance.now(),
  later: (call: () => void, ms: number) => void setTimeout(call, ms).unref(),
};

const tell = serverLine<RunCommand, RunNews>((message) => {
  if ("stop" in message) stop = "interrupted";
  else if ("isWatched" in message) {
    isWatched = message.isWatched;
    seen.flush();
  } else
    made(message.order)
      .catch((error: unknown): RunNews => {
        if (error instanceof InputError) return { refused: error.message };
        const fault = faultReason(error);
        if (fault !== null) return { failed: `server: its data folder cannot be used: ${fault}` };
        throw error;
      })
      .then((news) => tell(news, () => process.exit(0)));
});

const seen = glimpses(tell, { ...timing, isWatched: () => isWatched });

async function made(order: RunOrder): Promise<RunNews> {
  const { table: file, request, folder, requestFolder, isBegun } = order;
  const { truth: given, threads } = request;
  // A spec has its fields in the order of the command line's, which always says these two.
  const options: RunOptions = { prune: undefined, polish: undefined, ...request.options };
  const table = await readRunTable(order);
  const truth = given === undefined ? undefined : truthOn(table.names, given);
  if (truth) {
    const text = graphFormats.csv.write(namedGraph(table.names, truth));
    await openFolder(requestFolder).write("truth.csv", text);
  }
  const resumed = isBegun ? await resumedRun(folder, serverPurpose) : undefined;
  const watching = watcher(1000 * (resumed?.seconds ?? 0));
  const { fault } = await recordedDiscovery(table, options, {
    truth,
    threads,
    name: file.name,
    folderFor: () => folder,
    command: order.command,
    verify: () => order.verify,
    source: () => order.source,
    resumed,
    purpose: serverPurpose,
    stepMs: 0,
    onLine: watching.line,
    stop: () => stop,
    onEvent: watching.add,
    onWriting: watching.flush,
  });
  return fault === null ? { isDone: true } : { failed: `server: its data folder cannot be used: ${fault}` };
}

/** Tells the server what happens in a run that has taken so long, thinned: the lines of its record, and steps that are not in it. */
function watcher(tookMs: number) {
  let startedAt = performance.now() - tookMs;
  let isRecorded = false;
  let lastStage = "";
  const told = thinned<LoggedEvent & { readonly line: number | null }>(
    ({ line, ...event }) => tell({ event, line }),
    timing,
  );
  return {
    flush: (): void => {
      told.flush();
      seen.flush();
    },
    /** Comes before `add` of the same event, and where a step that was held back is written. */
    line: (event: LoggedEvent, line: number): void => {
      isRecorded = true;
      const stage = event.type === "step" ? event.stage : undefined;
      if (stage === undefined) startedAt = performance.now() - event.ms; // the record's clock
      if (stage === undefined || stage === lastStage) {
        told.add({ ...event, line });
        return;
      }
      // Steps of this stage may have been told before there was a record; the first of its lines is not thinned out.
      lastStage = stage;
      told.flush();
      tell({ event, line });
    },
    add: (event: RunEvent): void => {
      if (event.type === "step" && !isRecorded)
        told.add({ ...loggedEvent(event, Math.round(performance.now() - startedAt)), line: null });
      isRecorded = false;
      seen.add(event);
    },
  };
}
