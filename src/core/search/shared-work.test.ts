import { expect, it } from "vitest";
import { createRng } from "../math/rng.ts";
import type { TaskPool } from "./search.ts";
import { partOf, type SharedTask, sharedWork } from "./shared-work.ts";

/** Workers that make their parts when they are asked for news, or later, or much later. */
function lazyPool(size: number, label: string): TaskPool & { readonly parts: () => number } {
  const rng = createRng(label);
  const waiting: (SharedTask & { readonly add: number })[] = [];
  let parts = 0;
  return {
    size,
    start: (task) => void waiting.push(structuredClone(task) as (typeof waiting)[number]),
    news: (hasWork) => {
      if (waiting.length === 0 || (hasWork && rng.integer(2) > 0)) return [];
      const [task] = waiting.splice(rng.integer(waiting.length), 1);
      const part = partOf(task, (k) => k + task.add);
      if (part.results.length > 0) parts++;
      return [part];
    },
    parts: () => parts,
  };
}

it("makes every piece once, whoever is free, and hears late reports of other work", () => {
  for (const size of [1, 2, 7]) {
    const pool = lazyPool(size, `shared/${size}`);
    // The second begins while reports of the first are still to come.
    const mades = [sharedWork(pool), sharedWork(pool)];
    let own = 0;
    for (let add = 0; add < 40; add++) {
      const pieces = add % 17;
      const running = mades[add < 20 ? 0 : 1]({ work: `work/${add}`, pieces, about: { add } }, (k) => {
        own++;
        return k + add;
      });
      let step = running.next();
      while (!step.done) step = running.next();
      expect(step.value).toEqual(Array.from({ length: pieces }, (_, k) => k + add));
    }
    expect(own).toBeGreaterThan(20);
    expect(pool.parts()).toBeGreaterThan(5);
  }
});
