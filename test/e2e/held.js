// Preloaded by tests to stop the program at a chosen moment on any machine: its searches run on an accelerated clock, so that every step
// is due for a checkpoint, and wait after each checkpoint as long as the file HOLD exists.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";
import { isMainThread } from "node:worker_threads";

const hold = process.env.HOLD ?? "";
const nothing = new Int32Array(new SharedArrayBuffer(4));

// The main thread keeps its clock: it only checks that the search threads still respond.
if (!isMainThread) {
  const now = performance.now.bind(performance);
  performance.now = () => 1e6 * now();
}

const renameSync = fs.renameSync;
fs.renameSync = (from, to) => {
  renameSync(from, to);
  if (/^(checkpoint|scores)\.bin$/.test(basename(String(to))))
    while (fs.existsSync(hold)) Atomics.wait(nothing, 0, 0, 5);
};
syncBuiltinESMExports();
