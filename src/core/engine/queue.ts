// A queue: at most `size` jobs run at once, the rest wait for their turn.

export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

export function queue(size: number): Queue {
  const waiting: (() => void)[] = [];
  let free = size;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
