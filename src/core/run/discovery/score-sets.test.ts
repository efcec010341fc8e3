import { describe, expect, it } from "vitest";
import { run } from "../../../../test/discoveries.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { createTable } from "../../data/table.ts";
import { matrixFromRows } from "../../math/matrix.ts";
import type { ParentSetTable } from "../../score/parent-sets.ts";
import type { RunEvent } from "../result.ts";
import type { RunOptions } from "../spec.ts";
import type { Discovery } from "./discovery.ts";
import { type SetTables, setValuesOf } from "./score-sets.ts";

const { table, truth } = simulate({ mechanism: "gp", nodes: 4, samples: 60, seed: 2 });

/** Tables cached in memory. */
function kept(): SetTables & { readonly of: Map<string, ParentSetTable>; writes: number } {
  const of = new Map<string, ParentSetTable>();
  const tables = {
    of,
    writes: 0,
    read: (key: string) => of.get(key),
    write: (key: string, made: ParentSetTable) => {
      tables.writes++;
      of.set(key, { ...made, data: made.data.slice() });
    },
  };
  return tables;
}

const scored = (events: readonly RunEvent[]) =>
  events.filter((event) => event.type === "step").filter(({ stage }) => stage === "scores");

describe.each(["gp", "gp-published", "gp-published-equal-variance", "additive"])(
  "all sets of %s",
  (score) => {
    const options: RunOptions = { score, panel: "never" };
    const tables = kept();
    const first = run({ table, truth, options, hash: "a", scoring: { tables } });

    it("are computed before the proof, with a count", () => {
      expect(scored(first.events).map(({ doing }) => doing)).toEqual(
        Array.from({ length: 15 }, (_, k) => `scoring parent sets (${score}): ${k + 1} of 15`),
      );
      expect(first.result.optimal).toBe(true);
    });

    it("are not computed again for the same data and score, and give the same result", () => {
      const again = run({ table, truth, options, hash: "a", scoring: { tables } });
      expect(scored(again.events)).toEqual([]);
      expect(again.result).toEqual(first.result);
    });

    it.each<[string, Partial<Discovery>]>([
      ["other data", { hash: "b" }],
      ["another version", { versions: { wherefore: "other" } }],
      ["standardised columns", { options: { ...options, standardise: true } }],
      ["fewer rows", { options: { ...options, dropOutliers: 0.1 } }],
    ])("are computed again for %s", (_, other) => {
      const again = run({ table, options, hash: "a", scoring: { tables }, ...other });
      expect(scored(again.events).length).toBe(15);
    });
  },
);

describe("the sets of a slow score", () => {
  it("are only those that the knowledge allows", () => {
    const [a, b, c, e] = table.names;
    const forbidden = [a, b, c].flatMap((x) =>
      table.names.filter((y) => y !== x).map((y) => [y, x] as [string, string]),
    );
    const { events } = run({ table, options: { score: "gp", panel: "never", knowledge: { forbidden } } });
    expect(scored(events).length).toBe(8); // the empty set, and the subsets of the other three for the last
    expect(e).toBeDefined();
  });

  it("serve an agent, also for a score without terms, and not an order search that proves nothing", () => {
    const asked = (given: RunOptions) => scored(run({ table, options: given }).events).length;
    const options = { iterations: 2 };
    expect(asked({ score: "gp-equal-variance", search: "rl-order", options, panel: "never" })).toBe(15);
    expect(asked({ score: "gp", search: "order", optimum: "never" })).toBe(0);
    expect(asked({ score: "gp", search: "order" })).toBe(15);
  });

  it("stop on request: computed values are kept, and a note says that the search has no graph", () => {
    const tables = kept();
    const input = {
      table,
      options: { score: "gp", panel: "never" } as const,
      hash: "a",
      scoring: { tables },
    };
    const stopped = run(input, (event) =>
      event.type === "step" && event.stage === "scores" && event.progress === 5 / 15
        ? "interrupted"
        : undefined,
    );
    expect(stopped.result).toMatchObject({ stopped: "interrupted", edges: [], optimal: false });
    expect(stopped.result.notes.join()).toMatch(/stopped before the search had found a graph; .* required/);
    const rest = run(input);
    expect(scored(rest.events).length).toBe(10);
    expect(rest.result).toEqual(run({ ...input, scoring: {} }).result);
  });

  it("stop an agent before it starts", () => {
    const options: RunOptions = { score: "gp", search: "rl", panel: "never", timeLimit: 1 };
    let now = 0;
    const { result } = run({ table, options, now: () => (now += 100) });
    expect(result).toMatchObject({ stopped: "time limit", iterations: null, restarts: [], edges: [] });
  });
});

it("are the same for a worker whose table has gaps as for the complete rows", () => {
  const rows = Array.from({ length: 60 }, (_, r) => Array.from(table.X.data.subarray(4 * r, 4 * r + 4)));
  const gappy = rows.map((row, r) => (r % 10 === 0 ? row.with(1, Number.NaN) : row));
  const whole = rows.filter((_, r) => r % 10 !== 0);
  const values = (of: number[][]) => {
    const options: RunOptions = { score: "additive" };
    return setValuesOf({ table: createTable(table.names, matrixFromRows(of)), options }, {})([0, 1]);
  };
  expect(values(gappy)).toEqual(values(whole));
  expect(Number.isFinite(values(gappy)[2])).toBe(true);
});
