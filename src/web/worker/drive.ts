// Drives a generator of core in a worker: messages and the database get their turn.

import { type DriveOptions, driven } from "../../core/index.ts";

export function drive<E, R, S>(
  generator: Generator<E, R, S | undefined>,
  options: DriveOptions<E, S> = {},
): Promise<R> {
  return driven(generator, options, { now: () => performance.now(), breathe });
}

const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

/** A message to oneself: a timer would wait four milliseconds longer. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}
