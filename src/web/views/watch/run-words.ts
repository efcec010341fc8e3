// Descriptions of a run's state, stage and remaining time.

import { isGoing, numbers, type wire } from "../../../core/index.ts";
import { secondsLeft, type WatchedRun } from "./watched-run.ts";

const states: Readonly<Record<wire.RunBody["status"], string>> = {
  running: "Running",
  pausing: "Pausing",
  paused: "Paused",
  finished: "Finished",
  cancelled: "Cancelled",
  failed: "Refused",
  interrupted: "Interrupted",
};

/** The state in words, with the reason for its end where known. */
export function stateWords({ status, outcome }: Pick<wire.RunBody, "status" | "outcome">): string {
  const state = states[status];
  if (status === "finished" && outcome?.stopped) return `${state}: stopped by its ${outcome.stopped}`;
  if (status === "paused") return `${state}: it can be resumed`;
  if (status === "interrupted") return `${state}: it can be resumed from its last checkpoint`;
  return state;
}

const stages: Readonly<Record<string, string>> = {
  doctor: "Examining the data",
  scores: "Computing local scores",
  proof: "Proving the best possible score",
  search: "Searching",
  polish: "Polishing: selecting the best parents under the order",
  pruning: "Pruning edges",
  baselines: "Computing baselines",
  best: "Listing the best graphs",
  answer: "Preparing the answer",
  strength: "Measuring the strength of the edges",
  confidence: "Computing the confidence of each edge",
};

export function stageWords(stage: string): string {
  return stages[stage] ?? (stage.startsWith("rescaled") ? `Testing dependence on units (${stage})` : stage);
}

/** Estimated remaining time; null if there is no estimate. */
export function timeWords(watched: WatchedRun, timeLimit: number | undefined): string | null {
  if (watched.run === null || !isGoing(watched.run)) return null;
  const rest = secondsLeft(watched);
  const limited = timeLimit === undefined ? null : Math.max(0, timeLimit - watched.seconds);
  const isLimit = limited !== null && watched.step?.stage === "search" && (rest === null || limited < rest);
  if (isLimit) return `at most about ${roughly(limited)} left until the time limit`;
  if (rest === null) return null;
  return `about ${roughly(rest)} left for this stage${watched.step?.stage === "search" ? "; it may finish earlier" : ""}`;
}

/** Duration rounded to a plausible precision. */
export function roughly(seconds: number): string {
  if (seconds < 5) return "a few seconds";
  if (seconds < 55) return `${5 * Math.round(seconds / 5)} seconds`;
  if (seconds < 90) return "a minute";
  if (seconds < 3600) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 5400 ? "an hour" : `${numbers.fixed(seconds / 3600, seconds < 36_000 ? 1 : 0)} hours`;
}
