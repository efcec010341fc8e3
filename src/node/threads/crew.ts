// Worker threads that take part in a net's programs or in the sweeps of exact search, sharing its memory.
//
// A worker does nothing but call the kernels' own loop; the text of its script is here, so that no bundler or package layout
// stands between. Workers do not keep the process alive.

import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Crew, type CrewWork, crewScript, sweepThreads } from "../../core/index.ts";

const script = `const { parentPort } = require("node:worker_threads");\n${crewScript}\nparentPort.on("message", work);`;

/** All cores for an exact search of so many variables, where it can use them. */
export function createSweepCrew(variables: number): ReturnType<typeof createCrew> {
  return createCrew(Math.min(availableParallelism(), sweepThreads(variables)));
}

/**
 * `threads` altogether, the caller's included: 1 starts nothing.
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
  // Not the process's own arguments: some (--input-type) would make the script something else.
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
