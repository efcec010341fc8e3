import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { simulate } from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { findCheckpoint, readCheckpoint } from "./checkpoint.ts";
import { discovered } from "./discover.ts";
import { createRunFolder } from "./run-folder.ts";

const root = mkdtempSync(join(tmpdir(), "checkpoint-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const { table } = simulate({ nodes: 8, samples: 300, seed: 2 });
const facts = { name: "t.csv", hash: dataHash(table), rows: 300, columns: table.names };

/** A run in a folder, stopped after so many steps of the search. */
async function stoppedRun(name: string, search: string, steps: number) {
  const path = join(root, name);
  const folder = await createRunFolder(path);
  const options = {
    search,
    ...(search !== "exact" && { restarts: 3 }),
    seed: 4,
    score: "bic-equal-variance",
    sensitivity: "never" as const,
    ...(search === "order" && { options: { shakes: 30 } }),
  };
  await folder.start({ command: "test", options, table: facts });
  let count = 0;
  const outcome = await discovered(table, {
    ...options,
    onEvent: (event) => {
      folder.event(event);
      if (event.type === "step" && event.stage === "search") count++;
    },
    stop: () => (count >= steps ? "interrupted" : undefined),
  });
  const files = await folder.finish(outcome);
  return { path, files, options, outcome };
}

describe("a checkpoint", () => {
  for (const search of ["exact", "order", "hill-climb"]) {
    it(`lets a stopped run go on to the result of one that was not (${search})`, async () => {
      const { path, files, options } = await stoppedRun(`go-${search}`, search, 20);
      expect(files).toContain("checkpoint.bin");
      const whole = await discovered(table, options);
      const resumed = await discovered(table, { ...options, from: readCheckpoint(path) });
      const told = ({ result }: typeof whole) => ({ ...result, seconds: 0 });
      expect(told(resumed)).toEqual(told(whole));
      expect(resumed.certificate).toEqual(whole.certificate);
    });
  }

  it("is gone when the search has ended by itself", async () => {
    const { path, files, outcome } = await stoppedRun("ended", "order", 1e9);
    expect(outcome.result.stopped).toBeNull();
    expect(files).not.toContain("checkpoint.bin");
    expect(existsSync(join(path, "checkpoint.bin"))).toBe(false);
    expect(() => readCheckpoint(path)).toThrow("does not exist: the run has ended, or has not begun");
  });

  it("of another table, version or search is refused with a sentence", async () => {
    const { path, options } = await stoppedRun("refused", "order", 5);
    const from = readCheckpoint(path);
    const changed = simulate({ nodes: 8, samples: 300, seed: 3 }).table;
    await expect(discovered(changed, { ...options, from })).rejects.toThrow("belongs to another table");
    await expect(discovered(table, { ...options, from: { ...from, version: "0.0.1" } })).rejects.toThrow(
      "written by version 0.0.1",
    );
    const other = { ...options, search: "hill-climb", options: undefined };
    await expect(discovered(table, { ...other, from })).rejects.toThrow(
      "the checkpoint is of the search order, but this is hill-climb",
    );
  });

  it("that is damaged is passed over for the one before it; where both are, the way out is said", async () => {
    const { path } = await stoppedRun("damaged", "order", 5);
    const [newest, previous] = ["checkpoint.bin", "checkpoint.previous.bin"].map((name) => join(path, name));
    const whole = readFileSync(newest);
    const { checkpoint } = findCheckpoint(path)!;
    writeFileSync(previous, whole);
    writeFileSync(newest, whole.subarray(0, 40));
    expect(findCheckpoint(path)).toEqual({
      checkpoint,
      warning: `${newest}: the file is damaged (it is not JSON); resuming from the one before it`,
    });
    rmSync(newest); // killed between two renames
    expect(findCheckpoint(path)).toEqual({ checkpoint, warning: null });
    writeFileSync(previous, String(whole).replace('"seconds":', '"seconds":1'));
    expect(() => readCheckpoint(path)).toThrow(
      `${previous}: the file is damaged (its checksum does not match); remove it to start the run over`,
    );
  });
});
