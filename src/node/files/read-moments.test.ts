import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sentence, sql, tableFolder } from "../../../test/table-files.ts";
import { csvOf, InputError, type LoadedTable, simulate, tableScatter } from "../../core/index.ts";
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
    const large = await readLargeTable(path);
    expectScatterOf(large, table);
    expect(large.X.rows).toBe(6250);
    expect([...large.X.data.subarray(5, 10)]).toEqual([...table.X.data.subarray(4 * 5, 5 * 5)]);
    expect(large.X.data.at(-1)).toBe(table.X.data[(4 * 6249 + 1) * 5 - 1]);
  });

  it("has the graph of the whole table", async () => {
    const options = { search: "order", score: "bic" } as const;
    const [large, whole] = [
      await discover(await readLargeTable(path), options),
      await discover(table, options),
    ];
    expect([large.edges, large.undirected]).toEqual([whole.edges, whole.undirected]);
    expect(large.score).toBeCloseTo(whole.score, 6);
    expect(large.table.rows).toBe(25_000);
  });

  it("reads what readTable reads: formats, decimal commas, chosen columns, conditions, gaps", async () => {
    const parquet = join(folder, "t.parquet");
    await sql(
      `COPY (SELECT i::INTEGER AS i, CASE WHEN i % 7 = 0 THEN NULL ELSE sin(i) END AS s, CASE WHEN i % 11 = 0 THEN 'NaN'::DOUBLE ELSE cos(i) END AS c FROM range(5000) r(i)) TO '${parquet}'`,
    );
    const files = [
      parquet,
      file("t.json", '[{"a": 1, "b": 2.5}, {"a": -3, "b": "?"}, {"b": 7, "a": 4}]'),
      file("semicolon.csv", "a;b\r\n1;2,5\r\n-3;\r\n4;7\r\n"),
      file("one.tsv", "a\tb\tc\n1\ttrue\t2\n-3\tfalse\tNA\n4\t0.5\t9\n"),
    ];
    for (const each of files) {
      const whole = await readTable(each, { missing: "drop" });
      const large = await readLargeTable(each, { missing: "drop" });
      expectScatterOf(large, whole);
      expect(large.dropped).toEqual(whole.dropped);
      expect(large.X.data).toEqual(whole.X.data);
    }
    const asked = { columns: ["c", "i"], where: "i > 17", missing: "drop" } as const;
    expectScatterOf(await readLargeTable(parquet, asked), await readTable(parquet, asked));
  });

  it("refuses what readTable refuses, in its words", async () => {
    const bad = {
      "text.csv": "a,b\n1,2\n3,x\n5,6\n",
      "gap.csv": "a,b\n1,2\n3,\n5,6\n",
      "infinite.csv": "a,b\n1,2\n3,inf\n5,6\n",
      "names.csv": "a,b\n",
      "one.csv": "a\n1\n2\n",
      "empty.csv": "a,b\n1,\n2,\n3,\n",
    };
    for (const [name, content] of Object.entries(bad)) {
      const refused = await readLargeTable(file(name, content)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(InputError);
      expect((refused as InputError).message).toBe(await sentence(file(name, content)));
    }
  });
});

describe("readMoments", () => {
  it("tells of each column what is missing, infinite, the range and how many values there are", async () => {
    const numbers = file("facts.csv", "a,b,c\n1,2,9\n3,inf,9\n-5,,9\n1,x,9\n");
    const { facts, rows, scatter } = await readMoments(numbers);
    expect(facts).toEqual([
      { name: "a", missing: 0, infinite: 0, min: -5, max: 3, distinct: 3 },
      {
        name: "b",
        missing: 1,
        infinite: 1,
        min: 2,
        max: Infinity,
        distinct: 2,
        text: { row: 4, value: "x" },
        missingRow: 3,
        infiniteRow: 2,
      },
      { name: "c", missing: 0, infinite: 0, min: 9, max: 9, distinct: 1 },
    ]);
    expect([rows, scatter.n]).toEqual([4, 2]);
    expect((await readMoments(path)).facts.map(({ distinct }) => distinct)).toEqual([51, 51, 51, 51, 51]);
  });

  it("says how far it is", async () => {
    const seen: number[] = [];
    await readMoments(path, { onProgress: ({ rows }) => seen.push(rows) });
    expect(seen).toEqual([0]);
  });
});
