import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sentence, sql, tableFolder } from "../../../test/table-files.ts";
import { readCells, readTable } from "./read-table.ts";

const { folder, file } = tableFolder();

describe("readTable with a condition", () => {
  const people = 'id,age,sex,"body mass"\n1,20,m,21.5\n2,30,f,NA\n3,40,m,24\n4,50,f,28\n5,unknown,f,30\n';

  it("keeps the rows that satisfy it, numbers as numbers and text as text", async () => {
    const path = file("people.csv", people);
    expect([
      ...(await readTable(path, { columns: ["id", "age"], where: "sex = 'm' AND id > 1.5 OR id = 4" })).X
        .data,
    ]).toEqual([3, 40, 4, 50]);
    expect([
      ...(
        await readTable(path, {
          columns: ["id", "age"],
          where: "\"body mass\" >= 24 AND age <> 'unknown' -- why not",
        })
      ).X.data,
    ]).toEqual([3, 40, 4, 50]);
    expect([
      ...(
        await readTable(path, { columns: ["id", "body mass"], where: '"body mass" IS NOT NULL AND id < 5' })
      ).X.data,
    ]).toEqual([1, 21.5, 3, 24, 4, 28]);
  });

  it("gives labels and gaps of the rows that are left alone", async () => {
    const path = file("people.csv", people);
    const { columns } = await readCells(path, { columns: ["age", "body mass"], where: "sex = 'f'" });
    expect([columns[0].labels, [...columns[0].values]]).toEqual([
      ["30", "50", "unknown"],
      [0, 1, 2],
    ]);
    expect([...columns[1].values]).toEqual([Number.NaN, 28, 30]);
  });

  it("works on Parquet and JSON", async () => {
    const path = join(folder, "where.parquet");
    await sql(
      `COPY (SELECT i AS a, i * i AS b, DATE '2020-01-01' + i::INTEGER AS day FROM range(5) r(i)) TO '${path}'`,
    );
    expect([
      ...(await readTable(path, { columns: ["a", "b"], where: "day >= DATE '2020-01-04'" })).X.data,
    ]).toEqual([3, 9, 4, 16]);
    const json = file("where.json", '[{"a":1,"b":"u","c":1},{"a":2,"b":"v","c":4},{"a":3,"b":"v","c":9}]');
    expect([
      ...(await readTable(json, { columns: ["a", "c"], where: "b = 'v' AND a + c < 100" })).X.data,
    ]).toEqual([2, 4, 3, 9]);
  });

  it("says why a condition cannot be used", async () => {
    const path = file("people.csv", people);
    expect(await sentence(path, { where: "aeg > 3" })).toMatch(
      /^table: --where must be an SQL condition on the columns, got aeg > 3, of which DuckDB says: .*"aeg" not found.*; did you mean "age"\? \(known: /,
    );
    expect(await sentence(path, { where: "id >" })).toMatch(/^table: --where .*syntax error/);
    expect(await sentence(path, { where: "true; DROP TABLE x" })).toMatch(/^table: --where /);
    expect(await sentence(path, { where: "id > 100" })).toBe(
      "table: --where must leave rows, got none that satisfy id > 100; widen the condition",
    );
    expect(await sentence(file("case.csv", "a,A\n1,2\n3,4\n"), { where: "a > 0" })).toMatch(
      /--where cannot tell the columns "a" and "A" apart/,
    );
  });

  it("cannot open another file", async () => {
    const other = file("other.csv", "a,b\n1,2\n");
    const where = `EXISTS (SELECT * FROM read_csv('${other}'))`;
    expect(await sentence(file("people.csv", people), { where })).toMatch(
      /^table: --where .*disabled by configuration/,
    );
  });
});
