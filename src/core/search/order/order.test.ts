import { describe, expect, it } from "vitest";
import { trials } from "../../../../test/long.ts";
import { chainTable, columnNames, randomKnowledge, randomTable } from "../../../../test/problems.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { areEquivalent } from "../../graph/equivalence.ts";
import { edgeCount, edgeList, emptyGraph, graphFromEdges, isAcyclic } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import type { Score } from "../../score/score.ts";
import { exactSearch } from "../exact/exact.ts";
import { finish, type SearchProblem } from "../search.ts";
import { type OrderOptions, type OrderStep, orderSearch, startsOf } from "./order.ts";

const makers = { linearBic, linearBicEqualVariance, bge };
const near = (a: number, b: number) => Math.abs(a - b) <= 1e-8 * Math.max(1, Math.abs(b));

/** Enough for a few variables. */
const few = { shakes: trials(100, 1000) };

function steps(
  score: Score,
  seed: string,
  options: OrderOptions & Partial<SearchProblem> = {},
): { all: OrderStep[]; last: OrderStep } {
  const search = orderSearch({ score, rng: createRng(seed), ...options }, options);
  const all: OrderStep[] = [];
  for (;;) {
    const { value, done } = search.next();
    if (done) return { all, last: value };
    all.push(value);
  }
}

describe("the candidates of orderSearch", () => {
  const { table } = simulate({ nodes: 10, samples: 300, seed: 3 });
  const plain = linearBic(table);
  const few = Array.from({ length: 10 }, (_, j) => [0, 1, 2].filter((i) => i !== j));
  const slow: Score = { ...plain, candidates: () => few };
  const known = noKnowledge(10);
  known.required[9 * 10 + 8] = 1;
  const isWithin = ({ graph }: OrderStep) =>
    edgeList(graph!).every(([i, j]) => few[j].includes(i) || (i === 9 && j === 8));

  it("are those that the score offers, where it is beyond proof, and what is required", () => {
    const { last } = steps({ ...slow, isEquivalent: false, exactVariables: 9 }, "few", { knowledge: known });
    expect(isWithin(last)).toBe(true);
    expect(last.graph!.edges[9 * 10 + 8]).toBe(1);
    expect(last.selected).toEqual([2, 2, 2, 3, 3, 3, 3, 3, 4, 3]);
  });

  it("are all others where a proof is in reach, and where all are asked for", () => {
    const all = steps(plain, "all", { shakes: 50 }).last.score;
    for (const [exactVariables, candidates] of [
      [10, undefined],
      [9, "all"],
    ] as const) {
      const { last } = steps({ ...slow, exactVariables }, "all", {
        shakes: 50,
        ...(candidates && { candidates }),
      });
      expect([last.score, last.selected]).toEqual([all, undefined]);
    }
  });

  it("are refused of a score that offers none", () => {
    expect(() => steps(plain, "none", { candidates: "neighbours" })).toThrow(
      'order: the score "bic" offers no candidates; leave candidates out, or use a nonlinear score',
    );
  });
});

describe("orderSearch", () => {
  it("finds the proven equal-variance optimum of 12 variables from at least 19 of 20 random starts", () => {
    for (let seed = 1; seed <= trials(1, 2); seed++) {
      const { table } = simulate({ nodes: 12, samples: 5000, seed });
      const score = linearBicEqualVariance(table);
      const optimum = finish(exactSearch({ score })).score;
      const found = Array.from({ length: 20 }, (_, k) =>
        finish(orderSearch({ score, rng: createRng(`starts/${seed}/${k}`), restarts: 1 }, { shakes: 0 })),
      );
      expect(found.filter(({ score: value }) => near(value, optimum)).length).toBeGreaterThanOrEqual(19);
      for (const { score: value } of found) expect(value).toBeLessThanOrEqual(optimum + 1e-6);
    }
  });

  for (const [name, make] of Object.entries(makers)) {
    it(`finds the proven optimum of small problems (${name})`, () => {
      for (let trial = 0; trial < 20; trial++) {
        const rng = createRng(`order/${name}/${trial}`);
        const score = make(randomTable(rng, 2 + rng.integer(5), 100));
        const optimum = finish(exactSearch({ score }));
        const found = finish(orderSearch({ score, rng }, few));
        expect(near(found.score, optimum.score)).toBe(true);
        if (score.isEquivalent) expect(found.graph).toEqual(optimum.graph); // same class, same rule for the member
      }
    });
  }

  it("obeys random knowledge at every step, and reaches the optimum that obeys", () => {
    let reached = 0;
    const trials = 40;
    for (let trial = 0; trial < trials; trial++) {
      const rng = createRng(`order/knowledge/${trial}`);
      const d = 3 + rng.integer(4);
      const score = Object.values(makers)[trial % 3](randomTable(rng, d, 80));
      const knowledge = randomKnowledge(rng, d);
      const { all, last } = steps(score, `knowledge/${trial}`, { knowledge, ...few });
      for (const { graph } of [...all, last]) {
        expect(violations(graph!, knowledge, columnNames(d))).toEqual([]);
        expect(isAcyclic(graph!)).toBe(true);
      }
      const optimum = finish(exactSearch({ score, knowledge })).score;
      expect(last.score).toBeLessThanOrEqual(optimum + 1e-6);
      if (near(last.score, optimum)) reached++;
    }
    expect(reached).toBe(trials);
  });

  it("resumes from any step to the same bytes", () => {
    for (const make of [linearBic, linearBicEqualVariance]) {
      const score = make(randomTable(createRng("order/resume"), 6, 60));
      const options = { restarts: 3, shakes: trials(60, 1000) };
      const whole = steps(score, "resume", options);
      expect(whole.all.length).toBeGreaterThan(30);
      const every = trials(5, 1);
      for (const step of [...whole.all.filter((_, k) => k % every === 0), whole.last]) {
        const from = JSON.parse(JSON.stringify(step.state));
        const again = steps(score, "resume", { ...options, from });
        expect(again.last).toEqual(whole.last);
      }
    }
  });

  it("goes on to more restarts from a finished search, as if it had been asked for them at once", () => {
    const score = linearBic(randomTable(createRng("order/more"), 6, 60));
    const { last } = steps(score, "more", { restarts: 2, shakes: 0 });
    expect(steps(score, "more", { restarts: 5, shakes: 0, from: last.state }).last).toEqual(
      steps(score, "more", { restarts: 5, shakes: 0 }).last,
    );
  });

  it("never gets worse from step to step, and counts its restarts", () => {
    const score = linearBic(randomTable(createRng("order/steps"), 7, 60));
    const { all, last } = steps(score, "steps", { restarts: 4, ...few });
    all.forEach((step, k) => {
      if (k > 0) expect(step.score).toBeGreaterThanOrEqual(all[k - 1].score);
      expect(step.progress).toBeGreaterThanOrEqual(0);
      expect(step.progress).toBeLessThan(1);
      expect(step.score).toBe(score.ofGraph(step.graph!));
    });
    expect(last.progress).toBe(1);
    expect(last.restarts.length).toBe(4);
    const alone = steps(score, "steps", { restarts: 4, shakes: 0 }).last;
    expect(last.restarts).toEqual(alone.restarts);
    // The climber adds its terms in another order than the score does.
    expect(Math.max(...alone.restarts)).toBeCloseTo(alone.score, 6);
  });

  it("tells an order that its graph follows", () => {
    for (const make of Object.values(makers)) {
      const { all, last } = steps(make(randomTable(createRng("order/order"), 6, 80)), "order", few);
      for (const { graph, order } of [...all, last]) {
        expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5]);
        for (const [i, j] of edgeList(graph!)) expect(order.indexOf(i)).toBeLessThan(order.indexOf(j));
      }
    }
  });

  it("starts from the order that it is given", () => {
    const score = linearBicEqualVariance(randomTable(createRng("order/start"), 5, 60));
    const optimum = finish(exactSearch({ score }));
    const start = steps(score, "a", { restarts: 1 }).last.order;
    const { all } = steps(score, "b", { restarts: 1, shakes: 0, start });
    expect(near(all[0].score, optimum.score)).toBe(true);
    expect(all.length).toBe(1); // one round, in which nothing moves
  });

  it("links neighbours of a chain of thirty and nobody else", () => {
    // 406 pairs are no neighbours: at weight 1 some four of them would pass by chance.
    const score = linearBicEqualVariance(chainTable(createRng("order/long"), 30, 800), { penaltyWeight: 3 });
    const { graph } = finish(orderSearch({ score, rng: createRng(1), restarts: 1 }, few));
    const chain = graphFromEdges(
      30,
      Array.from({ length: 29 }, (_, i) => [i, i + 1] as const),
    );
    expect(graph).toEqual(chain);
  });

  it("finds the class of a chain with a score that cannot tell its members apart", () => {
    const score = linearBic(chainTable(createRng("order/chain"), 4, 1000));
    const { graph } = finish(orderSearch({ score, rng: createRng(1) }));
    const chain = graphFromEdges(4, [
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(areEquivalent(graph!, chain)).toBe(true);
    expect(graph).toEqual(chain);
  });

  it("works for one variable and for two", () => {
    for (const make of Object.values(makers)) {
      expect(
        finish(orderSearch({ score: make(chainTable(createRng(1), 1, 50)), rng: createRng(1) })).graph,
      ).toEqual(emptyGraph(1));
      expect(
        edgeCount(
          finish(orderSearch({ score: make(chainTable(createRng(1), 2, 50)), rng: createRng(1) })).graph!,
        ),
      ).toBe(1);
    }
  });

  it("refuses a score without terms, restarts that are no number, and required edges in a circle", () => {
    const score = linearBic(randomTable(createRng("order/refuse"), 3, 30));
    const run =
      (options: OrderOptions & Partial<SearchProblem>, s = score) =>
      () =>
        finish(orderSearch({ score: s, rng: createRng(1), ...options }, options));
    expect(run({}, { ...score, local: undefined })).toThrow(
      'order: the score "bic" has no local terms; use a search that needs none',
    );
    expect(run({ restarts: 0 })).toThrow("order: restarts must be a whole number from 1 on, got 0");
    expect(run({ restarts: 1.5 })).toThrow("got 1.5");
    const circle = noKnowledge(3);
    circle.required[0 * 3 + 1] = circle.required[1 * 3 + 0] = 1;
    expect(run({ knowledge: circle })).toThrow("order: the required edges form a cycle");
  });
});

describe("starts that others make", () => {
  it("end in the same bytes, in whatever order they come", () => {
    const score = linearBic(simulate({ nodes: 9, samples: 100, seed: 5 }).table);
    const problem = { score, knowledge: noKnowledge(9), restarts: 4 };
    const own = finish(orderSearch({ ...problem, rng: createRng("starts") }, { shakes: 20 }));
    const made: number[] = [];
    const pool = {
      size: 4,
      start: (k: number) => void made.push(k),
      news: () => {
        const k = made.pop();
        const start = startsOf({ ...problem, rng: createRng("starts") });
        // As it comes through a store.
        return k === undefined ? [] : [{ k, isDone: true, state: JSON.parse(JSON.stringify(start(k))) }];
      },
    };
    const others = finish(orderSearch({ ...problem, rng: createRng("starts") }, { shakes: 20 }, { pool }));
    // Not the state: sums that a climber carries along have other last bits in another, which no comparison of scores sees.
    const found = ({ graph, order, score: value }: OrderStep) => ({ graph, order, value });
    expect(found(others)).toEqual(found(own));
    others.restarts.forEach((end, k) => {
      expect(near(end, own.restarts[k])).toBe(true);
    });
  });
});
