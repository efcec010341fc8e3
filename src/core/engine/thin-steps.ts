// Thins the steps of a run: one passes when so many milliseconds have gone by since the last one that did. What is no step, the
// first step of a stage and its last always pass, in order: a step is held back until another takes its place, or something else
// happens.
//
// Two are served by it: the record (record-events.ts), whose improvements of the best score pass too, and those who watch, for whom
// a step is held back no longer than the interval.

export interface ThinnedEvent {
  readonly type: string;
  /** Of a step. */
  readonly stage?: string;
  readonly score?: number | null;
}

export interface ThinOptions {
  /** Milliseconds between two steps, by now. */
  readonly everyMs: () => number;
  /** Does every improvement pass, by now? Where not, the last one does, before another step. By default a score is not looked at. */
  readonly keepsImprovements?: () => boolean;
}

export interface ThinSteps<E> {
  /** An event at this time. */
  readonly add: (event: E, ms: number) => void;
  /** Passes what is held back, at this time; by default the time at which it was added. */
  readonly flush: (ms?: number) => void;
  /** When the interval of what is held back is over; null where nothing is. */
  readonly due: () => number | null;
}

/** `pass` is given an event with the time at which it was added. */
export function thinSteps<E extends ThinnedEvent>(
  pass: (event: E, ms: number) => void,
  { everyMs, keepsImprovements }: ThinOptions,
): ThinSteps<E> {
  let stage: string | undefined;
  let best = Number.NEGATIVE_INFINITY;
  let passedAt = Number.NEGATIVE_INFINITY;
  /** The last step, and the last improvement, where no step has passed since. */
  let held: Held<E> | null = null;
  let improved: Held<E> | null = null;
  const put = ({ event, ms }: Held<E>, at = ms): void => {
    [held, improved, passedAt] = [null, null, at];
    pass(event, ms);
  };
  const flush = (at?: number): void => {
    const [first, last] = [improved, held];
    if (first !== null && first !== last) put(first, at);
    if (last !== null) put(last, at);
  };
  const addStep = (event: E, ms: number): void => {
    const isFirst = event.stage !== stage;
    if (isFirst) {
      flush(ms);
      [stage, best] = [event.stage, Number.NEGATIVE_INFINITY];
    }
    const isBetter = keepsImprovements !== undefined && (event.score ?? Number.NEGATIVE_INFINITY) > best;
    if (isBetter) best = event.score!;
    const step = { event, ms };
    if (!isFirst && !(isBetter && keepsImprovements()) && ms - passedAt < everyMs()) {
      held = step;
      if (isBetter) improved = step;
      return;
    }
    if (improved !== null && !isBetter) put(improved, ms);
    put(step, ms);
  };
  return {
    flush,
    due: () => (held === null ? null : passedAt + everyMs()),
    add: (event, ms) => {
      if (event.type === "step") addStep(event, ms);
      else {
        flush(ms);
        pass(event, ms);
      }
    },
  };
}

interface Held<E> {
  readonly event: E;
  readonly ms: number;
}

/** Clock and timer of a host. */
export interface Timing {
  readonly now: () => number;
  /** Calls back after so many milliseconds. */
  readonly later: (call: () => void, ms: number) => void;
}

/** For those who watch: what is held back passes when the interval is over. */
export function thinForWatchers<E extends ThinnedEvent>(
  send: (event: E) => void,
  { now, later }: Timing,
  everyMs = 50,
): { readonly add: (event: E) => void; readonly flush: () => void } {
  const thin = thinSteps(send, { everyMs: () => everyMs });
  let isAwaited = false;
  const flush = (): void => thin.flush(now());
  const expectDue = (): void => {
    const due = thin.due();
    if (due === null || isAwaited) return;
    isAwaited = true;
    later(() => {
      isAwaited = false;
      // Another step may have passed meanwhile.
      if ((thin.due() ?? Infinity) <= now()) flush();
      expectDue();
    }, due - now());
  };
  return {
    flush,
    add: (event) => {
      thin.add(event, now());
      expectDue();
    },
  };
}
