import { describe, expect, it } from "vitest";
import { chainTable, changedValues, leastSquares, randomTable } from "../../../test/problems.ts";
import { InputError } from "../check.ts";
import { paperSet } from "../data/paper-sets.ts";
import { simulate } from "../data/simulate.ts";
import { createTable, standardised, type Table, withColumns } from "../data/table.ts";
import { type Graph, graphFromEdges, parentsOf, sameGraph } from "../graph/graph.ts";
import { graphMetrics } from "../graph/metrics.ts";
import { createRng } from "../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../score/linear-bic.ts";
import { paperScore } from "../score/score.ts";
import { polish } from "../search/polish.ts";
import { pruneByThreshold } from "../search/prune.ts";
import { readCertificate, verifyCertificate } from "./certificate.ts";
import { type Discovery, discovery, type Outcome } from "./discover.ts";
import type { StopReason } from "./problem.ts";
import type { NamedEdge, RunEvent } from "./result.ts";

/** Runs a discovery; `answer` may stop it at an event. */
function run(
  input: Omit<Discovery, "now"> & { readonly now?: () => number },
  answer: (event: RunEvent, k: number) => StopReason | undefined = () => undefined,
): Outcome & { events: RunEvent[] } {
  const running = discovery({ now: () => 0, ...input });
  const events: RunEvent[] = [];
  let reply: StopReason | undefined;
  for (;;) {
    const { value, done } = running.next(reply);
    if (done) return { ...value, events };
    events.push(value);
    reply = answer(value, events.length);
  }
}

/** The columns of this table are in the order of their names, so numbers of both are the same. */
const { table, truth } = simulate({ nodes: 6, samples: 400, seed: 3 });
const named = (edges: readonly NamedEdge[], of: Table = table): Graph =>
  graphFromEdges(
    of.names.length,
    edges.map(([a, b]) => [of.names.indexOf(a), of.names.indexOf(b)] as const),
  );
const [n, d] = [400, 6];

function residuals(graph: Graph, of: Table = table): number[] {
  return Array.from({ length: graph.d }, (_, j) => leastSquares(of, j, parentsOf(graph, j)).rss);
}

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
    expect(result.class).toEqual({ directed: [], undirected: result.edges });
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
      edgesOf(truth).map(([i, j]) => [place[i], place[j]] as const),
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

describe("the panel", () => {
  it("has the four free baselines with score and metrics, the sortabilities and, where units matter, the rescaling", () => {
    const { panel, notes } = run({ table, truth, options: { score: "bic-equal-variance" } }).result;
    expect(panel!.baselines.map((b) => b.name)).toEqual([
      "empty",
      "random-order-regress",
      "var-sortnregress",
      "r2-sortnregress",
    ]);
    const score = linearBicEqualVariance(table);
    for (const { edges, score: value, metrics } of panel!.baselines) {
      expect(value).toBeCloseTo(score.ofGraph(named(edges)), 8);
      expect(metrics).toEqual(graphMetrics(truth, named(edges)));
    }
    expect(panel!.varSortability).toBeGreaterThan(0.9); // raw simulated data give their order away
    expect(panel!.r2Sortability).toBeGreaterThanOrEqual(0);
    expect(panel!.rescaling!.runs).toBe(5);
    expect(panel!.rescaling!.share).toBeLessThan(1);
    expect(notes.some((note) => note.includes("survive a random rescaling"))).toBe(true);
  });

  it("has no rescaling for a score that knows no units, and comes without a truth where it is asked for", () => {
    const { panel } = run({ table, options: { panel: "always" } }).result;
    expect(panel!.rescaling).toBeNull();
    expect(panel!.varSortability).toBeNull();
    expect(panel!.baselines.every((b) => b.metrics === null)).toBe(true);
    expect(run({ table, truth, options: { panel: "never" } }).result.panel).toBeNull();
  });
});

describe("a proof on nearly deterministic columns", () => {
  it("says how precise it is", () => {
    const near = changedValues(table, (x) => x);
    const rng = createRng("near");
    for (let i = 0; i < near.X.rows; i++) {
      const [a, b] = [near.X.data[i * d], near.X.data[i * d + 1]];
      near.X.data[i * d + 2] = a + b + 5e-5 * rng.normal();
    }
    const { result } = run({ table: near });
    expect(result.optimal).toBe(true);
    expect(result.notes.join()).toMatch(/proven to within 0?\.?\d+.* only: nearly deterministic columns/);
    expect(run({ table }).result.notes.join()).not.toMatch(/proven to within/);
  });
});

describe("stopping", () => {
  const stopAt = (at: number, reason: StopReason = "interrupted") => {
    let steps = 0;
    return (event: RunEvent) =>
      event.type === "step" && event.stage === "search" && ++steps === at ? reason : undefined;
  };

  it("gives the best so far of an order search, and proves nothing", () => {
    const { result, certificate, events } = run({ table, options: { search: "order" } }, stopAt(3));
    expect(result).toMatchObject({ stopped: "interrupted", optimal: false, gap: null });
    expect(result.rawEdges.length).toBeGreaterThan(0);
    expect(certificate).toBeNull();
    const steps = events.filter((e) => e.type === "step").filter((e) => e.stage === "search");
    expect(steps.length).toBe(3);
    expect(result.score).toBe(steps[2].score);
  });

  it("says the reason that was given", () => {
    const { result } = run({ table, options: { search: "order" } }, stopAt(1, "time limit"));
    expect(result.stopped).toBe("time limit");
  });

  it("gives a graph under the order of the variances when the exact search had found nothing yet, and says so", () => {
    const [a, b] = table.names;
    const options = { search: "exact", knowledge: { required: [[a, b]] as [string, string][] } };
    const { result } = run({ table, options }, stopAt(1));
    expect(result.edges).toContainEqual([a, b]);
    expect(result.optimal).toBe(false);
    expect(result.notes[0]).toMatch(
      /^stopped before the search had found a graph; this is the best one along the order of the variances/,
    );
  });

  it("in the middle of the hull gives its best vertex so far", () => {
    const options = { search: "exact", score: "bic-equal-variance" };
    const whole = run({ table, options });
    const all = whole.events.filter((e) => e.type === "step").filter((e) => e.stage === "search");
    const first = all.findIndex((e) => e.score !== null) + 1;
    expect(first).toBeGreaterThan(0);
    const { result } = run({ table, options }, stopAt(first));
    expect(result.stopped).toBe("interrupted");
    expect(result.score).toBe(all[first - 1].score);
    expect(result.score).toBeLessThanOrEqual(whole.result.score);
  });

  it("is not heard between the search and its end: an answer to a finding changes nothing", () => {
    const scaled = changedValues(table, (x, j) => (j === 0 ? 1e9 * x : x));
    const stopped = run({ table: scaled }, (event) => (event.type === "finding" ? "interrupted" : undefined));
    expect(stopped.events.some((e) => e.type === "finding")).toBe(true);
    expect(stopped.result.stopped).toBeNull();
  });
});

describe("the choice of search", () => {
  it("is exact where memory allows, order where not, and says why", () => {
    expect(run({ table }).result.choice).toBe("6 variables need 1 MB, so the optimum can be proven");
    const { result } = run({ table, memoryBytes: 100 });
    expect(result).toMatchObject({
      search: "order",
      choice: "6 variables would need 1 MB for a proof",
      optimum: null,
    });
  });

  it("that was asked for is refused where it cannot be had", () => {
    expect(() => run({ table, options: { search: "exact" }, memoryBytes: 100 })).toThrow(
      "exact: 6 variables need",
    );
  });
});

describe("a score of the user's own", () => {
  it("is used in place of a known one", () => {
    const userScore = () => ({ term: (_: number, parents: readonly number[]) => -parents.length });
    const { result, certificate } = run({ table, options: { score: "./mine.js" }, userScore });
    expect(result).toMatchObject({ edges: [], score: 0, paperScore: null, coefficients: null, class: null });
    expect(certificate!.score.name).toBe("./mine.js");
  });

  it("must be loaded first", () => {
    expect(() => run({ table, options: { score: "./mine.js" } })).toThrow(
      "discover: the score ./mine.js is a file; load it first",
    );
  });
});

describe("the k best", () => {
  it("are listed with the optimum first", () => {
    const { alternatives, score } = run({ table, options: { best: 4, score: "bge" } }).result;
    expect(alternatives.length).toBe(4);
    expect(alternatives[0].score).toBeCloseTo(score, 7);
    alternatives.slice(1).forEach((a, k) => {
      expect(a.score).toBeLessThanOrEqual(alternatives[k].score);
    });
    expect(() => run({ table, options: { best: 2, score: "bic-equal-variance" } })).toThrow(
      "is the sum of its terms",
    );
  });
});

describe("what is wrong with the input", () => {
  it("is said before anything runs: names, tables, knowledge", () => {
    expect(() => run({ table, options: { search: "exat" } })).toThrow('did you mean "exact"?');
    const constant = changedValues(table, (x, j) => (j === 2 ? 1 : x));
    expect(() => run({ table: constant })).toThrow(/^table: .*"X3"/);
    const unknown = { knowledge: { forbidden: [["X1", "Y"]] as [string, string][] } };
    expect(() => run({ table, options: unknown })).toThrow(
      'knowledge: forbidden 1 (X1 !-> Y) names "Y", which is no column of the table',
    );
  });

  for (const score of ["bic", "bic-equal-variance"]) {
    for (const search of ["exact", "order"]) {
      it(`is explained where the knowledge contradicts itself (${search}, ${score})`, () => {
        const [a, b, c] = table.names;
        const pairs = (...edges: [string, string][]) => edges;
        for (const [knowledge, sentence] of [
          [{ required: pairs([a, b]), forbidden: pairs([a, b]) }, "X1 → X2 is required and forbidden"],
          [{ required: pairs([a, b], [b, a]) }, "the required edges form the cycle X1 → X2 → X1"],
          [{ required: pairs([a, b], [c, b]), maxParents: 1 }, "X2 has 2 required causes; raise the limit"],
          [{ required: pairs([a, a]) }, 'joins "X1" to itself'],
        ] as const) {
          const start = () => run({ table, options: { search, score, knowledge } });
          expect(start).toThrow(InputError);
          expect(start).toThrow(sentence);
        }
      });
    }
  }
});

describe("the certificate", () => {
  const input = {
    table,
    hash: "sha256:abc",
    options: { score: "bic-equal-variance", standardise: true },
  } as const;
  const { certificate } = run({ ...input, versions: { wherefore: "0" } });
  const verdictOf = (text: string, on: Table = table, hash = "sha256:abc") => {
    const running = verifyCertificate(readCertificate(text), { table: on, hash });
    for (;;) {
      const { value, done } = running.next();
      if (done) return value;
    }
  };

  it("survives its file and holds, whatever the order of the columns", () => {
    const text = JSON.stringify(certificate);
    expect(readCertificate(text)).toEqual(certificate);
    expect(verdictOf(text).checks.filter((c) => !c.holds)).toEqual([]);
    expect(verdictOf(text, withColumns(table, [4, 1, 5, 0, 3, 2])).holds).toBe(true);
  });

  it("does not hold for a table of another hash, and says both", () => {
    expect(verdictOf(JSON.stringify(certificate), table, "sha256:def")).toEqual({
      holds: false,
      checks: [{ holds: false, sentence: "the table's hash is sha256:def, the certificate's sha256:abc" }],
    });
  });

  it("does not hold for another table that claims the same hash", () => {
    const other = randomTable(createRng("discover/other"), d, n);
    const forged = createTable(table.names, other.X);
    expect(verdictOf(JSON.stringify(certificate), forged).holds).toBe(false);
  });

  it("is refused where it is about other columns, or is no certificate", () => {
    const text = JSON.stringify(certificate);
    expect(() => verdictOf(text, withColumns(table, [0, 1, 2, 3, 4]))).toThrow(
      'verify: the certificate is about a column "X6" that the table does not have',
    );
    expect(() => verdictOf("nothing")).toThrow("verify: the certificate must be a JSON file");
    expect(() => verdictOf("{}")).toThrow("verify: not a certificate of this program: format");
  });
});

describe("the record", () => {
  it("has seed, seconds, versions, table and findings", () => {
    let asked = 0;
    const { result } = run({
      table,
      name: "t.csv",
      hash: "h",
      versions: { wherefore: "1" },
      options: { seed: 5 },
      now: () => (asked++ === 0 ? 1000 : 1250),
    });
    expect(result).toMatchObject({
      format: "wherefore-result/1",
      seed: 5,
      seconds: 0.25,
      versions: { wherefore: "1" },
    });
    expect(result.table).toEqual({ name: "t.csv", hash: "h", rows: n, columns: table.names });
    expect(Array.isArray(result.findings)).toBe(true);
  });
});

function edgesOf(graph: Graph): [number, number][] {
  const out: [number, number][] = [];
  for (let i = 0; i < graph.d; i++)
    for (const j of Array(graph.d).keys()) if (graph.edges[i * graph.d + j]) out.push([i, j]);
  return out;
}
