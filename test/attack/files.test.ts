// Hostile files through every door that takes a table: the readers, the command line, HTTP. Each gets an answer or a sentence;
// no stack, no 500, no signal, no place of this machine, no control character that a terminal would obey.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { InputError } from "../../src/core/index.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { readCells } from "../../src/node/files/read-table.ts";
import { pause, programIn } from "../e2e/program.ts";
import { served } from "../e2e/served.ts";
import { sql } from "../table-files.ts";
import { isWhole, tally } from "./attack.ts";
import { type HostileFile, hostileFiles } from "./hostile-files.ts";
import { type Ended, obeyed, ranIn } from "./measured.ts";

const { folder, started } = programIn("attack-files");

let files: HostileFile[] = [];
beforeAll(async () => {
  const parquet: Record<string, Buffer> = {};
  const makers = {
    plain: ["SELECT i AS a, sin(i) AS b, i % 3 AS k FROM range(200) r(i)", "snappy"],
    texts: ["SELECT i AS a, (i * i)::VARCHAR AS s, i % 2 = 0 AS even FROM range(200) r(i)", "zstd"],
    lists: ["SELECT i AS a, [i, i + 1] AS l, {'x': i, 'y': {'z': i}} AS t FROM range(60) r(i)", "snappy"],
    grouped: ["SELECT i AS a, cos(i) AS b FROM range(5000) r(i)", "gzip"],
  };
  for (const [kind, [select, compression]] of Object.entries(makers)) {
    const path = join(folder, `seed-${kind}`);
    const options = `FORMAT parquet, COMPRESSION ${compression}, ROW_GROUP_SIZE 2048`;
    await sql(`COPY (${select}) TO '${path}' (${options})`);
    parquet[kind] = readFileSync(path);
  }
  files = hostileFiles({ parquet });
});

/** So many of them, the same ones every time. */
function some(count: number, of: readonly HostileFile[] = files): readonly HostileFile[] {
  if (isWhole) return of;
  return createRng("some")
    .permutation(of.length)
    .slice(0, count)
    .map((k) => of[k]);
}

/** What became of it; anything else is a failure with the file's name. */
function verdict(name: string, { code, signal, out, err, megabytes, seconds }: Ended): string {
  const said = `${name}: ${code} ${signal} ${out.slice(0, 300)} ${err.slice(0, 600)}`;
  expect([0, 2], said).toContain(code);
  expect(out + err, said).not.toMatch(/^\s+at |bug in wherefore|Error:/m);
  expect(out + err, said).not.toMatch(obeyed);
  expect(out + err, said).not.toContain(folder);
  const isRefused = code === 2 && out === "";
  if (isRefused) expect(err, said).toMatch(/^(table|picture|--\w+)[^\n]*\n$/);
  else expect(() => JSON.parse(out), said).not.toThrow();
  if (isWhole) {
    expect(megabytes, said).toBeGreaterThan(0);
    expect(megabytes, said).toBeLessThan(500);
    // Seconds of the processor, not of the clock: what else runs on the machine does not count.
    if (isRefused) expect(seconds, said).toBeLessThan(2);
  }
  return isRefused ? "refused in a sentence" : code === 2 ? "stopped by the doctor" : "answered";
}

describe("hostile files", () => {
  const tried = tally("hostile files through the readers");
  it("are refused by the readers in sentences, or read", async () => {
    expect(files.length).toBeGreaterThanOrEqual(150);
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    for (const { name, bytes } of some(
      40,
      files.filter(({ isLarge }) => !isLarge),
    )) {
      const path = join(folder, "read-in-process");
      writeFileSync(path, bytes());
      const options = { shown: name, limits: { columns: 5000 } } as const;
      const outcome = await readCells(path, options).then(
        () => "read",
        (error: Error) => error,
      );
      if (outcome instanceof Error) {
        expect(outcome, `${name}: ${outcome.stack}`).toBeInstanceOf(InputError);
        expect(outcome.message, name).toMatch(/^table: /);
        expect(outcome.message, name).not.toContain(folder);
        expect(outcome.message, name).not.toContain(tmpdir());
      }
      tried.add(typeof outcome === "string" ? outcome : "refused in a sentence");
    }
  });

  const commanded = tally("hostile files through the command line");
  it("get an answer or a sentence from the command line", { timeout: 3_600_000 }, async () => {
    const chosen = [...some(3)];
    const work = async (): Promise<void> => {
      for (let file = chosen.pop(); file; file = chosen.pop()) {
        const { name, bytes } = file;
        writeFileSync(join(folder, name), bytes());
        const isEven = chosen.length % 2 === 0;
        if (isWhole || isEven)
          commanded.add(
            verdict(`doctor ${name}`, await ranIn(folder, ["doctor", name, "--json", "--quiet"])),
          );
        if (isWhole || !isEven) {
          const args = ["discover", name, "--no-out", "--json", "--quiet", "--optimum", "never"];
          commanded.add(verdict(`discover ${name}`, await ranIn(folder, args)));
        }
        rmSync(join(folder, name));
      }
    };
    await Promise.all([work(), work()]);
  });

  if (isWhole)
    it("show their names without obeying them", async () => {
      const name = "\u001b[2Jcleared\u202e.csv";
      const row = (i: number) => `${i % 7},${(i * i) % 11},${(i * 5) % 13}`;
      const text = `"\u001b[31mred","new\nline","\u009b1m"\n${Array.from({ length: 60 }, (_, i) => row(i)).join("\n")}\n`;
      writeFileSync(join(folder, name), text);
      const [shown, refused] = await Promise.all([
        ranIn(folder, ["discover", name, "--no-out", "--quiet", "--optimum", "never"]),
        ranIn(folder, ["discover", name, "--columns", "\u001b[31mread,x", "--quiet"]),
      ]);
      for (const { out, err } of [shown, refused]) expect(out + err).not.toMatch(obeyed);
      expect(shown.code).toBe(0);
      expect(shown.out).toContain("table     \\x1b[2Jcleared\\u202e.csv: 60 rows, 3 columns");
      expect([refused.code, refused.err]).toEqual([
        2,
        expect.stringMatching(/^table: no column .*\\x1b\[31mred/),
      ]);
    });
});

describe("hostile uploads", () => {
  const uploaded = tally("hostile files through HTTP");
  it("get an answer or a sentence, never 500", { timeout: 3_600_000 }, async () => {
    const server = started("serve", "--port", "0", "--folder", "data", "--token", "x", "--no-open");
    const { pid } = server.child;
    let err = "";
    server.child.stderr.on("data", (text) => {
      err += text;
    });
    try {
      const { ask, address } = await served(server);
      for (const { name, bytes } of some(4)) {
        const { status, body } = await ask("POST", `/api/tables?name=${encodeURIComponent(name)}`, bytes());
        const said = `${name}: ${status} ${JSON.stringify(body).slice(0, 500)}`;
        expect([201, 400, 413, 422], said).toContain(status);
        expect(JSON.stringify(body), said).not.toContain(folder);
        if (status === 201) await ask("DELETE", `/api/tables/${body.id}`);
        else expect(body, said).toEqual({ error: expect.stringMatching(/^tables?: /) });
        uploaded.add(status === 201 ? "taken" : "refused in a sentence");
      }
      const deep = "[".repeat(200_000) + "]".repeat(200_000);
      for (const [path, body] of [
        ["/api/runs", deep],
        ["/api/runs", `{"table":${deep}}`],
        ["/api/runs", `{"table":"0123456789abcdef","options":{"search":${deep}}}`],
        ["/api/estimates", `{"table":"0123456789abcdef","options":${'{"a":'.repeat(200_000)}`],
      ] as const) {
        const response = await fetch(address + path, {
          method: "POST",
          headers: { authorization: "Bearer x", "content-type": "application/json" },
          body,
        });
        const { error } = (await response.json()) as { error: string };
        expect([path, response.status, error]).toEqual([
          path,
          400,
          expect.stringMatching(/nested at most 100 levels deep/),
        ]);
        uploaded.add("body refused in a sentence");
      }
      const children = `/proc/${pid}/task/${pid}/children`;
      for (const [signal, said] of [
        ["SIGSEGV", /crashed the reader \(SIGSEGV\); write it again/],
        ["SIGABRT", /needs more memory than is available/],
      ] as const) {
        if (!existsSync(children)) break;
        const answer = ask("POST", "/api/tables?name=good.csv", good);
        while (readFileSync(children, "utf8").trim() === "") await pause(5);
        process.kill(Number(readFileSync(children, "utf8").trim().split(" ")[0]), signal);
        const { status, body } = await answer;
        expect([status, body.error]).toEqual([422, expect.stringMatching(said)]);
        uploaded.add(`reader ended by ${signal}, said in a sentence`);
      }
      expect(err).toBe("");
      if (isWhole && existsSync(`/proc/${pid}/status`)) {
        const most = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1];
        expect(Number(most) / 1000).toBeLessThan(500);
      }
    } finally {
      server.child.kill("SIGKILL");
    }
  });
});

/** A table with nothing wrong in it. */
const good = `a,b\n${Array.from({ length: 40 }, (_, i) => `${(i * 7) % 11},${(i * i) % 13}`).join("\n")}\n`;
