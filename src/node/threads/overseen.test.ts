import { describe, expect, it } from "vitest";
import { silenceWatch } from "./overseen.ts";

/** Looks every 100 ms for so long; at each, `beat` says whether there was a sign of life. */
function watched(
  seconds: number,
  beat: (ms: number) => boolean,
  wishAt: number | null,
  limit: number | null,
) {
  let count = 0;
  const watch = silenceWatch(() => count);
  watch.begin(0, limit);
  for (let ms = 0; ms <= 1000 * seconds; ms += 100) {
    if (wishAt !== null && ms >= wishAt) watch.wish(ms);
    if (beat(ms)) count++;
    const silent = watch.looked(ms);
    if (silent) return { ...silent, ms };
  }
  return null;
}

describe("silence", () => {
  it("is no reason to end work that nobody wished to stop", () => {
    expect(watched(600, () => false, null, null)).toBeNull();
  });

  it("is, some seconds after the wish to stop or after the time limit", () => {
    expect(watched(60, () => false, 10_000, null)).toMatchObject({ reason: "interrupted", ms: 12_600 });
    expect(watched(60, () => false, null, 5000)).toMatchObject({ reason: "time limit", ms: 7600 });
    expect(watched(60, (ms) => ms < 20_000, 10_000, null)).toMatchObject({ ms: 22_500 });
  });

  it("is not counted where there are signs of life, or where the work comes to its end by itself", () => {
    expect(watched(60, (ms) => ms % 2000 === 0, 1000, 5000)).toBeNull();
    const watch = silenceWatch(() => 0);
    watch.begin(0, 1000);
    watch.wish(500);
    watch.end();
    expect(watch.looked(1e6)).toBeNull();
  });

  it("is borne longer where single pieces of work took longer before, up to half a minute", () => {
    expect(watched(60, (ms) => ms <= 20_000 && ms % 5000 === 0, 20_000, null)).toMatchObject({ ms: 30_100 });
    expect(watched(300, (ms) => ms <= 80_000 && ms % 40_000 === 0, 80_000, null)).toMatchObject({
      ms: 110_100,
    });
  });
});
