// Drives a generator of core on Node: lets the event loop breathe, and stops it when asked.

import { setImmediate } from "node:timers/promises";

export interface DriveOptions<E, S> {
  readonly onEvent?: (event: E) => void | Promise<void>;
  /** Asked after every event; a reason ends the search where it is. */
  readonly stop?: () => S | undefined;
}

/** Milliseconds of work after which timers and signals get their turn. */
const breathMs = 20;

export async function drive<E, R, S>(
  generator: Generator<E, R, S | undefined>,
  { onEvent, stop }: DriveOptions<E, S> = {},
): Promise<R> {
  let last = performance.now();
  let reason: S | undefined;
  for (;;) {
    const { value, done } = generator.next(reason);
    if (done) return value;
    const told = onEvent?.(value);
    if (told) await told;
    if (performance.now() - last > breathMs) {
      await setImmediate();
      last = performance.now();
    }
    reason = stop?.();
  }
}
