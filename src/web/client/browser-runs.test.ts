import "fake-indexeddb/auto";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { InputError, loggedEvent, type StoredRequest, statusOf, wire } from "../../core/index.ts";
import { type BrowserRuns, browserRuns } from "./browser-runs.ts";
import { watchBrowserRun } from "./browser-watch.ts";
import type { News } from "./client.ts";
import type { RunCommand, WorkerNews } from "./engine-work.ts";
import { openStore, type Store } from "./store.ts";
import type { TabMessage, Tabs } from "./tabs.ts";

/** A worker that does nothing by itself. */
interface Puppet {
  readonly heard: RunCommand[];
  readonly tell: (news: WorkerNews) => void;
  readonly fail: (message: string) => void;
  isEnded: boolean;
}

/** Tabs of one browser: locks and messages that all of them share. */
function browser() {
  const held = new Set<string>();
  const listeners: ((message: TabMessage) => void)[] = [];
  return (): Tabs => {
    let own = (_: TabMessage): void => {};
    listeners.push((message) => own(message));
    const place = listeners.length - 1;
    return {
      going: async () => new Set(held),
      take: async (run) => {
        if (held.has(run)) return null;
        held.add(run);
        return async () => void held.delete(run);
      },
      tell: (message) => {
        for (const [k, listener] of listeners.entries())
          if (k !== place) queueMicrotask(() => listener(message));
      },
      onMessage: (listener) => {
        own = listener;
      },
    };
  };
}

const step = (n: number) =>
  loggedEvent(
    { type: "step", stage: "search", doing: `${n}`, progress: 0, score: -n, edges: n, values: {}, state: n },
    n,
  );
const outcome = {
  edges: 1,
  score: 0,
  optimal: false,
  gap: null,
  claim: null,
  verdict: "unknown",
  seconds: 1,
  stopped: null,
};

describe("the runs of this browser", () => {
  let store: Store;
  let runs: BrowserRuns;
  let other: BrowserRuns;
  let puppets: Puppet[];
  let count = 0;
  const stored = (id: string): StoredRequest => ({
    format: "wherefore-request/1",
    id,
    created: `2026-01-01T00:00:0${count % 10}.000Z`,
    tableName: "a.csv",
    request: { table: "t", options: { search: "rl" }, missing: "fail" },
  });
  const startWorker = (): Worker => {
    const worker = {
      postMessage: (command: RunCommand) => void puppet.heard.push(command),
      terminate: () => {
        puppet.isEnded = true;
      },
    } as unknown as Worker;
    const puppet: Puppet = {
      heard: [],
      isEnded: false,
      tell: (data) => worker.onmessage?.({ data } as MessageEvent),
      fail: (message) => worker.onerror?.({ message } as ErrorEvent),
    };
    puppets.push(puppet);
    return worker;
  };
  const stateOf = async (id: string) => (await runs.control(id)).state();
  const pause = async (id: string) => (await runs.control(id)).pause();
  const resume = async (id: string) => (await runs.control(id)).resume();
  const cancel = async (id: string) => (await runs.control(id)).cancel();
  const until = (id: string, status: string) =>
    expect.poll(async () => statusOf(await stateOf(id))).toBe(status);

  beforeEach(async () => {
    store = await openStore(`runs ${++count}`);
    await store.addTable({ id: "t" } as Parameters<Store["addTable"]>[0], new Blob(["a,b\n"]));
    puppets = [];
    const tabs = browser();
    const options = { most: 2, version: "1", startWorker };
    runs = browserRuns(store, tabs(), options);
    other = browserRuns(store, tabs(), options);
  });

  it("go on in a worker each, and end with what it wrote", async () => {
    expect(await runs.start(stored("a"))).toMatchObject({ status: "running", search: "rl" });
    const [{ heard, tell }] = puppets;
    expect(heard[0]).toMatchObject({ run: { id: "a", isBegun: false, tableName: "a.csv" } });
    tell({
      event: loggedEvent({ type: "choice", search: "exact", scoreName: "bic", reason: "" }, 0),
      line: 1,
    });
    tell({ event: step(3), line: 2 });
    expect(await stateOf("a")).toMatchObject({ search: "exact", lastStep: { doing: "3", edges: 3 } });
    await store.endRun("a", { files: [], outcome, search: "exact", score: "bic", isOver: true });
    tell({ isDone: true });
    await until("a", "finished");
    expect(puppets[0].isEnded).toBe(true);
  });

  it("are let go of where the store has no room to begin them", async () => {
    const full = { ...store, putRun: () => Promise.reject(new Error("full")) };
    const tabs = browser()();
    const unlucky = browserRuns(full, tabs, { most: 2, version: "1", startWorker });
    await expect(unlucky.start(stored("a"))).rejects.toThrow("full");
    expect([(await tabs.going()).size, puppets.length]).toEqual([0, 0]);
  });

  it("that are refused have failed; those whose worker broke can go on from where they were", async () => {
    await runs.start(stored("a"));
    await runs.start(stored("b"));
    puppets[0].tell({ refused: "table: no" });
    puppets[1].fail("out of memory");
    await until("a", "failed");
    await until("b", "interrupted");
    expect((await stateOf("b")).stored.error).toMatch(/out of memory/);
    await expect(resume("a")).rejects.toThrow("a run that is failed cannot be resumed");
    expect(await resume("b")).toMatchObject({ status: "running", error: null });
    expect(puppets[2].heard[0]).toMatchObject({ run: { id: "b", isBegun: true } });
  });

  it("are paused, cancelled and deleted, and at most so many go on", async () => {
    await runs.start(stored("a"));
    await runs.start(stored("b"));
    await expect(runs.start(stored("c"))).rejects.toThrow("at most 2 runs can be active at once");
    expect(await store.run("c")).toBeUndefined();
    expect((await pause("a")).status).toBe("pausing");
    expect(puppets[0].heard.at(-1)).toEqual({ stop: true });
    await store.endRun("a", {
      files: [],
      outcome: { ...outcome, stopped: "interrupted" },
      search: "rl",
      score: "bic",
      isOver: false,
    });
    puppets[0].tell({ isDone: true });
    await until("a", "paused");
    expect((await cancel("b")).status).toBe("cancelled");
    expect(puppets[1].isEnded).toBe(true);
    await expect(pause("b")).rejects.toThrow("a run that is cancelled cannot be paused");
    for (const id of ["a", "b"]) await runs.remove(id);
    expect(await runs.list()).toEqual([]);
  });

  it("that cannot hear that they are to stop, in the middle of a long step, are ended; they go on from their checkpoint", async () => {
    await runs.start(stored("a"));
    await runs.start(stored("b"));
    const [deaf, slow] = puppets;
    for (const id of ["a", "b"]) await pause(id);
    slow.tell({ isStopping: true });
    await expect.poll(() => deaf.isEnded).toBe(true);
    await until("a", "interrupted");
    expect(slow.isEnded).toBe(false);
    expect(await resume("a")).toMatchObject({ status: "running", error: null });
    expect(puppets[2].heard[0]).toMatchObject({ run: { id: "a", isBegun: true } });
  });

  it("of another tab are seen, watched and paused, and never started twice", async () => {
    await other.start(stored("a"));
    const [{ heard, tell }] = puppets;
    const news: News[] = [];
    const close = watchBrowserRun(runs, "a", (one) => news.push(one));
    await expect.poll(() => heard).toContainEqual({ isWatched: true });
    tell({ event: step(1), line: 1 });
    tell({ best: [["a", "b"]] });
    await expect.poll(() => news.map(({ type }) => type)).toEqual(["state", "step", "best"]);
    await expect(resume("a")).rejects.toThrow("a run that is running cannot be resumed");
    await pause("a");
    await expect.poll(() => heard.at(-1)).toEqual({ stop: true });
    tell({ isDone: true });
    await until("a", "interrupted");
    await expect.poll(() => news.at(-1)).toMatchObject({ type: "state", run: { status: "interrupted" } });
    close();
  });

  it("are told to a watcher once: what was, from the record, then what happens, and at the end the rest", async () => {
    await runs.start(stored("a"));
    const lines = (...of: readonly number[]) => of.map((n) => JSON.stringify(step(n)));
    await store.addLines("a", { first: 1, lines: lines(1, 2) });
    const [{ tell }] = puppets;
    const news: News[] = [];
    watchBrowserRun(runs, "a", (one) => news.push(one));
    const doing = () => news.flatMap((one) => (one.type === "step" ? [one.doing] : []));
    await expect.poll(doing).toEqual(["1", "2"]);
    tell({ event: step(2), line: 2 });
    tell({ event: step(4), line: 4 });
    await expect.poll(doing).toEqual(["1", "2", "4"]);
    await store.addLines("a", { first: 3, lines: lines(3, 4, 5) });
    await store.endRun("a", { files: [], outcome, search: "rl", score: "bic", isOver: true });
    tell({ isDone: true });
    await expect.poll(() => news.at(-1)).toMatchObject({ type: "state", run: { status: "finished" } });
    expect(doing()).toEqual(["1", "2", "4", "5"]);
  });

  it("have one worker at most and a state of the table, whatever two tabs ask and whatever happens to workers", async () => {
    const actions = fc.constantFrom(
      ...(["pause", "resume", "resume", "cancel", "remove"] as const),
      ...(["finish", "stop", "refuse", "crash"] as const),
    );
    const step = fc.record({ action: actions, isOther: fc.boolean(), isAtOnce: fc.boolean() });
    let n = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const id = `walk ${n++}`;
        puppets = [];
        await runs.start(stored(id));
        for (const { action, isOther, isAtOnce } of steps) {
          const tab = isOther ? other : runs;
          const [puppet] = puppets.filter(({ isEnded }) => !isEnded);
          const end = (stopped: string | null) =>
            store.endRun(id, {
              files: [],
              outcome: { ...outcome, stopped },
              search: "rl",
              score: "bic",
              isOver: false,
            });
          const happened = async (): Promise<unknown> => {
            if (action === "remove") return tab.remove(id);
            if (action === "pause" || action === "resume" || action === "cancel")
              return (await tab.control(id))[action]();
            if (puppet === undefined) return;
            if (action === "crash") return puppet.fail("out of memory");
            if (action === "refuse") return puppet.tell({ refused: "table: no" });
            await end(action === "finish" ? null : "interrupted");
            return puppet.tell({ isDone: true });
          };
          const done = happened().catch((error: unknown) => expect(error).toBeInstanceOf(InputError));
          if (isAtOnce) continue;
          await done;
          await new Promise((resolve) => setTimeout(resolve, 1));
          expect(puppets.filter(({ isEnded }) => !isEnded).length).toBeLessThanOrEqual(1);
        }
        await (await runs.control(id).catch(() => null))?.cancel().catch(() => {});
        for (const all of [await runs.list(), await other.list()])
          for (const state of all) expect(wire.run.shape.status.options).toContain(statusOf(state));
        await runs.remove(id).catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 5));
        expect(puppets.filter(({ isEnded }) => !isEnded)).toEqual([]);
        expect(await store.run(id)).toBeUndefined();
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});
