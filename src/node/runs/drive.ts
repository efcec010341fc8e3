// Drives a generator of core on Node: timers and signals get their turn.

import { setImmediate } from "node:timers/promises";
import { driver } from "../../core/index.ts";

export const drive = driver({ now: () => performance.now(), breathe: () => setImmediate() });
