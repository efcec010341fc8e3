// wherefore workers --queue URL: lists the live workers and the active batches.

import { Command } from "commander";
import { type BatchFacts, openQueue, present, type WorkerFacts } from "../batch/queue.ts";
import { withQueue } from "./settings.ts";
import { say, sayJson } from "./terminal.ts";
import { textTable } from "./text-table.ts";

export function command(): Command {
  return withQueue(new Command("workers"), { isNeeded: true, hasStore: false })
    .option("--json", "print one JSON document on standard output", false)
    .addHelpText(
      "after",
      `
Examples:
  wherefore workers --queue redis://queue-host
  wherefore workers --queue rediss://:password@queue-host:6380 --json`,
    )
    .action(async ({ queue, json }: { readonly queue: string; readonly json: boolean }) => {
      const redis = (await openQueue(queue)).connect();
      const workers = await present<WorkerFacts>(redis, "worker");
      const batches = await present<BatchFacts>(redis, "batch");
      redis.disconnect();
      if (json) return sayJson({ workers, batches });
      say(workers.length === 0 ? "no workers" : workerLines(workers));
      if (batches.length > 0) say(["", ...batchLines(batches)]);
    });
}

function workerLines(workers: readonly WorkerFacts[]): string[] {
  const head = ["worker", "host", "process", "threads", "under way", "done", "failed", "build"];
  const rows = workers.map(({ id, host, pid, threads, busy, done, failed, build }) =>
    [id, host, pid, threads, busy, done, failed, build].map(String),
  );
  return textTable([head, ...rows]);
}

function batchLines(batches: readonly BatchFacts[]): string[] {
  const head = ["batch", "from", "done", "of", "build"];
  const rows = batches.map(({ name, host, done, of, build }) => [
    name.slice(0, 12),
    host,
    `${done}`,
    `${of}`,
    build,
  ]);
  return textTable([head, ...rows]);
}
