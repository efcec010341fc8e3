// Workers of a worker, once each of them has said that it is ready.

/** As many as `count`; `lost` tells why one has ended since. */
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
