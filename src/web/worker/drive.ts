// Drives a generator of core in a worker: lets messages and the database have their turn, and stops it when asked.

export interface DriveOptions<E, S> {
  readonly onEvent?: (event: E) => void;
  /** Asked after every event; a reason ends the search where it is. */
  readonly stop?: () => S | undefined;
}

/** Milliseconds of work after which messages get their turn. */
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
    onEvent?.(value);
    if (performance.now() - last > breathMs) {
      await breath();
      last = performance.now();
    }
    reason = stop?.();
  }
}

const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

/** A message to oneself: a timer would wait four milliseconds longer. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}
