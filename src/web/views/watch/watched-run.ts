// The state of a watched run, accumulated from its news.
//
// Time is working time, as in the record: the clock of a resumed run continues from where it stopped.

import { isGoing, type LoggedEvent, type NamedEdge, type wire } from "../../../core/index.ts";
import type { LoggedStep, News } from "../../client/client.ts";
import { type Course, type CoursePoint, createCourse } from "./course.ts";

export interface WatchedRun {
  /** Null before the engine has answered. */
  readonly run: wire.RunBody | null;
  /** Was it running at some point while watched? Otherwise it was over when the page was opened. */
  readonly wasGoing: boolean;
  readonly step: LoggedStep | null;
  /** The first step seen of the current stage: its time and its progress. */
  readonly stage: { readonly x: number; readonly progress: number };
  /** Working time at the last step. */
  readonly seconds: number;
  readonly points: readonly CoursePoint[];
  /** Findings, the choice of the search and notes, in order of arrival. */
  readonly lines: readonly Exclude<LoggedEvent, LoggedStep | { readonly type: "optimum" }>[];
  readonly best: readonly NamedEdge[] | null;
  /** One row per cause, in the order of the columns. */
  readonly probabilities: readonly number[] | null;
  /** The proven optimum of the score, once reported. */
  readonly optimum: number | null;
  /** The statement that the proof establishes; null if not reported. */
  readonly claim: string | null;
  /** Iterations per second over the last few seconds; null if the search does not count them. */
  readonly iterationRate: number | null;
  /** Why the engine cannot be reached; null while connected. */
  readonly lost: string | null;
}

export interface Watching {
  readonly hear: (news: News) => void;
  readonly read: () => WatchedRun;
}

const nothingYet: WatchedRun = {
  run: null,
  wasGoing: false,
  step: null,
  stage: { x: 0, progress: 0 },
  seconds: 0,
  points: [],
  lines: [],
  best: null,
  probabilities: null,
  optimum: null,
  claim: null,
  iterationRate: null,
  lost: null,
};

export function createWatching(course: Course = createCourse()): Watching {
  let now = nothingYet;
  const seen = new Set<string>();
  let recent: readonly Counted[] = [];

  const hearStep = (step: LoggedStep): void => {
    const x = step.ms / 1000;
    const { score, values, stage, progress } = step;
    if (isOfSearch(step)) {
      course.add({ x, score, values });
      recent = withCount(recent, x, values.iteration);
    }
    now = {
      ...now,
      step: isOfSearch(step)
        ? step
        : { ...step, score: now.step?.score ?? null, edges: now.step?.edges ?? null },
      stage: now.step?.stage === stage ? now.stage : { x, progress },
      seconds: x,
      iterationRate: rateOf(recent),
    };
  };

  return {
    hear: (news) => {
      if (news.type !== "lost" && now.lost !== null) now = { ...now, lost: null };
      switch (news.type) {
        case "step":
          hearStep(news);
          break;
        case "state":
          now = { ...now, run: news.run, wasGoing: now.wasGoing || isGoing(news.run) };
          break;
        case "optimum":
          now = { ...now, optimum: news.score, claim: news.claim ?? null }; // older records have no claim
          break;
        case "best":
          now = { ...now, best: news.edges };
          break;
        case "probabilities":
          now = { ...now, probabilities: news.values };
          break;
        case "lost":
          now = { ...now, lost: news.sentence };
          break;
        default:
          // A resumed run reports its findings and choice again.
          if (seen.has(wordsOf(news))) break;
          seen.add(wordsOf(news));
          now = { ...now, lines: [...now.lines, news] };
      }
    },
    read: () => ({ ...now, points: course.points() }),
  };
}

/**
 * Seconds until the end of the stage at its average speed so far; null while there is no estimate. Searches do not progress quite
 * evenly, and some end before their last iteration: present it as "about".
 */
export function secondsLeft({
  step,
  stage,
  seconds,
}: Pick<WatchedRun, "step" | "stage" | "seconds">): number | null {
  if (step === null) return null;
  const gone = step.progress - stage.progress;
  const took = seconds - stage.x;
  if (!(gone >= 0.01) || !(took >= 1)) return null;
  return (took * (1 - step.progress)) / gone;
}

interface Counted {
  readonly x: number;
  readonly iteration: number;
}

/** Time window of the rate. */
const rateSeconds = 5;

function withCount(recent: readonly Counted[], x: number, iteration: number | undefined): readonly Counted[] {
  if (iteration === undefined) return recent;
  // A restart resets the count.
  const before = recent.length > 0 && recent.at(-1)!.iteration > iteration ? [] : recent;
  return [...before.filter((one) => one.x >= x - rateSeconds), { x, iteration }];
}

function rateOf(recent: readonly Counted[]): number | null {
  if (recent.length < 2) return null;
  const [first, last] = [recent[0], recent.at(-1)!];
  return last.x > first.x ? (last.iteration - first.iteration) / (last.x - first.x) : null;
}

/** Steps of proofs and rescaled runs have other scores, which are not those of the run. */
function isOfSearch({ stage }: LoggedStep): boolean {
  return stage === "search";
}

/** The content of a line without its time. */
function wordsOf({ ms: _, ...words }: WatchedRun["lines"][number]): string {
  return JSON.stringify(words);
}
