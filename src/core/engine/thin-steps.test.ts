import fc from "fast-check";
import { expect, it } from "vitest";
import { thinSteps } from "./thin-steps.ts";

interface Event {
  readonly type: string;
  readonly stage?: string;
  readonly n: number;
}

/** Adds events at these times, on a clock of its own. */
function happened(events: readonly { readonly at: number; readonly event: Event }[], everyMs: number) {
  const sent: { at: number; event: Event }[] = [];
  let time = 0;
  let timers: { at: number; call: () => void }[] = [];
  const { add, flush } = thinSteps<Event>((event) => sent.push({ at: time, event }), {
    everyMs: () => everyMs,
    later: (call, ms) => timers.push({ at: time + ms, call }),
  });
  const until = (end: number) => {
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers = timers.filter((timer) => timer !== next);
      time = next.at;
      next.call();
    }
    time = end;
  };
  for (const { at, event } of events) {
    until(at);
    add(event, at);
  }
  until(time + 10 * everyMs);
  const byTimer = sent.length;
  flush();
  return { sent, byTimer };
}

const moments = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 120 }),
    type: fc.constantFrom("step", "step", "step", "step", "note"),
    stage: fc.constantFrom("search", "search", "search", "proof"),
  }),
  { maxLength: 200 },
);

function eventsOf(given: readonly { after: number; type: string; stage: string }[]) {
  let at = 0;
  return given.map(({ after, type, stage }, n) => {
    at += after;
    return { at, event: { type, n, ...(type === "step" && { stage }) } as Event };
  });
}

it("keeps the order, everything but steps, the last step of each stage, and the last of all", () => {
  fc.assert(
    fc.property(moments, (given) => {
      const events = eventsOf(given);
      const { sent, byTimer } = happened(events, 50);
      const numbers = sent.map(({ event }) => event.n);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      events.forEach(({ event }, k) => {
        const next = events[k + 1]?.event;
        if (event.type !== "step" || next?.type !== "step" || next.stage !== event.stage)
          expect(numbers).toContain(event.n);
      });
      // Nothing waits for a flush: the timer has passed it.
      expect(byTimer).toBe(sent.length);
    }),
    { seed: 1, numRuns: 300 },
  );
});

it("passes at most one step of a stage in each interval, at a thousand a second", () => {
  const events = Array.from({ length: 2000 }, (_, n) => ({
    at: n,
    event: { type: "step", stage: "search", n },
  }));
  const { sent } = happened(events, 50);
  for (let k = 1; k < sent.length; k++) expect(sent[k].at - sent[k - 1].at).toBeGreaterThanOrEqual(50);
  expect(sent.length).toBeGreaterThan(38);
  expect(sent.at(-1)?.event.n).toBe(1999);
});
