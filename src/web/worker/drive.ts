// Drives a generator of core in a worker: messages and the database get their turn.

import { driver } from "../../core/index.ts";

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

export const drive = driver({ now: () => performance.now(), breathe });
