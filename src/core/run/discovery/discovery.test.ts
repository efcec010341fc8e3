import { describe, expect, it } from "vitest";
import { d, n, run, table } from "../../../../test/discoveries.ts";
import { changedValues, randomTable } from "../../../../test/problems.ts";
import { InputError } from "../../check.ts";
import { paperSet } from "../../data/paper-sets.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { createTable, type Table, withColumns } from "../../data/table.ts";
import { createRng } from "../../math/rng.ts";
import { verifyCertificate } from "../certificate/certificate.ts";
import { readCertificate } from "../certificate/certificate-file.ts";
import type { StopReason } from "../problem.ts";
import type { RunEvent } from "../result.ts";

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
    expect(result.notes.join()).toMatch(
      /proven to within 0?\.?\d+.* only: with nearly deterministic columns/,
    );
    expect(run({ table }).result.notes.join()).not.toMatch(/proven to within/);
  });
});

describe("quadratic data", () => {
  const { table: paper, truth } = paperSet("paper/exp2-quad-10", 8);
  const options = { score: "quadratic-equal-variance", penalty: "runs", prune: "quadratic" } as const;

  it("give the truth, proven and pruned by the table's own coefficients", () => {
    const { result } = run({ table: paper, truth, options });
    expect(result).toMatchObject({ optimal: true, metrics: { shd: 0 } });
    for (const { coefficient, interval } of result.strengths)
      expect([coefficient, interval]).toEqual([null, null]);
  });

  it("are searched without their outliers on request; the note and the certificate say so", () => {
    const { result, certificate } = run({ table: paper, options: { ...options, dropOutliers: 0.1 } });
    expect(result.notes[0]).toMatch(
      /^300 of 3000 rows were left out as outliers, those with the largest norm: /,
    );
    expect(certificate!.data.dropOutliers).toBe(0.1);
  });

  it("are examined without them too: too few rows may be left", () => {
    expect(() => run({ table, options: { dropOutliers: 0.99 } })).toThrow(/^table: .* rows/);
  });
});

describe("stopping", () => {
  const stopAt = (at: number, reason: StopReason = "interrupted") => {
    let steps = 0;
    return (event: RunEvent) =>
      event.type === "step" && event.stage === "search" && ++steps === at ? reason : undefined;
  };

  it("returns the best graph so far of an order search, and proves nothing", () => {
    const { result, certificate, events } = run({ table, options: { search: "order" } }, stopAt(3));
    expect(result).toMatchObject({ stopped: "interrupted", optimal: false, gap: null });
    expect(result.rawEdges.length).toBeGreaterThan(0);
    expect(certificate).toBeNull();
    const steps = events.filter((e) => e.type === "step").filter((e) => e.stage === "search");
    expect(steps.length).toBe(3);
    expect(result.score).toBe(steps[2].score);
  });

  it("records the given reason", () => {
    const { result } = run({ table, options: { search: "order" } }, stopAt(1, "time limit"));
    expect(result.stopped).toBe("time limit");
  });

  it("returns a graph along the order of the variances if the exact search has none yet, and says so", () => {
    const [a, b] = table.names;
    const stopped = (required: [string, string]) =>
      run({ table, options: { search: "exact", knowledge: { required: [required] } } }, stopAt(1)).result;
    const against = stopped([a, b]);
    expect(against.edges).toEqual([[a, b]]);
    expect(against.notes[0]).toMatch(/this one has the required edges and no others$/);
    const result = stopped([b, a]);
    expect(result.edges).toContainEqual([b, a]);
    expect(result.edges.length).toBeGreaterThan(1);
    expect(result.optimal).toBe(false);
    expect(result.notes[0]).toMatch(
      /^stopped before the search had found a graph; this is the best one along the order of the variances/,
    );
  });

  it("in the middle of the hull returns the best vertex so far", () => {
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

  it("has no effect in reply to a finding", () => {
    const scaled = changedValues(table, (x, j) => (j === 0 ? 1e9 * x : x));
    const stopped = run({ table: scaled, options: { score: "bic-equal-variance" } }, (event) =>
      event.type === "finding" ? "interrupted" : undefined,
    );
    expect(stopped.events.some((e) => e.type === "finding")).toBe(true);
    expect(stopped.result.stopped).toBeNull();
  });
});

describe("the choice of search", () => {
  it("shows its graph as soon as it is found, even if it is found all at once", () => {
    const { events, result } = run({ table, options: { search: "exact" } });
    const last = events.filter((e) => e.type === "step").findLast((e) => e.stage === "search")!;
    expect(last.score).toBe(result.score);
    expect(last.best?.()).toHaveLength(last.edges!);
  });

  it("is exact if memory allows, otherwise order search, and says why", () => {
    expect(run({ table }).result.choice).toBe("6 variables need 1 MB, so the optimum can be proven");
    const { result } = run({ table, memoryBytes: 100 });
    expect(result).toMatchObject({
      search: "order",
      choice: "6 variables would need 1 MB for a proof",
      optimum: null,
    });
  });

  it("is two searches on request, and says which got further", () => {
    const { result } = run({ table, memoryBytes: 100, options: { search: "both" } });
    expect(result.notes).toContain(
      "order search and the agent ended at the same score; neither found a better graph",
    );
  });

  it("is refused if it was requested but is impossible", () => {
    expect(() => run({ table, options: { search: "exact" }, memoryBytes: 100 })).toThrow(
      "exact: 6 variables need",
    );
  });
});

describe("a user-defined score", () => {
  it("is used instead of a built-in one", () => {
    const userScore = () => ({ term: (_: number, parents: readonly number[]) => -parents.length });
    const { result, certificate } = run({ table, options: { score: "./mine.js" }, userScore });
    expect(result).toMatchObject({ edges: [], undirected: [], strengths: [], score: 0, paperScore: null });
    expect(result.answer).toMatchObject({ kind: "dag", by: null });
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

describe("a mistake in the input", () => {
  it("is reported before anything runs: names, tables, knowledge", () => {
    expect(() => run({ table, options: { search: "exat" } })).toThrow('did you mean "exact"?');
    const constant = changedValues(table, (x, j) => (j === 2 ? 1 : x));
    expect(() => run({ table: constant })).toThrow(/^table: .*"X3"/);
    const unknown = { knowledge: { forbidden: [["X1", "Y"]] as [string, string][] } };
    expect(() => run({ table, options: unknown })).toThrow(
      'knowledge: forbidden 1 (X1 !-> Y) names "Y", which is not a column of the table',
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
    expect(verdictOf(JSON.stringify(certificate), table, "sha256:def")).toMatchObject({
      holds: false,
      checks: [{ holds: false, sentence: "the table's hash is sha256:def, the certificate's sha256:abc" }],
    });
  });

  it("does not hold for another table that claims the same hash", () => {
    const other = randomTable(createRng("discover/other"), d, n);
    const forged = createTable(table.names, other.X);
    expect(verdictOf(JSON.stringify(certificate), forged).holds).toBe(false);
  });

  it("is refused if it is about other columns, or is no certificate", () => {
    const text = JSON.stringify(certificate);
    expect(() => verdictOf(text, withColumns(table, [0, 1, 2, 3, 4]))).toThrow(
      'verify: the certificate is about a column "X6" that the table does not have',
    );
    expect(() => verdictOf("nothing")).toThrow("verify: the certificate must be a JSON file");
    expect(() => verdictOf("{}")).toThrow("verify: the format of a certificate must be");
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
      format: "wherefore-result/2",
      seed: 5,
      seconds: 0.25,
      versions: { wherefore: "1" },
    });
    expect(result.table).toEqual({ name: "t.csv", hash: "h", rows: n, columns: table.names });
    expect(Array.isArray(result.findings)).toBe(true);
  });
});

describe("a search that does not use the score", () => {
  const { table: skewed, truth } = simulate({ nodes: 5, samples: 800, noise: "uniform", seed: 2 });

  it("determines directions that the score cannot, and has no gap to an optimum that it did not search for", () => {
    const { result, certificate } = run({
      table: skewed,
      truth,
      options: { search: "direct-lingam", prune: "threshold", panel: "never" },
    });
    expect(result.answer.kind).toBe("dag");
    expect(result).toMatchObject({ optimum: null, gap: null, verdict: "unknown" });
    expect(result.metrics).toMatchObject({ shd: 0 });
    expect(certificate).toBeNull();
    expect(result.warnings.join()).not.toMatch(/Gaussian/);
  });

  it("says how reliable its directions are if the noise looks Gaussian", () => {
    const { result } = run({ table, options: { search: "ica-lingam", panel: "never" } });
    expect(result.warnings.join()).toMatch(
      /the noise of .* cannot be distinguished from Gaussian: directions between/,
    );
  });
});
