// Drives a generator of core in a worker, yielding regularly so that messages and the database are served.

import { driver } from "../../core/index.ts";

/** Yields by a message to itself: a timer would wait four milliseconds longer. */
function breathe(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export const drive = driver({ now: () => performance.now(), breathe });
