import { describe, expect, it } from "vitest";
import { trials } from "../../../../../test/long.ts";
import {
  allSteps,
  diamond,
  diamondTable,
  randomKnowledge,
  randomTable,
  tableScore,
} from "../../../../../test/problems.ts";
import { expectObeyed } from "../../../../../test/slow-twins.ts";
import type { Table } from "../../../data/table.ts";
import { edgeList, emptyGraph, isAcyclic } from "../../../graph/graph.ts";
import { graphMetrics } from "../../../graph/metrics.ts";
import { cycleMeasure } from "../../../math/dense/cycle-trace.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic } from "../../../score/linear-bic.ts";
import { finish, type SearchProblem, stateOf } from "../../search.ts";
import { type NotearsMlpOptions, notearsMlp } from "./notears-mlp.ts";

/** Bent lines, the first of which no straight one shows. */
const bent = (seed: string, rows: number): Table =>
  diamondTable(seed, rows, [
    (a) => 4 * Math.cos(1.5 * a),
    (a) => 3 * Math.tanh(2 * a),
    (b, c) => 4 * Math.sin(b / 2) + 2 * c,
  ]);

const run = (table: Table, options: NotearsMlpOptions & Partial<SearchProblem> = {}) =>
  notearsMlp({ table, score: linearBic(table), rng: createRng(1), ...options }, options);

describe("notearsMlp", () => {
  it("finds effects that are bent, and brings h down to 1e-8", () => {
    const table = bent("2", 200);
    const step = finish(run(table, { hidden: 4, threshold: 1 }));
    expect(step).toMatchObject({ converged: true, doing: "done", progress: 1 });
    expect(graphMetrics(diamond, step.graph!)).toMatchObject({ shd: 0 });
    expect(step.score).toBe(linearBic(table).ofGraph(step.graph!));
  });

  it("shows the weights that its graph is made of: those of at least the threshold", () => {
    const step = finish(run(bent("weights", 100), { hidden: 4, threshold: 0.5 }));
    const weights = step.weights();
    const heavy = [...weights.keys()].filter((k) => weights[k] >= 0.5);
    expect(edgeList(step.graph!)).toEqual(heavy.map((k) => [Math.floor(k / 4), k % 4]));
    const h = cycleMeasure(4, "exponential")(
      new Float64Array(16),
      weights.map((w) => w * w),
    );
    expect(h).toBeLessThanOrEqual(1e-8);
    expect(h / step.values.h).toBeCloseTo(1, 6);
  });

  it("goes on from any state to the same bytes", () => {
    const table = bent("state", 20);
    const options = { hidden: 2, hTolerance: 1e-2 };
    const steps = allSteps(run(table, options)).length;
    const last = finish(run(table, options));
    const running = run(table, options);
    for (let k = 0; k < steps - 1; k++) {
      const from = JSON.parse(JSON.stringify(stateOf(running.next().value)));
      if (k % trials(3, 1) !== 0) continue;
      const end = finish(
        notearsMlp({ table, score: linearBic(table), rng: createRng(2), ...options, from }, options),
      );
      expect(JSON.stringify(stateOf(end))).toBe(JSON.stringify(stateOf(last)));
      expect(end.graph).toEqual(last.graph);
    }
    expect(steps).toBeGreaterThan(3);
  });

  it("obeys what is known, and gives no weight to what is ruled out", () => {
    for (let trial = 0; trial < 5; trial++) {
      const rng = createRng(`known/${trial}`);
      const table = randomTable(rng, 4, 40);
      const knowledge = randomKnowledge(rng, 4);
      expectObeyed(allSteps(run(table, { knowledge, hidden: 3 })), knowledge, table.names);
    }
  });

  it("is not stopped by constant columns, copies, fewer rows than variables, or one variable", () => {
    const odd = bent("odd", 30);
    for (let i = 0; i < 30; i++) {
      odd.X.data[i * 4 + 1] = 3;
      odd.X.data[i * 4 + 2] = odd.X.data[i * 4];
    }
    for (const table of [odd, randomTable(createRng("few"), 5, 3)]) {
      const score = tableScore("odd", table.names.length); // the usual ones refuse such columns
      expect(isAcyclic(finish(notearsMlp({ table, score, rng: createRng(1) }, { hidden: 3 })).graph!)).toBe(
        true,
      );
    }
    expect(finish(run(randomTable(createRng("one"), 1, 20))).graph).toEqual(emptyGraph(1));
  });

  it("refuses options that make no sense", () => {
    const table = bent("options", 20);
    const first = (options: NotearsMlpOptions & Partial<SearchProblem>) => () => run(table, options).next();
    expect(first({ hidden: 0 })).toThrow("notears-mlp: hidden must be a whole number from 1, got 0");
    expect(first({ lambda2: Number.NaN })).toThrow("notears-mlp: lambda2 must be 0 or more, got NaN");
    expect(first({ lambda1: -1 })).toThrow("notears-mlp: lambda1 must be 0 or more, got -1");
  });
});
