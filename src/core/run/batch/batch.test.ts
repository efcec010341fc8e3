import { describe, expect, it } from "vitest";
import {
  type Batch,
  batchName,
  canonicalJson,
  gridDigest,
  readBatch,
  readGrid,
  readTaskResult,
  shardOf,
  taskAt,
  taskCount,
  taskName,
} from "./batch.ts";

const batch: Batch = {
  format: "wherefore-batch/1",
  kind: "replicates",
  build: "1+a",
  table: "0".repeat(64),
  name: "a.csv",
  options: { search: "exact", score: "bic", confidence: "bootstrap", seed: 4 },
  count: 10,
};

describe("a batch", () => {
  it("has tasks, each named by its content alone", () => {
    expect(taskCount(batch)).toBe(10);
    const task = taskAt(batch, 7);
    expect(task).toEqual({
      build: "1+a",
      table: batch.table,
      spec: { search: "exact", score: "bic", confidence: "bootstrap" },
      seed: 4,
      replicate: 7,
    });
    const { spec, ...rest } = task;
    const turned = { ...rest, spec: { confidence: "bootstrap", score: "bic", search: "exact" } } as const;
    expect(taskName(turned)).toBe(taskName(task));
    const others = [
      { ...task, replicate: 8 },
      { ...task, build: "2" },
      { ...task, seed: 5 },
      { ...task, table: "1" },
    ];
    expect(new Set([task, ...others].map(taskName)).size).toBe(5);
    const run = { table: batch.table, options: { search: "exact", seed: 4 } } as const;
    const runs: Batch = {
      ...{ format: "wherefore-batch/1", kind: "runs", build: "1+a" },
      runs: [run, { ...run, name: "a.csv" }, { ...run, truth: [["a", "b"]] }],
    };
    expect(taskAt(runs, 0)).toEqual({
      ...{ build: "1+a", table: batch.table, spec: { search: "exact" }, seed: 4, replicate: null },
    });
    expect(taskAt(runs, 2)).toHaveProperty("truth", [["a", "b"]]);
    expect(new Set([0, 1, 2].map((k) => taskName(taskAt(runs, k)))).size).toBe(3);
    const restarts: Batch = { ...batch, kind: "restarts" };
    expect(taskAt(restarts, 7)).toEqual({ ...task, replicate: null, restart: 7 });
    // More resamples later: the existing ones keep their names.
    expect(taskName(taskAt({ ...batch, count: 99, name: "b.csv" }, 7))).toBe(taskName(task));
    expect(() => taskAt(batch, 10)).toThrow("it has 10 tasks, but no task 10");
  });

  it("is read back only under its name", () => {
    const text = canonicalJson(batch);
    expect(readBatch(text, batchName(batch))).toEqual(batch);
    expect(() => readBatch(text.replace("bic", "bge"), batchName(batch))).toThrow(/does not match its name/);
    expect(() => readBatch("{}", batchName(batch))).toThrow(/is not a batch/);
  });

  it("splits into shards that contain every task once", () => {
    const all = [1, 2, 3].flatMap((shard) => shardOf(batch, { shard, of: 3 }));
    expect(all.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [shard, of] of [
      [0, 3],
      [4, 3],
      [1.5, 3],
      [Number.NaN, 1],
    ])
      expect(() => shardOf(batch, { shard, of })).toThrow(/a shard is a part of a number/);
  });

  it("refuses a result that is damaged, or of another task", () => {
    const result = {
      format: "wherefore-task/1",
      task: "t",
      marks: { directed: [0, 1], undirected: [] },
      seconds: 1,
    };
    expect(readTaskResult(JSON.stringify(result), "t")).toEqual(result);
    const restart = { ...result, marks: undefined, restart: { state: { k: [1] } } };
    expect(readTaskResult(JSON.stringify(restart), "t").restart).toEqual({ state: { k: [1] } });
    for (const text of [
      "",
      "{",
      "{}",
      JSON.stringify({ ...result, more: 1 }),
      JSON.stringify({ ...result, task: "u" }),
      JSON.stringify({ ...result, run: { result: {}, certificate: null } }),
    ])
      expect(() => readTaskResult(text, "t")).toThrow(/the result of task t is damaged/);
  });
});

describe("canonical JSON", () => {
  it("has sorted keys, nothing undefined, and is the same value", () => {
    const value = { b: [1, { z: null, a: "ü" }], a: undefined, A: 1e-7 };
    expect(canonicalJson(value)).toBe('{"A":1e-7,"b":[1,{"a":"ü","z":null}]}');
    expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });
});

describe("a grid", () => {
  it("is read with its defaults, and refused with the reason", () => {
    const text = JSON.stringify({
      tables: ["a.csv", { path: "b.csv", name: "b" }, { name: "c", simulate: { nodes: 4 }, seeds: [2, 3] }],
      methods: { m: { search: "pc" } },
    });
    expect(readGrid(text, "g")).toEqual({
      tables: [
        { path: "a.csv", name: "a.csv" },
        { path: "b.csv", name: "b" },
        { name: "c, seed 2", simulate: { nodes: 4, seed: 2 } },
        { name: "c, seed 3", simulate: { nodes: 4, seed: 3 } },
      ],
      methods: { m: { search: "pc" } },
      seeds: [1],
    });
    for (const [wrong, sentence] of [
      ["{", /g must be JSON/],
      [JSON.stringify({ tables: [], methods: { m: {} } }), /tables must be/],
      [JSON.stringify({ tables: ["a"], methods: {} }), /must have methods/],
      [JSON.stringify({ tables: ["a"], methods: { m: {} }, seeds: [0.5] }), /seeds/],
      [
        JSON.stringify({ tables: [{ name: "c", simulate: { seed: 2 } }], methods: { m: {} } }),
        /seeds of c belong beside "simulate"/,
      ],
    ] as const)
      expect(() => readGrid(wrong, "g")).toThrow(sentence);
  });

  it("has a digest of what was found, not of how long it took", () => {
    const untimed = { seconds: null, searchSeconds: null, task: null };
    const row = { table: "a", method: "m", seed: 1, run: null, failure: "no", ...untimed };
    expect(gridDigest([row])).toBe(gridDigest([{ ...row, seconds: 3 }]));
    expect(gridDigest([row])).not.toBe(gridDigest([{ ...row, failure: null }]));
  });
});
