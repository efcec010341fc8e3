// The statistics of the data page beside pandas' describe and skew (bench/peers/golden-describe.py) and DuckDB's SUMMARIZE, on
// published tables and on a lookalike of the Titanic's passengers.

import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { tables } from "../../experiments/real-tables/tables.js";
import { columnKinds, columnStatistics, createRng } from "../../src/core/index.ts";
import { readCells } from "../../src/node/files/read-table.ts";
import { summarized } from "../summarize.ts";
import golden from "./describe.json" with { type: "json" };

const folder = fileURLToPath(new URL("../../node_modules/.describe/", import.meta.url));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const published = fileURLToPath(new URL("../data", import.meta.resolve("vega-datasets")));

/** As the data page shows them, by column. */
async function statisticsOf(path: string) {
  const columns = columnStatistics(columnKinds(await readCells(path, {})));
  return new Map(columns.map((column) => [column.name, column]));
}

describe("pandas' describe", () => {
  for (const [file, columns] of Object.entries(golden))
    it(`of ${file}`, async () => {
      const ours = await statisticsOf(`${published}/${file}`);
      for (const [name, { n, missing, distinct, ...theirs }] of Object.entries(columns)) {
        const column = ours.get(name);
        expect(column, name).toMatchObject({ n, missing, distinct });
        for (const [statistic, value] of Object.entries(theirs))
          expectNear(column?.numbers?.[statistic as keyof typeof theirs], value, `${name}: ${statistic}`);
      }
    });
});

describe("DuckDB's SUMMARIZE", () => {
  for (const name of ["penguins", "weather", "titanic", "tips", "switches"])
    it(`of ${name}`, async () => {
      const path = tables.find((table) => table.name === name)!.path(folder, { createRng });
      const ours = await statisticsOf(path);
      const theirs = await summarized(path);
      expect([...ours.keys()]).toEqual(theirs.map(({ column_name }) => column_name));
      let numeric = 0;
      for (const { column_name, count, absent, min, max, avg, std, quartiles } of theirs) {
        const { n, missing, numbers } = ours.get(column_name)!;
        expect({ n, missing }, column_name).toEqual({ n: count - absent, missing: absent });
        if (numbers === null || quartiles === null) continue;
        numeric++;
        expectNear(numbers.min, Number(min), `${column_name}: min`);
        expectNear(numbers.max, Number(max), `${column_name}: max`);
        expectNear(numbers.mean, Number(avg), `${column_name}: mean`);
        expectNear(numbers.deviation, Number(std), `${column_name}: SD`);
        expectNear(numbers.quartiles, quartiles, `${column_name}: quartiles`);
      }
      expect(numeric).toBeGreaterThanOrEqual(3);
    });
});

/** Sums of thousands of terms in another order differ in the last digits. */
function expectNear(ours: unknown, theirs: unknown, what: string): void {
  const pairs = Array.isArray(theirs) ? theirs.map((y, k) => [(ours as number[])[k], y]) : [[ours, theirs]];
  for (const [x, y] of pairs)
    expect(Math.abs(x - y), what).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(y)));
}
