// What tests load into the program before it starts, to stop it at a moment of their choice on any machine: its searches have a
// clock on which every step is late for its checkpoint, and wait at each for as long as the file HOLD is there.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";
import { isMainThread } from "node:worker_threads";

const hold = process.env.HOLD ?? "";
const nothing = new Int32Array(new SharedArrayBuffer(4));

// The first thread only looks whether those of the searches still answer.
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
