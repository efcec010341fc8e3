// The pulse of a run: what is asked, and told, in the middle of work that gives no step for a while.
//
// A generator can be left between two steps only. Where a step asks for thousands of terms of a slow score, each of them
// beats: the host is asked whether to stop, and hears some times in a second that the run lives. A wish to stop lets the work go on for a moment, so that
// work that takes no time comes to its own next step; then the work is left by an exception that `tried` catches, and
// nobody else sees. Outside of `tried` a beat never throws.

import type { Beat } from "../../score/watched-terms.ts";
import type { StopReason } from "../problem.ts";
import type { RunEvent } from "../result.ts";

export interface PulseHost {
  /** Milliseconds on some clock. */
  readonly now: () => number;
  /** When time is up, on that clock. */
  readonly deadline: number;
  /** A reason ends the run. Asked at every term: it must be quick. */
  readonly stop?: (() => StopReason | undefined) | undefined;
  /** Hears, between the steps, that the run lives: a step without a state. */
  readonly tell?: ((event: RunEvent) => void) | undefined;
}

/** Where the work stands: what the last step of its stage said. */
export type Place = Pick<
  Extract<RunEvent, { type: "step" }>,
  "stage" | "doing" | "progress" | "score" | "edges" | "values"
>;

export interface Pulse {
  /** Work goes on. */
  readonly beat: Beat;
  /** The same, before a term of the score. */
  readonly term: Beat;
  /** Why the run is to stop, once it is; the answer to an event may be the reason. */
  readonly wish: (answer?: StopReason) => StopReason | undefined;
  /** What follows belongs to this stage; of one that asks for so many terms in all, they tell how far it is. */
  readonly at: (place: Place, terms?: number) => void;
  /** What the work gives; null where it was left, because the run is to stop. */
  readonly tried: <T>(work: () => T) => { readonly value: T } | null;
  /** From now on, work may take so many milliseconds in all after a wish to stop. */
  readonly allow: (ms: number) => void;
}

/** Between two signs of life, in milliseconds. */
const tellMs = 250;
/** Terms that take less, in milliseconds, were remembered, or are not worth counting. */
const countedMs = 0.5;
/** Share of a stage that its terms are, where they are all that takes time. */
const termsShare = 0.95;

export function createPulse({ now, deadline, stop, tell }: PulseHost): Pulse {
  const interruption = new Error("interrupted: the run is stopping");
  // Without anybody who asks or hears there is nothing to look at the clock for, until an answer is a wish to stop.
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
    // Asked also once the reason is known: the host hears by it that the work goes on.
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

/** A step that has nothing new but how much was computed; its state is null, for there is none between two steps. */
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
