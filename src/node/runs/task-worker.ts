// A worker of the task pool: makes the tasks that it is told to, one after the other.

import { parentPort, workerData } from "node:worker_threads";
import { isScoreFile, searchTasksOf } from "../../core/index.ts";
import { loadScore } from "./load-score.ts";
import { tell } from "./news-workers.ts";
import type { TaskWorkerData } from "./task-pool.ts";

const { table, options, ...line } = workerData as TaskWorkerData;
const { score = "" } = options;
const userScore = isScoreFile(score) ? await loadScore(score) : undefined;
const made = searchTasksOf({ table, options, userScore });

parentPort!.on("message", (task: unknown) => tell(line, made(task)));
