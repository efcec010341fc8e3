import { expect, it } from "vitest";
import { cellsFromCsv } from "../data/text/text.ts";
import { createRng } from "../math/rng.ts";
import type { RunOptions } from "../run/spec.ts";
import { scores } from "../score/scores.ts";
import { type ExamineOptions, tableExamination } from "./examine-table.ts";

function examined(text: string, options: ExamineOptions = {}) {
  const running = tableExamination(cellsFromCsv(text), options);
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

const rows = Array.from(
  { length: 40 },
  (_, i) => `${i + 1},${(i * i) % 7}.5,${"xyz"[i % 3]},${i % 5 ? (i * 3) % 11 : ""},1`,
);
const mixed = `id,a,b,c,k\n${rows.join("\n")}`;

it("reports the kind of every column, the score that fits them, and gaps and unused columns, once each", () => {
  const { rows: read, usedRows, kinds, score, reason, findings } = examined(mixed);
  expect([read, usedRows, score, reason]).toEqual([
    40,
    40,
    "bic-mixed",
    "some columns are numbers and some are categories",
  ]);
  expect(kinds.map(({ kind, isUsed }) => [kind, isUsed])).toEqual([
    ["identifier", false],
    ["number", true],
    ["category", true],
    ["number", true],
    ["constant", false],
  ]);
  expect(findings.filter(({ kind }) => kind === "missing" || kind === "left-out")).toMatchObject([
    {
      severity: "warning",
      columns: ["c"],
      message: expect.stringMatching(/32 of 40 rows have all of them$/),
    },
    { severity: "note", columns: ["id", "k"] },
  ]);
});

it("is fatal if fewer than two columns are used, and refuses unknown columns and missing rows", () => {
  const { findings } = examined("a,k\n1.5,1\n2.5,1\n3.5,1\n");
  expect(findings).toMatchObject([{ kind: "left-out", severity: "fatal", columns: ["k"] }]);
  expect(() => examined(mixed, { categorical: ["e"] })).toThrow('table: no column is called "e"');
  expect(() => examined("a,b\n1,2\n")).toThrow(/at least 2 rows are needed, got 1/);
});

it("is fatal if no row would be left", () => {
  const lines = Array.from({ length: 40 }, (_, i) => {
    const [a, b] = i % 2 === 0 ? ["", "xyz"[i % 3]] : [((i * i) % 13) + 0.5, ""];
    return `${a},${b},${(i * 7) % 11}`;
  });
  const { score, usedRows, findings } = examined(`a,b,c\n${lines.join("\n")}`, { missing: "drop" });
  expect([score, usedRows]).toEqual(["bic-mixed", 0]);
  expect(findings[0]).toMatchObject({
    kind: "missing",
    severity: "fatal",
    remedies: [{ drop: ["a"] }, { drop: ["b"] }],
  });
});

it("counts the rows that the search will use: all of them if it needs only covariances", () => {
  const lines = Array.from({ length: 60 }, (_, i) => {
    const a = ((i * i) % 13) + 0.5;
    return `${i % 4 === 0 ? "" : a},${((i * 7) % 11) + 0.3 * a}`;
  });
  const usedFor = (options: object) => examined(`a,b\n${lines.join("\n")}`, { options }).usedRows;
  expect([usedFor({}), usedFor({ search: "cam" })]).toEqual([60, 45]);
});

it("mentions scales where the score or the search depends on them, and nowhere else", () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${((i * i) % 13) + 0.5},${1e6 * ((i * 5) % 17)}`);
  const isMentioned = (options: RunOptions) =>
    examined(`a,b\n${lines.join("\n")}`, { options, score: options.score }).findings.some(
      ({ kind }) => kind === "scales",
    );
  for (const [score, { takes, hasUnits = false }] of Object.entries(scores))
    if (takes === undefined) expect(isMentioned({ score }), score).toBe(hasUnits);
  expect(scores["quadratic-equal-variance"].hasUnits).toBe(true);
  expect(isMentioned({ score: "bge", standardise: true })).toBe(false);
  expect(isMentioned({ score: "bic", search: "notears" })).toBe(true);
  expect(isMentioned({ score: "bic-equal-variance", search: "direct-lingam" })).toBe(false);
});

it("examines all rows of a table whose gaps will be imputed, however few are complete", () => {
  const rng = createRng("gaps");
  const cells = Array.from({ length: 300 }, () =>
    Array.from({ length: 8 }, () => (rng.uniform() < 0.4 ? "" : ["red", "blue"][rng.integer(2)])),
  );
  const complete = cells.filter((row) => !row.includes("")).length;
  expect(complete).toBeLessThan(8);
  const { findings, usedRows } = examined(["a,b,c,d,e,f,g,h", ...cells.map(String)].join("\n"));
  expect(usedRows).toBeGreaterThan(280);
  expect(findings.map(({ kind }) => kind)).toEqual(["missing"]);
});
