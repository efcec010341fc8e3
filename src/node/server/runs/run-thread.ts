// The thread in which the process of a run (run-process.ts) executes it, in its run folder. It exits when the run ends.

import { parentPort } from "node:worker_threads";
import {
  graphFormats,
  InputError,
  type LastNews,
  type LiveNews,
  liveNews,
  namedGraph,
  requestOptions,
  requestTruth,
  verifyCommand,
} from "../../../core/index.ts";
import { replicatesOn, restartsOn } from "../../batch/batch-pool.ts";
import { faultReason } from "../../files/fault.ts";
import { openFolder } from "../../files/folder.ts";
import { sparingThreads } from "../../runs/machine.ts";
import { recordedDiscovery } from "../../runs/recorded.ts";
import { resumedRun } from "../../runs/run-folder.ts";
import { oversight } from "../../threads/overseen.ts";
import { readRunTable } from "../run-table.ts";
import { serverPurpose } from "./run-lock.ts";
import type { RunOrder, RunThreadData, ThreadNews } from "./run-process.ts";

const overseer = oversight<ThreadNews>()!;
const { order, isWatched: isWatchedFirst } = overseer.data as RunThreadData;
let isWatched = isWatchedFirst;
let news: LiveNews | undefined;

parentPort!.on("message", (message: { readonly isWatched: boolean }) => {
  isWatched = message.isWatched;
  news?.setWatched(isWatched);
});
overseer.tell({ last: await lastNews(order).catch(refusal) });
process.exit(0);

function refusal(error: unknown): LastNews {
  if (error instanceof InputError) return { refused: error.message };
  const fault = faultReason(error);
  if (fault !== null) return { failed: faultyFolder(fault) };
  throw error;
}

async function lastNews(order: RunOrder): Promise<LastNews> {
  const { table: file, request, folder, requestFolder, isBegun } = order;
  const { threads } = request;
  const options = requestOptions(request);
  const table = await readRunTable(order);
  const truth = requestTruth(request, table.names);
  if (truth) {
    const text = graphFormats.csv.write(namedGraph(table.names, truth));
    await openFolder(requestFolder).write("truth.csv", text);
  }
  const resumed = isBegun ? await resumedRun(folder, serverPurpose) : undefined;
  const live = liveNews((news) => overseer.tell({ news }), {
    now: () => performance.now(),
    // A timer must not keep the thread alive.
    later: (call, ms) => void setTimeout(call, ms).unref(),
    seconds: resumed?.seconds ?? 0,
    isWatched,
  });
  news = live;
  overseer.begin(options.timeLimit);
  const { fault } = await recordedDiscovery(table, options, {
    truth,
    threads,
    mostThreads: sparingThreads(),
    name: file.name,
    folderFor: () => folder,
    command: order.command,
    verify: (_, spec) => verifyCommand(spec, order.verify),
    source: () => order.source,
    resumed,
    purpose: serverPurpose,
    replicates: replicatesOn(order.batch, table, { ...options, name: file.name }),
    restartPool: restartsOn(order.batch, table, { ...options, name: file.name }),
    stepMs: 0,
    onLine: live.line,
    stop: () => (overseer.isToStop() ? "interrupted" : undefined),
    onEvent: live.add,
    onWriting: () => {
      overseer.end();
      live.flush();
    },
  });
  return fault === null ? { isDone: true } : { failed: faultyFolder(fault) };
}

function faultyFolder(fault: string): string {
  return `server: its data folder cannot be used: ${fault}`;
}
