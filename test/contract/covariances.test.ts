// What scores, searches and prunings must do with a table that is known by its means and covariances: give what the rows give, or
// refuse it with a way out. A new entry of a registry is tested with no new code.

import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/check.ts";
import { dataHash } from "../../src/core/data/data-hash.ts";
import { type Table, tableFromScatter, tableScatter } from "../../src/core/data/table.ts";
import { completeGraph, graphFromEdges } from "../../src/core/graph/graph.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { verifyCertificate } from "../../src/core/run/certificate/certificate.ts";
import type { RunOptions } from "../../src/core/run/spec.ts";
import { scores } from "../../src/core/score/scores.ts";
import { prunings } from "../../src/core/search/prune/prune.ts";
import { searches } from "../../src/core/search/searches.ts";
import { run } from "../discoveries.ts";
import { chainTable, randomTable, suited } from "../problems.ts";

const rows = randomTable(createRng("covariances"), 6, 300);
const d = rows.names.length;

function byCovariances(table: Table): Table {
  return tableFromScatter(table.names, { ...tableScatter(table), origin: "computed in a test" });
}

function refusalOf(work: () => unknown): InputError {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error("not refused");
}

describe("a table that is known by its covariances", () => {
  for (const [name, { takes, needsRows = takes !== undefined, options, make }] of Object.entries(scores)) {
    it(needsRows ? `is refused by the score ${name}` : `has the scores ${name} of its rows`, () => {
      const made = (table: Table) => make(table, options.parse({}), {});
      if (needsRows) {
        const { message, remedies } = refusalOf(() => made(byCovariances(rows)));
        expect(message).toContain(
          `${name}: every row is needed, got only the means and covariances of 300 rows; set score to bic or bge`,
        );
        expect(remedies).toContainEqual({ set: { score: "bic" } });
        return;
      }
      const [given, own] = [made(byCovariances(rows)), made(suited(rows, takes))];
      for (const graph of [graphFromEdges(d, []), graphFromEdges(d, [[0, 1], [2, 1]]), completeGraph([3, 1, 0, 5, 2, 4])]) // biome-ignore format: lists
        expect(given.ofGraph(graph)).toBe(own.ofGraph(graph));
    });
  }

  for (const [search, { needs, options }] of Object.entries(searches)) {
    const isRefused = needs?.(options.parse({})).includes("rows") ?? false;
    it(
      isRefused ? `is refused by ${search} search` : `has the graph of its rows under ${search} search`,
      () => {
        const asked: RunOptions = {
          ...{ search, score: "bic", restarts: searches[search].restarts && 1 },
          sensitivity: "never",
        };
        const given = { table: byCovariances(rows), options: asked };
        if (isRefused) {
          expect(refusalOf(() => run(given))).toMatchObject({
            field: "search",
            remedies: expect.arrayContaining([{ set: { search: "exact" } }]),
          });
          return;
        }
        const { result } = run(given);
        const { findings, ...own } = run({ table: rows, options: asked }).result;
        expect(result).toMatchObject({
          ...{ edges: own.edges, undirected: own.undirected, score: own.score, strengths: own.strengths },
          ...{ optimum: own.optimum, digest: own.digest, table: { rows: 300 } },
        });
        expect(result.edges.length + result.undirected.length).toBeGreaterThan(0);
        expect(result.findings.map(({ kind }) => kind)).toContain("covariances");
        expect(findings.map(({ kind }) => kind)).not.toContain("covariances");
      },
    );
  }

  for (const [prune, { needsRows = false }] of Object.entries(prunings)) {
    it(`is ${needsRows ? "refused" : "taken"} by the pruning ${prune}`, () => {
      const pruned = () => run({ table: byCovariances(rows), options: { prune } });
      if (needsRows) expect(refusalOf(pruned)).toMatchObject({ field: "prune" });
      else expect(pruned().result.rawEdges.length).toBeGreaterThan(0);
    });
  }

  it("is refused by the test kci, by outliers and by categories that are named", () => {
    const table = byCovariances(rows);
    const asked = (options: RunOptions) => refusalOf(() => run({ table, options }));
    expect(asked({ search: "pc", options: { test: "kci" } }).field).toBe("test");
    expect(asked({ dropOutliers: 0.1 })).toMatchObject({ field: "dropOutliers" });
    expect(asked({ score: "bic-mixed", categorical: ["v0"] }).field).toBe("score");
  });

  it("is standardised, examined against the truth and rescaled as its rows are", () => {
    const truth = graphFromEdges(d, [[0, 1], [1, 2]]); // biome-ignore format: a list
    for (const options of [{ standardise: true }, { score: "bic-equal-variance" }] as const) {
      const asked = { ...options, panel: "always" } as const;
      const { result } = run({ table: byCovariances(rows), truth, options: asked });
      const own = run({ table: rows, truth, options: asked }).result;
      expect(result.edges).toEqual(own.edges);
      expect(result.panel?.rescaling).toEqual(own.panel?.rescaling);
      expect(result.panel?.r2Sortability).toBeCloseTo(own.panel!.r2Sortability!, 9);
      expect(result.panel?.baselines.map(({ edges }) => edges)).toEqual(
        own.panel?.baselines.map(({ edges }) => edges),
      );
    }
  });

  it("has a certificate that holds for it alone", () => {
    const table = byCovariances(rows);
    const hash = dataHash(table);
    const { certificate } = run({ table, hash });
    const verified = (of: Table) => {
      const running = verifyCertificate(certificate!, { table: of, hash: dataHash(of) });
      for (;;) {
        const { value, done } = running.next();
        if (done) return value.holds;
      }
    };
    expect([verified(table), verified(rows)]).toEqual([true, false]);
  });

  it("is refused where a column is constant, a copy, or its rows are too few", () => {
    const chain = chainTable(createRng("bad"), 3, 40);
    const changed = (change: (S: Float64Array) => void): Table => {
      const { n, mean, S } = tableScatter(chain);
      const data = new Float64Array(S.data);
      change(data);
      return tableFromScatter(chain.names, { n, mean, S: { ...S, data }, origin: "made by hand" });
    };
    const without = changed((S) => {
      for (let k = 0; k < 3; k++) S[k] = S[3 * k] = 0;
    });
    expect(refusalOf(() => run({ table: without })).message).toMatch(/column "v0" must vary/);
    const copied = changed((S) => {
      S[1] = S[3] = 2 * S[0];
      S[4] = 4 * S[0];
      S[5] = S[7] = 2 * S[2];
    });
    expect(refusalOf(() => run({ table: copied })).message).toMatch(/got exactly v1 = 2·v0/);
    const { S, mean } = tableScatter(chain);
    const few = tableFromScatter(chain.names, { n: 4, mean, S, origin: "made by hand" });
    expect(refusalOf(() => run({ table: few })).message).toMatch(/3 columns need at least 5 rows, got 4/);
  });
});
