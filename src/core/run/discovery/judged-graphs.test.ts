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
import { pdagOf } from "../problem.ts";

/** BIC as defined by Schwarz. */
const plain = { penaltyWeight: 1 };

describe("the score of a result", () => {
  it("is −[Σ n ln(RSS/n) + w E ln n] for bic, with the penalty weight for the table", () => {
    const { result } = run({ table });
    const { penaltyWeight } = result.spec;
    expect(penaltyWeight).toBeGreaterThan(1);
    const fit = residuals(named(result.rawEdges)).reduce((sum, rss) => sum + n * Math.log(rss / n), 0);
    expect(result.score).toBeCloseTo(-(fit + penaltyWeight * result.rawEdges.length * Math.log(n)), 6);
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

  it("comes with the paper's scaled score, lower is better, or null for a score that the paper does not have", () => {
    const options = { score: "bic-equal-variance", prune: "threshold", threshold: 1 };
    const { result } = run({ table, options });
    expect(result.edges.length).toBeLessThan(result.rawEdges.length); // the score is that of the raw graph
    const { bounds } = linearBicEqualVariance(table);
    expect(result.paperScore).toBeCloseTo(paperScore(bounds!, named(result.rawEdges)), 12);
    expect(result.paperScore).toBeLessThan(5);
    expect(run({ table, options: { score: "bge" } }).result.paperScore).toBeNull();
  });

  it("is that of the standardised columns if they are standardised", () => {
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

  it("are reported for the order search too, against the optimum proven beside it", () => {
    const { result, certificate, events } = run({ table, options: { search: "order" } });
    expect(result).toMatchObject({ search: "order", choice: "requested", optimal: true, gap: 0 });
    expect(events.some((e) => e.type === "step" && e.stage === "proof")).toBe(true);
    expect(certificate).not.toBeNull();
  });

  it("are unknown if nothing is proven", () => {
    const { result, certificate } = run({ table, options: { search: "order", optimum: "never" } });
    expect(result).toMatchObject({ optimal: false, gap: null, optimum: null });
    expect(result.gaps).toEqual({ raw: null, polished: null, final: null });
    expect(certificate).toBeNull();
  });

  it("count the better of raw and polished, and the final graph separately", () => {
    const { result } = run({
      table,
      options: { ...plain, prune: "threshold", threshold: 1.5, polish: true },
    });
    expect(result.gap).toBe(0);
    expect(result.gaps.raw).toBe(0);
    expect(result.gaps.polished).toBe(0);
    expect(result.gaps.final).toBeGreaterThan(0);
    expect(result.gaps.final).toBeCloseTo(result.optimum! - result.finalScore, 9);
    expect(result.finalScore).toBeCloseTo(linearBic(table).ofGraph(named(result.member.edges)), 9);
  });
});

describe("the edges of a result", () => {
  it("have a member that is prune(raw), and the raw ones are kept", () => {
    const { result } = run({ table, options: { penaltyWeight: 0, prune: "threshold" } });
    const score = linearBic(table, { penaltyWeight: 0 });
    expect(result.rawEdges.length).toBe(15); // nothing is penalised: a complete graph
    expect(result.polished).toBeNull();
    const { edges } = result.member!;
    expect(sameGraph(named(edges), pruneByThreshold(named(result.rawEdges), score))).toBe(true);
    expect(edges.length).toBeLessThan(15);
    expect(result.edges.length + result.undirected.length).toBe(edges.length);
  });

  it("have a member that is prune(polish(raw)) with polish, and both graphs are reported", () => {
    // Stopped after its first move, the raw graph has one edge, and polish has nearly everything to do.
    const options = { ...plain, polish: true, prune: "threshold", threshold: 0.5, search: "hill-climb" };
    const { result } = run({ table, options }, (event) =>
      event.type === "step" ? "interrupted" : undefined,
    );
    const score = linearBic(table);
    const raw = named(result.rawEdges);
    const polished = polish(raw, score);
    expect(result.rawEdges.length).toBe(1);
    expect(sameGraph(named(result.polished!.edges), polished.graph)).toBe(true);
    expect(result.polished!.score).toBe(polished.score);
    const pruned = pruneByThreshold(polished.graph, score, { threshold: 0.5 });
    expect(sameGraph(named(result.member.edges), pruned)).toBe(true);
    expect(result.score).toBeCloseTo(score.ofGraph(raw), 9);
  });

  it("have coefficients if they are directed, as least squares on the rows gives them", () => {
    for (const member of [false, true]) {
      const { result } = run({ table, options: { prune: "threshold", member } });
      const graph = named(result.edges);
      const fitted = result.strengths.filter(({ coefficient }) => coefficient !== null);
      expect(fitted.length).toBeGreaterThan(0);
      expect(fitted.map(({ a, b }) => [a, b]).sort()).toEqual([...result.edges].sort());
      for (const { a, b, coefficient } of fitted) {
        const j = table.names.indexOf(b);
        const parents = parentsOf(graph, j);
        expect(coefficient).toBeCloseTo(
          leastSquares(table, j, parents).beta[parents.indexOf(table.names.indexOf(a))],
          8,
        );
      }
    }
  });

  it("are listed in the order of the user's columns, whatever that is", () => {
    const shuffled = withColumns(table, [4, 1, 5, 0, 3, 2]);
    const { result } = run({ table: shuffled, truth: undefined });
    for (const list of [result.edges, result.undirected, result.member.edges, result.rawEdges]) {
      expect(list.length).toBeGreaterThan(0);
      const places = list.map(([a, b]) => shuffled.names.indexOf(a) * d + shuffled.names.indexOf(b));
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }
    for (const [a, b] of result.undirected)
      expect(shuffled.names.indexOf(a)).toBeLessThan(shuffled.names.indexOf(b));
    expect(result.table.columns).toEqual(shuffled.names);
  });

  it("are undirected if the score cannot distinguish the members of their class, and directed if it can", () => {
    const chain = chainTable(createRng("discover/chain"), 4, 1000);
    const links = [
      ["v0", "v1"],
      ["v1", "v2"],
      ["v2", "v3"],
    ];
    const { result } = run({ table: chain });
    expect([result.edges, result.undirected, result.member.edges]).toEqual([[], links, links]);
    expect(result.members).toBe("4");
    expect(result.answer).toEqual({ kind: "class", by: "score", byKnowledge: [], isCountExact: true });
    const directed = run({ table: chain, options: { score: "bic-equal-variance" } }).result;
    expect([directed.edges, directed.undirected, directed.member.edges]).toEqual([links, [], links]);
    expect(directed.members).toBe("1");
    expect(directed.answer).toEqual({ kind: "dag", by: null, byKnowledge: [], isCountExact: true });
  });

  it("are those of the member on request", () => {
    const chain = chainTable(createRng("discover/chain"), 4, 1000);
    const known = run({ table: chain, options: { knowledge: { required: [["v1", "v0"]] } } }).result;
    for (const asked of [{}, { knowledge: { required: [["v1", "v0"]] as [string, string][] } }]) {
      const { result } = run({ table: chain, options: asked });
      const member = run({ table: chain, options: { ...asked, member: true } }).result;
      expect(member.edges).toEqual(result.member.edges);
      expect([member.undirected, member.member, member.members]).toEqual([[], result.member, result.members]);
      expect(member.answer).toEqual({ ...result.answer, kind: "member" });
      expect(member.digest).toBe(result.digest);
    }
    expect(known.answer.byKnowledge).toEqual([["v1", "v0"]]);
    expect(known.members).toBe("3");
  });
});

describe("a truth", () => {
  it("is compared with the answer and with the raw graph", () => {
    const options = { ...plain, prune: "threshold", panel: "never" } as const;
    const { result } = run({ table, truth, options });
    expect(result.undirected.length).toBeGreaterThan(0);
    expect(result.metrics).toEqual(graphMetrics(truth, pdagOf(table.names, result)));
    const member = run({ table, truth, options: { ...options, member: true } }).result;
    expect(member.metrics).toEqual(graphMetrics(truth, named(result.member.edges)));
    expect(member.metrics!.shd).toBeGreaterThan(result.metrics!.shd);
    expect(result.rawMetrics).toEqual(graphMetrics(truth, named(result.rawEdges)));
    for (const name of ["shd", "fdr", "tpr", "correct", "reversed", "missing", "extra"]) {
      expect(result.metrics).toHaveProperty(name);
    }
    expect(sameGraph(named(result.truth!.edges), truth)).toBe(true);
    expect(result.truth!.score).toBeCloseTo(linearBic(table).ofGraph(truth), 9);
  });

  it("is the equal-variance optimum of the paper's data, pruned at 0.3, under both penalties", () => {
    const set = paperSet("paper/exp1-gauss-12", 8);
    for (const penalty of ["equation", "runs"] as const) {
      const options = { score: "bic-equal-variance", penalty, prune: "threshold", panel: "never" } as const;
      const { result } = run({ table: set.table, truth: set.truth, options });
      expect(result.metrics).toMatchObject({ shd: 0, correct: 37 });
      expect(result.optimal).toBe(true);
    }
  });

  it("is renumbered with the columns if their names are in another order", () => {
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

  it("is absent if none was given", () => {
    const { result } = run({ table });
    expect(result).toMatchObject({ metrics: null, rawMetrics: null, truth: null, panel: null });
  });
});
