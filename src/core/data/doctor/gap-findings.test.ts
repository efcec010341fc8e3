import { describe, expect, it } from "vitest";
import { matrix } from "../../math/matrix.ts";
import { createTable } from "../table.ts";
import { repeatedRows } from "./column-summary.ts";
import { gapFindings } from "./gap-findings.ts";

const none = Number.NaN;

describe("gapFindings", () => {
  const table = createTable(["a", "b"], matrix(3, 2, Float64Array.of(1, none, 2, 5, 3, 7)));

  it("says what is done about the gaps, and offers more rows only where some are dropped", () => {
    const [dropped] = gapFindings(table, true);
    expect(dropped.meaning).toMatch(/^Rows with missing values are dropped: .* a biased sample\.$/);
    expect(dropped.remedies).toEqual([{ when: "to keep more rows", drop: ["b"] }]);
    const empty = createTable(["a", "b"], matrix(3, 2, Float64Array.of(none, none, 2, 5, 3, 7)));
    expect(gapFindings(empty, true)[0].remedies).toEqual([{ act: "find out why the values are missing" }]);
    const [used] = gapFindings(table);
    expect(used.meaning).toMatch(/^Rows with missing values are used too: /);
    expect(used.remedies).toEqual([{ act: "find out why the values are missing" }]);
  });
});

it("rows without any value repeat nothing", () => {
  const a = Float64Array.of(none, 1, none, 1, none);
  const b = Float64Array.of(none, none, none, none, none);
  expect(repeatedRows([a, b])).toEqual({ count: 1, first: [4] });
});
