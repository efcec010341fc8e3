// The scoreboard's runs still run, on small tables and for a number of steps instead of a time; its table matches its rows.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rowOf } from "../experiments/scoreboard/anytime.js";
import { keyOf, planned } from "../experiments/scoreboard/plan.js";
import type { Row } from "../experiments/scoreboard/scoreboard.js";
import { bestKnown, tableText } from "../experiments/scoreboard/summary.js";
import { scores } from "../src/core/score/scores.ts";
import { searches } from "../src/core/search/searches.ts";
import * as wherefore from "../src/node/index.ts";
import { isLong } from "./long.ts";

const library = { ...wherefore, scores, searches };
const folder = new URL("../experiments/scoreboard/", import.meta.url);
const stored: Row[] = readFileSync(new URL("rows.ndjson", folder), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

/** A clock that counts how often it is asked: a run ends after so many questions, on any machine. */
function counter(): () => number {
  let asked = 0;
  return () => asked++;
}

describe("the scoreboard", () => {
  it("has a run for every method, size and density, each once", () => {
    const all = planned();
    expect(new Set(all.map(keyOf)).size).toBe(all.length);
    expect(new Set(all.map(({ d, edges }) => `${d}x${edges}`)).size).toBe(3 + 4 * 4);
    const seeds = (d: number, edges: number, score: string) =>
      all.filter((run) => run.d === d && run.edges === edges && run.score === score && run.method === "order")
        .length;
    expect([seeds(12, 1, "bic"), seeds(30, 8, "bic"), seeds(200, 8, "bic")]).toEqual([10, 10, 3]);
    expect(seeds(200, 2, "bic-equal-variance")).toBe(5);
  });

  const small = planned().filter(({ d, edges, seed }) => d === 12 && edges === 2 && seed === 1);
  it.each(isLong ? ["bic", "bic-equal-variance", "gp-nearest"] : ["bic"])(
    "makes its smallest runs (%s)",
    (score) => {
      const rows: Row[] = [];
      for (const run of small.filter((each) => each.score === score)) {
        const optimum = rows[0]?.end.score ?? undefined;
        // Exact and order search to their end, the others for some steps.
        const limit = ["exact", "order"].includes(run.method) ? Number.POSITIVE_INFINITY : 40;
        const running = { cut: { d: 5, samples: 60 }, clock: counter(), limit, optimum };
        rows.push(rowOf(library, run, running));
      }
      expect(rows.map(keyOf)).toEqual(small.filter((run) => run.score === score).map(keyOf));
      expect(rows[0]).toMatchObject({ method: "exact", ended: true });
      for (const row of rows) {
        const values = [...row.read, row.end].map((reading) => reading.score ?? Number.NEGATIVE_INFINITY);
        expect(values).toEqual([...values].sort((a, b) => a - b));
        // Nothing is better than the proven optimum, but for rounding.
        expect(values.at(-1)! - bestKnown(row, rows.slice(0, 1))).toBeLessThan(1e-6);
      }
      expect(rows.find(({ method }) => method === "order")!.end.score).toBeCloseTo(
        bestKnown(rows[0], rows),
        6,
      );
    },
  );

  it.skipIf(!isLong)("makes its smallest runs under a score of whole graphs, counting them", () => {
    const runs = small.filter(({ score }) => score === "independence");
    expect(runs.map(({ method }) => method)).toEqual(["hill-climb", "rl-order", "vec2dag", "corl", "rl"]);
    const [climb, ...agents] = runs.map((run) =>
      rowOf(library, run, { cut: { d: 4, samples: 40 }, clock: counter(), limit: 200 }),
    );
    expect(climb).toMatchObject({ ended: true });
    for (const { graphs, end } of [climb, ...agents]) {
      // There are 543 acyclic graphs of four variables.
      expect(graphs).toBeGreaterThan(0);
      expect(graphs).toBeLessThanOrEqual(543);
      expect(end.score).toBeLessThanOrEqual(bestKnown(climb, [climb, ...agents]));
    }
  });

  it("has each stored run once and as planned, none above a proven optimum, and the table that is made of them", () => {
    const keys = stored.map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
    const all = new Set(planned().map(keyOf));
    expect(keys.filter((key) => !all.has(key))).toEqual([]);
    for (const exact of stored.filter(({ method }) => method === "exact"))
      expect(bestKnown(exact, stored) - exact.end.score!).toBeLessThanOrEqual(
        1e-9 * Math.abs(exact.end.score!),
      );
    expect(readFileSync(new URL("table.md", folder), "utf8")).toBe(tableText(stored));
  });
});
