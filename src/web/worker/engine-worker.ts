// A worker of the engine in the browser: answers questions one after the other, makes one run, or computes parent-set values for
// one. A single script for all three, so that core is fetched once.

import {
  catalogue,
  checkRequest,
  edgeDetails,
  edgesOf,
  formatOf,
  InputError,
  readGraph,
  refusedBody,
  trial,
} from "../../core/index.ts";
import { isFull } from "../client/database.ts";
import type { JobName, JobNews, JobOrder, Jobs, RunCommand, WorkerNews } from "../client/engine-work.ts";
import { openStore } from "../client/store.ts";
import { makeRun } from "./make-run.ts";
import { prepareRun, runTable } from "./prepare-run.ts";
import type { RunRecord } from "./run-record.ts";
import { type SetCommand, setWorker } from "./set-workers.ts";
import { addTable, examineTable } from "./table-jobs.ts";

type Answers = {
  readonly [J in JobName]: (
    question: Jobs[J]["question"],
    onProgress: (share: number) => void,
  ) => Jobs[J]["answer"] | Promise<Jobs[J]["answer"]>;
};

const answers: Answers = {
  addTable,
  examine: examineTable,
  catalogue,
  edgesOf: (text) => edgesOf(readGraph(text, formatOf("truth", text))),
  checkRequest: ({ request, columns }) => {
    checkRequest(request, columns);
    return null;
  },
  estimate: async ({ table, request }) => {
    const { input, release } = await prepareRun(table, request, { version: "" });
    try {
      return trial(input);
    } finally {
      release();
    }
  },
  edge: async ({ table, request, result, edge }) => edgeDetails(await runTable(table, request), result, edge),
};

let isStopped = false;
let isWatched = false;
let record: RunRecord | undefined;
let busy = Promise.resolve();

const heardOfSets = setWorker(() => postMessage("ready"));

self.onmessage = ({ data }: MessageEvent<RunCommand | JobOrder | SetCommand>) => {
  if ("job" in data) busy = busy.then(() => answer(data));
  else if ("setWork" in data || "setList" in data) heardOfSets(data);
  else if ("stop" in data) {
    isStopped = true;
    tellRun({ isStopping: true });
  } else if ("isWatched" in data) {
    isWatched = data.isWatched;
    record?.setWatched(isWatched);
  } else void run(data.run).then(tellRun);
};

async function answer({ job, name, question }: JobOrder): Promise<void> {
  const tell = (news: JobNews): void => postMessage(news);
  const work = answers[name] as (question: unknown, onProgress: (share: number) => void) => unknown;
  try {
    tell({ job, answer: await work(question, (progress) => tell({ job, progress })) });
  } catch (error) {
    if (error instanceof InputError) tell({ job, refused: refusedBody(error) });
    else tell({ job, broken: sentenceOf(error) });
  }
}

async function run(order: Parameters<typeof makeRun>[0]): Promise<WorkerNews> {
  try {
    await makeRun(order, {
      store: await openStore(),
      tell: tellRun,
      stop: () =>
        isStopped || (order.wish && Atomics.load(order.wish, 0) === 1) ? "interrupted" : undefined,
      isWatched: () => isWatched,
      onRecord: (newRecord) => {
        record = newRecord;
      },
    });
    return { isDone: true };
  } catch (error) {
    await record?.flush().catch(() => {});
    if (isFull(error)) return { failed: (error as Error).message };
    return error instanceof InputError ? { refused: error.message } : { broken: sentenceOf(error) };
  }
}

function tellRun(news: WorkerNews): void {
  postMessage(news);
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
