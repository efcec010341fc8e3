// A worker thread of build.js: compiles one module with the arguments in its workerData.

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { workerData } from "node:worker_threads";
import asc from "assemblyscript/asc";
import { unrolled } from "./unroll.js";

const { error, stderr } = await asc.main(workerData, { readFile });
if (error) throw new Error(`${stderr}\n${error.message}`);

/**
 * @param {string} file
 * @param {string} folder
 * @returns {string | null} null if there is no such file: the compiler then looks elsewhere
 */
function readFile(file, folder) {
  const path = resolve(folder, file);
  return existsSync(path) ? unrolled(readFileSync(path, "utf8")) : null;
}
