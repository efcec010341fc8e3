import { describe, expect, it } from "vitest";
import { tableOf } from "../../../../test/normal-columns.ts";
import { completeRows } from "../complete-table.ts";
import { examine } from "./doctor.ts";

describe("numbers of few values, of one in most rows, and codes", () => {
  it("warns of numbers that look like codes for missing values, and not of counts that reach 9 or 99", () => {
    const coded = examine(
      tableOf(300, { age: (z, i) => (i % 50 === 0 ? -999 : 40 + 9 * z[0]), b: (z) => z[1] }),
    );
    expect(coded[0]).toMatchObject({ kind: "missing-code", severity: "warning", columns: ["age"] });
    expect(coded[0].message).toMatch(/"age" \(-999 in 6 rows\)$/);
    const plain = tableOf(300, { a: (_, i) => i % 100, b: (_, i) => (7 * i) % 10, c: (z) => z[1] });
    expect(examine(plain).map(({ kind }) => kind)).not.toContain("missing-code");
  });

  it("warns of numbers of which most are the same", () => {
    const rain = (z: readonly number[]) => (z[0] > 0.3 ? Math.abs(z[1]) : 0);
    const findings = examine(tableOf(300, { rain, b: (z) => z[2] }));
    expect(findings).toMatchObject([{ kind: "frequent-value", severity: "warning", columns: ["rain"] }]);
    expect(findings[0].message).toMatch(/^one value in most rows of "rain" \(0 in 6\d %\)$/);
    expect(examine(tableOf(300, { rain: (z) => (z[0] > -0.3 ? z[1] : 0), b: (z) => z[2] }))).toEqual([]);
  });

  it("looks at all values of a column where rows with gaps are used, and counts rows as in that table", () => {
    const observed = tableOf(100, {
      a: (z, i) => (i === 4 ? 500 : z[0]),
      b: (z, i) => (i < 60 ? Number.NaN : z[1]),
      c: (z, i) => (i < 60 ? z[2] : 1),
    });
    const complete = completeRows(observed);
    expect(examine(complete)).toMatchObject([{ kind: "constant", columns: ["c"] }]);
    expect(examine(complete, { observed })).toMatchObject([{ kind: "outliers", columns: ["a"], rows: [5] }]);
  });
});
