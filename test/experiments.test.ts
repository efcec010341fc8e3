// Every experiment's smallest spec still runs, still meets its claims, and reproduces the rows in its results.json; if that
// takes long, `npm test` runs a part of it and `npm run test:long` all of it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type Grid,
  judge,
  keyOf,
  missingFiles,
  type Published,
  plannedRuns,
  type Row,
  runExperiment,
  smallestOf,
  withRow,
} from "../experiments/experiment.js";
import * as library from "../src/node/index.ts";
import { isLong } from "./long.ts";

const folder = new URL("../experiments/", import.meta.url);
const names = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/grid.js`, folder)));

/** What `npm test` makes of experiments whose smallest spec takes long. */
const short = { iterations: 3, columns: 5, rows: 200 };
const few = { columns: 3, rows: 100 };
const parts: Readonly<Record<string, Partial<Grid["smallest"]>>> = {
  "corl-12": short,
  "gp-10": few,
  "order-30": { columns: 6 },
  "proven-12": { seeds: 1 },
  "rl-12": short,
  "rl-12-decoders": short,
  "rl-30": short,
  "rl-blind": short,
  "rl-fast": short,
  "rl-gp": { iterations: 3, ...few },
  "rl-order-12": short,
  "rl-order-30": short,
  "rl-quad": short,
  "rl-sachs": { iterations: 3, ...few },
  sachs: few,
  "vec2dag-alias": { columns: 5 },
};

/** Methods of the paper's tables that some table has been tried with. */
const tried = new Set<string>();

/** The smallest part of a grid; in `npm test` with a method of the paper's tables once and one in each table, and the last weight. */
function smallPart(name: string, grid: Grid): Grid {
  if (isLong) return smallestOf(grid);
  const scores = grid.scores.filter(({ method }, k) => {
    const isNew = method === undefined || !tried.has(method);
    if (method !== undefined) tried.add(method);
    return isNew || k === 0;
  });
  const tables = grid.tables.map((family) =>
    name === "penalty" ? { ...family, scores: family.scores?.slice(-1) } : family,
  );
  return smallestOf({ ...grid, tables, scores, smallest: { ...grid.smallest, ...parts[name] } });
}

it("there are experiments", () => {
  expect(names).toEqual(expect.arrayContaining(["order-30", "paper-12-proven", "proven-12"]));
});

it("a run that is repeated replaces its row", () => {
  const row = (seed: number, seconds: number) =>
    ({ set: "made", seed, scoreName: "bic", penalty: null, seconds }) as Row;
  expect(withRow([row(1, 10), row(2, 20)], row(1, 11))).toEqual([row(2, 20), row(1, 11)]);
});

it("a table that an experiment makes by itself is cut like any other", async () => {
  const seen: [readonly string[], number][] = [];
  const watching = {
    ...library,
    discoverWithProof: (...[table, options]: Parameters<typeof library.discoverWithProof>) => {
      seen.push([table.names, table.X.rows]);
      return library.discoverWithProof(table, options);
    },
  };
  const made = library.simulate({ nodes: 6, samples: 50, seed: 1 });
  const score = { scoreName: "bic", penalty: null } as const;
  const grid: Grid = {
    title: "made",
    search: "order",
    tables: [{ set: "made", make: () => made, seeds: [1] }],
    scores: [score],
    claims: [],
    smallest: { families: 1, seeds: 1, columns: 3, rows: 40 },
  };
  await runExperiment(watching, smallestOf(grid));
  await runExperiment(watching, grid);
  const { names } = made.table;
  expect(seen).toEqual([
    [names.slice(0, 3), 40],
    [names, 50],
  ]);
});

describe.each(names)("experiment %s", async (name) => {
  const { grid } = (await import(`../experiments/${name}/grid.js`)) as { grid: Grid };
  const published = json(name, "published.json") as Published;
  const results = json(name, "results.json") as {
    readonly claims: readonly { readonly sentence: string; readonly holds: boolean }[];
    readonly rows: readonly Row[];
  };

  it(`has ${grid.isLong ? "at most " : ""}one row in results.json for each run of its grid, and its claims hold there`, () => {
    const keys = results.rows.map(keyOf);
    const planned = plannedRuns(grid).map(keyOf);
    expect(keys).toEqual(grid.isLong ? planned.filter((key) => keys.includes(key)) : planned);
    const judged = judge(grid.claims, results.rows, grid.isLong ? grid : undefined);
    expect(judged.filter(({ runs, holds }) => !holds && !(grid.isLong && runs === 0))).toEqual([]);
    expect(results.claims).toEqual(judged);
  });

  const small = smallPart(name, grid);
  const { iterations, columns } = small.smallest;
  const isShort = iterations !== undefined || columns !== undefined;
  const isAbsent = missingFiles(small).length > 0;
  const makes = isAbsent
    ? "needs ../shared for its data"
    : "makes the first iterations or columns of its smallest spec";
  if (isShort)
    it.skipIf(isAbsent)(makes, async () => {
      const rows = await runExperiment(library, small, { published });
      expect(rows.map(keyOf)).toEqual(plannedRuns(small).map(keyOf));
      for (const row of rows) {
        if (iterations !== undefined) {
          expect(row.agent!.iterations).toBeGreaterThan(0);
          expect(row.agent!.iterations).toBeLessThanOrEqual(iterations * (grid.restarts ?? 1));
        }
        const theirs = published.runs?.some(({ scoreName }) => scoreName === row.scoreName);
        if (theirs) expect(row.published?.shd).toBeGreaterThanOrEqual(0);
      }
    });

  if (!isShort)
    it("gives the recorded rows again for its smallest spec", async () => {
      const rows = await runExperiment(library, small, { published });
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        const recorded = results.rows.find((other) => keyOf(other) === keyOf(row));
        expect(withoutRounding(row)).toEqual(recorded && withoutRounding(recorded));
        for (const column of ["score", "scoreOfTruth", "paperScore"] as const) {
          // Scores agree to 1e-9 between machines; that is the tolerance with which they are compared everywhere.
          const [now, then] = [row[column] ?? 1, recorded![column] ?? 1];
          expect(Math.abs(now / then - 1)).toBeLessThan(1e-9);
        }
      }
      const everyRun = grid.claims.filter(({ by }) => by === "max" || by === "min");
      const judged = judge(everyRun, rows).filter(({ runs }) => runs > 0);
      expect(judged.length).toBeGreaterThan(0);
      expect(judged.filter(({ holds }) => !holds)).toEqual([]);
    });
});

describe("judge", () => {
  const row = { set: "a", seed: 1, scoreName: "bic", penalty: null, pruned: { shd: 2 } } as unknown as Row;
  const claim = { sentence: "s", column: "pruned.shd", by: "max", atMost: 1 } as const;

  it("says that a claim fails when a row breaks it, and when no row is about it", () => {
    expect(judge([claim], [row])).toEqual([{ sentence: "s", runs: 1, value: 2, holds: false }]);
    expect(judge([{ ...claim, atMost: 2 }], [row])[0]).toMatchObject({ holds: true });
    expect(judge([{ ...claim, where: { set: "b" } }], [row])[0]).toMatchObject({ runs: 0, holds: false });
  });

  it("takes the difference of two columns", () => {
    const two = { ...row, score: 5, scoreOfTruth: 7 } as unknown as Row;
    const gap = { ...claim, column: "score - scoreOfTruth" };
    expect(judge([gap], [two])[0]).toMatchObject({ value: -2, holds: true });
  });

  it("refuses a claim about a column that is not there", () => {
    expect(() => judge([{ ...claim, column: "pruned.sdh" }], [row])).toThrow(
      'a, seed 1: no number at "pruned.sdh"',
    );
  });
});

function json(name: string, file: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}/${file}`, folder), "utf8"));
}

/** The row without what may differ in the last digits, with the machine's speed, or from one commit to the next. */
function withoutRounding({
  seconds,
  cpuSeconds,
  commit,
  score,
  scoreOfTruth,
  paperScore,
  published,
  agent,
  ...row
}: Row) {
  return {
    ...row,
    agent: agent && { ...agent, seconds: null },
    published: published && { shd: published.shd, failed: published.failed },
  };
}
