// Estimates how long a run will take, by starting it: the run is executed for a moment, and its progress is extrapolated.
//
// A long stage (the examination, the scores of parent sets, a proof, the search) reports the share of it that is done. Two such
// reports give its speed, without the setup time, and from that the remaining time. What the trial does not show is not
// guessed: a stage that has completed less than one percent gives only a lower bound, and later stages are named.
// Estimates for searches that may end early (agents, the order search) are "at most"; the progress of others is no exact clock
// either, so every estimate is "about". It never exceeds a time limit. The trial is refused for whatever the run would be.
//
// Cost: the duration of the trial, 1.5 seconds by default; longer if a single step of the run takes longer.

import { type Discovery, discovery } from "../run/discovery/discovery.ts";
import { type RunSpec, runSpec } from "../run/spec.ts";
import { searches } from "../search/searches.ts";
import type { Estimate } from "./wire/wire.ts";

export interface TrialOptions {
  /** Duration of the trial. */
  readonly ms?: number;
}

/** Nothing can be extrapolated from less than this share of a stage. */
const leastShare = 0.01;

export function trial(input: Discovery, { ms = 1500 }: TrialOptions = {}): Estimate {
  const { now } = input;
  const started = now();
  const running = discovery(input);
  let chosen = { search: input.options?.search ?? "auto", choice: "" };
  let stage = null as Stage | null;
  try {
    for (;;) {
      const { value: event, done } = running.next();
      const at = now();
      if (done) {
        const { search, choice, spec } = event.result;
        return estimate({ search, choice }, spec, { kind: "done", seconds: (at - started) / 1000 });
      }
      if (event.type === "choice") chosen = { search: event.search, choice: event.reason };
      if (event.type === "step") {
        const { stage: name, progress } = event;
        if (stage?.name === name) stage = { ...stage, last: { at, progress } };
        else
          stage = { name, from: stage?.last.at ?? started, first: { at, progress }, last: { at, progress } };
      }
      if (at - started < ms) continue;
      const spec = runSpec(input.options, input.userScore !== undefined);
      const isFollowed = input.truth !== undefined || spec.panel === "always" || spec.best > 1;
      return estimate(chosen, spec, { kind: "cut", elapsed: at - started, at, stage, isFollowed });
    }
  } finally {
    // Releases what the run holds: memory of networks, workers.
    running.return(undefined as never);
  }
}

interface Stage {
  readonly name: string;
  /** When the previous stage made its last report. */
  readonly from: number;
  readonly first: ProgressPoint;
  readonly last: ProgressPoint;
}

interface ProgressPoint {
  readonly at: number;
  readonly progress: number;
}

type Observation =
  | { readonly kind: "done"; readonly seconds: number }
  | {
      readonly kind: "cut";
      readonly elapsed: number;
      readonly at: number;
      readonly stage: Stage | null;
      /** Do tests of the result, or further graphs, follow the search? */
      readonly isFollowed: boolean;
    };

function estimate(chosen: Pick<Estimate, "search" | "choice">, spec: RunSpec, seen: Observation): Estimate {
  if (seen.kind === "done")
    return { ...chosen, seconds: seen.seconds, sentence: `${spoken(seen.seconds)} on this machine` };
  const { stage, elapsed, at, isFollowed } = seen;
  const { timeLimit = Number.POSITIVE_INFINITY } = spec;
  const name = stage?.name ?? "";
  const isAgent = searches[chosen.search]?.runs !== undefined;
  const isBeforeSearch =
    stage === null || name === "doctor" || name === "scores" || (name === "proof" && isAgent);
  const { seconds, isBound } = extended(stage, elapsed, at);
  if (seconds >= timeLimit)
    return {
      ...chosen,
      seconds: timeLimit,
      sentence: `${spoken(timeLimit)} on this machine: its time limit ends it, with the best graph found until then`,
    };
  const bound = isBound ? "more than " : "";
  // Once the scores of all parent sets are computed, the rest is short, except for an agent.
  if (isBeforeSearch)
    return {
      ...chosen,
      seconds: name === "scores" && !isAgent && !isBound ? seconds : null,
      sentence: `${bound}${spoken(seconds)} on this machine for ${parts[name] ?? "the first step"}; then the search, which the trial did not reach`,
    };
  if (isBound) return { ...chosen, seconds: null, sentence: `${bound}${spoken(seconds)} on this machine` };
  const most = searches[chosen.search]?.mayEndEarly && name === "search" ? "at most " : "";
  const more =
    isFollowed && name === "search"
      ? " for the search; what is requested after it takes additional time"
      : "";
  return { ...chosen, seconds, sentence: `${most}${spoken(seconds)} on this machine${more}` };
}

const parts: Readonly<Record<string, string>> = {
  doctor: "the examination of the table",
  scores: "the scores of all sets of causes",
  proof: "the proof of the best score",
};

/** Seconds from the start of the run to the end of the stage; a lower bound if too little of it was seen. */
function extended(
  stage: Stage | null,
  elapsed: number,
  at: number,
): { readonly seconds: number; readonly isBound: boolean } {
  if (stage === null) return { seconds: elapsed / 1000, isBound: true };
  const { from, first, last } = stage;
  // The time between two reports excludes the setup; with one report, time counts from the end of the previous stage.
  const isOne = !(last.progress > first.progress);
  const share = isOne ? last.progress : last.progress - first.progress;
  const took = isOne ? last.at - from : last.at - first.at;
  const remainder = 1 - last.progress;
  // The bound excludes the setup too.
  if (!(share >= leastShare))
    return { seconds: (elapsed + (remainder * (at - first.at)) / leastShare) / 1000, isBound: true };
  const rest = (remainder * took) / share - (at - last.at);
  return { seconds: (elapsed + Math.max(0, rest)) / 1000, isBound: false };
}

/** under a second, about 20 seconds, about 3 minutes, about 5 hours, about 2 days. */
function spoken(seconds: number): string {
  if (seconds < 1) return "under a second";
  const [unit, size] = units.find(([, length]) => seconds >= 1.5 * length) ?? ["second", 1];
  const exact = seconds / size;
  const count = exact < 20 ? Math.round(exact) : 5 * Math.round(exact / 5);
  return `about ${count} ${unit}${count === 1 ? "" : "s"}`;
}

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;
