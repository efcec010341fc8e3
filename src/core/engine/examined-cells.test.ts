import { expect, it } from "vitest";
import { cellsFromColumns } from "../data/columns.ts";
import { columnsFromCsv } from "../data/text/csv.ts";
import { categoriesFor, cellsExamination, type ExamineOptions, soundColumns } from "./examined-cells.ts";

function examined(text: string, options: ExamineOptions) {
  const read = (columns?: string[]) =>
    cellsFromColumns(
      columnsFromCsv(text, { categorical: categoriesFor([options.score], options.categorical) }),
      columns,
    );
  const cells = read();
  const sound = soundColumns(cells, options);
  const running = cellsExamination(cells, sound.length < 2 ? null : read(sound), options);
  for (;;) {
    const { value, done } = running.next();
    if (done) return { ...value, sound };
  }
}

const mixed = "a,b,c,d\n1,x,2,\n2,y,4,\n3,z,7,\n5,x,1,\n";

it("tells of bad cells, and of the columns that are left, the worst first", () => {
  const { rows, names, sound, findings } = examined(mixed, { score: "bic" });
  expect([rows, names, sound]).toEqual([4, ["a", "b", "c", "d"], ["a", "c"]]);
  const fatal = findings.filter(({ severity }) => severity === "fatal");
  expect(fatal.map(({ kind, columns }) => [kind, ...columns])).toEqual([
    ["text", "b"],
    ["missing", "d"],
  ]);
  expect(findings.slice(0, fatal.length)).toEqual(fatal);
  expect(findings.length).toBeGreaterThan(fatal.length);
});

it("takes text for a score of categories, and refuses what is no column", () => {
  expect(examined(mixed, { score: "bic-mixed" }).sound).toEqual(["a", "b", "c"]);
  expect(() => examined(mixed, { score: "bic-mixed", categorical: ["e"] })).toThrow(
    'table: no column is called "e"',
  );
  expect(() => examined("a,b\n1,2\n", { score: "bic" })).toThrow(/at least 2 rows are needed, got 1/);
});
