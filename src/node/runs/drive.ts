// Drives a generator of core on Node: timers and signals get their turn.

import { setImmediate } from "node:timers/promises";
import { type DriveOptions, driven } from "../../core/index.ts";

export function drive<E, R, S>(
  generator: Generator<E, R, S | undefined>,
  options: DriveOptions<E, S> = {},
): Promise<R> {
  return driven(generator, options, { now: () => performance.now(), breathe: () => setImmediate() });
}
