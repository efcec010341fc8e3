// Runs generators of core to their end: regularly gives the host a turn, and stops a search on request. The host supplies the
// clock and the way to yield: core has neither timers nor a clock.

export interface Host {
  /** Milliseconds on some clock. */
  readonly now: () => number;
  /** Gives timers, signals and messages their turn. */
  readonly breathe: () => Promise<unknown>;
}

export interface DriveOptions<E, S> {
  readonly onEvent?: ((event: E) => void | Promise<void>) | undefined;
  /** Called after every event; a reason ends the search at that point. */
  readonly stop?: (() => S | undefined) | undefined;
}

/** Milliseconds of work after which the host gets a turn. */
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
