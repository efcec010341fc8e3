import { describe, expect, it } from "vitest";
import { allDags, columnNames, randomKnowledge, randomTable } from "../../../../../test/problems.ts";
import type { Graph, Order } from "../../../graph/graph.ts";
import { noKnowledge, violations } from "../../../graph/knowledge.ts";
import { createRng } from "../../../math/rng.ts";
import { bge } from "../../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../../score/linear-bic.ts";
import type { Score } from "../../../score/score.ts";
import { obeying } from "../../order/order.ts";
import { createOrderRewards } from "../order-rewards.ts";
import { credits, type RewardScale, worthOf } from "./corl-rewards.ts";

const makers = { bic: linearBic, "bic-equal-variance": linearBicEqualVariance, bge } as const;

function worth(score: Score, knowledge = noKnowledge(score.d)) {
  return worthOf("stepwise", score, knowledge, createOrderRewards(score, knowledge));
}

/** Do edges go along the order, to its first s variables, and to others only where they are required? */
function isMadeBy({ d, edges }: Graph, order: Order, s: number, required: Uint8Array): boolean {
  return edges.every((e, k) => {
    const [from, to] = [order.indexOf(Math.floor(k / d)), order.indexOf(k % d)];
    return e === 0 || required[k] === 1 || (from < to && to < s);
  });
}

describe.each(Object.entries(makers))("the worth of an order step by step under %s", (_, make) => {
  it("is the best score of all graphs that its first variables allow", () => {
    const dags = allDags(4);
    for (let trial = 0; trial < 4; trial++) {
      const rng = createRng(`steps/${trial}`);
      const score = make(randomTable(rng, 4, 60));
      const knowledge = trial < 2 ? noKnowledge(4) : randomKnowledge(rng, 4);
      const possible = dags.filter((dag) => violations(dag, knowledge, columnNames(4)).length === 0);
      const { places, of } = worth(score, knowledge);
      expect(places).toBe(5);
      const orders = [1, 2, 3].map(() => obeying(rng.permutation(4), knowledge));
      const F = of(orders);
      orders.forEach((order, b) => {
        for (let s = 0; s <= 4; s++) {
          const graphs = possible.filter((dag) => isMadeBy(dag, order, s, knowledge.required));
          expect(F[5 * b + s]).toBeCloseTo(Math.max(...graphs.map(score.ofGraph)), 8);
        }
      });
    }
  });
});

describe("the worth of an order step by step above 20 variables", () => {
  const d = 22;
  const table = randomTable(createRng("large"), d, 200, 0.2);
  const score = linearBicEqualVariance(table);

  it("is that of the complete graph, by one factorisation and by single terms alike", () => {
    const rng = createRng("orders");
    const orders = [1, 2, 3].map(() => rng.permutation(d));
    const { gaussian: _, ...local } = score.local!;
    const fast = worth(score).of(orders);
    const slow = worth({ ...score, local }).of(orders);
    const totals = createOrderRewards(score, noKnowledge(d)).of(orders);
    fast.forEach((F, k) => {
      expect(F).toBeCloseTo(slow[k], 6);
    });
    orders.forEach((_, b) => {
      expect(fast[b * (d + 1)]).toBeCloseTo(score.ofGraph({ d, edges: new Uint8Array(d * d) }), 6);
      expect(fast[b * (d + 1) + d]).toBeCloseTo(totals[b], 6);
    });
  });

  it("leaves forbidden edges out", () => {
    const knowledge = noKnowledge(d);
    knowledge.forbidden.fill(1);
    const F = worth(score, knowledge).of([createRng(1).permutation(d)]);
    for (const value of F) expect(value).toBeCloseTo(F[0], 6);
  });
});

describe("what choices are credited with", () => {
  const batch = { batch: 4, d: 3 };

  it("is, told at the end, the order's worth in units of the first batch above a moving average", () => {
    const first = credits(Float64Array.of(10, 30, 10, 30), batch, null);
    expect([...first.returns]).toEqual([-1, -1, 1, 1, -1, -1, 1, 1]);
    expect(first).toMatchObject({ mean: 20, leading: 1, scale: { means: [20], unit: 10, baseline: 0 } });
    const next = credits(Float64Array.of(40, 40, 40, 60), batch, first.scale);
    expect(next.scale.baseline).toBeCloseTo(0.01 * 2.5, 12);
    expect(next.returns[0]).toBeCloseTo(2 - 0.025, 12);
    expect(next.leading).toBe(3);
    const third = credits(Float64Array.of(20, 20, 20, 20), batch, next.scale);
    expect(third.scale.baseline).toBeCloseTo(0.99 * 0.025, 12);
  });

  it("is, told step by step, what is gained from the choice on, centred at each place", () => {
    // F at four places for each of four orders of three variables.
    const F = [
      [0, 1, 4, 4],
      [0, 3, 4, 8],
      [0, 1, 2, 4],
      [0, 3, 6, 8],
    ];
    const { returns, scale } = credits(Float64Array.from(F.flat()), batch, null);
    expect(scale.means).toEqual([0, 2, 4, 6]);
    const centred = F.map((row) => [0, 1].map((t) => row[3] - row[t] - (6 - scale.means[t])));
    const unit = Math.sqrt(centred.flat().reduce((sum, x) => sum + (x * x) / 8, 0));
    expect(scale.unit).toBeCloseTo(unit, 12);
    centred.flat().forEach((x, k) => {
      expect(returns[k]).toBeCloseTo(x / unit, 12);
    });
  });

  it("is nothing where all orders are worth the same, and finite where the score forbids their graphs", () => {
    expect([...credits(new Float64Array(4).fill(7), batch, null).returns]).toEqual(new Array(8).fill(0));
    const none = Number.NEGATIVE_INFINITY;
    const some = credits(Float64Array.of(none, 1, 3, none), batch, null);
    expect(some.returns.every(Number.isFinite)).toBe(true);
    expect(some.leading).toBe(2);
    expect(some.returns[0]).toBe(some.returns[2]);
    const scale: RewardScale = { means: [1], unit: 2, baseline: 0 };
    expect(credits(new Float64Array(4).fill(none), batch, scale).returns.every(Number.isFinite)).toBe(true);
  });
});

it("a score without terms cannot reward step by step", () => {
  const { local: _, ...score } = linearBic(randomTable(createRng(1), 3, 20));
  expect(() => worth(score)).toThrow('corl: the score "bic" has no local terms');
});
