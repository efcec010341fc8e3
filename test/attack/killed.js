// What the attack loads into the program before it starts: the program kills itself at the KILL_AT-th moment before or after a
// file gets its name, counted over its threads in the file MOMENTS. A search has such moments at every step (held.js).

import "../e2e/held.js";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const moments = process.env.MOMENTS ?? "";
const killAt = Number(process.env.KILL_AT);

function moment() {
  fs.appendFileSync(moments, ".");
  if (fs.statSync(moments).size === killAt) process.kill(process.pid, "SIGKILL");
}

const { renameSync } = fs;
fs.renameSync = (from, to) => {
  moment();
  renameSync(from, to);
  moment();
};
const { rename } = fs.promises;
fs.promises.rename = async (from, to) => {
  moment();
  await rename(from, to);
  moment();
};
syncBuiltinESMExports();
