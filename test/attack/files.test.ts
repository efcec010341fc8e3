// Hostile files through every door that takes a table: the readers, the command line, HTTP. Each gets an answer or a sentence;
// no stack, no 500, no signal, no place of this machine, no control character that a terminal would obey.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import {
  formatNames,
  graphFormats,
  graphFromEdges,
  InputError,
  namedGraph,
  readCertificate,
  readKnowledge,
} from "../../src/core/index.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { readCells, readTable } from "../../src/node/files/read-table.ts";
import { programIn } from "../e2e/program.ts";
import { served } from "../e2e/served.ts";
import { sql } from "../table-files.ts";
import { amount, isWhole, tally } from "./attack.ts";
import { type HostileFile, hostileFiles } from "./hostile-files.ts";

const main = fileURLToPath(new URL("../../dist/node/cli/main.js", import.meta.url));
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

/** Characters that a terminal would obey; a line end ends a line of ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
  /** Of the process at its end: megabytes at most, seconds of all its threads. */
  readonly megabytes: number;
  readonly seconds: number;
}

/** Tells on file descriptor 3 what the process took, when it ends by itself. */
const measuring = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from "node:fs";
process.on("exit", () => writeSync(3, JSON.stringify(process.resourceUsage())));`,
)}`;

function run(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, ["--import", measuring, main, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const texts = ["", "", ""];
  [child.stdout!, child.stderr!, child.stdio[3]!].forEach((stream, k) => {
    stream.on("data", (text: Buffer) => {
      texts[k] += text.toString();
    });
  });
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      const { maxRSS = 0, userCPUTime = 0, systemCPUTime = 0 } = texts[2] === "" ? {} : JSON.parse(texts[2]);
      const [out, err] = texts;
      const taken = { megabytes: maxRSS / 1000, seconds: (userCPUTime + systemCPUTime) / 1e6 };
      resolve({ code, signal, out, err, ...taken });
    });
  });
}

/** What became of it; anything else is a failure with the file's name. */
function verdict(name: string, { code, signal, out, err, megabytes, seconds }: Ended): string {
  const said = `${name}: ${code} ${signal} ${out.slice(0, 300)} ${err.slice(0, 600)}`;
  expect([0, 2], said).toContain(code);
  expect(out + err, said).not.toMatch(/^\s+at |bug of ours|Error:/m);
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
  it("are refused by the readers in sentences, or read", { timeout: 600_000 }, async () => {
    expect(files.length).toBeGreaterThanOrEqual(150);
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    for (const { name, bytes } of some(
      40,
      files.filter(({ isLarge }) => !isLarge),
    )) {
      const path = join(folder, "read-in-process");
      writeFileSync(path, bytes());
      const options = { shown: name, limits: { columns: 5000 }, categorical: "text" } as const;
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
    const chosen = [...some(6)];
    const work = async (): Promise<void> => {
      for (let file = chosen.pop(); file; file = chosen.pop()) {
        const { name, bytes } = file;
        writeFileSync(join(folder, name), bytes());
        const isEven = chosen.length % 2 === 0;
        if (isWhole || isEven)
          commanded.add(verdict(`doctor ${name}`, await run("doctor", name, "--json", "--quiet")));
        if (isWhole || !isEven) {
          const args = ["discover", name, "--no-out", "--json", "--quiet", "--optimum", "never"];
          commanded.add(verdict(`discover ${name}`, await run(...args)));
        }
        rmSync(join(folder, name));
      }
    };
    await Promise.all([work(), work()]);
  });

  it("show their names without obeying them", { timeout: 120_000 }, async () => {
    const name = "\u001b[2Jcleared\u202e.csv";
    const row = (i: number) => `${i % 7},${(i * i) % 11},${(i * 5) % 13}`;
    const text = `"\u001b[31mred","new\nline","\u009b1m"\n${Array.from({ length: 60 }, (_, i) => row(i)).join("\n")}\n`;
    writeFileSync(join(folder, name), text);
    const [shown, refused] = await Promise.all([
      run("discover", name, "--no-out", "--quiet", "--optimum", "never"),
      run("discover", name, "--columns", "\u001b[31mread,x", "--quiet"),
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
      const { ask, address } = await served(server, "x");
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
          expect.stringMatching(/nested at most 100 deep/),
        ]);
        uploaded.add("body refused in a sentence");
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

describe("what is no table's file", () => {
  const tried = tally("devices, pipes, links and folders through the command line");
  it("is refused wherever a file is named", { timeout: 600_000 }, async () => {
    writeFileSync(join(folder, "good.csv"), good);
    execFileSync("mkfifo", [join(folder, "pipe"), join(folder, "pipe.js")]);
    execFileSync("ln", ["-s", "circle", join(folder, "circle")]);
    const discover = ["discover", "good.csv", "--no-out", "--json", "--quiet"];
    const doors: readonly ((path: string) => string[])[] = [
      (path) => ["doctor", path, "--json", "--quiet"],
      (path) => [...discover, "--truth", path],
      (path) => [...discover, "--knowledge", path],
      (path) => ["verify", path, "good.csv"],
      (path) => ["formats", path, "--to", "dot"],
      (path) => ["evaluate", path, path],
      (path) => ["score", "good.csv", path],
    ];
    const paths = ["pipe", "/dev/zero", "circle", ".", "/proc/self/mem", "/proc/kmsg", "none"];
    const cases = [
      ...doors.flatMap((door) => paths.map((path) => door(path))),
      [...discover, "--score", "./pipe.js"],
    ];
    const chosen = isWhole
      ? cases
      : createRng("doors")
          .permutation(cases.length)
          .slice(0, 2)
          .map((k) => cases[k]);
    for (const args of chosen) {
      const { code, out, err, megabytes, seconds } = await run(...args);
      const said = `${args.join(" ")}: ${code} ${out} ${err}`;
      expect([code, out], said).toEqual([2, ""]);
      expect(err, said).toMatch(/^(table|truth|knowledge|verify|graph|score): [^\n]*\n$/);
      if (isWhole) expect([megabytes < 500, seconds < 2], said).toEqual([true, true]);
      tried.add("refused in a sentence");
    }
  });

  it("is read where it is a pipe to which somebody writes, up to its limit", { timeout: 120_000 }, () => {
    writeFileSync(join(folder, "good.csv"), good);
    const shell = (command: string) =>
      execFileSync("bash", ["-c", command], { cwd: folder, encoding: "utf8" });
    const doctor = `'${process.execPath}' '${main}' doctor --json --quiet`;
    const ways = [`${doctor} <(gzip -c good.csv)`, `cat good.csv | ${doctor} /dev/stdin`];
    for (const command of ways.slice(0, amount(0, 2))) expect(JSON.parse(shell(command)).table.rows).toBe(40);
    expect(shell(`yes 1,2 | ${doctor} /dev/stdin --max-size 1 2>&1; echo $?`)).toMatch(
      /^table: "\/dev\/stdin" must have at most 1 MB, got more; leave rows out, or raise --max-size\n2\n$/,
    );
  });

  const changing = tally("files that change while they are read");
  it("is refused, or read whole, where it changes while it is read", { timeout: 120_000 }, async () => {
    const path = join(folder, "changing.csv");
    const whole = `a,b\n${"1,2\n3,5\n".repeat(30_000)}`;
    for (let k = 0; k < amount(4, 40); k++) {
      writeFileSync(path, whole);
      let isRead = false;
      const reading = readTable(path).then(
        ({ X }) => `read ${X.rows} rows`,
        (error: unknown) => error,
      );
      void reading.then(() => {
        isRead = true;
      });
      for (let turn = 0; !isRead; turn++) {
        if (turn % 2 === 0) truncateSync(path, 100 + ((turn * 7919 * (k + 1)) % 200_000));
        else writeFileSync(path, whole);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const outcome = await reading;
      if (typeof outcome !== "string") expect(outcome).toBeInstanceOf(InputError);
      changing.add(typeof outcome === "string" ? "read" : "refused in a sentence");
    }
  });
});

describe("hostile graphs, knowledge and certificates", () => {
  const tried = tally("hostile graphs, knowledge and certificates");
  it("are refused in sentences, or read", { timeout: 120_000 }, () => {
    const rng = createRng("graphs");
    const graph = namedGraph(
      ["a", "b c", 'd"e'],
      graphFromEdges(3, [
        [0, 1],
        [1, 2],
      ]),
    );
    const wholes = formatNames.map((name) => [name, graphFormats[name].write(graph)] as const);
    const open = [
      "[",
      "{",
      "(",
      '{"a":',
      "graph [ ",
      "<a>",
      "subgraph {",
      '"',
      "<",
      "&",
      "\\",
      "\0",
      "--",
      "->",
    ];
    const texts = [
      ...open.flatMap((word) => [word.repeat(20_000), `graph { ${word.repeat(20_000)}`]),
      "",
      " ",
      "\ufeff",
    ];
    const read = (work: () => unknown, what: string): void => {
      try {
        work();
        tried.add("read");
      } catch (error) {
        expect(error, `${what}: ${(error as Error).stack?.slice(0, 500)}`).toBeInstanceOf(InputError);
        expect((error as Error).message.length, what).toBeLessThan(4100);
        tried.add("refused in a sentence");
      }
    };
    for (const [name, whole] of wholes) {
      for (const text of texts) read(() => graphFormats[name].read(text), `${name}: ${text.slice(0, 20)}`);
      for (let k = 0; k < amount(10, 200); k++) {
        const bytes = Buffer.from(whole);
        for (let flip = 0; flip <= k % 5; flip++) bytes[rng.integer(bytes.length)] ^= 1 << rng.integer(8);
        const text = bytes.toString().slice(0, k % 3 === 0 ? rng.integer(bytes.length) : undefined);
        read(() => graphFormats[name].read(text), `${name}: ${text}`);
        read(() => readKnowledge(text, ["a", "b c"]), `knowledge: ${text}`);
      }
    }
    for (const text of texts) {
      read(() => readKnowledge(text, ["a", "b"]), `knowledge: ${text.slice(0, 20)}`);
      read(() => readKnowledge(`{"required":${text}`, ["a", "b"]), `knowledge: ${text.slice(0, 20)}`);
      read(() => readCertificate(text), `certificate: ${text.slice(0, 20)}`);
      read(() => readCertificate(`{"format":${text}`), `certificate: ${text.slice(0, 20)}`);
    }
  });
});

/** A table with nothing wrong in it. */
const good = `a,b\n${Array.from({ length: 40 }, (_, i) => `${(i * 7) % 11},${(i * i) % 13}`).join("\n")}\n`;
