// Thins what happens in a run to what a watcher can use: so many steps in a second, and always the last state. What is no
// step passes as it is, and the last step of a stage is never left out. Clock and timer are the host's.

export interface ThinnedOptions {
  /** Between two steps of one stage. */
  readonly everyMs?: number;
  readonly now: () => number;
  /** Calls back after so many milliseconds. */
  readonly later: (call: () => void, ms: number) => void;
}

export interface Thinned<E> {
  readonly add: (event: E) => void;
  /** Sends the step that was held back. */
  readonly flush: () => void;
}

interface Watched {
  readonly type: string;
  /** Of a step. */
  readonly stage?: string;
}

export function thinned<E extends Watched>(
  send: (event: E) => void,
  { everyMs = 50, now, later }: ThinnedOptions,
): Thinned<E> {
  let held: E | null = null;
  let stage: string | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  const pass = (event: E): void => {
    held = null;
    stage = event.stage;
    sentAt = now();
    send(event);
  };
  const flush = (): void => {
    if (held !== null) pass(held);
  };
  return {
    flush,
    add: (event) => {
      if (event.type !== "step") {
        flush();
        send(event);
        return;
      }
      if (event.stage !== stage) {
        flush();
        pass(event);
      } else if (now() - sentAt >= everyMs) pass(event);
      else {
        if (held === null) later(flush, everyMs - (now() - sentAt));
        held = event;
      }
    },
  };
}
