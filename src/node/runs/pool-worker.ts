// A worker of the pool: executes the run that it is given and reports its step ten times a second, its state once a second.

import { workerData } from "node:worker_threads";
import { agentRunsOf, isScoreFile, type RunNews, stateOf } from "../../core/index.ts";
import { loadScore } from "./load-score.ts";
import { allowRelaxedSimd } from "./machine.ts";
import { hear, tell } from "./news-workers.ts";
import type { PoolStart, PoolWorkerData } from "./pool.ts";

const newsMs = 100;
const stateMs = 1000;

const { table, options, build, wide, ...line } = workerData as PoolWorkerData;
const { score = "" } = options;
allowRelaxedSimd();
const userScore = isScoreFile(score) ? await loadScore(score) : undefined;
const runs = agentRunsOf({ table, options, userScore, machine: { build, wide } });

hear(({ k, from }: PoolStart) => {
  const run = runs(k, from);
  let reportedAt = Number.NEGATIVE_INFINITY;
  let stateAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { value: step, done: isDone = false } = run.next();
    const now = performance.now();
    if (!isDone && now - reportedAt < newsMs) continue;
    reportedAt = now;
    const hasState = isDone || now - stateAt > stateMs;
    if (hasState) stateAt = now;
    const { graph, score: value, polished, iteration, looks, course, progress, doing, values } = step;
    const news: RunNews = {
      k,
      step: { graph, score: value, polished, iteration, looks, course, progress, doing, values },
      ...(hasState && { state: stateOf(step) }),
      isDone,
    };
    tell(line, news);
    if (isDone) return;
  }
});
