import { describe, expect, it } from "vitest";
import { createProgress, duration, progressLine } from "./progress.ts";

function watched(isTTY: boolean, quiet = false) {
  let out = "";
  let time = 0;
  const stream = {
    isTTY,
    columns: 80,
    write: (text: string) => (out += text),
  } as unknown as NodeJS.WriteStream;
  const progress = createProgress({ quiet, stream, now: () => time });
  const at = (ms: number, share: number) => {
    time = ms;
    progress.show({ stage: "search", doing: "pass 3 of the hull", share, score: -12.3456 });
  };
  return { at, progress, out: () => out };
}

describe("progress", () => {
  it("says nothing of work that ends within half a second", () => {
    const { at, out } = watched(true);
    for (const ms of [0, 100, 400, 499]) at(ms, ms / 1000);
    expect(out()).toBe("");
  });

  it("draws a bar with the time left first, within the width of the terminal", () => {
    const { at, out } = watched(true);
    at(0, 0);
    at(2000, 0.25);
    expect(out()).toBe(
      "\r\x1b[Ksearch ███░░░░░░░░░  25 %, 6.0 s left: pass 3 of the hull, best -12.346 (1.0 st",
    );
  });

  it("prints a plain line every two seconds where there is no terminal", () => {
    const { at, out } = watched(false);
    for (let ms = 0; ms <= 5000; ms += 100) at(ms, ms / 10000);
    expect(out().split("\n").length - 1).toBe(2);
    expect(out()).toMatch(
      /^search {2}20 %, 8\.0 s left: pass 3 of the hull, best -12\.346 \(11 steps\/s\)\n/,
    );
  });

  it("is silent when quiet", () => {
    const { at, progress, out } = watched(true, true);
    at(0, 0);
    at(9000, 0.5);
    progress.say("writing");
    progress.clear();
    expect(out()).toBe("");
  });

  it("starts its clock anew with every stage, and clears its line", () => {
    const { at, progress, out } = watched(true);
    at(0, 0);
    at(1000, 0.5);
    progress.show({ stage: "proof", doing: "", share: 0.1 });
    expect(out().endsWith("\r\x1b[K")).toBe(true);
  });

  it("counts what it is told to count", () => {
    const shown = { stage: "reading", doing: "", share: null, rate: { count: 5000, unit: "rows" } };
    expect(progressLine(shown, 2, 7, false)).toBe("reading 2.0 s so far:  (2500 rows/s)");
    const none = { ...shown, rate: { count: 0, unit: "rows" } };
    expect(progressLine(none, 2, 7, false)).toBe("reading 2.0 s so far: ");
  });

  it("tells durations as people do", () => {
    expect([0.04, 9.94, 75, 150, 179.6, 7300, 10790].map(duration)).toEqual([
      "0.0 s",
      "9.9 s",
      "75 s",
      "2 min 30 s",
      "3 min 0 s",
      "2 h 1 min",
      "2 h 59 min",
    ]);
  });
});
