// A process that makes one run and tells the server what happens. It ends when the run does.
//
// The run is made in a thread (run-thread.ts), so that this one hears the server whatever the run is doing: a run that is to stop
// does so in the middle of a step, and one that gives no sign of life is ended. Core is loaded by the thread alone: of it, this
// file has types only.

import type { LastNews, ProcessCommand, ProcessNews, VerifyPlace, wire } from "../../../core/index.ts";
import type { BatchPlace } from "../../batch/batch-pool.ts";
import type { RunSource } from "../../runs/run-folder.ts";
import { type Ending, type Overseen, oversee } from "../../threads/overseen.ts";
import type { RunTable } from "../run-table.ts";
import { serverLine } from "../server-line.ts";

export interface RunOrder extends RunTable {
  readonly request: wire.RunRequest;
  readonly folder: string;
  /** Where the truth is written, for `wherefore resume`. */
  readonly requestFolder: string;
  /** The folder is there: resume from its checkpoint, or start over where it has none. */
  readonly isBegun: boolean;
  readonly batch: BatchPlace | undefined;
  readonly source: RunSource;
  readonly command: string;
  /** What the certificate is checked with. */
  readonly verify: VerifyPlace;
}

/** What the thread is given. */
export interface RunThreadData {
  readonly order: RunOrder;
  readonly isWatched: boolean;
}

/** What it says; the last is passed on when it has ended. */
export type ThreadNews = { readonly news: ProcessNews } | { readonly last: LastNews };

let work: Overseen | undefined;
let isStopped = false;
let isWatched = false;
let last: LastNews | undefined;

const tell = serverLine<ProcessCommand | { readonly order: RunOrder }, ProcessNews>((message) => {
  if ("stop" in message) {
    isStopped = true;
    work?.stop();
  } else if ("isWatched" in message) {
    isWatched = message.isWatched;
    work?.send(message);
  } else begin(message.order);
});

function begin(order: RunOrder): void {
  work = oversee<ThreadNews>(new URL("run-thread.js", import.meta.url), {
    data: { order, isWatched } satisfies RunThreadData,
    onNews: (message) => {
      if ("last" in message) last = message.last;
      else tell(message.news);
    },
  });
  if (isStopped) work.stop();
  void work.ended.then(leave);
}

function leave(ending: Ending): void {
  if (ending.kind === "broken") throw ending.error;
  const isLate = ending.kind === "silent" && ending.reason === "time limit";
  const news = isLate ? { refused: lateSentence(ending.seconds) } : last;
  // A run that was to stop and did not hear it is paused: its checkpoint stays.
  if (news === undefined) process.exit(0);
  else tell(news, () => process.exit(0));
}

function lateSentence(seconds: number): string {
  return `runs: the score gave no answer for ${Math.round(seconds)} seconds when the run's time was up, so the run was ended; use a quicker score, or fewer columns`;
}
