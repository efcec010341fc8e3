import { expect, it } from "vitest";
import { cellsFromColumns } from "../data/columns.ts";
import { columnsFromCsv } from "../data/text/csv.ts";
import { type ExamineOptions, tableExamination } from "./examine-table.ts";

async function examined(text: string, options: ExamineOptions) {
  const wanted: (readonly string[] | undefined)[] = [];
  const running = await tableExamination(({ columns, categorical }) => {
    wanted.push(columns);
    return cellsFromColumns(columnsFromCsv(text, { categorical }), columns);
  }, options);
  for (;;) {
    const { value, done } = running.next();
    if (done) return { ...value, sound: wanted[1] };
  }
}

const mixed = "a,b,c,d\n1,x,2,\n2,y,4,\n3,z,7,\n5,x,1,\n";

it("tells of bad cells, and of the columns that are left, the worst first", async () => {
  const { rows, names, sound, findings } = await examined(mixed, { score: "bic" });
  expect([rows, names, sound]).toEqual([4, ["a", "b", "c", "d"], ["a", "c"]]);
  const fatal = findings.filter(({ severity }) => severity === "fatal");
  expect(fatal.map(({ kind, columns }) => [kind, ...columns])).toEqual([
    ["text", "b"],
    ["missing", "d"],
  ]);
  expect(findings.slice(0, fatal.length)).toEqual(fatal);
  expect(findings.length).toBeGreaterThan(fatal.length);
});

it("takes text for a score of categories, and refuses what is no column", async () => {
  expect((await examined(mixed, { score: "bic-mixed" })).sound).toEqual(["a", "b", "c"]);
  await expect(examined(mixed, { score: "bic-mixed", categorical: ["e"] })).rejects.toThrow(
    'table: no column is called "e"',
  );
  await expect(examined("a,b\n1,2\n", { score: "bic" })).rejects.toThrow(/at least 2 rows are needed, got 1/);
});
