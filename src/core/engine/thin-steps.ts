// Thins the steps of a run: a step passes if enough milliseconds have gone by since the last one that did. Events other than steps,
// and the first and last step of a stage, always pass, in order: a step is held back until another replaces it, or something else
// happens.
//
// It has two users: the record (record-events.ts), in which improvements of the best score pass too, and watchers
// (live-news.ts), for whom nothing is held back longer than that interval. The clock is the caller's.

export interface ThinOptions {
  /** Milliseconds between two steps, at present. */
  readonly everyMs: () => number;
  /** Does every improvement pass, at present? If not, the last one does, before another step. By default, scores are ignored. */
  readonly keepsImprovements?: () => boolean;
  /** Calls back after this many milliseconds, to pass what is held back; by default that waits until something else happens. */
  readonly later?: (call: () => void, ms: number) => void;
}

interface Thinnable {
  readonly type: string;
  /** Present in steps. */
  readonly stage?: string;
  readonly score?: number | null;
}

interface Held<E> {
  readonly event: E;
  readonly ms: number;
}

/** `pass` receives an event with the time at which it was added. */
export function thinSteps<E extends Thinnable>(
  pass: (event: E, ms: number) => void,
  { everyMs, keepsImprovements, later }: ThinOptions,
) {
  let stage: string | undefined;
  let best = Number.NEGATIVE_INFINITY;
  let passedAt = Number.NEGATIVE_INFINITY;
  /** The last step and the last improvement, if no step has passed since. */
  let held: Held<E> | null = null;
  let improved: Held<E> | null = null;
  let isAwaited = false;
  const put = ({ event, ms }: Held<E>, at: number): void => {
    [held, improved, passedAt] = [null, null, at];
    pass(event, ms);
  };
  const flush = (at: number): void => {
    const [first, last] = [improved, held];
    if (first !== null && first !== last) put(first, at);
    if (last !== null) put(last, at);
  };
  const expectDue = (now: number): void => {
    if (held === null || isAwaited) return;
    isAwaited = true;
    const due = passedAt + everyMs();
    later?.(() => {
      isAwaited = false;
      // Another step may have passed meanwhile.
      if (passedAt + everyMs() <= due) flush(due);
      expectDue(due);
    }, due - now);
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
    if (isFirst || (isBetter && keepsImprovements()) || ms - passedAt >= everyMs()) {
      if (improved !== null && !isBetter) put(improved, ms);
      put(step, ms);
    } else {
      held = step;
      if (isBetter) improved = step;
      expectDue(ms);
    }
  };
  return {
    add: (event: E, ms: number): void => {
      if (event.type === "step") addStep(event, ms);
      else {
        flush(ms);
        pass(event, ms);
      }
    },
    /** Passes what is held back. */
    flush: (): void => flush(held?.ms ?? 0),
  };
}
