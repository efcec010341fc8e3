// The thread in which the process of a run makes it, in its run folder (run-process.ts). It ends when the run does.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import {
  glimpses,
  graphFormats,
  InputError,
  isSign,
  type LoggedEvent,
  loggedEvent,
  namedGraph,
  type RunEvent,
  type RunOptions,
  thinned,
  truthOn,
} from "../../core/index.ts";
import { openFolder } from "../files/folder.ts";
import { readCheckpoint } from "../runs/checkpoint.ts";
import { recordedDiscovery } from "../runs/recorded.ts";
import { oversight } from "../threads/overseen.ts";
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
  const from = isBegun && existsSync(join(folder, "checkpoint.bin")) ? readCheckpoint(folder) : undefined;
  const watching = watcher(from?.lines ?? 0, 1000 * (from?.seconds ?? 0));
  overseer.begin(options.timeLimit);
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
    stop: () => (overseer.isToStop() ? "interrupted" : undefined),
    onEvent: watching.add,
    onWriting: () => {
      overseer.end();
      watching.flush();
    },
  });
  return { isDone: true };
}

/** Tells the server what happens, thinned; of a run that has so many lines in its record and took so long. */
function watcher(lines: number, tookMs: number) {
  const startedAt = performance.now() - tookMs;
  let line = lines;
  const told = thinned<LoggedEvent & { readonly line: number }>(
    ({ line, ...event }) => overseer.tell({ event, line }),
    timing,
  );
  return {
    flush: (): void => {
      told.flush();
      seen.flush();
    },
    add: (event: RunEvent): void => {
      const logged = loggedEvent(event, Math.round(performance.now() - startedAt));
      if (isSign(event)) {
        told.flush();
        overseer.tell({ sign: logged });
        return;
      }
      line++;
      told.add({ ...logged, line });
      seen.add(event);
    },
  };
}
