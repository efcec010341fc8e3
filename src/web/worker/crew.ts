// Web Workers that take part in a net's programs or in the sweeps of exact search, sharing its memory.
//
// A page may share memory only when it is cross-origin isolated, and only a worker may wait: elsewhere the crew is the caller
// alone, and `threads` says so. The bytes are the same.

import { type Crew, type CrewWork, crewScript } from "../../core/index.ts";
import { readyWorkers } from "./ready-workers.ts";

const script = `${crewScript}\nonmessage = ({ data }) => work(data);\npostMessage("ready");`;

/** As many as `threads` altogether, the caller's included. */
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
