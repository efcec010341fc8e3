// A workbook through the doors of this machine: the command line, the library, and HTTP. The sheet is chosen and said, or named; a
// resumed run, a certificate and a grid read the same one, and the result is that of the same table as CSV.

import { execFileSync, spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { simulate } from "../../src/core/index.ts";
import { readTable } from "../../src/node/index.ts";
import { sheetOf, workbookBytes } from "../workbooks.ts";
import { programIn } from "./program.ts";
import { served } from "./served.ts";

const { folder, started } = programIn("workbooks");
let server: Awaited<ReturnType<typeof served>>;

/** The rows of a simulated table, with its names. */
function rowsOf(seed: number, samples: number): (number | string)[][] {
  const { names, X } = simulate({ nodes: 4, samples, seed }).table;
  const rows = Array.from({ length: samples }, (_, i) => [...X.data.subarray(i * 4, i * 4 + 4)]);
  return [[...names], ...rows];
}

const [first, second] = [rowsOf(1, 120), rowsOf(2, 80)];
const book = Buffer.from(
  workbookBytes({
    sheets: [
      { name: "Read me", rows: sheetOf([["What this is."]]) },
      { name: "First year", rows: sheetOf(first) },
      { name: "Second", rows: sheetOf(second) },
    ],
  }),
);

beforeAll(async () => {
  writeFileSync(join(folder, "book.xlsx"), book);
  writeFileSync(join(folder, "book.xlsx.gz"), gzipSync(book));
  writeFileSync(join(folder, "second.csv"), `${second.map((row) => row.join()).join("\n")}\n`);
  server = await served(started("serve", "--port", "0", "--folder", "data"));
});

afterAll(() => {
  server?.child.kill("SIGKILL");
});

const others = 'sheet "First year" of 3 was read (others: "Read me", "Second")';

it("says which sheet it took, and --sheet takes another, in a resumed run too", async () => {
  const doctor = await started("doctor", "book.xlsx.gz").ended;
  expect(doctor.out).toMatch(/^table {5}book\.xlsx\.gz: 120 rows, 4 columns$/m);
  expect(doctor.out).toContain(`note      ${others}. `);
  expect(doctor.out).toMatch(/Remedy: if another is meant, use --sheet 'Read me' or Second\.$/m);

  const run = await started("discover", "book.xlsx", "--sheet", "second", "--out", "run", "--json").ended;
  const { table, findings, digest } = JSON.parse(run.out);
  expect(table.rows).toBe(80);
  expect(findings.map(({ kind }: { kind: string }) => kind)).not.toContain("sheet");
  const { source, verify, table: facts } = JSON.parse(readFileSync(join(folder, "run/spec.json"), "utf8"));
  expect(source.sheet).toBe("second");
  expect(verify).toContain("book.xlsx --sheet second");
  const same = JSON.parse((await started("discover", "second.csv", "--no-out", "--json").ended).out);
  expect([same.digest, same.table.hash]).toEqual([digest, facts.hash]);

  rmSync(join(folder, "run/result.json"));
  const resumed = JSON.parse((await started("resume", "run", "--json").ended).out);
  expect(resumed.digest).toBe(digest);
  const certificate = "run/certificate.json";
  const verified = await started("verify", certificate, "book.xlsx", "--sheet", "Second").ended;
  const refuted = await started("verify", certificate, "book.xlsx", "--sheet", "First year").ended;
  expect([verified.code, refuted.code]).toEqual([0, 4]);
});

it("refuses a sheet that is not there, or of a file without sheets", async () => {
  const errorOf = async (...words: string[]) => (await started("doctor", ...words).ended).err.trim();
  expect(await errorOf("book.xlsx", "--sheet", "Secnd")).toBe(
    'table: "book.xlsx" has no sheet called "Secnd"; did you mean "Second"? (known: Read me, First year, Second) (--sheet)',
  );
  expect(await errorOf("second.csv", "--sheet", "Second")).toBe(
    'table: "second.csv" is no workbook and has no sheets; leave --sheet out',
  );
  expect(await errorOf("book.xlsx", "--columns", "nobody,X1")).toMatch(
    /no column is called "nobody".*; if the table is not in the sheet "First year", use --sheet 'Read me' or Second/,
  );
});

it("is read by the other commands, from a pipe, with conditions, and in a grid", async () => {
  execFileSync("mkfifo", ["pipe"], { cwd: folder });
  const writer = spawn("sh", ["-c", "cat book.xlsx > pipe"], { cwd: folder });
  const piped = started("doctor", "pipe", "--where", "X1 > 0", "--sheet", "Second", "--json");
  const { table } = JSON.parse((await piped.ended).out);
  writer.kill();
  const positive = second.slice(1).filter(([x]) => Number(x) > 0).length;
  expect([table.rows, table.columns]).toEqual([positive, second[0]]);
  writeFileSync(
    join(folder, "grid.json"),
    JSON.stringify({
      tables: ["book.xlsx", { path: "book.xlsx", name: "second", sheet: "Second" }],
      methods: { exact: { search: "exact" } },
    }),
  );
  const grid = JSON.parse((await started("grid", "grid.json", "--out", "grid", "--json").ended).out);
  const digests = grid.rows.map(({ run }: { run: { digest: string } }) => run.digest);
  const compared = await started("compare", "book.xlsx", "--sheet", "Second", "--json").ended;
  expect([grid.rows.length, new Set(digests).size, compared.code]).toEqual([2, 2, 0]);
});

it("is a table of the library", async () => {
  const path = join(folder, "book.xlsx");
  const table = await readTable(path);
  expect([table.names, table.X.rows, table.workbook?.sheet]).toEqual([first[0], 120, "First year"]);
  const chosen = await readTable(path, { sheet: "Second", columns: ["X2", "X4"] });
  expect([...chosen.X.data.subarray(0, 2)]).toEqual([second[1][1], second[1][3]]);
  await expect(readTable(path, { sheet: "Third" })).rejects.toThrow(/has no sheet called "Third"/);
});

it("is uploaded with its sheets, each of which is a table of its own", async () => {
  const upload = (query: string) =>
    server.ask("POST", `/api/tables?name=book.xlsx${query}`, new Uint8Array(book));
  const { status, body: table } = await upload("");
  const sheets = ["Read me", "First year", "Second"];
  expect([status, table.rows, table.workbook]).toEqual([201, 120, { sheet: "First year", sheets }]);
  expect(table.findings.map(({ message }: { message: string }) => message)).toContain(others);
  expect(table.head).toHaveLength(20);
  const other = await server.ask("POST", `/api/tables/${table.id}/sheet`, { sheet: "Second" });
  expect([other.status, other.body.rows, other.body.workbook]).toEqual([
    201,
    80,
    { sheet: "Second", sheets, isChosen: true },
  ]);
  const refused = await server.ask("POST", `/api/tables/${table.id}/sheet`, { sheet: "Third" });
  expect([refused.status, refused.body.field]).toEqual([422, "sheet"]);
  expect((await upload("&sheet=Second")).body.head).toEqual(other.body.head);

  const request = { table: other.body.id, options: { search: "exact" } };
  const { body: run } = await server.ask("POST", "/api/runs", request);
  await server.when(run.id, "finished");
  const result = JSON.parse(await (await server.get(`/api/runs/${run.id}/files/result.json`)).text());
  const same = JSON.parse(
    (await started("discover", "second.csv", "--search", "exact", "--no-out", "--json").ended).out,
  );
  expect([result.table.rows, result.digest]).toEqual([80, same.digest]);
});
