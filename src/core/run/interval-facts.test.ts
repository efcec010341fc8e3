import { describe, expect, it } from "vitest";
import { run, table } from "../../../test/discoveries.ts";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import { linearEffect } from "../score/linear-effect.ts";
import { intervalGaps, withoutInterval } from "./interval-facts.ts";
import type { RunResult } from "./result.ts";
import type { RunOptions } from "./spec.ts";
import { tableFor } from "./table-for.ts";

const rng = createRng("intervals");
const data = table.X.data.map((x) => (rng.uniform() < 0.2 ? Number.NaN : x));
const gapped = { ...table, X: matrix(table.X.rows, table.X.cols, data) };
const found = (options: RunOptions, of = gapped): RunResult =>
  run({ table: of, options: { member: true, ...options } }).result;

describe("the intervals of coefficients where values are missing", () => {
  const result = found({});

  it("allow for that after EM, and say so", () => {
    expect(result.rows).toMatchObject({ how: "em", errors: "observed information" });
    expect(intervalGaps(result)?.verb).toBe("allow for missing values");
    const { scatter, fileRows } = tableFor(gapped, { ...result.spec });
    const place = (name: string) => table.names.indexOf(name);
    for (const { a, b, coefficient, standardError, interval } of result.strengths) {
      const parents = result.edges.filter(([, effect]) => effect === b).map(([cause]) => place(cause));
      const asObserved = linearEffect(scatter!, place(b), {
        parents: parents.toSorted((p, q) => p - q),
        cause: place(a),
      });
      expect(coefficient).toBeCloseTo(asObserved.coefficient, 9);
      // The scatter counts as fewer rows, and its standard errors are those of that number.
      expect(standardError!).toBeGreaterThan(asObserved.standardError! * Math.sqrt(scatter!.n / fileRows!));
      expect(interval![1] - interval![0]).toBeGreaterThan(2 * 1.95 * standardError!);
    }
  });

  it("do not depend on the order of the columns, and follow their units", () => {
    const standardised = found({ standardise: true });
    result.strengths.forEach(({ a, b, coefficient, standardError }) => {
      const other = standardised.strengths.find((each) => each.a === a && each.b === b)!;
      expect(other.standardError! / other.coefficient!).toBeCloseTo(standardError! / coefficient!, 7);
    });
  });

  it("are said to be too narrow in results without such errors, and where values were imputed", () => {
    const { rows, ...rest } = result;
    const { errors: _, ...before } = rows!;
    expect(intervalGaps({ ...rest, rows: before })?.aside).toBe(
      "too narrow: missing values count as observed",
    );
    const imputed = found({ missing: "impute" });
    expect(intervalGaps(imputed)?.aside).toBe("rather too narrow where many values were imputed");
    expect(imputed.methods?.paragraph).toContain("rather too narrow where many values were imputed");
    expect(intervalGaps(found({ missing: "drop" }))).toBeNull();
    expect(found({ missing: "drop" }).rows).not.toHaveProperty("errors");
    expect(intervalGaps(found({}, table))).toBeNull();
  });

  it("are null where they cannot be computed, which is said", () => {
    expect(withoutInterval(result)).toBeNull();
    const few = found({ penaltyWeight: 0.5 }, { ...gapped, X: matrix(14, 6, data.slice(0, 84)) });
    expect(few.strengths.length).toBeGreaterThan(0);
    for (const { coefficient, standardError, interval } of few.strengths) {
      expect(coefficient).not.toBeNull();
      expect([standardError, interval]).toEqual([null, null]);
    }
    const sentence = withoutInterval(few);
    expect(sentence).toMatch(/no interval is given\.$/);
    expect(few.methods?.paragraph).toContain(sentence);
    expect(few.methods?.paragraph).not.toContain("95 % intervals");
  });
});
