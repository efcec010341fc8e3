// Worker threads that execute a network's programs or the sweeps of exact search together with the caller, in shared memory.
//
// A worker only calls the kernels' own loop; its script is a string, so that it does not depend on a bundler or on the layout
// of the package. Workers do not keep the process alive.

import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Crew, type CrewWork, crewScript, sweepThreads } from "../../core/index.ts";

const script = `const { parentPort } = require("node:worker_threads");\n${crewScript}\nparentPort.on("message", work);`;

/** A crew for an exact search of this many variables: all cores, or as many as it can use. */
export function createSweepCrew(variables: number): ReturnType<typeof createCrew> {
  return createCrew(Math.min(availableParallelism(), sweepThreads(variables)));
}

/**
 * Starts `threads` − 1 workers; the calling thread is the first.
 *
 * @example
 * ```js
 * const crew = await createCrew(2);
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * finish(exactSearch({ score: linearBic(table) }, {}, { crew })).graph.d; // 3
 * await crew.stop();
 * ```
 */
export async function createCrew(threads: number): Promise<Crew & { readonly stop: () => Promise<void> }> {
  // Without the process's own execArgv: some (--input-type) would change how the script is parsed.
  const workers = Array.from({ length: threads - 1 }, () => new Worker(script, { eval: true, execArgv: [] }));
  let lost: string | undefined;
  let isStopped = false;
  for (const worker of workers) {
    worker.on("error", (error) => {
      lost ??= error.message;
    });
    worker.on("exit", (code) => {
      if (!isStopped) lost ??= `it ended with code ${code}`;
    });
  }
  await Promise.all(workers.map((worker) => once(worker, "online")));
  for (const worker of workers) worker.unref();
  return {
    threads,
    lost: () => lost,
    start: (work: CrewWork) => {
      for (const [k, worker] of workers.entries()) worker.postMessage({ ...work, thread: k + 1 });
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
