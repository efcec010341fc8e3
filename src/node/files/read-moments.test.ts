import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sentence, sql, tableFolder } from "../../../test/table-files.ts";
import {
  completeRows,
  csvOf,
  InputError,
  type LoadedTable,
  simulate,
  tableScatter,
} from "../../core/index.ts";
import { discover } from "../runs/discover.ts";
import { readLargeTable, readMoments } from "./read-moments.ts";
import { readTable } from "./read-table.ts";

const { folder, file } = tableFolder();
const { table } = simulate({ nodes: 5, samples: 25_000, seed: 4 });
const path = file("large.csv", csvOf(table));

function expectScatterOf(large: LoadedTable, whole: LoadedTable): void {
  const [ours, theirs] = [large.scatter!, tableScatter(whole)];
  expect([large.names, ours.n]).toEqual([whole.names, theirs.n]);
  const d = whole.names.length;
  ours.S.data.forEach((s, k) => {
    const scale = Math.sqrt(theirs.S.data[(k % d) * (d + 1)] * theirs.S.data[Math.floor(k / d) * (d + 1)]);
    expect(Math.abs(s - theirs.S.data[k])).toBeLessThanOrEqual(1e-12 * scale);
  });
  ours.mean.forEach((m, j) => {
    expect(m).toBeCloseTo(theirs.mean[j], 10);
  });
}

describe("readLargeTable", () => {
  it("has the scatter matrix of all rows, and evenly spaced ones of them", async () => {
    const large = (await readLargeTable(path))!;
    expectScatterOf(large, table);
    expect(large.X.rows).toBe(6250);
    expect([...large.X.data.subarray(5, 10)]).toEqual([...table.X.data.subarray(4 * 5, 5 * 5)]);
    expect(large.X.data.at(-1)).toBe(table.X.data[(4 * 6249 + 1) * 5 - 1]);
  });

  it("leaves dates and numbers such as $1,234 to a reader of every row, and few cells of text missing", async () => {
    const rows = (cell: (i: number) => string) =>
      Array.from({ length: 300 }, (_, i) => `${Math.sin(i)},${Math.cos(7 * i)},${cell(i)}`);
    const read = (cell: (i: number) => string) =>
      readLargeTable(file("odd.csv", ["a,b,c", ...rows(cell)].join("\n")));
    expect(await read((i) => `2024-01-${10 + (i % 18)}`)).toBeNull();
    expect(await read((i) => `"$1,${100 + i}"`)).toBeNull();
    expect((await read((i) => (i === 7 ? "?!" : String(Math.sqrt(i)))))?.scatter?.n).toBe(299);
  });

  it("has the graph of the whole table", async () => {
    const options = { search: "order", score: "bic" } as const;
    const [large, whole] = [
      await discover((await readLargeTable(path))!, options),
      await discover(table, options),
    ];
    expect([large.edges, large.undirected]).toEqual([whole.edges, whole.undirected]);
    expect(large.score).toBeCloseTo(whole.score, 6);
    expect(large.table.rows).toBe(25_000);
  });

  it("reads what readTable reads: formats, decimal commas, chosen columns, conditions, gaps", async () => {
    const parquet = join(folder, "t.parquet");
    await sql(
      `COPY (SELECT sqrt(i) AS i, CASE WHEN i % 7 = 0 THEN NULL ELSE sin(i) END AS s, CASE WHEN i % 11 = 0 THEN 'NaN'::DOUBLE ELSE cos(i) END AS c FROM range(5000) r(i)) TO '${parquet}'`,
    );
    const files = [
      parquet,
      file("t.json", '[{"a": 1, "b": 2.5}, {"a": -3, "b": "?"}, {"b": 7, "a": 4}]'),
      file("semicolon.csv", "a;b\r\n1;2,5\r\n-3;\r\n4;7\r\n"),
    ];
    for (const each of files) {
      const whole = await readTable(each);
      const large = (await readLargeTable(each))!;
      const complete = completeRows(whole);
      expectScatterOf(large, complete);
      expect([large.rowsRead, large.kinds]).toEqual([whole.X.rows, whole.kinds]);
      expect(large.X.data).toEqual(complete.X.data);
    }
    const asked = { columns: ["c", "i"], where: "i > 4" } as const;
    expectScatterOf((await readLargeTable(parquet, asked))!, completeRows(await readTable(parquet, asked)));
  });

  it("is none where a column holds labels, and refuses what readTable refuses, in its words", async () => {
    expect(
      await readLargeTable(file("labels.csv", `a,b\n${"1.5,x\n2.5,y\n4,z\n4,x\n".repeat(20)}`)),
    ).toBeNull();
    for (const [name, content] of Object.entries({
      "names.csv": "a,b\n",
      "one.csv": "a\n1\n2\n",
      "empty.csv": "a,b\n1,\n2,\n3,\n",
    })) {
      const refused = await readLargeTable(file(name, content)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(InputError);
      expect((refused as InputError).message).toBe(await sentence(file(name, content)));
    }
  });
});

describe("readMoments", () => {
  it("tells of a fault far down in a file, while the next rows are already on their way", async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `${i},${i % 7}`);
    const asked = { where: "a < 50000 OR error('no more') IS NULL" } as const;
    const refused = await readMoments(file("far.csv", `a,b\n${rows.join("\n")}\n`), asked).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(InputError);
    expect((refused as InputError).message).toContain("no more");
  });

  it("says how far it is", async () => {
    const seen: number[] = [];
    await readMoments(path, { onProgress: ({ rows }) => seen.push(rows) });
    expect(seen).toEqual([0]);
  });
});
