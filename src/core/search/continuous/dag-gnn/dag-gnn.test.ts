import { describe, expect, it } from "vitest";
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
import { edgeList, graphFromEdges, isAcyclic } from "../../../graph/graph.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { graphMetrics } from "../../../graph/metrics.ts";
import { cycleMeasure } from "../../../math/dense/cycle-trace.ts";
import { matrix } from "../../../math/matrix.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic } from "../../../score/linear-bic.ts";
import { finish, type SearchProblem, stateOf } from "../../search.ts";
import { type DagGnnOptions, dagGnn } from "./dag-gnn.ts";
import type { DagGnnState } from "./dag-gnn-state.ts";

/** Effects and noises of equal size. */
const linear = (seed: string, rows: number): Table =>
  diamondTable(seed, rows, [(a) => 1.5 * a, (a) => -1.5 * a, (b, c) => 1.2 * b - 1.2 * c]);

const run = (table: Table, options: DagGnnOptions & Partial<SearchProblem> = {}) =>
  dagGnn({ table, score: linearBic(table), rng: createRng(1), ...options }, options);

describe("dagGnn", () => {
  it("finds linear graphs of equal noises, and brings h down to 1e-8", () => {
    for (const seed of ["1", "2", "3"]) {
      const table = linear(seed, 200);
      const step = finish(run(table));
      expect(step).toMatchObject({ converged: true, doing: "done", progress: 1 });
      expect(graphMetrics(diamond, step.graph!)).toMatchObject({ shd: 0 });
      expect(step.score).toBe(linearBic(table).ofGraph(step.graph!));
    }
  });

  it("shows the weights that its graph is made of: those of at least the threshold in size", () => {
    const step = finish(run(linear("weights", 200), { choice: "last" }));
    const weights = step.weights();
    const squares = weights.map((w) => w * w);
    expect(cycleMeasure(4, "polynomial")(new Float64Array(16), squares)).toBeLessThan(1e-7);
    const heavy = [...weights.keys()].filter((k) => Math.abs(weights[k]) >= 0.3);
    expect(edgeList(step.graph!)).toEqual(heavy.map((k) => [Math.floor(k / 4), k % 4]));
  });

  it("goes on from any state to the same bytes", () => {
    const table = linear("state", 70); // of which the second batch has fewer rows
    const options = { batch: 40, epochs: 60, rounds: 3 };
    const steps = allSteps(run(table, options)).map((step) => JSON.stringify(step.graph));
    const running = run(table, options);
    const last = JSON.stringify({ ...finish(run(table, options)), state: null });
    for (let k = 0; k < steps.length - 1; k++) {
      const from = JSON.parse(JSON.stringify(stateOf(running.next().value)));
      const end = finish(
        dagGnn({ table, score: linearBic(table), rng: createRng(2), ...options, from }, options),
      );
      expect(JSON.stringify({ ...end, state: null })).toBe(last);
    }
    expect(steps.length).toBeGreaterThan(2);
  });

  it("stops within a solve where rows are many, in the middle of an epoch too", () => {
    const table = randomTable(createRng("many"), 12, 20_000);
    const running = run(table, { rounds: 1 });
    const first = running.next().value;
    expect(first.graph).toBeNull();
    expect(first.score).toBe(Number.NEGATIVE_INFINITY);
    running.next();
    const state = JSON.parse(JSON.stringify(stateOf(running.next().value)));
    const again = run(table, { rounds: 1, from: state });
    expect(JSON.stringify(stateOf(again.next().value))).toBe(JSON.stringify(stateOf(running.next().value)));
  });

  it("obeys what is known, and gives no weight to what is ruled out", () => {
    for (let trial = 0; trial < 6; trial++) {
      const rng = createRng(`known/${trial}`);
      const table = randomTable(rng, 5, 60);
      const knowledge = randomKnowledge(rng, 5);
      expectObeyed(allSteps(run(table, { knowledge, epochs: 50 })), knowledge, table.names);
    }
  });

  it("takes the epoch that it is told to", () => {
    const table = linear("1", 1000);
    const ends = (["elbo", "nll", "last"] as const).map((choice) =>
      finish(run(table, { choice, rounds: 2 })),
    );
    const [elbo, nll, last] = ends.map((end) => (stateOf(end) as DagGnnState).place);
    expect(elbo.leastChosen).toBe(elbo.leastElbo);
    expect(nll.leastChosen).toBeLessThan(nll.leastElbo!);
    expect([nll.chosenAt < elbo.chosenAt, elbo.chosenAt < last.chosenAt]).toEqual([true, true]);
    expect(last.chosenAt).toBe(last.steps);
    expect(new Set(ends.map((end) => end.weights().join())).size).toBe(3);
  });

  it("is not stopped by constant columns, copies, or fewer rows than variables", () => {
    const table = linear("odd", 40);
    for (let i = 0; i < 40; i++) {
      table.X.data[i * 4 + 1] = 3;
      table.X.data[i * 4 + 2] = table.X.data[i * 4];
    }
    const few = randomTable(createRng("few"), 6, 4);
    for (const each of [table, few]) {
      const score = tableScore("odd", each.names.length); // the usual ones refuse such columns
      const { graph } = finish(dagGnn({ table: each, score, rng: createRng(1) }, { epochs: 50 }));
      expect(isAcyclic(graph!)).toBe(true);
    }
  });

  it("says where it ended short of 1e-8, and where the loss is no number", () => {
    const table = linear("short", 60);
    expect(finish(run(table, { epochs: 2, rounds: 2 }))).toMatchObject({
      converged: false,
      doing: "done; h is still above 1e-8",
    });
    const knowledge = noKnowledge(4);
    knowledge.required[1] = 1;
    const huge = {
      ...table,
      X: matrix(
        60,
        4,
        table.X.data.map((x) => 1e200 * x),
      ),
    };
    const step = finish(dagGnn({ table: huge, score: linearBic(table), rng: createRng(1), knowledge }));
    expect(step).toMatchObject({ converged: false, overflowed: true, graph: graphFromEdges(4, [[0, 1]]) });
    expect(step.doing).toMatch(/no longer finite/);
  });

  it("refuses options that make no sense", () => {
    const table = linear("options", 20);
    const first = (options: DagGnnOptions & Partial<SearchProblem>) => () => run(table, options).next();
    expect(first({ epochs: 0 })).toThrow("dag-gnn: epochs must be a whole number from 1, got 0");
    expect(first({ learningRate: Number.NaN })).toThrow(
      "dag-gnn: the learning rate must be above 0, got NaN",
    );
    expect(first({ threshold: -1 })).toThrow("dag-gnn: the threshold must be 0 or more, got -1");
    expect(first({ choice: "mse" as "nll" })).toThrow("dag-gnn: choice is one of elbo, nll, last, got mse");
  });
});
