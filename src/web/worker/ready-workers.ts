// Nested workers, returned once each has reported that it is ready.

/** Starts `count` workers; `lost` returns the error of the first one that has failed since, if any. */
export async function readyWorkers(count: number, start: () => Worker) {
  let lost: string | undefined;
  const started = (): Promise<Worker> =>
    new Promise((resolve, reject) => {
      const worker = start();
      worker.onmessage = () => resolve(worker);
      worker.onerror = ({ message }) => {
        lost ??= message;
        reject(new Error(`engine: a worker did not start (${message})`));
      };
    });
  const workers = await Promise.all(Array.from({ length: count }, started));
  return {
    workers,
    lost: (): string | undefined => lost,
    stop: (): void => {
      for (const worker of workers) worker.terminate();
    },
  };
}
