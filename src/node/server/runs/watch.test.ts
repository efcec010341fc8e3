import { appendFileSync, createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { EventNews, Glimpse, WatchedRun, WatchNews, wire } from "../../../core/index.ts";
import { openRecords } from "./record.ts";
import { type WatchOptions, watch } from "./watch.ts";

let folder = "";
let server: Server | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "watch-"));
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const stepText = (n: number) => JSON.stringify({ ms: n, type: "step", stage: "search", n });
const step = (line: number | null, doing = "", ms = 100): EventNews => ({
  event: { ms, type: "step", stage: "search", doing, progress: 0, score: 1, edges: 0, values: {} },
  line,
});

/** A run whose news the test makes. */
function staged(lines: number, seen: readonly Glimpse[] = []) {
  const record = join(folder, "events.ndjson");
  writeFileSync(record, Array.from({ length: lines }, (_, k) => `${stepText(k + 1)}\n`).join(""));
  const listeners = new Set<(news: WatchNews) => void>();
  let isOver = false;
  let reads = 0;
  const recordOf = openRecords({
    read: (path) => {
      reads++;
      return createReadStream(path) as AsyncIterable<Buffer>;
    },
  });
  const run: WatchedRun = {
    lines: recordOf(record).lines,
    body: () => ({ status: isOver ? "finished" : "running" }) as wire.RunBody,
    glimpses: () => seen,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const tell = (news: WatchNews) => {
    for (const listener of listeners) listener(news);
  };
  return {
    run,
    listeners,
    tell,
    record,
    reads: () => reads,
    end: () => {
      isOver = true;
      recordOf(record).forget();
      tell(null);
    },
  };
}

async function served(run: WatchedRun, options: WatchOptions) {
  const answers: ServerResponse[] = [];
  server = createServer((_request, response) => {
    answers.push(response);
    response.writeHead(200, { "content-type": "text/event-stream" });
    void watch(run, response, options);
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, answers };
}

/** All that is sent until the stream ends. */
function read(port: number): { text: () => string; ended: Promise<string> } {
  let text = "";
  const ended = new Promise<string>((resolve) => {
    get({ port, host: "127.0.0.1" }, (response) => {
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on("end", () => resolve(text));
    });
  });
  return { text: () => text, ended };
}

const lastId = (text: string) => Number(/^id: (\d+)/.exec(text.slice(text.lastIndexOf("id: ")))?.[1]);
const idsOf = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(5);
}

it("tells what was, then what is, each once and in order, then the last state, and ends", async () => {
  const { run, tell, end, listeners, record } = staged(3);
  const { port } = await served(run, {});
  const { text, ended } = read(port);
  await until(() => idsOf(text()).length === 3);
  tell(step(3)); // known from the record
  tell(step(7));
  tell({ probabilities: [0, 0.5, 0.25, 0] });
  for (let n = 4; n <= 9; n++) appendFileSync(record, `${stepText(n)}\n`);
  end();
  const all = await ended;
  expect(idsOf(all)).toEqual([1, 2, 3, 7, 8, 9]);
  expect(all).toContain("event: probabilities\ndata: [0,0.5,0.25,0]\n\n");
  expect(all.match(/^event: state$/gm)).toHaveLength(2);
  expect(all.trimEnd().endsWith('event: state\ndata: {"status":"finished"}')).toBe(true);
  expect(listeners.size).toBe(0);
});

it("goes on after the last event that a watcher has", async () => {
  const { run, end } = staged(20);
  const { port } = await served(run, { after: 17 });
  const { text, ended } = read(port);
  await until(() => idsOf(text()).length === 3);
  end();
  expect(idsOf(await ended)).toEqual([18, 19, 20]);
});

it("gives a watcher who comes late the last best graph and probabilities at once, before newer ones", async () => {
  const { run, tell, end } = staged(2, [{ best: [["a", "b"]] }, { probabilities: [0, 1, 0, 0] }]);
  const { port } = await served(run, {});
  const { text, ended } = read(port);
  await until(() => text().includes("event: probabilities"));
  expect(text()).toContain('event: best\ndata: [["a","b"]]\n\nevent: probabilities\ndata: [0,1,0,0]\n\n');
  expect(text().indexOf("event: best")).toBeGreaterThan(text().indexOf("id: 2"));
  tell({ best: [["b", "a"]] });
  end();
  expect([...(await ended).matchAll(/event: best\ndata: (.*)/g)].map(([, data]) => data)).toEqual([
    '[["a","b"]]',
    '[["b","a"]]',
  ]);
});

it("says that it is still there while nothing happens", async () => {
  const { run, end } = staged(0);
  const { port } = await served(run, { heartbeatMs: 20 });
  const { text, ended } = read(port);
  await until(() => (text().match(/^: still here$/gm)?.length ?? 0) >= 2);
  end();
  await ended;
});

it("drops a watcher who does not read, at a bound, and another one hears everything", async () => {
  const { run, tell, end, listeners } = staged(0);
  const { port, answers } = await served(run, { unreadBytes: 100_000 });
  const deaf = connect(port, "127.0.0.1");
  deaf.on("error", () => {});
  deaf.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  deaf.pause();
  await until(() => listeners.size === 1);
  const { text, ended } = read(port);
  await until(() => listeners.size === 2);
  let unread = 0;
  let line = 0;
  const padding = "x".repeat(50_000);
  while (listeners.size === 2) {
    line++;
    tell(step(line, padding));
    await until(() => lastId(text()) === line);
    if (!answers[0].destroyed) unread = Math.max(unread, answers[0].writableLength);
    expect(line).toBeLessThan(1000); // the kernel's own buffers are a few megabytes
  }
  expect(answers[0].destroyed).toBe(true);
  expect(unread).toBeLessThanOrEqual(100_000 + 51_000);
  end();
  expect(idsOf(await ended)).toEqual(Array.from({ length: line }, (_, k) => k + 1));
  deaf.destroy();
});

it("forgets a watcher who leaves", async () => {
  const { run, listeners } = staged(5);
  const { port } = await served(run, {});
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await until(() => listeners.size === 1);
  socket.destroy();
  await until(() => listeners.size === 0);
});

it("tells steps that are not in the record without a number, and none that is older than what was told", async () => {
  const { run, tell, end } = staged(3);
  const { port } = await served(run, {});
  const { text, ended } = read(port);
  await until(() => idsOf(text()).length === 3);
  tell(step(null, "older", 2));
  tell(step(null, "newer", 50));
  tell(step(4, "kept", 60));
  end();
  const all = await ended;
  expect(idsOf(all)).toEqual([1, 2, 3, 4]);
  expect(all).not.toContain("older");
  expect(all).toMatch(/\n\nevent: step\ndata: .*"newer"/);
});

it("five hundred who come late cost one reading of the record, and one more when the run has ended", async () => {
  const { run, end, reads, listeners } = staged(50);
  const { port } = await served(run, {});
  const watchers = Array.from({ length: 500 }, () => read(port));
  await until(() => watchers.every(({ text }) => idsOf(text()).length === 50));
  expect([reads(), listeners.size]).toEqual([1, 500]);
  end();
  for (const { ended } of watchers) expect(idsOf(await ended).length).toBe(50);
  expect(reads()).toBe(2);
});
