import { describe, expect, it } from "vitest";
import { d, n, named, residuals, run, table, truth } from "../../../../test/discoveries.ts";
import { chainTable, leastSquares } from "../../../../test/problems.ts";
import { paperSet } from "../../data/paper-sets.ts";
import { standardised, withColumns } from "../../data/table.ts";
import { edgeList, graphFromEdges, parentsOf, sameGraph } from "../../graph/graph.ts";
import { graphMetrics } from "../../graph/metrics.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import { paperScore } from "../../score/score.ts";
import { polish } from "../../search/order/polish.ts";
import { pruneByThreshold } from "../../search/prune/prune.ts";

describe("the score of a result", () => {
  it("is −[Σ n ln(RSS/n) + E ln n] for bic", () => {
    const { result } = run({ table });
    const fit = residuals(named(result.rawEdges)).reduce((sum, rss) => sum + n * Math.log(rss / n), 0);
    expect(result.score).toBeCloseTo(-(fit + result.rawEdges.length * Math.log(n)), 6);
  });

  for (const [penalty, w] of [
    ["equation", 1],
    ["runs", d],
  ] as const) {
    it(`is −[n d ln(ΣRSS/(n d)) + ${w === 1 ? "" : "d "}E ln n] for equal variances and the penalty of the ${penalty}`, () => {
      const { result } = run({ table, options: { score: "bic-equal-variance", penalty } });
      const total = residuals(named(result.rawEdges)).reduce((a, b) => a + b, 0);
      const expected = -(n * d * Math.log(total / (n * d)) + w * result.rawEdges.length * Math.log(n));
      expect(result.score).toBeCloseTo(expected, 6);
    });
  }

  it("has the paper's scaled score beside it, lower is better, and null for a score that the paper does not have", () => {
    const options = { score: "bic-equal-variance", prune: "threshold", threshold: 1 };
    const { result } = run({ table, options });
    expect(result.edges.length).toBeLessThan(result.rawEdges.length); // the score is that of the raw graph
    const { bounds } = linearBicEqualVariance(table);
    expect(result.paperScore).toBeCloseTo(paperScore(bounds!, named(result.rawEdges)), 12);
    expect(result.paperScore).toBeLessThan(5);
    expect(run({ table, options: { score: "bge" } }).result.paperScore).toBeNull();
  });

  it("is of the standardised columns when they are standardised", () => {
    const { result } = run({ table, options: { score: "bic-equal-variance", standardise: true } });
    const score = linearBicEqualVariance(standardised(table));
    expect(result.score).toBeCloseTo(score.ofGraph(named(result.rawEdges)), 8);
    expect(result.spec.standardise).toBe(true);
  });
});

describe("optimal and gap", () => {
  it("are true and 0 after an exact search", () => {
    const { result, certificate } = run({ table });
    expect(result).toMatchObject({ search: "exact", optimal: true, gap: 0, stopped: null });
    expect(result.optimum).toBe(result.score);
    expect(result.gaps).toEqual({ raw: 0, polished: null, final: 0 });
    expect(certificate).not.toBeNull();
  });

  it("are told for the order search too, against the optimum proven beside it", () => {
    const { result, certificate, events } = run({ table, options: { search: "order" } });
    expect(result).toMatchObject({ search: "order", choice: "asked for", optimal: true, gap: 0 });
    expect(events.some((e) => e.type === "step" && e.stage === "proof")).toBe(true);
    expect(certificate).not.toBeNull();
  });

  it("are unknown where nothing is proven", () => {
    const { result, certificate } = run({ table, options: { search: "order", optimum: "never" } });
    expect(result).toMatchObject({ optimal: false, gap: null, optimum: null });
    expect(result.gaps).toEqual({ raw: null, polished: null, final: null });
    expect(certificate).toBeNull();
  });

  it("count the better of raw and polished, and the final graph by itself", () => {
    const { result } = run({ table, options: { prune: "threshold", threshold: 1.5, polish: true } });
    expect(result.gap).toBe(0);
    expect(result.gaps.raw).toBe(0);
    expect(result.gaps.polished).toBe(0);
    expect(result.gaps.final).toBeGreaterThan(0);
    expect(result.gaps.final).toBeCloseTo(result.optimum! - result.finalScore, 9);
    expect(result.finalScore).toBeCloseTo(linearBic(table).ofGraph(named(result.edges)), 9);
  });
});

describe("the edges of a result", () => {
  it("are prune(raw), and the raw ones are kept", () => {
    const { result } = run({ table, options: { penaltyWeight: 0, prune: "threshold" } });
    const score = linearBic(table, { penaltyWeight: 0 });
    expect(result.rawEdges.length).toBe(15); // nothing is penalised: a complete graph
    expect(result.polished).toBeNull();
    expect(sameGraph(named(result.edges), pruneByThreshold(named(result.rawEdges), score))).toBe(true);
    expect(result.edges.length).toBeLessThan(15);
  });

  it("are prune(polish(raw)) with polish, and both graphs are told", () => {
    // Stopped after its first move the raw graph has one edge, and polish has nearly everything to do.
    const options = { polish: true, prune: "threshold", threshold: 0.5, search: "hill-climb" };
    const { result } = run({ table, options }, (event) =>
      event.type === "step" ? "interrupted" : undefined,
    );
    const score = linearBic(table);
    const raw = named(result.rawEdges);
    const polished = polish(raw, score);
    expect(result.rawEdges.length).toBe(1);
    expect(sameGraph(named(result.polished!.edges), polished.graph)).toBe(true);
    expect(result.polished!.score).toBe(polished.score);
    expect(sameGraph(named(result.edges), pruneByThreshold(polished.graph, score, { threshold: 0.5 }))).toBe(
      true,
    );
    expect(result.score).toBeCloseTo(score.ofGraph(raw), 9);
  });

  it("have the coefficients of the final graph, as least squares on the rows gives them", () => {
    const { result } = run({ table, options: { prune: "threshold" } });
    const graph = named(result.edges);
    expect(result.coefficients!.map(({ cause, effect }) => [cause, effect])).toEqual(result.edges);
    for (const { cause, effect, value } of result.coefficients!) {
      const j = table.names.indexOf(effect);
      const parents = parentsOf(graph, j);
      expect(value).toBeCloseTo(
        leastSquares(table, j, parents).beta[parents.indexOf(table.names.indexOf(cause))],
        8,
      );
    }
  });

  it("are listed in the order of the user's columns, whatever that is", () => {
    const shuffled = withColumns(table, [4, 1, 5, 0, 3, 2]);
    const { result } = run({ table: shuffled, truth: undefined });
    const places = result.edges.map(([a, b]) => shuffled.names.indexOf(a) * d + shuffled.names.indexOf(b));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(result.table.columns).toEqual(shuffled.names);
  });

  it("have their equivalence class where the score cannot tell its members apart, and none where it can", () => {
    const chain = chainTable(createRng("discover/chain"), 4, 1000);
    const { result } = run({ table: chain });
    expect(result.edges).toEqual([
      ["v0", "v1"],
      ["v1", "v2"],
      ["v2", "v3"],
    ]);
    expect(result.class).toEqual({ by: "score", directed: [], undirected: result.edges });
    expect(result.undirected).toEqual([]);
    expect(run({ table: chain, options: { score: "bic-equal-variance" } }).result.class).toBeNull();
  });
});

describe("a truth", () => {
  it("is compared with the final graph and with the raw one", () => {
    const { result } = run({ table, truth, options: { prune: "threshold", panel: "never" } });
    expect(result.metrics).toEqual(graphMetrics(truth, named(result.edges)));
    expect(result.rawMetrics).toEqual(graphMetrics(truth, named(result.rawEdges)));
    for (const name of ["shd", "fdr", "tpr", "correct", "reversed", "missing", "extra"]) {
      expect(result.metrics).toHaveProperty(name);
    }
    expect(sameGraph(named(result.truth!.edges), truth)).toBe(true);
    expect(result.truth!.score).toBeCloseTo(linearBic(table).ofGraph(truth), 9);
  });

  it("is met by the equal-variance optimum of the paper's data, pruned at 0.3, under both penalties", () => {
    const set = paperSet("paper/exp1-gauss-12", 8);
    for (const penalty of ["equation", "runs"] as const) {
      const options = { score: "bic-equal-variance", penalty, prune: "threshold", panel: "never" } as const;
      const { result } = run({ table: set.table, truth: set.truth, options });
      expect(result.metrics).toMatchObject({ shd: 0, correct: 37 });
      expect(result.optimal).toBe(true);
    }
  });

  it("is moved with the columns when their names are in another order", () => {
    const shuffle = [4, 1, 5, 0, 3, 2];
    const place = shuffle.map((_, j) => shuffle.indexOf(j));
    const moved = graphFromEdges(
      d,
      edgeList(truth).map(([i, j]) => [place[i], place[j]] as const),
    );
    const [one, two] = [
      run({ table, truth }).result,
      run({ table: withColumns(table, shuffle), truth: moved }).result,
    ];
    expect(two.metrics).toEqual(one.metrics);
    expect(two.panel!.varSortability).toBe(one.panel!.varSortability);
  });

  it("is absent where none was given", () => {
    const { result } = run({ table });
    expect(result).toMatchObject({ metrics: null, rawMetrics: null, truth: null, panel: null });
  });
});
