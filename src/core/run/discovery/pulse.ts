// The pulse of a run: requests to stop and signs of life in the middle of work that yields no step for a while.
//
// A generator can be left only between two steps. Where a step computes thousands of terms of a slow score, each term is a beat:
// the host is asked whether to stop, and a few times a second it receives a sign of life. After a request to stop, work may continue
// for a moment, so that quick work reaches its next step; then it is abandoned by an exception that `tried` catches and
// nobody else sees. Outside `tried` a beat never throws.

import type { Beat } from "../../score/watched-terms.ts";
import type { StopReason } from "../problem.ts";
import type { RunEvent } from "../result.ts";

export interface PulseHost {
  /** Milliseconds on some clock. */
  readonly now: () => number;
  /** The time limit, on the same clock. */
  readonly deadline: number;
  /** Returns a reason to end the run, if any. Called at every term, so it must be quick. */
  readonly stop?: (() => StopReason | undefined) | undefined;
  /** Receives signs of life between steps: steps without a state. */
  readonly tell?: ((event: RunEvent) => void) | undefined;
}

/** Position of the work, as the last step of its stage reported it. */
export type Place = Pick<
  Extract<RunEvent, { type: "step" }>,
  "stage" | "doing" | "progress" | "score" | "edges" | "values"
>;

export interface Pulse {
  /** Signals that work continues. */
  readonly beat: Beat;
  /** The same, before a term of the score. */
  readonly term: Beat;
  /** The reason to stop, once there is one; `answer`, the reply to an event, may be it. */
  readonly wish: (answer?: StopReason) => StopReason | undefined;
  /** Sets the current position; `terms`, the number of score terms that its stage will compute, measures the progress in between. */
  readonly at: (place: Place, terms?: number) => void;
  /** The value of the work; null if it was abandoned because the run is to stop. */
  readonly tried: <T>(work: () => T) => { readonly value: T } | null;
  /** From now on, work may take this many milliseconds in total after a request to stop. */
  readonly allow: (ms: number) => void;
}

/** Milliseconds between two signs of life. */
const tellMs = 250;
/** Terms that take fewer milliseconds came from a cache, or are not worth counting. */
const countedMs = 0.5;
/** Progress of a stage when all its terms are computed. */
const termsShare = 0.95;

export function createPulse({ now, deadline, stop, tell }: PulseHost): Pulse {
  const interruption = new Error("interrupted: the run is stopping");
  // Without `stop`, `tell` or a deadline there is no need to read the clock, until a reply requests a stop.
  const isHeard = stop !== undefined || tell !== undefined || deadline < Number.POSITIVE_INFINITY;
  const isIdle = () => !isHeard && reason === undefined;
  let reason: StopReason | undefined;
  let since = Number.POSITIVE_INFINITY;
  let allowed = 0;
  let trying = 0;
  let place: Place | undefined;
  let total: number | undefined;
  let [lookups, counted] = [0, 0];
  let [enteredAt, reportedAt, termAt] = [0, 0, 0];

  const wishAt = (time: number, answer?: StopReason): StopReason | undefined => {
    // Called even when the reason is known: it tells the host that work continues.
    const wished = answer ?? stop?.() ?? (time > deadline ? "time limit" : undefined);
    if (reason === undefined && wished !== undefined) [reason, since] = [wished, time];
    return reason;
  };
  const beatAt = (time: number): void => {
    const isWished = wishAt(time) !== undefined;
    if (isWished && trying > 0 && time - since > allowed) throw interruption;
    if (place === undefined || time - reportedAt < tellMs) return;
    reportedAt = time;
    tell?.(lifeSign(place, { lookups, counted, total, seconds: (time - enteredAt) / 1000 }));
  };
  return {
    beat: () => {
      if (!isIdle()) beatAt(now());
    },
    term: () => {
      if (isIdle()) return;
      const time = now();
      lookups++;
      if (time - termAt > countedMs) counted++;
      termAt = time;
      beatAt(time);
    },
    wish: (answer) => (isIdle() && answer === undefined ? undefined : wishAt(now(), answer)),
    at: (next, terms) => {
      if (isIdle()) return;
      const time = now();
      if (next.stage !== place?.stage) [lookups, counted, enteredAt, termAt] = [0, 0, time, time];
      [place, total, reportedAt] = [next, terms, time];
    },
    tried: (work) => {
      trying++;
      try {
        return { value: work() };
      } catch (error) {
        if (error !== interruption) throw error;
        return null;
      } finally {
        trying--;
      }
    },
    allow: (ms) => {
      allowed = ms;
      if (reason !== undefined) since = now();
    },
  };
}

interface Work {
  readonly lookups: number;
  readonly counted: number;
  readonly total: number | undefined;
  readonly seconds: number;
}

/** A step that reports only the amount of work; its state is null, as there is none between two steps. */
function lifeSign(place: Place, { lookups, counted, total, seconds }: Work): RunEvent {
  const { doing, progress } = place;
  const rate = seconds > 0 ? `, ${(counted / seconds).toPrecision(2)} per second` : "";
  const isListed = total !== undefined && lookups < total;
  const terms = isListed
    ? `${lookups} of ${total} terms of the score`
    : `${counted} ${counted === 1 ? "term" : "terms"} of the score${rate}`;
  return {
    type: "step",
    ...place,
    doing: lookups === 0 ? doing : `${doing}, ${terms}`,
    progress: isListed ? Math.max(progress, (termsShare * lookups) / total) : progress,
    state: null,
    isSign: true,
  };
}
