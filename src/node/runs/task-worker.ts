// A worker of the task pool: computes the tasks that it is given, one after another.

import { workerData } from "node:worker_threads";
import { isScoreFile, replicatesOf, searchTasksOf } from "../../core/index.ts";
import { loadScore } from "./load-score.ts";
import { allowRelaxedSimd } from "./machine.ts";
import { hear, tell } from "./news-workers.ts";
import type { TaskWorkerData } from "./task-pool.ts";

const { kind, table, options, memoryBytes, build, ...line } = workerData as TaskWorkerData;
const { score = "" } = options;
const userScore = isScoreFile(score) ? await loadScore(score) : undefined;
if (build !== undefined) allowRelaxedSimd();
const work = { table, options, userScore, memoryBytes, machine: { ...(build && { build }), memoryBytes } };
const answer: (task: never) => unknown = kind === "search" ? searchTasksOf(work) : replicatesOf(work);

hear((task) => tell(line, answer(task as never)));
