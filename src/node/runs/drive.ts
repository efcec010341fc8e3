// Drives a generator of core on Node, yielding to the event loop so that timers and signals are handled.

import { setImmediate } from "node:timers/promises";
import { driver } from "../../core/index.ts";

export const drive = driver({ now: () => performance.now(), breathe: () => setImmediate() });
