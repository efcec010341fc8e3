import { describe, expect, it } from "vitest";
import { run } from "../../../test/discoveries.ts";
import { plainTable } from "../../../test/problems.ts";
import { withCategories } from "../data/categories.ts";
import { tableFromCsv } from "../data/columns.ts";
import { createTable } from "../data/table.ts";
import { graphFromEdges } from "../graph/graph.ts";
import { createRng } from "../math/rng.ts";
import { bdeu } from "../score/bdeu.ts";
import { scores } from "../score/scores.ts";
import { verifyCertificate } from "./certificate/certificate.ts";
import { runSpec } from "./spec.ts";
import { tableFor } from "./table-for.ts";

/** v0 → v1 → v2 with three values each, and v3 with many. */
const rng = createRng("table-for");
const rows = Array.from({ length: 400 }, () => {
  const a = rng.integer(3);
  const b = rng.uniform() < 0.7 ? a : rng.integer(3);
  const c = rng.uniform() < 0.7 ? b : rng.integer(3);
  return [a, b, c, c + rng.normal()];
});
const plain = plainTable(rows);
const chain = plainTable(rows.map((row) => row.slice(0, 3)));
const labelled = withCategories(plain, ["v0"]);

describe("tableFor", () => {
  it("keeps numbers for scores of numbers, and refuses categories for them in one sentence", () => {
    for (const [score, { takes }] of Object.entries(scores)) {
      if (takes !== undefined) continue;
      expect(tableFor(plain, { score })).toBe(plain);
      expect(() => tableFor(labelled, { score })).toThrow(
        `score: ${score} must be given numbers, got categories in column "v0" (such as "0"); set score to bic-mixed, bdeu or bic-discrete, or leave out "v0"`,
      );
      expect(() => scores[score].make(labelled, runSpec({ score }), {})).toThrow(/must be given numbers/);
    }
    expect(() => tableFor(withCategories(chain, chain.names), { score: "bic" })).toThrow(
      /; set score to bdeu or bic-discrete$/,
    );
  });

  it("turns all columns into categories for scores of categories, and the named ones for scores of both", () => {
    expect(tableFor(chain, { score: "bdeu" }).levels).toEqual(Array(3).fill(["0", "1", "2"]));
    expect(() => tableFor(plain, { score: "bic-discrete" })).toThrow(/column "v3" .* distinct numbers/);
    expect(tableFor(plain, { score: "bdeu", categorical: ["v3"] }).levels![3]!.length).toBe(400);
    expect(tableFor(plain, { score: "bic-mixed" })).toBe(plain);
    expect(tableFor(plain, { score: "bic-mixed", categorical: ["v1"] }).levels).toEqual([
      null,
      ["0", "1", "2"],
      null,
      null,
    ]);
    expect(tableFor(labelled, { score: "own:mine" })).toBe(labelled);
  });
});

describe("a discovery with categories", () => {
  it("accepts a plain table of few values, and finds its chain", () => {
    const { result } = run({ table: chain, options: { score: "bdeu" } });
    expect(result.undirected).toEqual([
      ["v0", "v1"],
      ["v1", "v2"],
    ]);
    expect(result.score).toBeCloseTo(
      bdeu(chain).ofGraph(
        graphFromEdges(3, [
          [0, 1],
          [1, 2],
        ]),
      ),
      9,
    );
    expect(result.optimal).toBe(true);
  });

  it("accepts a table of which hardly a row is complete, and counts all rows that have a value", () => {
    const stream = createRng("gaps");
    const cell = () => (stream.uniform() < 0.4 ? "" : ["red", "blue"][stream.integer(2)]);
    const lines = Array.from({ length: 300 }, () => Array.from({ length: 8 }, cell).join());
    const { result } = run({ table: tableFromCsv(`a,b,c,d,e,f,g,h\n${lines.join("\n")}`), options: {} });
    expect(result.findings.map(({ kind }) => kind)).toEqual(["missing"]);
    expect(result.findings[0].message).toMatch(/; \d of 300 rows have all of them$/);
  });

  it("accepts columns that are sums of others, which only numbers must not be", () => {
    const sums = plainTable(rows.map(([a, b]) => [a, b, a + b]));
    expect(() => run({ table: sums, options: { score: "bic" } })).toThrow(/must not determine each other/);
    const { findings, edges, undirected, panel } = run({
      table: sums,
      options: { score: "bdeu", panel: "always" },
    }).result;
    expect(findings).toEqual([]);
    expect(edges.length + undirected.length).toBe(3);
    expect(panel!.baselines.map(({ name }) => name)).toEqual(["empty"]);
  });

  it("treats named numbers as categories beside others", () => {
    const options = { score: "bic-mixed", categorical: ["v0", "v1", "v2"] };
    const { undirected } = run({ table: plain, options }).result;
    expect(undirected).toEqual([
      ["v0", "v1"],
      ["v1", "v2"],
      ["v2", "v3"],
    ]);
  });

  it("has no baseline but the empty graph, and no sortability", () => {
    const truth = graphFromEdges(3, [
      [0, 1],
      [1, 2],
    ]);
    const table = withCategories(chain, chain.names);
    const { panel } = run({ table, truth, options: { score: "bdeu" } }).result;
    expect(panel!.baselines.map((b) => b.name)).toEqual(["empty"]);
    expect([panel!.varSortability, panel!.r2Sortability, panel!.rescaling]).toEqual([null, null, null]);
  });

  it("has a certificate that states the prior and the named columns, and holds", () => {
    const made = [
      run({ table: chain, hash: "h", options: { score: "bdeu", equivalentSampleSize: 5 } }),
      run({ table: chain, hash: "h", options: { score: "bic-mixed", categorical: ["v0", "v2"] } }),
    ].map(({ certificate }) => certificate!);
    expect(made[0].score).toMatchObject({ name: "bdeu", equivalentSampleSize: 5 });
    expect(made[1].score).toMatchObject({ name: "bic-mixed", categorical: ["v0", "v2"] });
    for (const certificate of made) {
      const checking = verifyCertificate(certificate, { table: chain, hash: "h" });
      let next = checking.next();
      while (!next.done) next = checking.next();
      expect(next.value.holds).toBe(true);
    }
    expect(run({ table: chain, options: { score: "bic" } }).certificate!.score).toEqual({
      name: "bic",
      penalty: "equation",
      penaltyWeight: 1,
    });
  });

  it("refuses categories for a score of numbers, and unknown column names", () => {
    expect(() => runSpec({ score: "bic", categorical: ["v0"] })).toThrow(
      "discover: the score bic has no option categorical; leave categorical out, or set score to bdeu",
    );
    expect(() => run({ table: plain, options: { score: "bic-mixed", categorical: ["v9"] } })).toThrow(
      /^table: no column is called "v9"/,
    );
  });

  it("passes the labels to a user-defined score", () => {
    const seen: unknown[] = [];
    const userScore = (table: { levels?: unknown }) => {
      seen.push(table.levels);
      return { term: (_: number, parents: readonly number[]) => -parents.length };
    };
    run({
      table: createTable(labelled.names, labelled.X, labelled.levels),
      userScore,
      options: { score: "own:mine" },
    });
    expect(seen[0]).toEqual(labelled.levels);
  });
});
