import { describe, expect, it } from "vitest";
import { outcomeOf, rowsOf, section, table, textOf, truth } from "../../../test/pages.ts";
import { edgeList } from "../graph/graph.ts";
import { certainShares, shareAgreement } from "../graph/shares/shares.ts";
import { comparisonHtml } from "../report/comparison-report.ts";
import {
  areRowsApart,
  type ComparedRun,
  comparedRows,
  rowsText,
  runAgreements,
  sharedEdges,
  sharedNotes,
} from "./comparison.ts";
import { pdagOf } from "./problem.ts";
import type { RunResult } from "./result.ts";

const run = (search: string, score = "bic"): ComparedRun => ({
  search,
  score,
  result: outcomeOf({ table, truth, options: { search, score } }).result,
  error: null,
});
const failure: ComparedRun = { search: "<b>mine", score: "bic", result: null, error: "it <cannot>" };
const runs = [run("order"), run("exact"), failure, run("pc"), run("direct-lingam")];

const pageOf = (all: readonly ComparedRun[]) =>
  comparisonHtml({
    name: "<i>table.csv",
    rows: 800,
    columns: 6,
    runs: all,
    truth: edgeList(truth).map(([i, j]) => [table.names[i], table.names[j]]),
    linkOf: ({ search }) => `${search}/report.html`,
    command: "wherefore compare table.csv",
  });

describe("several runs side by side", () => {
  it("says that the others have the weight of an agent", () => {
    const of = (search: string): ComparedRun => {
      const options = { search, score: "bic", penaltyWeight: 1 };
      return { search, score: "bic", result: outcomeOf({ table, options }).result, error: null };
    };
    const agent = { ...of("exact"), search: "rl-order" };
    const compared = [
      of("exact"),
      { ...agent, result: { ...agent.result!, search: "rl-order", iterations: 5 } },
    ];
    const notes = sharedNotes(compared).filter(({ note }) =>
      note.startsWith("the weight of the penalty is 1"),
    );
    expect(notes.map(({ by }) => by)).toEqual([["exact"]]);
    expect(sharedNotes([of("exact")]).some(({ note }) => note.startsWith("the weight"))).toBe(false);
  });

  it("measures every graph by the optimum that one of the runs proved", () => {
    const { optimum } = runs[1].result!;
    const { runs: rows } = comparedRows(runs);
    expect(rows.map(({ search }) => search)).toEqual(["order", "exact", "pc", "direct-lingam"]);
    for (const { value, gap } of rows) expect(gap).toBeCloseTo(optimum! - value, 8);
    expect(rows[3].gap).toBeGreaterThan(0);
    expect(comparedRows([run("pc")]).runs[0].gap).toBeNull();
    expect(comparedRows([run("pc", "bge"), run("exact")]).runs[0].gap).toBeNull();
  });

  it("has the baselines once", () => {
    const { baselines } = comparedRows(runs);
    expect(baselines.map(({ search }) => search)).toContain("var-sortnregress");
    expect(new Set(baselines.map(({ search }) => search)).size).toBe(baselines.length);
  });

  it("reports how far each two agree if one has confidence, counting the answers of others as certain", () => {
    expect(runAgreements(runs)).toEqual([]);
    expect(textOf(section(pageOf(runs), "agreement"))).not.toContain("Agreement of each two runs");
    const { table: facts, edges, undirected } = runs[1].result!;
    const pairs = [...edges, ...undirected].map(([a, b], k) => {
      const own = k < edges.length ? { forward: 0.5, undirected: 0 } : { forward: 0, undirected: 0.5 };
      return { a, b, backward: 0.25, none: 0.25, ...own };
    });
    const confidence = {
      ...{ method: "bootstrap" as const, resamples: 4, pairs, metrics: null, digest: null },
      consensus: { above: 0.5, edges, undirected },
    };
    const sure: ComparedRun = {
      ...runs[1],
      search: "sure",
      result: { ...runs[1].result!, search: "sure", confidence },
    };
    const found = runAgreements([runs[1], sure, runs[0]]);
    expect(found.map(({ runs: pair }) => pair)).toEqual([
      ["exact", "sure"],
      ["exact", "order"],
      ["sure", "order"],
    ]);
    // Half of each edge in both; the whole, and a quarter in the opposite direction, in either.
    expect(found[0].edges).toBeCloseTo(0.5 / 1.25, 12);
    expect(found[0].links).toBeCloseTo(0.75, 12);
    const certain = (result: RunResult) => certainShares(pdagOf(facts.columns, result));
    expect(found[1]).toMatchObject(shareAgreement(certain(runs[1].result!), certain(runs[0].result!)));
    expect(rowsOf(section(pageOf([runs[1], sure]), "agreement")).at(-1)).toEqual([
      ...["exact", "sure", "0.40", "0.75"],
    ]);
  });

  it("does not compare the directions of a posterior over DAGs with those of a class", () => {
    const options = { confidence: "posterior" } as const;
    const result = outcomeOf({ table, options }).result;
    const sure: ComparedRun = { search: "exact", score: "bic", result, error: null };
    expect(runs[0].result!.undirected.length).toBeGreaterThan(0);
    const [{ edges, links }] = runAgreements([sure, runs[0]]);
    expect([edges, links > 0]).toEqual([null, true]);
    const cells = rowsOf(section(pageOf([sure, runs[0]]), "agreement")).at(-1)!;
    expect(cells.slice(0, 3)).toEqual(["exact", "order", "–"]);
    const dag = { ...runs[0].result!, undirected: [] };
    expect(runAgreements([sure, { ...runs[0], result: dag }])[0].edges).not.toBeNull();
  });

  it("tells the rows of runs that use different ones", () => {
    const X = { ...table.X, data: table.X.data.map((x, k) => (k % 50 === 0 ? Number.NaN : x)) };
    const gapped = (missing: "em" | "drop"): ComparedRun => ({
      search: missing,
      score: "bic",
      result: outcomeOf({ table: { ...table, X }, options: { missing } }).result,
      error: null,
    });
    const both = [gapped("em"), gapped("drop")];
    const rows = comparedRows(both).runs;
    expect(areRowsApart(rows)).toBe(true);
    expect(areRowsApart(comparedRows(runs).runs)).toBe(false);
    const [em, dropped] = rows.map(rowsText);
    expect(em).toMatch(/^\d+, EM$/);
    expect(Number(dropped)).toBeLessThan(table.X.rows);
    const text = textOf(section(pageOf(both), "results"));
    expect(text).toContain("Values of different rows cannot be compared.");
    expect(text).toContain(em);
  });

  it("lists for every pair which runs link it, and in which direction", () => {
    const results = runs.flatMap(({ result }) => result ?? []);
    const shared = sharedEdges(runs);
    const total = results.reduce((sum, { edges, undirected }) => sum + edges.length + undirected.length, 0);
    const all = shared.map(({ forward, backward, open }) => [...forward, ...backward, ...open].length);
    expect(all.reduce((sum, size) => sum + size)).toBe(total);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(shared.some(({ open }) => open.length > 0)).toBe(true);
    for (const { pair, forward, backward, open } of shared) {
      expect(forward.length).toBeGreaterThanOrEqual(backward.length);
      for (const { search, edges, undirected } of results) {
        const isOpen = undirected.some((edge) => edge.includes(pair[0]) && edge.includes(pair[1]));
        expect(open.includes(search)).toBe(isOpen);
        const has = (a: string, b: string) => edges.some(([i, j]) => i === a && j === b);
        expect(forward.includes(search)).toBe(has(pair[0], pair[1]));
        expect(backward.includes(search)).toBe(has(pair[1], pair[0]));
      }
    }
  });

  it("lists a note once, with all runs that have it", () => {
    const notes = sharedNotes(runs);
    expect(new Set(notes.map(({ note }) => note)).size).toBe(notes.length);
    const byOrder = notes.filter(({ by }) => by.includes("order")).map(({ note }) => note);
    expect(byOrder).toEqual(runs[0].result!.notes);
  });
});

describe("the page of a comparison", () => {
  const html = pageOf(runs);

  it("has a row for every run and baseline, with a link to its report", () => {
    const rows = rowsOf(section(html, "results"));
    const { runs: own, baselines } = comparedRows(runs);
    expect(rows.map(([search]) => search)).toEqual([...own, ...baselines].map(({ search }) => search));
    expect(rows.map((row) => row[5])).toEqual([...own, ...baselines].map(({ open }) => String(open)));
    expect(rows.map((row) => row[6])).toEqual(
      [...own, ...baselines].map(({ metrics }) => String(metrics!.shd)),
    );
    expect(html).toContain('href="direct-lingam/report.html"');
  });

  it("names the runs that failed and why, and shows hostile texts as they are", () => {
    expect(textOf(section(html, "failures"))).toContain("<b>mine under bic: it <cannot>.");
    expect(html).not.toMatch(/<b>mine|<i>table|<cannot>|<script/);
  });

  it("reports what the runs agree on, and whether it is true", () => {
    const rows = rowsOf(section(html, "agreement"));
    expect(rows.length).toBe(sharedEdges(runs).length);
    expect(rows[0].at(-1)).toBe("all");
    expect(rows.some((row) => row.includes("correct"))).toBe(true);
    // No run directs it, so no run has it reversed.
    const undecided = rows.filter((row) => row[2] === "0");
    expect(undecided.length).toBeGreaterThan(0);
    for (const row of undecided) expect(row[5]).not.toBe("reversed");
  });
});
