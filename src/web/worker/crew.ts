// Web Workers that take part in a net's programs, sharing its memory.
//
// A page may share memory only when it is cross-origin isolated, and only a worker may wait: elsewhere the crew is the caller
// alone, and `threads` says so. The bytes are the same.

import { type Crew, type CrewWork, crewScript } from "../../core/index.ts";

const script = `${crewScript}\nonmessage = ({ data }) => work(data);\npostMessage("ready");`;

/** As many as `threads` altogether, the caller's included. */
export async function createCrew(threads: number): Promise<Crew & { readonly stop: () => void }> {
  const canShare = globalThis.crossOriginIsolated && typeof document === "undefined";
  const count = canShare ? threads : 1;
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  let lost: string | undefined;
  const workers = await Promise.all(
    Array.from({ length: count - 1 }, async () => {
      const worker = new Worker(url);
      await new Promise<void>((resolve, reject) => {
        worker.onmessage = () => resolve();
        worker.onerror = ({ message }) => {
          lost ??= message;
          reject(new Error(`net: a worker did not start (${message})`));
        };
      });
      return worker;
    }),
  );
  URL.revokeObjectURL(url);
  return {
    threads: count,
    lost: () => lost,
    start: (work: CrewWork) => {
      for (const [k, worker] of workers.entries()) worker.postMessage({ ...work, thread: k + 1 });
    },
    stop: () => {
      for (const worker of workers) worker.terminate();
    },
  };
}
