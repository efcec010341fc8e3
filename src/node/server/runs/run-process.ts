// A process that executes one run and reports its progress to the server. It exits when the run ends.
//
// The run executes in a thread (run-thread.ts), so that this one can always handle messages of the server: a run can be
// stopped in the middle of a step, and one that does not respond is terminated. Only the thread loads core: this file imports
// only its types.

import type { LastNews, ProcessCommand, ProcessNews, VerifyPlace, wire } from "../../../core/index.ts";
import type { BatchPlace } from "../../batch/batch-pool.ts";
import type { RunSource } from "../../runs/run-folder.ts";
import { type Ending, type Overseen, oversee } from "../../threads/overseen.ts";
import type { RunTable } from "../run-table.ts";
import { serverLine } from "../server-line.ts";

export interface RunOrder extends RunTable {
  readonly request: wire.RunRequest;
  readonly folder: string;
  /** Folder to which the truth is written, for `wherefore resume`. */
  readonly requestFolder: string;
  /** Whether the folder exists: then resume from its checkpoint, or start over if it has none. */
  readonly isBegun: boolean;
  readonly batch: BatchPlace | undefined;
  readonly source: RunSource;
  readonly command: string;
  /** The files for the command that checks the certificate. */
  readonly verify: VerifyPlace;
}

/** The thread's input. */
export interface RunThreadData {
  readonly order: RunOrder;
  readonly isWatched: boolean;
}

/** The thread's messages; the last is passed on when the thread has ended. */
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
  // A run that did not respond to the stop request is paused: its checkpoint is kept.
  if (news === undefined) process.exit(0);
  else tell(news, () => process.exit(0));
}

function lateSentence(seconds: number): string {
  return `runs: the score gave no answer for ${Math.round(seconds)} seconds when the run's time was up, so the run was ended; use a quicker score, or fewer columns`;
}
