import { describe, expect, it } from "vitest";
import { whenWords } from "./when.ts";

/** A time of the reader's own clock. */
const at = (...parts: [number, number, number, number, number]): Date => new Date(...parts);

describe("a time for people", () => {
  const now = at(2026, 10, 15, 20, 0);

  it("is short today, has the day otherwise, and the year where it is another", () => {
    expect(whenWords(at(2026, 10, 15, 9, 5).toISOString(), now, "en-GB")).toBe("today 09:05");
    expect(whenWords(at(2026, 10, 14, 9, 5).toISOString(), now, "en-GB")).toBe("14 Nov 09:05");
    expect(whenWords(at(2025, 10, 15, 9, 5).toISOString(), now, "en-GB")).toBe("15 Nov 2025 09:05");
  });

  it("is left as it came where it is none", () => {
    expect(whenWords("soon", now)).toBe("soon");
  });
});
