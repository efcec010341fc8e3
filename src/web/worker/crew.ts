// Web Workers that compute a share of a network's programs or of the sweeps of exact search, in shared memory.
//
// A page may share memory only if it is cross-origin isolated, and only a worker may block: elsewhere the crew is the caller
// alone and `threads` is 1. The result has the same bytes.

import { type Crew, type CrewWork, crewScript } from "../../core/index.ts";
import { readyWorkers } from "./ready-workers.ts";

const script = `${crewScript}\nonmessage = ({ data }) => work(data);\npostMessage("ready");`;

/** A crew of `threads` threads, including the caller's. */
export async function createCrew(threads: number): Promise<Crew & { readonly stop: () => void }> {
  const canShare = globalThis.crossOriginIsolated && typeof document === "undefined";
  const count = canShare ? threads : 1;
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { workers, lost, stop } = await readyWorkers(count - 1, () => new Worker(url));
  URL.revokeObjectURL(url);
  return {
    threads: count,
    lost,
    stop,
    start: (work: CrewWork) => {
      for (const [k, worker] of workers.entries()) worker.postMessage({ ...work, thread: k + 1 });
    },
  };
}
