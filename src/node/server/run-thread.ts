// The thread in which the process of a run makes it, in its run folder (run-process.ts). It ends when the run does.

import { parentPort } from "node:worker_threads";
import {
  glimpses,
  graphFormats,
  InputError,
  type LoggedEvent,
  loggedEvent,
  namedGraph,
  type RunEvent,
  type RunOptions,
  thinned,
  truthOn,
} from "../../core/index.ts";
import { faultReason } from "../files/fault.ts";
import { openFolder } from "../files/folder.ts";
import { recordedDiscovery } from "../runs/recorded.ts";
import { resumedRun } from "../runs/run-folder.ts";
import { oversight } from "../threads/overseen.ts";
import { serverPurpose } from "./run-lock.ts";
import type { RunNews, RunOrder, RunThreadData } from "./run-process.ts";
import { readRunTable } from "./run-table.ts";

const overseer = oversight<RunNews>()!;
const { order, isWatched: isWatchedFirst } = overseer.data as RunThreadData;
let isWatched = isWatchedFirst;

/** Clock and timer of this thread; a timer keeps no thread alive. */
const timing = {
  now: () => performance.now(),
  later: (call: () => void, ms: number) => void setTimeout(call, ms).unref(),
};
const seen = glimpses(overseer.tell, { ...timing, isWatched: () => isWatched });

parentPort!.on("message", (message: { readonly isWatched: boolean }) => {
  isWatched = message.isWatched;
  seen.flush();
});
overseer.tell(await made(order).catch(refusal));
process.exit(0);

function refusal(error: unknown): RunNews {
  if (error instanceof InputError) return { refused: error.message };
  const fault = faultReason(error);
  if (fault !== null) return { failed: faultyFolder(fault) };
  throw error;
}

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
  overseer.begin(options.timeLimit);
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
    stop: () => (overseer.isToStop() ? "interrupted" : undefined),
    onEvent: watching.add,
    onWriting: () => {
      overseer.end();
      watching.flush();
    },
  });
  return fault === null ? { isDone: true } : { failed: faultyFolder(fault) };
}

function faultyFolder(fault: string): string {
  return `server: its data folder cannot be used: ${fault}`;
}

/** Tells the server what happens in a run that has taken so long, thinned: the lines of its record, and steps that are not in it. */
function watcher(tookMs: number) {
  let startedAt = performance.now() - tookMs;
  let isRecorded = false;
  let lastStage = "";
  const told = thinned<LoggedEvent & { readonly line: number | null }>(
    ({ line, ...event }) => overseer.tell({ event, line }),
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
      overseer.tell({ event, line });
    },
    add: (event: RunEvent): void => {
      if (event.type === "step" && !isRecorded)
        told.add({ ...loggedEvent(event, Math.round(performance.now() - startedAt)), line: null });
      isRecorded = false;
      seen.add(event);
    },
  };
}
