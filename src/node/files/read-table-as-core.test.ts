import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trials } from "../../../test/long.ts";
import { sentence, tableFolder } from "../../../test/table-files.ts";
import { InputError, type LoadedTable, tableFromCells, tableFromCsv } from "../../core/index.ts";
import { cellsByDuckDb, type ReadTableOptions, readTable } from "./read-table.ts";
import { openTableFile } from "./table-file.ts";

const { file } = tableFolder();

/** Reads through DuckDB, even short files. */
async function readByDuckDb(path: string, options: ReadTableOptions = {}): Promise<LoadedTable> {
  const opened = await openTableFile(path, options);
  try {
    const { exclude: _, ...how } = options;
    return tableFromCells(await cellsByDuckDb(opened, options), how);
  } finally {
    await opened.close();
  }
}

describe("readTable and the reader of core", () => {
  it("says the same as core about bad CSV", async () => {
    const bad: [string, string, ReadTableOptions?][] = [
      ["empty", ""],
      ["blank lines", "\n\n"],
      ["header only", "a,b\n"],
      ["one column", "a\n1\n2\n"],
      ["one row", "a,b\n1,2\n"],
      ["one line", "1,2\n"],
      ["one name", "a,b,a\n1,2,3\n4,5,6\n"],
      ["nothing in a column", "a,b\n1,\n3,NA\n"],
      ["too few cells", "a,b\n\n1,2\n3\n"],
      ["too many cells", "a,b\n1,2\n3,4,5\n"],
      ["open quote", 'a,b\n1,"2\n3,4\n'],
      ["early quote", 'a,b\n1,"2"x\n3,4\n'],
      ["unknown column", "a,b\n1,2\n3,4\n", { columns: ["a", "bb"] }],
      ["unknown kind", "a,b\n1,2\n3,4\n", { kinds: { a: "colour" } }],
      ["excluded", "a,b\n1,2\n3,4\n", { exclude: ["a"] }],
      ["constant", "a,b\n1,2\n1,4\n"],
      ["one chosen", "a,b\n1,2\n3,4\n", { columns: ["a"] }],
    ];
    for (const [name, content, options] of bad) {
      const path = file(`bad ${name}.csv`, content);
      const refused = await sentence(path, options);
      expect(() => tableFromCsv(content, options), name).toThrow(refused);
      expect(await sentence(path, options, readByDuckDb), name).toBe(refused);
      expect(await sentence(file(`bad ${name}.csv.gz`, gzipSync(content)), options), name).toBe(refused);
    }
  });

  it("takes a first row for names or for data as core does, and as it is told", async () => {
    for (const text of [
      "1,2\n0.5,3\n2,4\n",
      "1,2\n3,4\n5,7\n",
      "3,3\n0.5,3\n2,4\n",
      "1.5,2\n0.5,3\n2,4\n",
      '"1","2"\n3,4\n5,7\n',
      "a,b\n3,4\n5,7\n",
      "10;20\n1,5;2\n3;4\n",
    ]) {
      for (const header of [undefined, "auto", "yes", "no"] as const) {
        const there = await outcome(() => readByDuckDb(file("header.csv", text), { header }));
        expect([text, header, there]).toEqual([
          text,
          header,
          await outcome(() => tableFromCsv(text, { header })),
        ]);
      }
    }
    const named = file("header.json", '[{"a":1,"b":2},{"a":2,"b":5}]');
    expect((await readTable(named, { header: "yes" })).names).toEqual(["a", "b"]);
    expect(await sentence(named, { header: "no" })).toMatch(
      /has the names of its columns in it, as JSON does/,
    );
  });

  it("passes over what core passes over before the data, and counts lines as core does", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `${Math.sin(i)},${i % 2 ? "on" : "off"}`);
    for (const end of ["\n", "\r\n"])
      for (const lines of [
        ["# title, with a comma", "", "a,b"],
        ["a,b", "s,-"],
        ["title", "a,b", "s,"],
      ]) {
        const text = [...lines, ...rows].join(end);
        const table = await readByDuckDb(file("preface.csv", text));
        expect([table.X.rows, table]).toEqual([60, tableFromCsv(text)]);
        const short = `${text}${end}1`;
        const refused = await sentence(file("preface.csv", short), {}, readByDuckDb);
        expect(() => tableFromCsv(short)).toThrow(refused);
      }
  });

  it("reads text as labels, and every kind, as core does", async () => {
    const text = [
      "id,kind,size,code,when",
      'a, red ,1,7,"x, y"',
      "b,blue,2,8,NA",
      'c,"red",3,9,1',
      "d,,4,7,inf",
      "e,Blue,5,08,1.0",
      "f,2,6,8.0,TRUE",
    ].join("\n");
    const path = file("kinds.csv", text);
    const ways: ReadTableOptions[] = [
      {},
      { columns: ["kind", "size", "code"], kinds: { code: "category" } },
      { exclude: ["id"], kinds: { kind: "category", when: "category" } },
      { columns: ["id", "size"] },
      { columns: ["size", "when"], kinds: { when: "number" } },
    ];
    for (const options of ways) {
      const table = await readByDuckDb(path, options);
      expect(table).toEqual(tableFromCsv(text, options));
      expect(await readTable(file("kinds.csv.gz", gzipSync(text)), options)).toEqual(table);
    }
    const { levels, X } = await readTable(path, ways[1]);
    expect(levels).toEqual([["2", "Blue", "blue", "red"], null, ["7", "8", "9"]]);
    expect([...X.data]).toEqual([3, 1, 0, 2, 2, 1, 3, 3, 2, Number.NaN, 4, 0, 1, 5, 1, 0, 6, 1]);
  });

  it("reads codes with leading zeros as labels, as core does, and also under a condition that hides the zeros", async () => {
    const codes = ["01067", "04103", "10115", "50667", "80331"];
    const rows = Array.from({ length: 3000 }, (_, i) =>
      [
        i * 0.37,
        codes[i % 5],
        i < 2999 ? 1000 + (i % 5) : "0999",
        i < 2500 ? 10 + (i % 5) : "07",
        `"${i % 7},5"`,
      ].join(),
    );
    const text = ["x,ort,late,fips,comma", ...rows].join("\n");
    const path = file("codes.csv", text);
    const table = await readByDuckDb(path);
    expect(table).toEqual(tableFromCsv(text));
    expect(table.levels?.[1]).toEqual(codes);
    expect(table.kinds?.map(({ kind }) => kind)).toEqual([
      "number",
      "category",
      "category",
      "category",
      "number",
    ]);
    const some = await readTable(path, { where: "ort > 9999" });
    expect([some.X.rows, some.levels?.[1]]).toEqual([1800, codes.slice(2)]);
  });

  const cells = [
    ..."1|-2.5|+.5e1|1.|3e|e5|NA| ||null|?|.|nan|-nan|+NaN|inf|-Infinity|+INF|TRUE|false|x|0x1|0b1|1_0|_| 7 |\t8|9\t|1e400|1e-400|4.9e-324|N/A|--1|1 2|\u00a03|é|'|\\|1e5.5|00012|5\"x|- 1|1d|infin|true |0.1e+07".split(
      "|",
    ),
    "123456789012345678901234567890",
    "0.1000000000000000055511151231257827021181583404541015625",
    '"1,5"',
    '"a ""b"""',
    '" 6"',
    '""',
  ];
  const outcome = async (read: () => unknown) => {
    try {
      return await read();
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return (error as Error).message;
    }
  };

  it("agrees with core on every cell that has ever been a surprise", async () => {
    const textOf = (group: readonly string[]) => {
      const row = (cell: (k: number) => unknown) => group.map((_, k) => cell(k)).join();
      return `${row((k) => `u${k}`)},v\n${row(() => 1)},2\n${row((k) => group[k])},3\n${row(() => 2)},4\n`;
    };
    // A cell that makes a file unreadable gets its own file; the others get one column each.
    const isReadable = (cell: string) => {
      try {
        return tableFromCsv(textOf([cell])).names.length === 2;
      } catch {
        return false;
      }
    };
    const readable = cells.filter(isReadable);
    const size = trials(8, 1);
    const groups = readable.flatMap((_, k) => (k % size === 0 ? [readable.slice(k, k + size)] : []));
    const alone = cells.filter((cell) => !readable.includes(cell)).map((cell) => [cell]);
    expect(groups.length).toBeGreaterThan(2);
    for (const group of [...groups, ...alone]) {
      const text = textOf(group);
      const there = await outcome(() => readByDuckDb(file("cell.csv", text)));
      expect(there, text).toEqual(await outcome(() => tableFromCsv(text)));
    }
  });

  it("agrees with core on random tables of such cells and others", async () => {
    const random = fc
      .string({ unit: "grapheme-composite", maxLength: 4 })
      .map((s) => `"${s.replace(/[\r\n\0]/g, "").replaceAll('"', '""')}"`);
    const cell = fc.oneof(fc.constantFrom(...cells), fc.double().map(String), random);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, fc.double().map(String)), { minLength: 3, maxLength: 30 }),
        async (rows) => {
          const text = `u,v,w\n${rows.map((row) => row.join(",")).join("\n")}\n`;
          const there = await outcome(() => readByDuckDb(file("cells.csv", text)));
          expect(there).toEqual(await outcome(() => tableFromCsv(text)));
        },
      ),
      { seed: 1, numRuns: trials(12, 20) },
    );
  });
});
