import { describe, expect, it } from "vitest";
import { matrix } from "../../math/matrix.ts";
import { tableFromCsv } from "../columns.ts";
import { createTable } from "../table.ts";
import { repeatedRows } from "./column-summary.ts";
import { gapFindings, leftOutFindings } from "./gap-findings.ts";

const none = Number.NaN;

describe("gapFindings", () => {
  const table = createTable(["a", "b"], matrix(3, 2, Float64Array.of(1, none, 2, 5, 3, 7)));

  it("says what is done about the gaps, and offers more rows only where some are dropped", () => {
    const [dropped] = gapFindings(table, "drop");
    expect(dropped.meaning).toMatch(/^Rows with missing values are dropped: .* a biased sample\.$/);
    expect(dropped.remedies).toEqual([{ when: "to keep more rows", drop: ["b"] }]);
    const empty = createTable(["a", "b"], matrix(3, 2, Float64Array.of(none, none, 2, 5, 3, 7)));
    expect(gapFindings(empty, "drop")[0].remedies).toEqual([{ act: "find out why the values are missing" }]);
    const [used] = gapFindings(table, "em");
    expect(used.meaning).toMatch(
      /^Rows with missing values are used too: means and covariances are estimated by EM, /,
    );
    expect(used.remedies).toEqual([{ act: "find out why the values are missing" }]);
    expect(gapFindings(table, "impute")[0].meaning).toMatch(/ used too: multiple imputation fills them, /);
  });

  it("does not ask why values are missing where text counts as such", () => {
    const answers = ["agree", "neutral", "disagree", "agree", "disagree", "don't know"];
    const lines = Array.from({ length: 60 }, (_, i) => `${answers[i % 6]},${(i * i) % 17}.5`);
    const survey = tableFromCsv(`q,x\n${lines.join("\n")}`);
    expect(gapFindings(survey, "impute")).toMatchObject([
      { columns: ["q"], remedy: "if the text in these cells gives a value, replace it by that value" },
    ]);
    const [some] = gapFindings(tableFromCsv(`q,x\n${[...lines, ",3.5"].join("\n")}`), "impute");
    expect(some.remedies).toEqual([{ act: "find out why the values are missing" }]);
  });

  it("names what is kept by which remedy", () => {
    const out = (name: string, more = {}) => ({
      name,
      kind: "category" as const,
      isUsed: false,
      reason: "r",
      ...more,
    });
    const used = [1, 2].map((k) => ({ name: `u${k}`, kind: "number" as const, isUsed: true }));
    const remedyOf = (...kinds: ReturnType<typeof out>[]) => leftOutFindings([...used, ...kinds])[0].remedy;
    expect(remedyOf(out("a"))).toMatch(/^to keep it, set kinds/);
    expect(remedyOf(out("a"), out("b"))).toMatch(/^to keep one of them, set kinds to .* or /);
    expect(remedyOf(out("a"), out("b", { kind: "copy", instead: { as: "number", of: ["u1"] } }))).toMatch(
      /^to keep "a", set kinds to .* to keep "b" instead of "u1", set kinds/,
    );
  });
});

it("rows without any value repeat nothing", () => {
  const a = Float64Array.of(none, 1, none, 1, none);
  const b = Float64Array.of(none, none, none, none, none);
  expect(repeatedRows([a, b])).toMatchObject({ count: 1, first: [4] });
});
