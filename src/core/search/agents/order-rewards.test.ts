import { describe, expect, it } from "vitest";
import { allDags, columnNames, randomKnowledge, randomTable } from "../../../../test/problems.ts";
import { completeGraph, type Graph, type Order } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import type { Score } from "../../score/score.ts";
import { obeying } from "../order/order.ts";
import { createDecoder, createOrderRewards } from "./order-rewards.ts";

/** Cell (i, j) = 1 where j → i. */
function cellsOf({ d, edges }: Graph): Uint8Array {
  return Uint8Array.from({ length: d * d }, (_, k) => edges[(k % d) * d + Math.floor(k / d)]);
}

function isAlong({ d, edges }: Graph, order: Order): boolean {
  return edges.every((e, k) => e === 0 || order.indexOf(Math.floor(k / d)) < order.indexOf(k % d));
}

const makers = { bic: linearBic, "bic-equal-variance": linearBicEqualVariance, bge } as const;

describe("a graph read as an order", () => {
  it("has the causes first: a complete graph is read as its own order", () => {
    const rng = createRng("decode");
    for (let trial = 0; trial < 20; trial++) {
      const order = rng.permutation(7);
      const decode = createDecoder(1, 7, noKnowledge(7));
      expect(decode({ cells: cellsOf(completeGraph(order)), rowStep: 7 }, rng)).toEqual([order]);
    }
  });

  it("has ties broken by the stream: without edges every order comes, and the same stream gives the same", () => {
    const decode = createDecoder(600, 3, noKnowledge(3));
    const none = { cells: new Uint8Array(600 * 9), rowStep: 3 };
    const orders = decode(none, createRng(1)).map((order) => order.join(""));
    expect(new Set(orders).size).toBe(6);
    // 100 expected of each; the deviation is 9.
    for (const order of new Set(orders))
      expect(Math.abs(orders.filter((other) => other === order).length - 100)).toBeLessThan(46);
    expect(decode(none, createRng(1)).map((order) => order.join(""))).toEqual(orders);
  });

  it("has required causes before their effects, whatever the graph says", () => {
    const knowledge = noKnowledge(3);
    knowledge.required[2 * 3 + 0] = 1; // 2 → 0
    const decode = createDecoder(1, 3, knowledge);
    expect(decode({ cells: cellsOf(completeGraph([0, 1, 2])), rowStep: 3 }, createRng(1))).toEqual([
      [1, 2, 0],
    ]);
  });
});

describe.each(Object.entries(makers))("the reward of an order under %s", (_, make) => {
  it("is the best score of all graphs along it that obey what is known", () => {
    const dags = allDags(4);
    for (let trial = 0; trial < 6; trial++) {
      const rng = createRng(`sparse/${trial}`);
      const score = make(randomTable(rng, 4, 60));
      const knowledge = trial < 3 ? noKnowledge(4) : randomKnowledge(rng, 4);
      const rewards = createOrderRewards(score, knowledge);
      const orders = [1, 2, 3, 4].map(() => obeying(rng.permutation(4), knowledge));
      const found = rewards.of(orders);
      orders.forEach((order, b) => {
        const along = dags.filter(
          (dag) => isAlong(dag, order) && violations(dag, knowledge, columnNames(4)).length === 0,
        );
        const best = Math.max(...along.map(score.ofGraph));
        expect(found[b]).toBeCloseTo(best, 8);
        const under = rewards.bestUnder(order);
        expect(isAlong(under.graph, order)).toBe(true);
        expect(under.score).toBe(score.ofGraph(under.graph));
        expect(under.score).toBeCloseTo(best, 8);
      });
    }
  });
});

describe("the reward of an order above 20 variables", () => {
  const d = 22;
  const table = randomTable(createRng("large"), d, 200, 0.2);
  const rng = createRng("orders");
  const orders = Array.from({ length: 12 }, () => rng.permutation(d));

  it("is the score of the complete graph along it, where variances are equal", () => {
    const score = linearBicEqualVariance(table);
    const found = createOrderRewards(score, noKnowledge(d)).of(orders);
    orders.forEach((order, b) => {
      expect(found[b]).toBeCloseTo(score.ofGraph(completeGraph(order)), 6);
    });
  });

  it("ranks orders as the complete graphs without the forbidden edges do", () => {
    const score = linearBicEqualVariance(table);
    const knowledge = noKnowledge(d);
    for (let k = 0; k < 60; k++) {
      const [i, j] = [rng.integer(d), rng.integer(d)];
      if (i !== j) knowledge.forbidden[i * d + j] = 1;
    }
    const found = createOrderRewards(score, knowledge).of(orders);
    const whole = orders.map((order) => {
      const { edges } = completeGraph(order);
      return score.ofGraph({ d, edges: edges.map((e, k) => (knowledge.forbidden[k] === 1 ? 0 : e)) });
    });
    const ranked = (values: ArrayLike<number>) =>
      orders.map((_, b) => b).sort((a, b) => values[a] - values[b]);
    expect(ranked(found)).toEqual(ranked(whole));
  });

  it("is that of the best sparse graph where every complete graph scores the same, or none is allowed", () => {
    const unequal = linearBic(table);
    const complete = orders.map((order) => unequal.ofGraph(completeGraph(order)));
    expect(Math.max(...complete) - Math.min(...complete)).toBeLessThan(1e-6);
    const limited: [Score, number][] = [
      [unequal, d - 1],
      [linearBicEqualVariance(table), 3],
    ];
    for (const [score, maxParents] of limited) {
      const rewards = createOrderRewards(score, noKnowledge(d, maxParents));
      const found = rewards.of(orders);
      orders.forEach((order, b) => {
        expect(found[b]).toBeCloseTo(rewards.bestUnder(order).score, 6);
      });
      expect(Math.max(...found) - Math.min(...found)).toBeGreaterThan(1);
    }
  });

  it("does not break on a column that repeats others", () => {
    const { X } = randomTable(createRng("repeat"), d, 200, 0.2);
    for (let i = 0; i < X.rows; i++) X.data[i * d + 1] = 2 * X.data[i * d];
    const score = linearBicEqualVariance({ names: columnNames(d), X });
    for (const value of createOrderRewards(score, noKnowledge(d)).of(orders))
      expect(Number.isFinite(value)).toBe(true);
  });
});

describe("the reward of an order under a score without terms", () => {
  it("is that of a graph along it that obeys, and that no single change of an edge makes better", () => {
    for (let trial = 0; trial < 8; trial++) {
      const rng = createRng(`greedy/${trial}`);
      const { local: _, ...score } = linearBic(randomTable(rng, 5, 60));
      const knowledge = randomKnowledge(rng, 5);
      const order = obeying(rng.permutation(5), knowledge);
      const rewards = createOrderRewards(score, knowledge);
      const { graph, score: value } = rewards.bestUnder(order);
      expect([...rewards.of([order])]).toEqual([value]);
      expect(value).toBe(score.ofGraph(graph));
      expect(isAlong(graph, order)).toBe(true);
      expect(violations(graph, knowledge, columnNames(5))).toEqual([]);
      for (let k = 0; k < 25; k++) {
        const edges = graph.edges.map((e, at) => (at === k ? 1 - e : e));
        const changed = { d: 5, edges };
        if (isAlong(changed, order) && violations(changed, knowledge, columnNames(5)).length === 0)
          expect(score.ofGraph(changed)).toBeLessThanOrEqual(value + 1e-9);
      }
    }
  });
});
