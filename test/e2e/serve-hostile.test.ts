// Hostile requests get a sentence from the server, and leave nothing behind.

import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programIn } from "./program.ts";
import { served } from "./served.ts";

const { folder, started } = programIn("hostile");
const serve = (...args: string[]) => started("serve", "--port", "0", ...args);
let server: Awaited<ReturnType<typeof served>>;

beforeAll(async () => {
  server = await served(serve("--folder", "data", "--max-upload", "1"));
});

afterAll(() => server.child.kill("SIGKILL"));

const upload = (name: string, body: string | Uint8Array | ReadableStream) =>
  server.ask("POST", `/api/tables?name=${encodeURIComponent(name)}`, body);
const file = async (id: string, name: string) => (await server.get(`/api/runs/${id}/files/${name}`)).text();

describe("what is hostile", () => {
  /** A request as no browser would send it. */
  const raw = (headers: Record<string, string>, path = "/api/runs") =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(server.address);
      request({ hostname, port, path, headers: { ...server.headers, ...headers } }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode!, text }));
      })
        .on("error", reject)
        .end();
    });

  it("gets a sentence, and leaves nothing behind in a server that goes on", async () => {
    const there = () => ["tables", "temporary"].map((room) => readdirSync(join(folder, "data", room)).length);
    const before = there();
    const foreign: Record<string, string>[] = [
      { host: "evil.example" },
      { origin: "http://evil.example" },
      { origin: "null" },
    ];
    for (const headers of foreign) {
      const { status, text } = await raw(headers);
      expect([headers, status, JSON.parse(text).error]).toEqual([
        headers,
        403,
        expect.stringMatching(/^request: /),
      ]);
    }
    for (const path of [
      "/../../etc/passwd",
      "/api/runs/..%2f..%2fetc",
      "/api/tables/%2e%2e",
      "/%2e%2e/package.json",
    ]) {
      const { status, text } = await raw({}, path);
      expect([path, [400, 404].includes(status), JSON.parse(text).error]).toEqual([
        path,
        true,
        expect.any(String),
      ]);
    }
    const refused: [string, string | Uint8Array | ReadableStream, number, RegExp][] = [
      ["../../evil.csv", "a,b\n1,2\n", 400, /^tables: the name must/],
      ["large.csv", "x".repeat(3_000_000), 413, /^tables: an upload must have at most 1 MB, got 3 MB/],
      ["endless.csv", endless(), 413, /^tables: an upload must have at most 1 MB/],
      ["bomb.csv.gz", gzipSync(Buffer.alloc(100_000_000, "1,2\n")), 413, /5 MB after decompression/],
      ["wide.csv", wide(10_000), 422, /^table: at most 1000 columns are accepted here, got 10000/],
      ["broken.parquet", "PAR1 and nothing", 422, /^table: "broken\.parquet" must be/],
      ["empty.csv", "", 422, /^table: .*empty file/],
      [
        "book.xlsx",
        Uint8Array.from([80, 75, 3, 4, 0, 0]),
        422,
        /^table: "book\.xlsx" must be a whole workbook/,
      ],
    ];
    for (const [name, body, status, sentence] of refused) {
      const answer = await upload(name, body);
      expect([name, answer.status, answer.body.error]).toEqual([
        name,
        status,
        expect.stringMatching(sentence),
      ]);
    }
    const malformed = await server.get("/api/runs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{",
    });
    const { error } = (await malformed.json()) as { error: string };
    expect([malformed.status, error]).toEqual([400, expect.stringMatching(/must be JSON/)]);
    expect(there()).toEqual(before);
    expect((await server.ask("GET", "/api/version")).status).toBe(200);
  });

  it("survives as text: formulas in cells, scripts in names, everywhere up to the report", async () => {
    const name = "<b onclick=alert(1)>.csv";
    const rows = Array.from({ length: 40 }, (_, i) => `${i % 7},${(i * i) % 11},"=HYPERLINK(""${i % 3}"")"`);
    const text = `<script>alert(2)</script>,"<img src=x onerror=alert(3)>",=1+1\n${rows.join("\n")}\n`;
    const { body: table } = await upload(name, gzipSync(text));
    expect([table.name, table.columns[0], table.head[1][2]]).toEqual([
      name,
      "<script>alert(2)</script>",
      '=HYPERLINK("1")',
    ]);
    const { body: run } = await server.ask("POST", "/api/runs", {
      table: table.id,
      options: { score: "bic-mixed" },
    });
    await server.when(run.id, "finished");
    const report = await server.get(`/api/runs/${run.id}/files/report.html`);
    expect(report.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    expect(await report.text()).not.toMatch(/<script|<img src=x/);
    expect(await file(run.id, "graph.svg")).not.toMatch(/<script|<img/);
  });

  it("must know the token, here and beyond this machine, unless it was said that nobody need", async () => {
    const [given, without] = await Promise.all([
      served(serve("--host", "0.0.0.0", "--folder", "open", "--token", "secret")),
      served(serve("--no-token", "--folder", "without")),
    ]);
    const status = async ({ address }: typeof server, path: string) => (await fetch(address + path)).status;
    for (const [each, expected] of [
      [server, 401],
      [given, 401],
      [without, 200],
    ] as const)
      for (const path of ["/api/runs", "/api/runs?token=secret", "/"])
        expect([each.link, path, await status(each, path)]).toEqual([each.link, path, expected]);
    expect((await given.ask("GET", "/api/catalogue")).status).toBe(200);
    for (const { child, ended, link, address } of [given, without]) {
      child.kill("SIGTERM");
      expect(await ended).toMatchObject({ code: 0, err: expect.stringMatching(/^\npausing/) });
      expect(link).toBe(`${address}/${child === given.child ? "?token=secret" : ""}`);
    }
    const refused = [
      [["--no-token", "--host", "0.0.0.0"], /^serve: --no-token is for this machine only/],
      [["--no-token", "--token", "secret"], /^serve: --token and --no-token contradict/],
      [["--token", "two words"], /^--token must consist/],
    ] as const;
    const told = await Promise.all(refused.map(([args]) => serve(...args).ended));
    for (const [k, [, sentence]] of refused.entries())
      expect(told[k]).toMatchObject({ code: 2, err: expect.stringMatching(sentence) });
  });
});

/** More than any limit, without saying how much. */
function endless(): ReadableStream {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      sent += 100_000;
      if (sent > 5_000_000) controller.close();
      else controller.enqueue(new Uint8Array(100_000).fill(49));
    },
  });
}

function wide(columns: number): string {
  const names = Array.from({ length: columns }, (_, k) => `c${k}`).join();
  const row = new Array(columns).fill("1").join();
  return `${names}\n${row}\n${row}\n`;
}
