import { describe, expect, it } from "vitest";
import { simulate } from "../../data/simulate/simulate.ts";
import { withColumns } from "../../data/table.ts";
import { loggedEvent } from "../../engine/run-state.ts";
import { sha256 } from "../../math/bytes/bytes.ts";
import type { RunOptions } from "../spec.ts";
import { specFor } from "../spec-for.ts";
import { type Discovery, discovery, type Outcome, replicatesOf } from "./discovery.ts";

const { table, truth } = simulate({ nodes: 6, samples: 400, seed: 3 });
const asked: RunOptions = { score: "bic", confidence: "bootstrap", resamples: 30, panel: "never" };

function run(options: RunOptions, given: Partial<Discovery> = {}, stopAt = Number.POSITIVE_INFINITY) {
  const running = discovery({
    table,
    options: { ...asked, ...options },
    sha256: (parts) => sha256(parts.map(String)),
    now: () => 0,
    ...given,
  });
  let stored: unknown;
  let steps = 0;
  let answer: "interrupted" | undefined;
  for (;;) {
    const { value, done } = running.next(answer);
    if (done) return { outcome: value as Outcome, stored };
    if (value.type !== "step" || value.confidence === undefined) continue;
    stored = JSON.parse(JSON.stringify(value.confidence()));
    if (++steps >= stopAt) answer = "interrupted";
  }
}

describe("confidence by resampling", () => {
  const whole = run({}).outcome.result.confidence!;

  it("has a share of each mark for every pair, together 1", () => {
    expect(whole).toMatchObject({ method: "bootstrap", resamples: 30, metrics: null });
    for (const { forward, backward, undirected, none } of whole.pairs) {
      expect(forward + backward + undirected + none).toBeCloseTo(1, 12);
      expect(Number.isInteger(Math.round(1e6 * forward * 30) / 1e6)).toBe(true);
    }
  });

  it("finds strong links in all resamples, and ranks true links before others", () => {
    const { confidence } = run({}, { truth }).outcome.result;
    expect(confidence!.metrics!.links.auroc).toBeGreaterThan(0.95);
    expect(confidence!.pairs.filter(({ none }) => none === 0).length).toBeGreaterThan(2);
  });

  it("is the same for any number of workers, in whatever order they finish", () => {
    const waiting: number[] = [];
    const replicates: Discovery["replicates"] = (options) => {
      const made = replicatesOf({ table, options });
      return {
        size: 3,
        start: (r) => void waiting.push(r as number),
        news: () => (waiting.length === 0 ? [] : [made(waiting.pop()!)]),
      };
    };
    expect(run({}, { replicates }).outcome.result.confidence).toEqual(whole);
  });

  it("computes the first resamples itself while workers start, and gives them the rest", () => {
    const given: number[] = [];
    let clock = 0;
    const replicates: Discovery["replicates"] = (options) => {
      const made = replicatesOf({ table, options });
      const waiting: number[] = [];
      return {
        size: 2,
        startMs: 300,
        start: (r) => {
          given.push(r as number);
          waiting.push(r as number);
        },
        news: () => waiting.splice(0).map(made),
      };
    };
    const { result } = run({}, { replicates, now: () => clock++ }).outcome;
    expect(result.confidence).toEqual(whole);
    expect(given.length).toBeGreaterThan(0);
    expect(given.length).toBeLessThan(30);
    given.length = 0;
    expect(run({}, { replicates }).outcome.result.confidence).toEqual(whole); // in no time
    expect(given).toEqual([]);
  });

  it("names resamples that failed, and fails if all have", () => {
    const failing = (isLost: (r: number) => boolean): Discovery["replicates"] => {
      return (options) => {
        const made = replicatesOf({ table, options });
        const waiting: number[] = [];
        return {
          size: 2,
          start: (r) => void waiting.push(r as number),
          news: () =>
            waiting.splice(0).map((r) => (isLost(r) ? { replicate: r, failure: "batch: lost" } : made(r))),
        };
      };
    };
    const { result } = run({}, { replicates: failing((r) => r === 4) }).outcome;
    expect(result.confidence!.resamples).toBe(29);
    expect(result.notes).toContain("resample 5 failed: batch: lost");
    expect(result.stopped).toBeNull();
    expect(() => run({}, { replicates: failing(() => true) })).toThrow(
      "confidence: no resample was completed; resample 1 failed: batch: lost",
    );
  });

  it("resumes from the counts at which it was stopped", () => {
    const { outcome, stored } = run({}, {}, 12);
    const { confidence, stopped, notes } = outcome.result;
    expect(stopped).toBe("interrupted");
    expect(confidence!.resamples).toBeLessThan(30);
    expect(notes.join()).toMatch(/of 30 resamples/);
    const rest = run({}, { from: { search: "exact", state: null, confidence: stored } });
    expect(rest.outcome.result.confidence).toEqual(whole);
  });

  it("differs by method and seed, and obeys the knowledge", () => {
    const digests = [{}, { confidence: "subsample" }, { seed: 2 }].map(
      (options) => run(options as RunOptions).outcome.result.confidence!.digest,
    );
    expect(new Set(digests).size).toBe(3);
    const [a, b] = run({}).outcome.result.edges[0] ?? run({}).outcome.result.undirected[0];
    const known = run({
      knowledge: {
        forbidden: [
          [a, b],
          [b, a],
        ],
      },
    }).outcome.result.confidence!;
    expect(known.pairs.some((pair) => [pair.a, pair.b].includes(a) && [pair.a, pair.b].includes(b))).toBe(
      false,
    );
  });

  it("does not depend on the order of the columns", () => {
    const turned = withColumns(table, [5, 3, 1, 0, 2, 4]);
    const other = run({}, { table: turned }).outcome.result.confidence!;
    expect(other.digest).toBe(whole.digest);
  });

  it("estimates gaps again in each resample", () => {
    const X = { ...table.X, data: Float64Array.from(table.X.data) };
    for (let i = 0; i < 60; i++) X.data[i * 7] = Number.NaN;
    const { result } = run({}, { table: { ...table, X } }).outcome;
    expect(result.spec.missing).toBe("em");
    expect(result.confidence!.resamples).toBe(30);
    expect(result.confidence!.estimates).toEqual({
      again: ["covariances of incomplete rows"],
      kept: ["kinds of columns", "score", "search", "weight of the penalty"],
    });
  });

  it("keeps the penalty weight of the whole table, and standardises each resample", () => {
    const { result } = run({ standardise: true, confidence: "subsample" }).outcome;
    expect(result.confidence!.estimates).toEqual({
      again: ["means and standard deviations"],
      kept: ["kinds of columns", "score", "search", "weight of the penalty"],
    });
    // Half of the rows would have a larger weight.
    const { penaltyWeight } = result.spec;
    const given = run({ penaltyWeight, standardise: true, confidence: "subsample" }).outcome.result;
    expect(given.confidence!.digest).toBe(result.confidence!.digest);
  });

  it("weights rows in the Bayesian bootstrap, for numbers and categories, and refuses what takes no weights", () => {
    const found = run({ confidence: "bayesian-bootstrap" }).outcome.result.confidence!;
    expect(found).toMatchObject({ method: "bayesian-bootstrap", resamples: 30 });
    expect(found.digest).not.toBe(whole.digest);
    const data = table.X.data.map((x) => (x > 0 ? 1 : 0));
    const labels = { ...table, X: { ...table.X, data }, levels: table.names.map(() => ["no", "yes"]) };
    const options = { score: "bdeu", confidence: "bayesian-bootstrap" } as const;
    const counted = run(options, { table: labels }).outcome.result.confidence!;
    expect(counted.resamples).toBe(30);
    expect(new Set(counted.pairs.map(({ none }) => none)).size).toBeGreaterThan(1);
    expect(() => run({ ...options, score: "gp" })).toThrow(/the score gp .* needs rows of equal weight/);
    expect(() => run({ ...options, score: "bic", search: "direct-lingam" })).toThrow(
      /needs rows of equal weight/,
    );
    const gaps = { ...table.X, data: table.X.data.with(3, Number.NaN) };
    expect(() => run({ confidence: "bayesian-bootstrap" }, { table: { ...table, X: gaps } })).toThrow(
      /missing values are estimated from rows of equal weight/,
    );
  });

  it("uses the score's method by default, and subsamples for a search that does not use the score", () => {
    const method = (options: RunOptions) =>
      run({ resamples: undefined, ...options, confidence: "auto" }).outcome.result.spec.confidence;
    expect(method({})).toBe("posterior");
    expect(method({ resamples: 5 })).toBe("subsample");
    expect(method({ score: "bic-equal-variance" })).toBe("posterior");
    expect(method({ score: "bic-equal-variance", resamples: 5 })).toBe("subsample");
    expect(method({ search: "direct-lingam", resamples: 5 })).toBe("subsample");
    const auto = (nodes: number, options: RunOptions = {}) =>
      specFor(simulate({ nodes, samples: 60, seed: 1 }).table, { confidence: "auto", ...options }).spec
        .confidence;
    expect([auto(50), auto(51), auto(50, { resamples: 5 })]).toEqual(["posterior", "bootstrap", "bootstrap"]);
    expect(auto(51, { score: "bic-equal-variance" })).toBe("subsample");
    expect(auto(6, { score: "bdeu" })).toBe("bootstrap");
  });

  it("has a posterior for any penalty weight, with weight 1 and a prior of its own", () => {
    const posterior = (options: RunOptions) =>
      run({ resamples: undefined, confidence: "posterior", ...options }).outcome.result.confidence!;
    const found = posterior({});
    expect(found).toMatchObject({ prior: "orders", parentPrior: "fair" });
    expect(posterior({ penaltyWeight: 3 }).digest).toBe(found.digest);
    const equal = { score: "bic-equal-variance" } as const;
    const known = posterior(equal);
    expect(posterior({ ...equal, penalty: "runs" })).toMatchObject({
      digest: known.digest,
      variance: known.variance,
    });
    expect(known.variance).toBeGreaterThan(0);
    expect(found.variance).toBeUndefined();
    expect(posterior({ parentPrior: "uniform" }).digest).not.toBe(found.digest);
    expect(posterior({ prior: "dags" }).parentPrior).toBe("uniform");
  });

  it.each([
    [{ confidence: "none", resamples: 10 }, /resamples of the run has no effect unless confidence is /],
    [{ prior: "dags" }, /prior of the run has no effect unless confidence is /],
  ] as const)("refuses what it would not read: %j", (options, sentence) => {
    expect(() => run(options)).toThrow(sentence);
  });

  it("reports at every step the shares so far, by the user's columns", () => {
    const turnedAround = withColumns(table, [5, 2, 0, 4, 1, 3]);
    const running = discovery({ table: turnedAround, options: { ...asked, resamples: 5 }, now: () => 0 });
    let last = new Float64Array();
    for (let next = running.next(); ; next = running.next()) {
      if (next.done) {
        const { directed, undirected } = next.value.shares!;
        expect(last).toEqual(directed.map((share, at) => share + undirected[at] / 2));
        return;
      }
      const { value: event } = next;
      if (event.type === "step" && event.stage === "confidence") {
        last = event.probabilities!() as typeof last;
        // Stored, and sent to watchers.
        expect(structuredClone(loggedEvent(event, 1))).toMatchObject({ ms: 1, stage: "confidence" });
      }
    }
  });
});
