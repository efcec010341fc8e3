import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { type RunEvent, simulate } from "../../core/index.ts";
import { discoverWithProof } from "./discover.ts";
import { createRunFolder } from "./run-folder.ts";

const root = mkdtempSync(join(tmpdir(), "wherefore-run-events-"));
let made = 0;
const fresh = (): string => join(root, `parent-${++made}`, "run");
const { table } = simulate({ graph: "bernoulli", nodes: 5, samples: 300, seed: 2 });

afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

describe("the events of a run", () => {
  const step = (stage: string, progress: number): RunEvent => ({
    type: "step",
    stage,
    doing: "working",
    progress,
    score: -100,
    edges: 3,
    values: { passes: 1 },
    state: { huge: true },
  });
  const lines = (path: string): Record<string, unknown>[] =>
    readFileSync(join(path, "events.ndjson"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));

  it("are at most about four steps in a second, and the last step of a stage among them", async () => {
    const path = fresh();
    const clock = vi.spyOn(performance, "now");
    clock.mockReturnValue(5000);
    const folder = await createRunFolder(path);
    for (let k = 0; k <= 2000; k++) {
      clock.mockReturnValue(5000 + k);
      folder.event(step("search", k / 2000));
    }
    folder.event(step("proof", 0.5));
    folder.event({ type: "note", sentence: "done" });
    const written = lines(path);
    const search = written.filter((e) => e.stage === "search");
    expect(search.map((e) => e.ms)).toEqual([0, 250, 500, 750, 1000, 1250, 1500, 1750, 2000]);
    expect(search.at(-1)!.progress).toBe(1);
    expect(written.slice(-2)).toMatchObject([
      { stage: "proof", ms: 2000 },
      { type: "note", sentence: "done" },
    ]);
  });

  it("are every step where that is asked for", async () => {
    const path = fresh();
    const folder = await createRunFolder(path, { stepMs: 0 });
    for (let k = 0; k < 100; k++) folder.event(step("search", k / 100));
    expect(lines(path).map((e) => e.progress)).toEqual(Array.from({ length: 100 }, (_, k) => k / 100));
  });

  it("keep a step that was held back when another kind of event follows", async () => {
    const path = fresh();
    const folder = await createRunFolder(path);
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    folder.event(step("search", 0.1));
    folder.event(step("search", 0.2));
    folder.event(step("search", 0.3));
    folder.event({ type: "note", sentence: "a" });
    clock.mockRestore();
    expect(lines(path).map((e) => e.progress ?? e.sentence)).toEqual([0.1, 0.3, "a"]);
  });

  it("carry the time and no state", async () => {
    const path = fresh();
    const folder = await createRunFolder(path);
    await folder.finish(await discoverWithProof(table, { onEvent: folder.event }));
    folder.close();
    const written = lines(path);
    expect(written.length).toBeGreaterThan(1);
    for (const event of written) {
      expect(event).not.toHaveProperty("state");
      expect(event.ms).toBeGreaterThanOrEqual(0);
    }
    const times = written.map((e) => e.ms as number);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});
