// A run of the server while its process works: what it tells becomes the state of the run, and when it ends, what the disk says.

import { mkdir, rm } from "node:fs/promises";
import { afterEvent, type Glimpse, type RunState, type StoredRequest } from "../../core/index.ts";
import { faultSentence } from "../files/fault.ts";
import { findCheckpoint } from "../runs/checkpoint.ts";
import { cutRecord } from "../runs/event-log.ts";
import type { DataFolder } from "./data-folder.ts";
import { startWork, type Work } from "./processes.ts";
import { queue } from "./queue.ts";
import type { RunRecord } from "./record.ts";
import type { RunCommand, RunNews, RunOrder } from "./run-process.ts";
import { storedState } from "./run-state.ts";
import type { Storage } from "./storage.ts";

export interface Run {
  /** Transitions are made one at a time, and so are writes of its request. */
  readonly inTurn: Turn;
  readonly writing: Turn;
  state: RunState;
  work: Work<RunCommand> | null;
  /** When its process has ended and the disk been read. */
  settled: Promise<void>;
  readonly listeners: Set<(news: RunNews | null) => void>;
  /** The last glimpse of each kind, for those who come later. */
  seen: { readonly best?: Glimpse; readonly probabilities?: Glimpse };
}

type Turn = <T>(work: () => Promise<T>) => Promise<T>;

export function runOf(state: RunState): Run {
  return {
    inTurn: queue(1),
    writing: queue(1),
    state,
    work: null,
    settled: Promise.resolve(),
    listeners: new Set(),
    seen: {},
  };
}

/** Tells those who watch; null: the state has changed. */
export function told(run: Run, news: RunNews | null): void {
  for (const listener of run.listeners) listener(news);
}

export interface LaunchPlace {
  readonly folder: DataFolder;
  readonly storage: Storage;
  readonly record: RunRecord;
  readonly write: (run: Run, stored: StoredRequest) => Promise<void>;
}

/** Starts the process of a run; the state follows what it tells. */
export async function launched(
  run: Run,
  { folder, storage, record, write }: LaunchPlace,
  orderOf: () => RunOrder,
): Promise<void> {
  const { id } = run.state.stored;
  const order = orderOf();
  let refused: string | undefined;
  let failed: string | undefined;
  let isDone = false;
  const work = startWork<RunCommand, RunNews>("run-process", (news) => {
    if ("event" in news) run.state = afterEvent(run.state, news.event);
    if ("event" in news && news.line !== null) record.add(news.event, news.line);
    if ("refused" in news) refused = news.refused;
    if ("failed" in news) failed = news.failed;
    if ("isDone" in news) isDone = true;
    if ("best" in news) run.seen = { ...run.seen, best: news };
    if ("probabilities" in news) run.seen = { ...run.seen, probabilities: news };
    if ("event" in news || "best" in news || "probabilities" in news) told(run, news);
  });
  run.work = work;
  storage.growing("runs", id);
  run.state = { ...run.state, activity: "running", lastStep: null };
  const settle = async (failure: string | null): Promise<RunState> => {
    await rm(order.temporary, { recursive: true, force: true });
    const { activity, search, stored: asked } = run.state;
    const isExpected = isDone || activity === "pausing" || asked.isCancelled;
    const state = (await storedState(folder, id)) ?? run.state;
    const { isUnderWay: _, ...rest } = state.stored;
    const stored = {
      ...rest,
      ...(refused !== undefined
        ? { error: refused, isRefused: true }
        : failed !== undefined
          ? { error: failed }
          : !isExpected && { error: brokenSentence(failure) }),
    };
    await write(run, stored);
    return { ...state, stored, activity: null, search: state.search ?? search };
  };
  // A disk that cannot be written to must not end the server too.
  const unsettled = (error: unknown): RunState => {
    const stored = { ...run.state.stored, error: faultSentence(error) ?? String(error) };
    return { ...run.state, stored, activity: null };
  };
  run.settled = work.ended
    .then(settle)
    .catch(unsettled)
    .then((state) => {
      storage.changed("runs", id);
      run.state = state;
      run.work = null;
      // It may have written what it told nobody.
      record.forget();
      told(run, null);
    });
  try {
    await mkdir(order.temporary, { recursive: true });
    // A folder without a spec is that of a process killed in the first moment.
    if (order.isBegun) await cutRecord(order.folder, findCheckpoint(order.folder)?.checkpoint.lines ?? 0);
    else await rm(order.folder, { recursive: true, force: true });
    record.forget();
  } catch (error) {
    work.kill();
    throw error;
  }
  work.send({ order });
  work.send({ isWatched: run.listeners.size > 0 });
}

function brokenSentence(failure: string | null): string {
  return `runs: the process of the run ended before the run did, which is a bug of ours or a lack of memory (${failure ?? "it said nothing"})`;
}
