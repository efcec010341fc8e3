import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sentence, tableFolder } from "../../../test/table-files.ts";
import { readCells } from "./read-table.ts";
import { readText } from "./read-text.ts";

const { folder, file } = tableFolder();

const textSentence = (path: string) =>
  readText(path, "graph").then(
    () => "no error",
    (error: Error) => error.message,
  );
const rows = (count: number) => Array.from({ length: count }, (_, i) => `${i},${(i * i) % 7}`).join("\n");

describe.skipIf(process.platform === "win32")("what is no file", () => {
  it("is refused at once: devices, pipes without a writer, sockets, folders, links in a circle", async () => {
    const pipe = join(folder, "pipe.csv");
    execFileSync("mkfifo", [pipe]);
    const socket = join(folder, "socket.csv");
    const server = createServer().listen(socket);
    await new Promise((resolve) => server.once("listening", resolve));
    const loop = join(folder, "loop.csv");
    symlinkSync(loop, loop);
    try {
      for (const [path, got] of [
        ["/dev/zero", /got a device/],
        ["/dev/null", /got a device/],
        [pipe, /got a pipe without a writer; start the program that writes to it first/],
        [socket, /got a socket or device/],
        [folder, /got a directory/],
        [loop, /a link that leads in a circle/],
      ] as const) {
        expect(await sentence(path)).toMatch(got);
        expect(await textSentence(path)).toMatch(got);
      }
    } finally {
      server.close();
    }
  });

  it.skipIf(process.platform !== "linux")("is refused where the system makes it up", async () => {
    expect(await sentence("/proc/self/status")).toMatch(
      /one that the system generates while it is read; copy it/,
    );
  });
});

describe("what is too much", () => {
  it("is counted while it is unpacked", async () => {
    const bomb = file("bomb.csv.gz", gzipSync(Buffer.alloc(3e6, "1,2\n")));
    expect(await sentence(bomb, { maxBytes: 1e6 })).toMatch(
      /must have at most 1 MB after decompression, got more; .*--max-size/,
    );
    const plain = file("plain.csv", `a,b\n${rows(2000)}\n`);
    expect(await sentence(plain, { maxBytes: 1000 })).toMatch(/must have at most 0\.001 MB, got more/);
    expect((await readCells(plain, { maxBytes: 1e6 })).rows).toBe(2000);
  });

  it("is a text of more than 50 MB where a graph or knowledge is to be read", async () => {
    expect(await textSentence(file("large.txt", Buffer.alloc(50e6 + 1, "x")))).toMatch(
      /^graph: the file .* must have at most 50 MB, got more/,
    );
  });

  it("is a line without end, wherever it stands", async () => {
    const long = "5".repeat(3_000_000);
    for (const [content, line] of [
      [`a,b\n1,2\n3,4\n${long}`, 4],
      [`a,b\r\n1,2\r\n3,${long}\r\n5,6\r\n`, 3],
      [`a,b\n1,2\n${"3,4\n".repeat(400_000)}${long}\n5,6\n`, 400_003],
      [long, 1],
      [`a,${long}\n1,2\n3,4\n`, 1],
    ] as const)
      expect(await sentence(file("long.csv", content))).toMatch(
        new RegExp(`^table: line ${line} must have at most 1048576 bytes, got more`),
      );
  });

  it("is JSON in JSON in JSON, or a record or a name without end", async () => {
    const deep = (n: number) => "[".repeat(n) + "]".repeat(n);
    for (const content of [deep(200_000), `[{"a":1,"b":${deep(200_000)}}]`, `${'{"a":'.repeat(150_000)}1`])
      expect(await sentence(file("deep.json", content))).toMatch(/must be nested at most 100 levels deep/);
    expect(await sentence(file("deep.ndjson", `{"a":"\n{"a":${deep(200_000)}}`))).toMatch(
      /at most 100 levels deep/,
    );
    const endless = `[{"a":1,"b":[${"5,".repeat(3_000_000)}5]}]`;
    expect(await sentence(file("endless.json", endless))).toMatch(
      /at most 4194304 bytes in a record.*record 1/,
    );
    expect(await sentence(file("named.csv", `a,${"b".repeat(1001)}\n1,2\n3,5\n`))).toMatch(
      /a column's name must have at most 1000 characters, got 1001 \("b{40}"…\)/,
    );
  });

  it("is columns by the hundred thousand, in any format, before DuckDB looks at them", async () => {
    const keys = Array.from({ length: 100_000 }, (_, i) => `c${i}`);
    const limits = { columns: 5000 };
    const csv = file("wide.csv", `${keys.join()}\n${keys.map(() => 1).join()}\n`);
    const each = file("each.ndjson", keys.map((key) => `{"${key}":1,"a":2}`).join("\n"));
    for (const path of [csv, each]) {
      expect(await sentence(path, { limits })).toMatch(
        /at most 5000 columns are accepted here, .*raise the limit$/,
      );
      expect(await sentence(path, { limits, columns: ["c1", "c2"] })).toMatch(
        /at most 10000 columns to choose from/,
      );
    }
  });

  it("is not a record of some hundred keys", async () => {
    const record = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`c${i}`, i]));
    const path = file("keys.ndjson", `${JSON.stringify(record)}\n`.repeat(3));
    expect((await readCells(path)).columns.length).toBe(300);
  });
});
