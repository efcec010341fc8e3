import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it } from "vitest";
import { loggedEvent, type StoredRun } from "../../core/index.ts";
import { openStore, type Store } from "./store.ts";

const id = "0123456789abcdef";
const other = "fedcba9876543210";

function runOf(own: string): StoredRun {
  const request = { table: "t", options: {}, missing: "fail" as const };
  const created = "2026-01-01T00:00:00.000Z";
  const stored = { format: "wherefore-request/1" as const, id: own, created, tableName: "a.csv", request };
  return { stored, outcome: null, search: null, score: null };
}

const step = (n: number): string =>
  JSON.stringify(
    loggedEvent(
      {
        type: "step",
        stage: "search",
        doing: `${n}`,
        progress: 0,
        score: null,
        edges: null,
        values: {},
        state: n,
      },
      n,
    ),
  );

describe("the store", () => {
  let store: Store;
  let count = 0;
  beforeEach(async () => {
    store = await openStore(`test ${++count}`);
  });

  it("gives back what was put, and deletes a run with all that is its own and nothing else", async () => {
    for (const own of [id, other]) {
      await store.putRun(runOf(own));
      await store.addLines(own, { first: 1, lines: [step(1)], checkpoint: "state" });
      await store.putFiles(own, [["spec.json", own]]);
    }
    await store.removeRun(id);
    expect(await store.run(id)).toBeUndefined();
    expect([await store.fileNames(id), await store.lines(id)]).toEqual([[], []]);
    expect(await store.checkpoint(id)).toBeUndefined();
    expect(await store.run(other)).toEqual(runOf(other));
    expect(await store.file(other, "spec.json")).toBe(other);
    expect([(await store.lines(other)).length, await store.checkpoint(other)]).toEqual([1, "state"]);
  });

  it("keeps a table with its bytes, and lets go of both, and of the scores on it", async () => {
    const table = { id, name: "a.csv" } as Parameters<Store["addTable"]>[0];
    await store.addTable(table, new Blob(["a,b\n"]));
    await store.putScores(id, "key", { d: 1, width: 1, data: Float64Array.of(1, 2) });
    expect(await (await store.bytes(id))!.text()).toBe("a,b\n");
    expect((await store.scores(id)).get("key")?.data).toEqual(Float64Array.of(1, 2));
    await store.removeTable(id);
    expect([await store.tables(), (await store.scores(id)).size]).toEqual([[], 0]);
    expect(await store.bytes(id)).toBeUndefined();
  });

  it("ends a run with its files, or not at all where it was deleted meanwhile", async () => {
    const end = { files: [["a", "b"] as const], outcome: null, search: "exact", score: "bic", isOver: true };
    await store.putRun(runOf(id));
    await store.addLines(id, { first: 1, lines: [step(1)], checkpoint: "state" });
    await store.endRun(id, { ...end, isOver: false });
    expect(await store.checkpoint(id)).toBe("state");
    await store.endRun(id, end);
    expect((await store.run(id))?.search).toBe("exact");
    expect(await store.checkpoint(id)).toBeUndefined();
    await store.endRun(other, end);
    expect([await store.run(other), await store.fileNames(other)]).toEqual([undefined, []]);
  });

  it("has every line in the record, replays some of the steps, and all that are no steps", async () => {
    const note = JSON.stringify(loggedEvent({ type: "note", sentence: "x" }, 5));
    const all = Array.from({ length: 5000 }, (_, k) => (k === 777 ? note : step(k + 1)));
    for (let at = 0; at < all.length; at += 70)
      await store.addLines(id, { first: at + 1, lines: all.slice(at, at + 70) });
    expect(await (await store.record(id)).text()).toBe(`${all.join("\n")}\n`);
    const replayed = await store.lines(id);
    expect(replayed.length).toBeLessThan(2010);
    expect(replayed.length).toBeGreaterThan(1000);
    expect(replayed.map(({ line }) => line)).toContain(778);
    expect(replayed.at(-1)?.line).toBe(5000);
    for (const { line, text } of replayed) expect(text).toBe(all[line - 1]);
    const later = await store.lines(id, 4998);
    expect(later.map(({ line }) => line)).toEqual([4999, 5000]);
  });

  it("changes a run as it is stored then, and none that was deleted", async () => {
    await store.putRun(runOf(id));
    const mark = (more: object) => (run: StoredRun) => ({ ...run, stored: { ...run.stored, ...more } });
    await Promise.all([
      store.updateRun(id, mark({ isCancelled: true })),
      store.updateRun(id, mark({ error: "x" })),
    ]);
    expect((await store.run(id))?.stored).toMatchObject({ isCancelled: true, error: "x" });
    expect(await store.updateRun(other, mark({ error: "x" }))).toBeUndefined();
    expect(await store.run(other)).toBeUndefined();
  });

  it("cuts the record of a run that was killed where its checkpoint is", async () => {
    const checkpoint = JSON.stringify({ format: "wherefore-checkpoint/2", lines: 5 });
    await store.addLines(id, { first: 1, lines: [step(1), step(2)] });
    await store.addLines(id, { first: 3, lines: [step(3), step(4), step(5)], checkpoint });
    await store.addLines(id, { first: 6, lines: [step(6)] });
    await store.addLines(id, { first: 7, lines: [step(7), step(8)] });
    await store.addLines(other, { first: 1, lines: [step(1)] });
    expect(await store.cutLines(id)).toBe(5);
    expect((await store.lines(id)).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    expect([await store.cutLines(other), await store.lines(other)]).toEqual([0, []]);
  });
});
