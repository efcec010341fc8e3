import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  atMost,
  count,
  counted,
  difference,
  duration,
  fixed,
  measured,
  percent,
  shareOf,
} from "./numbers.ts";

const read = (text: string): number => Number(text.replaceAll(",", "").replaceAll("−", "-"));

describe("numbers of the report", () => {
  it("have a true minus sign and thousands separators", () => {
    expect(fixed(-28512.4321)).toBe("−28,512.43");
    expect(fixed(999.996)).toBe("1,000.00");
    expect(count(1234567)).toBe("1,234,567");
    expect(counted(1, "edge")).toBe("1 edge");
    expect(counted(0, "edge")).toBe("0 edges");
  });

  it("have no minus sign if they round to zero", () => {
    expect(fixed(-0.001)).toBe("0.00");
    expect(percent(-0)).toBe("0 %");
  });

  it("never show a nonzero difference as 0", () => {
    expect(difference(0)).toBe("0");
    expect(difference(0.00034)).toBe("0.00034");
    expect(difference(3.4e-12)).toBe("3.4e−12");
    expect(difference(41.318)).toBe("41.32");
  });

  it("can be read back to within the digits shown", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e14, max: 1e14 }), (x) => {
        expect(Math.abs(read(fixed(x)) - x)).toBeLessThanOrEqual(0.005 + 1e-15 * Math.abs(x));
        // Three decimals, or three digits.
        expect(Math.abs(read(measured(x)) - x)).toBeLessThanOrEqual(Math.max(0.00051, 0.0051 * Math.abs(x)));
        if (x !== 0) expect(read(measured(x))).not.toBe(0);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("have symbols for what is not finite", () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map((x) => fixed(x))).toEqual([
      "–",
      "∞",
      "−∞",
    ]);
    expect(measured(Number.NaN)).toBe("–");
  });

  it("write durations as people do", () => {
    expect([0.149, 9.99, 42.4, 59.7, 200, 7260].map(duration)).toEqual([
      "0.15 s",
      "9.99 s",
      "42 s",
      "1 min 0 s",
      "3 min 20 s",
      "2 h 1 min",
    ]);
  });

  it("show a share as none or all only if it is", () => {
    expect([0, 0.004, 0.005, 0.5, 0.994, 0.995, 1].map(shareOf)).toEqual([
      ...["0 %", "< 1 %", "1 %", "50 %", "99 %", "> 99 %", "100 %"],
    ]);
    expect(atMost(0.01)).toBe("≤ 1 %");
  });
});
