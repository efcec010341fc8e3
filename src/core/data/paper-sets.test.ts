import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { edgeCount, edgeList, isAcyclic } from "../graph/graph.ts";
import { column, type Matrix } from "../math/matrix.ts";
import { paperSet, paperSets } from "./paper-sets.ts";

const folder = new URL("../../../../shared/data/rlbic/", import.meta.url);
const absent = !existsSync(folder);
const note = absent ? " (skipped: ../shared/data/rlbic is not here)" : "";

describe("paperSet against the published files", () => {
  const files = [
    ["exp1-12node-gauss-same-noise-seed8", "paper/exp1-gauss-12", 8],
    ["exp1-12node-lingam-same-noise-seed8", "paper/exp1-lingam-12", 8],
    ["exp1-30node-lingam-same-noise-seed8", "paper/exp1-lingam-30", 8],
    ["exp2-quad-seed8", "paper/exp2-quad-10", 8],
    ["exp2-quad-seed1231", "paper/exp2-quad-10", 1231],
  ] as const;
  for (const [file, name, seed] of files) {
    it.skipIf(absent)(`${name}, seed ${seed}: every value in nine digits, and the truth${note}`, () => {
      const { table, truth, weights } = paperSet(name, seed);
      const [header, ...lines] = readLines(`${file}.csv`);
      expect(table.names.join(",")).toBe(header);
      expect(table.X.rows).toBe(lines.length);
      const theirs = lines.flatMap((line) => line.split(",").map(Number));
      expect(table.X.data.length).toBe(theirs.length);
      expect(theirs.filter((value, k) => Number(table.X.data[k]!.toPrecision(9)) !== value)).toEqual([]);

      const ours = edgeList(truth).map(([i, j]) =>
        [table.names[i], table.names[j], ...(weights ? [weights.data[i * truth.d + j]] : [])].join(","),
      );
      expect(ours.sort()).toEqual(readLines(`${file}-truth.csv`).slice(1).sort());
    });
  }
});

// Numbers below: the authors' logs and generators, as recorded in the method's specification, section 3.
describe("paperSet", () => {
  it("gives the first values and the column deviations recorded for exp1-lingam-12, seed 8", () => {
    const { X } = paperSet("paper/exp1-lingam-12", 8).table;
    [0.55319989, -0.98877733, -5.02140154, -2.86757358].forEach((x, j) => {
      expect(X.data[j]).toBeCloseTo(x, 8);
    });
    const deviations = [
      14.76607, 1, 9.629481, 3.393377, 6.578906, 12.318763, 2.055275, 2.67114, 1.646089, 19.558552, 12.402355,
      1,
    ];
    deviations.forEach((sd, j) => {
      expect(Math.sqrt(variances(X)[j]!)).toBeCloseTo(sd, 5);
    });
  });

  const counts: Record<string, Record<number, number>> = {
    "paper/exp1-gauss-12": { 8: 37, 20: 36, 100: 36, 1231: 33, 1280: 31 },
    "paper/exp1-gauss-12-diff": { 8: 37, 20: 36, 100: 36, 1231: 33, 1280: 31 },
    "paper/exp1-lingam-12": { 8: 37, 20: 36, 100: 36, 1231: 33, 1280: 31 },
    "paper/exp1-lingam-12-diff": { 8: 37, 20: 36, 100: 36, 1231: 33, 1280: 31 },
    "paper/exp1-lingam-30": { 8: 78, 20: 90, 100: 83, 1231: 102, 1280: 91 },
    "paper/exp2-quad-10": { 8: 23, 100: 24, 500: 27, 1231: 22, 1280: 19 },
  };
  it("has a record for every set and its published seeds", () => {
    expect(Object.keys(paperSets)).toEqual(Object.keys(counts));
    for (const [name, bySeed] of Object.entries(counts)) {
      expect(paperSets[name]!.seeds.map(String)).toEqual(Object.keys(bySeed));
    }
  });
  for (const [name, bySeed] of Object.entries(counts)) {
    it(`${name} has the published numbers of true edges, without cycles`, () => {
      for (const [seed, count] of Object.entries(bySeed)) {
        const { truth } = paperSet(name, Number(seed));
        expect(edgeCount(truth)).toBe(count);
        expect(isAcyclic(truth)).toBe(true);
      }
    });
  }

  // S_U = log(Σ variances + 1e-8), the published score of the empty graph, moves with every value of the table.
  const emptyScores = [
    ["paper/exp1-lingam-12", 8, 6.9751679136],
    ["paper/exp1-gauss-12", 8, 6.9814289345],
    ["paper/exp1-lingam-12-diff", 8, 7.2680103173],
    ["paper/exp1-gauss-12", 20, 6.9685892121],
    ["paper/exp1-gauss-12", 100, 5.7298479632],
    ["paper/exp1-gauss-12", 1231, 6.4542433439],
    ["paper/exp1-gauss-12", 1280, 7.1681273859],
    ["paper/exp1-lingam-30", 8, 7.700624391729542],
    ["paper/exp1-lingam-30", 20, 8.791368670250376],
    ["paper/exp1-lingam-30", 100, 8.639683946536296],
    ["paper/exp1-lingam-30", 1231, 9.693058559740306],
    ["paper/exp1-lingam-30", 1280, 10.050101482041253],
    ["paper/exp2-quad-10", 8, 11.02448904],
    ["paper/exp2-quad-10", 100, 9.34640677],
    ["paper/exp2-quad-10", 500, 10.34470259],
    ["paper/exp2-quad-10", 1231, 5.34881166],
    ["paper/exp2-quad-10", 1280, 4.43400359],
  ] as const;
  it("gives the published score of the empty graph for every set that has one", () => {
    for (const [name, seed, published] of emptyScores) {
      const { X } = paperSet(name, seed).table;
      const ours = Math.log(variances(X).reduce((a, b) => a + b) + 1e-8);
      // The digits printed: 8 for the quadratic sets, 10 for 12 nodes, all for 30 nodes.
      const tolerance = name.includes("quad") ? 6e-9 : name.includes("-30") ? 1e-13 : 6e-11;
      expect(Math.abs(ours - published), `${name}, seed ${seed}: ${ours}`).toBeLessThan(tolerance);
    }
  });

  it("gives the published unequal-variance score of the empty graph for differing noise scales", () => {
    const { X } = paperSet("paper/exp1-lingam-12-diff", 8).table;
    const ours = variances(X).reduce((sum, v) => sum + Math.log(v) + 1e-8, 0);
    expect(Math.abs(ours - 40.4375875815)).toBeLessThan(6e-11);
  });

  it("has weights only for the linear sets, on the edges of the truth", () => {
    expect(paperSet("paper/exp2-quad-10", 8).weights).toBeUndefined();
    const { truth, weights } = paperSet("paper/exp1-gauss-12", 3);
    expect([...weights!.data].map((w) => (w === 0 ? 0 : 1))).toEqual([...truth.edges]);
  });

  it("allows any seed, and says whether it was published", () => {
    expect(paperSet("paper/exp1-gauss-12", 8).description).toMatch(/as published.*5000 samples/);
    expect(paperSet("paper/exp2-quad-10", 20).description).toMatch(/not published.*3000 samples/);
  });

  it("names the nearest set when the name is unknown", () => {
    expect(() => paperSet("paper/exp1-gaus-12", 8)).toThrow(
      'paperSet: no data set called "paper/exp1-gaus-12"; did you mean "paper/exp1-gauss-12"? (known: ',
    );
    expect(() => paperSet("toString", 8)).toThrow(/no data set called "toString"/);
  });

  it("says which seeds are possible and which were published", () => {
    expect(() => paperSet("paper/exp2-quad-10", 1.5)).toThrow(
      "paperSet: the seed must be a whole number from 0 to 4294967295, got 1.5; the published ones are 8, 100, 500, 1231, 1280",
    );
  });
});

function readLines(file: string): string[] {
  return readFileSync(new URL(file, folder), "utf8").trim().split(/\r?\n/);
}

function variances(X: Matrix): number[] {
  return Array.from({ length: X.cols }, (_, j) => {
    const values = column(X, j);
    const mean = values.reduce((a, b) => a + b) / values.length;
    return values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / values.length;
  });
}
