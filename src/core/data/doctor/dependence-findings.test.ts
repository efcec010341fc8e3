import { describe, expect, it } from "vitest";
import { createRng } from "../../math/rng.ts";
import { tableFromCells } from "../columns.ts";
import { cellsFromCsv } from "../text/text.ts";
import { dependenceFindings } from "./dependence-findings.ts";

const rng = createRng("dependence");
const noise = Array.from({ length: 600 }, () => rng.normal());
const walk: number[] = [];
for (const e of noise.slice(0, 200)) walk.push(0.9 * (walk.at(-1) ?? 0) + e);

function findingsOf(names: string, row: (i: number) => readonly unknown[]) {
  const lines = Array.from({ length: 200 }, (_, i) => row(i).join());
  const table = tableFromCells(cellsFromCsv([names, ...lines].join("\n")));
  return dependenceFindings(table, table.kinds);
}

describe("dependenceFindings", () => {
  it("tells of a time series", () => {
    const [finding] = findingsOf("a,b", (i) => [walk[i], noise[i + 200]]);
    expect(finding).toMatchObject({ kind: "dependent-rows", severity: "warning", columns: ["a"] });
  });

  it("says nothing of independent rows, also where they are sorted or stand in blocks", () => {
    expect(findingsOf("a,b", (i) => [noise[i], noise[i + 200]])).toEqual([]);
    const sorted = noise.slice(0, 200).toSorted((x, y) => x - y);
    expect(findingsOf("a,b", (i) => [sorted[i], 3 * sorted[i] + noise[i + 200]])).toEqual([]);
    const label = (i: number) => "xyz"[Math.floor(i / 67)];
    expect(findingsOf("kind,b", (i) => [label(i), 5 * Math.floor(i / 67) + noise[i]])).toEqual([]);
  });

  it("tells of subjects with several rows each, which take no part", () => {
    const [finding] = findingsOf("patient,a,b", (i) => [100 + (i % 40), noise[i], noise[i + 200]]);
    expect(finding).toMatchObject({ kind: "dependent-rows", columns: ["patient"] });
    expect(finding.message).toContain("identifies 40 subjects with several rows each");
  });
});
