// The coverage of intervals where values are missing: the first table of some cells gives the stored row, and the page quotes the table.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cells, coverageRow, coverageTable, type Row } from "../experiments/missing/coverage.js";
import { gapVariance } from "../src/core/score/gap-variance.ts";
import { linearEffect } from "../src/core/score/linear-effect.ts";
import { createRng, simulate, tableByEm } from "../src/node/index.ts";
import { isLong } from "./long.ts";

const library = { createRng, simulate, tableByEm, gapVariance, linearEffect };
const folder = new URL("../experiments/missing/", import.meta.url);
const stored: Row[] = readFileSync(new URL("coverage.ndjson", folder), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));
const rowsOf = ({ nodes, rows, share, by }: (typeof cells)[number]): Row[] =>
  stored.filter((r) => r.nodes === nodes && r.rows === rows && r.share === share && r.by === by);

describe("the coverage of intervals where values are missing", () => {
  it("has one row for each table of every cell", () => {
    for (const cell of cells) {
      const seeds = rowsOf(cell).map(({ seed }) => seed);
      expect(seeds.toSorted((a, b) => a - b)).toEqual(Array.from({ length: cell.tables }, (_, k) => 1 + k));
    }
  });

  const some = isLong ? cells.filter(({ nodes }) => nodes < 50) : cells.slice(0, 2);
  it.each(some)("is computed as stored: $nodes variables, $rows rows, $share missing by $by", (cell) => {
    expect(coverageRow(library, cell, 1)).toEqual(rowsOf(cell).find(({ seed }) => seed === 1));
  });

  it("is from 93 to 97 % in every cell but the one that has no interval", () => {
    const shares = cells.flatMap((cell) => {
      const sum = (name: "intervals" | "covered") =>
        rowsOf(cell).reduce((total, row) => total + row[name], 0);
      return sum("intervals") === 0 ? [] : [sum("covered") / sum("intervals")];
    });
    expect(shares.length).toBe(cells.length - 1);
    expect(Math.min(...shares)).toBeGreaterThan(0.93);
    expect(Math.max(...shares)).toBeLessThan(0.97);
  });

  it("is the table that the page quotes", () => {
    expect(readFileSync(new URL("README.md", folder), "utf8")).toContain(coverageTable(stored));
  });
});
