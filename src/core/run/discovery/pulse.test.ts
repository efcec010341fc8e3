import { describe, expect, it } from "vitest";
import type { RunEvent } from "../result.ts";
import { createPulse, type PulseHost } from "./pulse.ts";

const place = { stage: "search", doing: "climbing", progress: 0.2, score: 1, edges: 2, values: { a: 1 } };

/** A pulse on a manual clock. */
function onClock(host: Partial<PulseHost> = {}) {
  const clock = { time: 0 };
  const told: Extract<RunEvent, { type: "step" }>[] = [];
  const pulse = createPulse({
    now: () => clock.time,
    deadline: Number.POSITIVE_INFINITY,
    tell: (event) => event.type === "step" && told.push(event),
    ...host,
  });
  /** Computes terms of so many milliseconds each; returns how many were computed before the work was abandoned. */
  const terms = (count: number, ms: number) => {
    let made = 0;
    const whole = pulse.tried(() => {
      for (; made < count; made++) {
        pulse.term();
        clock.time += ms;
      }
    });
    return { made, isWhole: whole !== null };
  };
  return { ...pulse, clock, told, terms };
}

describe("a pulse", () => {
  it("abandons work a moment after the request to stop, and not before", () => {
    let stop: "interrupted" | undefined;
    const { terms, allow, wish } = onClock({ stop: () => stop });
    allow(300);
    expect(terms(100, 200)).toEqual({ made: 100, isWhole: true });
    stop = "interrupted";
    expect(terms(100, 200)).toEqual({ made: 2, isWhole: false });
    expect(terms(100, 200)).toEqual({ made: 0, isWhole: false });
    allow(1000);
    expect(terms(100, 200)).toEqual({ made: 6, isWhole: false });
    expect(wish()).toBe("interrupted");
  });

  it("lets quick work finish", () => {
    const { terms, allow } = onClock({ stop: () => "interrupted" });
    allow(300);
    expect(terms(1e5, 0)).toEqual({ made: 1e5, isWhole: true });
  });

  it("requests a stop at the time limit, when the host does, or when the reply to an event does; the first reason stays", () => {
    const late = onClock({ deadline: 1000, stop: () => undefined });
    late.clock.time = 1000;
    expect(late.wish()).toBeUndefined();
    late.clock.time = 1001;
    expect([late.wish(), late.wish("interrupted")]).toEqual(["time limit", "time limit"]);
    const answered = onClock({ tell: undefined });
    expect([answered.wish(), answered.wish("interrupted"), answered.wish()]).toEqual([
      undefined,
      "interrupted",
      "interrupted",
    ]);
  });

  it("throws nothing outside `tried`, and passes on what others throw", () => {
    const { term, tried, clock } = onClock({ stop: () => "interrupted" });
    term();
    clock.time = 1e6;
    expect(() => term()).not.toThrow();
    expect(() =>
      tried(() => {
        throw new Error("a bug");
      }),
    ).toThrow("a bug");
  });

  it("sends signs of life four times a second, with the amount of work, and no state", () => {
    const { at, terms, told } = onClock();
    at(place);
    terms(100, 100);
    expect(told.length).toBe(33); // at every third term, the first moment in which 250 ms have passed
    const last = told.at(-1)!;
    expect(last).toMatchObject({ ...place, doing: last.doing, state: null });
    expect(last.doing).toMatch(/^climbing, 99 terms of the score, 10 per second$/);
  });

  it("reports the share if the number of terms is known, and nothing while steps come", () => {
    const { at, terms, told, clock } = onClock();
    for (let k = 0; k < 100; k++) {
      at(place);
      clock.time += 200;
    }
    expect(told).toEqual([]);
    at({ ...place, stage: "proof", progress: 0 }, 1000);
    terms(500, 250);
    expect(told.at(-1)).toMatchObject({ stage: "proof", doing: "climbing, 500 of 1000 terms of the score" });
    expect(told.at(-1)!.progress).toBeCloseTo(0.475, 3);
  });

  it("does not read the clock without a stop, a listener or a deadline", () => {
    let looks = 0;
    const now = () => ++looks;
    const pulse = createPulse({ now, deadline: Number.POSITIVE_INFINITY });
    pulse.at(place);
    for (let k = 0; k < 10; k++) pulse.term();
    expect([looks, pulse.wish()]).toEqual([0, undefined]);
  });
});
