// The server under load: fifty clients watch one run, the list of runs is requested two hundred times a second, and some
// clients watch but never read. No event is lost, the search is nearly as fast, and memory does not grow.
//
// Runs without and with load alternate, so that both see the machine in the same states; a rate is the median over half
// seconds of all runs of its kind. WHEREFORE_LOAD_SECONDS=60 makes the load last a minute (and the time without it).
//
// Memory is measured while many clients never read: twenty in each run under load, forty on a run of a thousand steps a
// second, and forty that request a long record from its beginning. The system itself buffers megabytes for a connection, so
// only a long record fills one soon: those forty leave half a gigabyte unread.

import { spawn } from "node:child_process";
import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestText } from "../../src/core/index.ts";
import { pause, programIn, until } from "./program.ts";
import { served } from "./served.ts";

const { folder, started } = programIn("load");
const loadSeconds = Number(process.env.WHEREFORE_LOAD_SECONDS ?? 6);
const rounds = 3;
const clients = fileURLToPath(new URL("load/clients.js", import.meta.url));

let server: Awaited<ReturnType<typeof served>>;
let table = "";
/** A run with a record of this size, and those who asked for it and never read. */
const recordBytes = 12e6;
let long = "";
let deaf: Socket[] = [];
const memory = { before: 0, most: 0 };

beforeAll(async () => {
  server = await served(started("serve", "--port", "0", "--folder", "data"));
  table = (await server.ask("POST", "/api/examples/twelve")).body.id;
  await withHistory(40);
  memory.before = residentBytes();
  deaf = Array.from({ length: 40 }, () => neverReading(long));
  // Until the system takes no more for them, the server is at work, and memory is at its highest.
  for (let worked = -1; worked !== (worked = processorTicks()); await pause(400))
    memory.most = Math.max(memory.most, residentBytes());
});

afterAll(() => {
  for (const socket of deaf) socket.destroy();
  server.child.kill("SIGKILL");
});

it("fifty watchers and two hundred lists a second lose no event and slow a search by less than a quarter", async () => {
  const rates: { alone: number[]; loaded: number[] } = { alone: [], loaded: [] };
  const sampling = setInterval(() => {
    memory.most = Math.max(memory.most, residentBytes());
  }, 100);
  for (let round = 0; round < rounds; round++) {
    rates.alone.push(...ratesOf(recordOf(await searched())));

    const id = await startedSearch();
    const load = loadOf(id, { watchers: 50, deaf: 20, lists: 200 });
    await load.ready;
    await ended(id);
    const { seen, lists } = await load.ended;
    const record = recordOf(id);
    rates.loaded.push(...ratesOf(record));

    expect(lists.bad).toEqual([]);
    expect(lists.perSecond).toBeGreaterThan(190);
    expect(seen).toHaveLength(50);
    expectWhole(record);
    for (const watcher of seen) expectNothingLost(watcher, seen, record);
  }
  clearInterval(sampling);
  const [alone, loaded] = [median(rates.alone), median(rates.loaded)];
  const rate = `${alone.toFixed(1)} iterations a second alone, ${loaded.toFixed(1)} under load`;
  process.stderr.write(
    `load: ${rate}; memory ${megabytes(memory.before)}, at most ${megabytes(memory.most)}\n`,
  );
  expect(loaded / alone, rate).toBeGreaterThan(0.75);
});

it("those who never read are dropped, and what they did not read was never in memory", async () => {
  // A thousand steps in a second and more, all of them in the record, and at most some twenty for each of those who read.
  const fast = await startedSearch(1.5, { search: "rl-order", options: { policy: "logits", batch: 8 } });
  const load = loadOf(fast, { watchers: 5, deaf: 40, lists: 50 });
  const sampling = setInterval(() => {
    memory.most = Math.max(memory.most, residentBytes());
  }, 100);
  await ended(fast);
  clearInterval(sampling);
  const { seen } = await load.ended;
  const record = recordOf(fast);
  expectWhole(record);
  const steps = record.filter(({ stage }) => stage === "search").length;
  expect(steps).toBeGreaterThan(500);
  for (const { ids, last } of seen) {
    expect([last, ids.at(-1)]).toEqual(["finished", record.length]);
    expect(ids.length).toBeLessThan(steps / 3);
  }

  // The system tells of them: to hear the end of the stream oneself, one would have to read.
  const { port } = new URL(server.address);
  await until(() =>
    connectionsTo(Number(port)).every((from) => !deaf.some(({ localPort }) => localPort === from)),
  );
  expect(
    memory.most - memory.before,
    `${megabytes(memory.before)} became ${megabytes(memory.most)}`,
  ).toBeLessThan(200e6);
  let read = 0;
  await new Promise((resolve) => {
    get(`${server.address}/api/runs/${long}/events`, { headers: server.headers }, (response) => {
      response.on("data", (chunk: Buffer) => {
        read += chunk.length;
      });
      response.on("end", resolve);
    });
  });
  expect(read).toBeGreaterThan(recordBytes);
});

/** Asks to watch, and reads nothing. */
function neverReading(run: string): Socket {
  const { hostname, port, host } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.pause();
  socket.write(
    `GET /api/runs/${run}/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${server.token}\r\n\r\n`,
  );
  return socket;
}

/** One thread, for so long. */
async function startedSearch(
  seconds = loadSeconds / rounds,
  { search, options: own }: { search: string; options: object } = { search: "rl", options: { strict: true } },
): Promise<string> {
  const agent = { ...own, iterations: 1_000_000, stop: "never" };
  const options = { search, score: "bic-equal-variance", timeLimit: seconds, options: agent };
  const { status, body } = await server.ask("POST", "/api/runs", {
    table,
    options,
    ...(search === "rl" && { threads: 1 }),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

async function searched(seconds?: number): Promise<string> {
  const id = await startedSearch(seconds);
  await ended(id);
  return id;
}

/** Asked rarely: it must not be a load of its own. */
async function ended(id: string): Promise<void> {
  do await pause(200);
  while ((await server.ask("GET", `/api/runs/${id}`)).body.status === "running");
  expect((await server.ask("GET", `/api/runs/${id}`)).body.status).toBe("finished");
}

interface Recorded {
  readonly ms: number;
  readonly type: string;
  readonly stage?: string;
  readonly values?: { readonly iteration?: number };
}

const recordOf = (id: string): Recorded[] =>
  readFileSync(join(folder, "data/runs", id, "events.ndjson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded);

/** Iterations in each half second, without the first. */
function ratesOf(record: readonly Recorded[]): number[] {
  const steps = record.filter(({ stage }) => stage === "search");
  const [from, to] = [steps[0].ms + 500, steps.at(-1)!.ms];
  const windows = Array.from({ length: Math.floor((to - from) / 500) }, (_, k) => from + 500 * k);
  return windows.map((at) => 2 * steps.filter(({ ms }) => ms >= at && ms < at + 500).length);
}

/** Every iteration is in the record. */
function expectWhole(record: readonly Recorded[]): void {
  const iterations = record.flatMap(({ stage, values }) => (stage === "search" ? values!.iteration! : []));
  expect(iterations).toEqual(iterations.map((_, k) => iterations[0] + k));
  expect(iterations[0]).toBeLessThanOrEqual(1);
}

interface Seen {
  readonly ids: readonly number[];
  readonly last: string;
  readonly probabilities: number;
  readonly isWhole: boolean;
}

function expectNothingLost(
  { ids, last, probabilities, isWhole }: Seen,
  all: readonly Seen[],
  record: readonly Recorded[],
): void {
  expect([last, isWhole]).toEqual(["finished", true]);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  const had = new Set(ids);
  const lines = record.map((event, k) => ({ ...event, line: k + 1 }));
  // What is no step, and the first and the last step of each stage.
  const due = lines.filter(
    ({ type, stage }, k) =>
      type !== "step" || stage !== record[k - 1]?.stage || stage !== record[k + 1]?.stage,
  );
  expect(due.filter(({ line }) => !had.has(line))).toEqual([]);
  // What was told to one was told to all; of the first moments some read more in the record.
  const later = lines.find(({ ms, stage }) => stage === "search" && ms > 500)!.line;
  const told = new Set(all.flatMap((other) => other.ids));
  expect([...told].filter((line) => line >= later && !had.has(line))).toEqual([]);
  const shown = ids.filter((line) => record[line - 1].stage === "search").length;
  expect(shown).toBeGreaterThan((5 * loadSeconds) / rounds);
  expect(probabilities).toBeGreaterThan(1);
}

interface Load {
  readonly watchers: number;
  readonly deaf: number;
  readonly lists: number;
}

interface Got {
  readonly seen: readonly Seen[];
  readonly lists: { readonly perSecond: number; readonly bad: readonly unknown[]; readonly p99: number };
}

function loadOf(run: string, load: Load): { ready: Promise<void>; ended: Promise<Got> } {
  const given = JSON.stringify({ address: server.address, token: server.token, run, ...load });
  const child = spawn(process.execPath, [clients, given], { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (text) => {
      out += text;
      if (out.startsWith("ready\n")) resolve();
    });
    child.on("close", () => reject(new Error("the clients ended before they were ready")));
  });
  const ended = new Promise<Got>((resolve, reject) => {
    child.on("close", (code) =>
      code === 0
        ? resolve(JSON.parse(out.split("\n")[1]))
        : reject(new Error(`the clients ended with ${code}`)),
    );
  });
  return { ready, ended };
}

/** So many finished runs more, each a copy of one, for lists as long as a person's; the server is started again to see them. */
async function withHistory(count: number): Promise<void> {
  const id = await searched(0.2);
  long = id;
  server.child.kill("SIGINT");
  await server.ended;
  for (let k = 0; k < count; k++) {
    const copy = k.toString(16).padStart(16, "0");
    for (const room of ["requests", "runs"])
      cpSync(join(folder, "data", room, id), join(folder, "data", room, copy), { recursive: true });
    const path = join(folder, "data/requests", copy, "request.json");
    const { checksum: _, ...stored } = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, requestText({ ...stored, id: copy }));
  }
  const note = `{"ms":1,"type":"note","text":"${"x".repeat(1000)}"}\n`;
  appendFileSync(join(folder, "data/runs", id, "events.ndjson"), note.repeat(recordBytes / 1000));
  server = await served(started("serve", "--port", "0", "--folder", "data"));
  expect((await server.ask("GET", "/api/runs")).body.runs).toHaveLength(count + 1);
}

/** Of the server's process. */
function residentBytes(): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
}

/** Hundredths of a second that the server's process has worked. */
function processorTicks(): number {
  const [user, system] = readFileSync(`/proc/${server.child.pid}/stat`, "utf8").split(" ").slice(13, 15);
  return Number(user) + Number(system);
}

/** The ports from which there are connections to this one. */
function connectionsTo(port: number): number[] {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const open = new RegExp(`^\\s*\\d+: \\w+:${hex} \\w+:(\\w{4}) 01 `, "gm");
  return [...readFileSync("/proc/net/tcp", "utf8").matchAll(open)].map(([, from]) =>
    Number.parseInt(from, 16),
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
