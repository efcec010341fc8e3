// Drives generators of core to their end: lets the host breathe, and stops a search on request. How to breathe, and what time it
// is, is the host's to say: core has neither timers nor a clock.

export interface Host {
  /** Milliseconds on some clock. */
  readonly now: () => number;
  /** Gives timers, signals and messages their turn. */
  readonly breathe: () => Promise<unknown>;
}

export interface DriveOptions<E, S> {
  readonly onEvent?: ((event: E) => void | Promise<void>) | undefined;
  /** Called after every event; a reason ends the search where it is. */
  readonly stop?: (() => S | undefined) | undefined;
}

/** Milliseconds of work after which the host breathes. */
const breathMs = 20;

export function driver({ now, breathe }: Host) {
  return async <E, R, S>(
    generator: Generator<E, R, S | undefined>,
    { onEvent, stop }: DriveOptions<E, S> = {},
  ): Promise<R> => {
    let last = now();
    let reason: S | undefined;
    for (;;) {
      const { value, done } = generator.next(reason);
      if (done) return value;
      const pending = onEvent?.(value);
      if (pending) await pending;
      if (now() - last > breathMs) {
        await breathe();
        last = now();
      }
      reason = stop?.();
    }
  };
}
