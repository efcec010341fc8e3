// Drives a generator of core to its end: lets the host breathe, and stops the search when asked. How to breathe, and what time
// it is, the host says: core has neither timers nor a clock.

export interface Host {
  /** Milliseconds on some clock. */
  readonly now: () => number;
  /** Gives timers, signals and messages their turn. */
  readonly breathe: () => Promise<unknown>;
}

export interface DriveOptions<E, S> {
  readonly onEvent?: (event: E) => void | Promise<void>;
  /** Asked after every event; a reason ends the search where it is. */
  readonly stop?: () => S | undefined;
}

/** Milliseconds of work after which the host breathes. */
const breathMs = 20;

export async function driven<E, R, S>(
  generator: Generator<E, R, S | undefined>,
  { onEvent, stop }: DriveOptions<E, S>,
  { now, breathe }: Host,
): Promise<R> {
  let last = now();
  let reason: S | undefined;
  for (;;) {
    const { value, done } = generator.next(reason);
    if (done) return value;
    const told = onEvent?.(value);
    if (told) await told;
    if (now() - last > breathMs) {
      await breathe();
      last = now();
    }
    reason = stop?.();
  }
}
