import { describe, expect, it } from "vitest";
import { createRng } from "../../math/rng.ts";
import { tableFromCells } from "../columns.ts";
import { cellsFromCsv } from "../text/text.ts";
import { dependenceFindings } from "./dependence-findings.ts";

const rng = createRng("dependence");
const noise = Array.from({ length: 600 }, () => rng.normal());
const walk: number[] = [];
for (const e of noise.slice(0, 200)) walk.push(0.9 * (walk.at(-1) ?? 0) + e);

function findingsOf(names: string, row: (i: number) => readonly unknown[], rows = 200) {
  const lines = Array.from({ length: rows }, (_, i) => row(i).join());
  const table = tableFromCells(cellsFromCsv([names, ...lines].join("\n")));
  return dependenceFindings(table, table.kinds);
}

describe("dependenceFindings", () => {
  it("tells of a time series", () => {
    const [finding] = findingsOf("a,b", (i) => [walk[i], noise[i + 200]]);
    expect(finding).toMatchObject({ kind: "dependent-rows", severity: "warning", columns: ["a"] });
  });

  it("tells of a series that is short, or has a label of few rows each", () => {
    expect(findingsOf("a,b", (i) => [walk[i], noise[i + 200]], 30)).toMatchObject([{ columns: ["a"] }]);
    const label = (i: number) => `v${Math.floor(i / 5)}`;
    expect(findingsOf("kind,a", (i) => [label(i), walk[i]])).toMatchObject([{ columns: ["a"] }]);
  });

  it("says nothing of what is chance in a short table of many columns", () => {
    const names = Array.from({ length: 18 }, (_, j) => `c${j}`).join();
    const row = (i: number) => Array.from({ length: 18 }, (_, j) => noise[j * 30 + i]);
    expect(findingsOf(names, row, 30)).toEqual([]);
  });

  it("says nothing of independent rows, also where they are sorted or stand in blocks", () => {
    expect(findingsOf("a,b", (i) => [noise[i], noise[i + 200]])).toEqual([]);
    const sorted = noise.slice(0, 200).toSorted((x, y) => x - y);
    expect(findingsOf("a,b", (i) => [sorted[i], 3 * sorted[i] + noise[i + 200]])).toEqual([]);
    const label = (i: number) => "xyz"[Math.floor(i / 67)];
    expect(findingsOf("kind,b", (i) => [label(i), 5 * Math.floor(i / 67) + noise[i]])).toEqual([]);
  });

  it("tells of a panel by its units, in either order of the rows, and not of its times", () => {
    const unit = (k: number) => `c${String(k).padStart(2, "0")}`;
    const byUnit = (i: number) => [unit(Math.floor(i / 8)), 1955 + 5 * (i % 8), walk[i]];
    const byTime = (i: number) => [unit(i % 25), 1955 + 5 * Math.floor(i / 25), walk[i]];
    for (const row of [byUnit, byTime]) {
      const [finding, ...more] = findingsOf("country,year,a", row);
      expect(more).toEqual([]);
      expect(finding).toMatchObject({ kind: "dependent-rows", columns: ["country", "year"] });
      expect(finding.message).toBe(
        'rows are not independent: each of the 25 values of "country" has several rows, along "year"',
      );
    }
    // The same columns under another name: replicates of a design, in blocks.
    expect(findingsOf("group,replicate,a", (i) => byUnit(i).with(2, noise[i]))).toEqual([]);
    const [series] = findingsOf("month,a,b", (i) => [1 + (i % 12), walk[i], noise[i + 200]]);
    expect(series.columns).toEqual(["a"]);
  });

  it("tells of subjects with several rows each, which take no part", () => {
    const [finding] = findingsOf("patient,a,b", (i) => [100 + (i % 40), noise[i], noise[i + 200]]);
    expect(finding).toMatchObject({ kind: "dependent-rows", columns: ["patient"] });
    expect(finding.message).toContain("identifies 40 subjects with several rows each");
  });
});
