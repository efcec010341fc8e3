import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { trials } from "../../../test/long.ts";
import { expectPlain, sentence, sql, tableFolder } from "../../../test/table-files.ts";
import { csvOf, examine, fatalError, tableFromCsv } from "../../core/index.ts";
import { dataHash } from "./data-hash.ts";
import { readCells, readTable } from "./read-table.ts";

const { folder, file } = tableFolder();

describe("readTable", () => {
  it("reads CSV, TSV, semicolons, pipes, JSON and NDJSON, each also gzipped", async () => {
    const contents = {
      "t.csv": "a,b\n1,2.5\n-3,4e-3\n",
      "t.tsv": "a\tb\n1\t2.5\n-3\t4e-3\n",
      "mixed.csv": "a,b\r\n1,2.5\n-3,4e-3\r\n",
      "semicolon.csv": "a;b\r\n1;2,5\r\n-3;4e-3\r\n",
      "pipe.txt": "a|b\n1|2.5\n-3|0.004",
      "t.json": '[{"a": 1, "b": 2.5}, {"a": -3, "b": 4e-3}]',
      "t.ndjson": '{"a": 1, "b": 2.5}\n{"b": "0.004", "a": -3}\n',
      "t.jsonl": '{"a": 1, "b": 2.5}\n{"a": -3, "b": 4e-3}',
      "records.data": '{"a": 1, "b": 2.5}\n{"a": -3, "b": 4e-3}',
    };
    for (const [name, content] of Object.entries(contents)) {
      await expectPlain(file(name, content));
      await expectPlain(file(`${name}.gz`, gzipSync(content)));
    }
  });

  it("gives numbers and labels of a row together, in the order of the file, whatever threads DuckDB takes", async () => {
    const path = join(folder, "long.parquet");
    const rows = 120_000;
    const label = "chr((97 + (i // 5) % 3)::INT)";
    await sql(
      `COPY (SELECT i % 997 AS x, ${label} AS a, ${label} AS b, CASE WHEN i > 110000 THEN 'late' ELSE '1' END AS c FROM range(${rows}) r(i)) TO '${path}' (ROW_GROUP_SIZE 2048)`,
    );
    // A long list, which DuckDB turns into a join.
    const where = `b IN (${[..."abcdefghijklmnop"].map((letter) => `'${letter}'`).join(", ")})`;
    for (const options of [{}, { where }]) {
      const { columns } = await readCells(path, options);
      const wrong = columns.map(({ name, values, labels = [] }) => {
        const expected = (i: number) =>
          name === "x" ? i % 997 : name === "c" ? (i > 110_000 ? "late" : "1") : "abc"[Math.floor(i / 5) % 3];
        return values.filter((x, i) => (name === "x" ? x : labels[x]) !== expected(i)).length;
      });
      expect(wrong).toEqual([0, 0, 0, 0]);
    }
  });

  it("reads Parquet, also gzipped, also under another name, with integers, decimals and booleans", async () => {
    const path = join(folder, "t.parquet");
    await sql(
      `COPY (SELECT i::TINYINT AS i, i::HUGEINT AS h, (i / 4)::DECIMAL(9, 2) AS m, i % 2 = 0 AS even, (i / 8)::FLOAT AS f, i::VARCHAR AS s FROM range(3) r(i)) TO '${path}'`,
    );
    for (const copy of [
      path,
      file("t2.parquet.gz", gzipSync(readFileSync(path))),
      file("misnamed.csv", readFileSync(path)),
    ]) {
      const { names, X } = await readTable(copy);
      expect(names).toEqual(["i", "h", "m", "even", "f", "s"]);
      expect([...X.data]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0.25, 0, 0.125, 1, 2, 2, 0.5, 1, 0.25, 2]);
    }
  });

  it("reads labels from Parquet and JSON, dates too, and after a condition", async () => {
    const path = join(folder, "kinds.parquet");
    await sql(
      `COPY (SELECT i, CASE i % 3 WHEN 0 THEN 'x' WHEN 1 THEN ' y ' ELSE NULL END AS kind, DATE '2020-01-01' + (i % 4)::INTEGER AS day FROM range(8) r(i)) TO '${path}'`,
    );
    const table = await readTable(path, { where: "i > 0" });
    expect(table.names).toEqual(["i", "kind", "day"]);
    expect(table.levels).toEqual([null, ["x", "y"], null]);
    const gap = Number.NaN;
    expect([...table.X.data]).toEqual([
      ...[1, 1, 1, 2, gap, 2, 3, 0, 3, 4, 1, 0],
      ...[5, gap, 1, 6, 0, 2, 7, 1, 3],
    ]);
    const json = file("kinds.json", '[{"a": "x", "b": 1}, {"a": "y", "b": 2}, {"a": 3, "b": 4}]');
    expect((await readCells(json)).columns[0].labels).toEqual(["3", "x", "y"]);
  });

  it("leaves constant, repeated and collinear columns out, and says why", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [Math.sin(i * 7), Math.cos(i * i)]);
    const write = (name: string, header: string, row: (a: number, b: number) => number[]) =>
      file(name, `${header}\n${rows.map(([a, b]) => row(a, b).join(",")).join("\n")}\n`);
    const cases: [string, string][] = [
      [write("constant.csv", "a,b,k", (a, b) => [a, b, 7]), "is 7 in every row"],
      [write("twins.csv", "a,b,c", (a, b) => [a, b, a]), 'is the same as "a"'],
      [write("total.csv", "a,b,total", (a, b) => [a, b, a + b]), 'is determined by "a" and "b"'],
    ];
    for (const [path, reason] of cases) {
      const table = await readTable(path);
      expect([table.names, table.kinds?.[2].reason]).toEqual([["a", "b"], reason]);
      expect(fatalError(examine(table))).toBeUndefined();
    }
  });

  it("finds text, a gap and infinity late in a long file", async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `${i},${i / 2}`);
    const late = async (cell: string) => {
      const { columns } = await readCells(
        file("late.csv", `a,b\n${lines.with(54_320, `5,${cell}`).join("\n")}\n`),
      );
      return columns[1];
    };
    const text = await late("oops");
    expect(text.labels![text.values[54_320]]).toBe("oops");
    expect((await late("NA")).values[54_320]).toBeNaN();
    expect((await late("inf")).values[54_320]).toBe(Infinity);
  });

  it("reads many rows in the order of the file, and tells how far it is", async () => {
    const path = join(folder, "many.csv");
    const many = trials(400_000, 1_000_000);
    await sql(`COPY (SELECT i AS a, i * 0.5 AS b, ${many} - i AS c FROM range(${many}) r(i)) TO '${path}'`);
    const progress: { rows: number; totalRows?: number }[] = [];
    const { columns, rows } = await readCells(path, { onProgress: (p) => progress.push(p) });
    expect(rows).toBe(many);
    const [a, b, c] = columns.map(({ values }) => values);
    let wrong = 0;
    for (let i = 0; i < rows; i++) if (a[i] !== i || b[i] !== i / 2 || c[i] !== many - i) wrong++;
    expect(wrong).toBe(0);
    expect(progress[0]).toEqual({ rows: 0 });
    expect(progress.at(-1)).toEqual({ rows: many, totalRows: many });
    expect(progress.length).toBeGreaterThan(many / 100_000);
    expect(progress.every((p, k) => k === 0 || p.rows > progress[k - 1].rows)).toBe(true);
  });

  it("reads back what csvOf wrote, with the same hash in any column order", async () => {
    const table = tableFromCsv(
      "a,b\n0.1,1e-310\n0.30000000000000004,123456789.123456789\n-0,1.7976931348623157e308\n",
    );
    const path = file("round.csv", csvOf(table));
    const back = await readTable(path);
    expect([...new BigUint64Array(back.X.data.buffer)]).toEqual([...new BigUint64Array(table.X.data.buffer)]);
    expect(dataHash(await readTable(path, { columns: ["b", "a"] }))).toBe(dataHash(table));
  });

  it("reads files with spaces, quotes and glob characters in their names, and only those", async () => {
    file("x1.csv", "a,b\n9,9\n9,9\n");
    file("xy.csv", "a,b\n9,9\n9,9\n");
    for (const name of [
      "two words.csv",
      'it\'s "quoted".csv',
      "'); DROP TABLE x; --.csv",
      "x[1].csv",
      "x*.csv",
      "x?.csv",
      "{x1,xy}.csv",
    ]) {
      await expectPlain(file(name, "a,b\n1,2.5\n-3,4e-3\n"));
    }
    mkdirSync(join(folder, "year=2020"), { recursive: true });
    await expectPlain(file("year=2020/t.csv", "a,b\n1,2.5\n-3,4e-3\n"));
  });

  it("leaves no temporary files", async () => {
    const temporary = join(folder, "temporary");
    mkdirSync(temporary);
    vi.stubEnv("TMPDIR", temporary);
    try {
      await readTable(file("clean.csv.gz", gzipSync("a,b\n1,2\n3,4\n")));
      await sentence(file("clean.csv.gz", gzipSync("a,b\n1,x\n3,x\n")));
      await sentence(file("clean.csv.gz", gzipSync("a,b\n1,2\n3,4\n").subarray(0, 20)));
      await sentence(file("clean.parquet", "PAR1 no PAR1"));
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("refuses more rows, columns or cells than are taken, before they are read", async () => {
    const path = file("size.csv", "a,b,c\n1,2,3\n4,5,6\n");
    const limits = { rows: 2, columns: 3, cells: 6 };
    expect((await readTable(path, { limits })).X.rows).toBe(2);
    for (const [less, said] of [
      [{ rows: 1 }, "at most 1 rows are accepted here, got 2"],
      [{ columns: 2 }, "at most 2 columns are accepted here, got 3"],
      [{ cells: 5 }, "at most 5 cells are accepted here, got 6"],
    ] as const)
      expect(await sentence(path, { limits: { ...limits, ...less } })).toContain(said);
    expect((await readTable(path, { limits: { ...limits, columns: 2 }, columns: ["a", "c"] })).names).toEqual(
      ["a", "c"],
    );
  });

  it("calls a file as it is told in sentences, and goes by that name's extension", async () => {
    const path = file("stored", "PAR1 no PAR1");
    expect(await sentence(path, { shown: "mine.parquet" })).toMatch(/^table: "mine\.parquet" must be/);
    const tsv = file("stored-too", "a b\tc\n1\t2\n3\t4\n");
    expect((await readTable(tsv, { shown: "mine.tsv" })).names).toEqual(["a b", "c"]);
  });
});
