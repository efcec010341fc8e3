// wherefore work --queue URL --store STORE: executes tasks from a queue until it is stopped.

import { availableParallelism } from "node:os";
import { Command } from "commander";
import { withoutPassword } from "../batch/queue.ts";
import { openScoreFiles } from "../batch/score-files.ts";
import { startWorker } from "../batch/worker.ts";
import { collected, whole } from "./option-values.ts";
import { scoreFileHelp, withQueue } from "./settings.ts";
import { complain } from "./terminal.ts";

interface Settings {
  readonly queue: string;
  readonly store: string;
  readonly threads?: number;
  readonly scoreFile?: readonly string[];
  readonly quiet: boolean;
}

export function command(): Command {
  return withQueue(new Command("work"), { isNeeded: true })
    .option("--threads <count>", "tasks at a time (default: one for each core)", whole)
    .option("--score-file <file>", scoreFileHelp, collected)
    .option("--quiet", "print no lines about its work", false)
    .addHelpText(
      "after",
      `
Examples:
  wherefore work --queue redis://queue-host --store /mnt/shared/store
  wherefore work --queue rediss://:password@queue-host:6380 --store s3://bucket/prefix --threads 8

It does tasks until it is stopped: the first Ctrl-C (or SIGTERM) ends it when its current tasks are done, the second at once.
No task is lost: if a worker is gone, its task is given to another.`,
    )
    .action(async ({ queue, store, threads = availableParallelism(), scoreFile, quiet }: Settings) => {
      const say = quiet ? () => {} : complain;
      const worker = await startWorker({
        queue,
        store,
        threads,
        scores: await openScoreFiles(scoreFile),
        say,
      });
      const { id, build } = worker.facts();
      say(`worker ${id} of build ${build}, ${threads} at a time, takes tasks from ${withoutPassword(queue)}`);
      const lines = setInterval(() => {
        const { done, failed, busy } = worker.facts();
        if (busy > 0) say(`${done} done${failed > 0 ? `, ${failed} failed` : ""}, ${busy} under way`);
      }, lineMs);
      await stopped(() =>
        say("ending when the tasks under way are done; press Ctrl-C again to exit at once"),
      );
      clearInterval(lines);
      await worker.close();
      say(`${worker.facts().done} tasks done`);
    });
}

const lineMs = 10_000;

/** Resolves at the first Ctrl-C or SIGTERM; the second ends the process. */
function stopped(hear: () => void): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    const ask = (): void => {
      if (isAsked) process.exit(130);
      isAsked = true;
      hear();
      resolve();
    };
    process.on("SIGINT", ask);
    process.on("SIGTERM", ask);
  });
}
