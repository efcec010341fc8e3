import { describe, expect, it } from "vitest";
import { trials } from "../../../../test/long.ts";
import { allSteps, randomTable } from "../../../../test/problems.ts";
import { completeGraph, edgeList, type Graph } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import { type Score, scoreFromTerms } from "../../score/score.ts";
import { hillClimb } from "../greedy/hill-climb.ts";
import { finish } from "../search.ts";
import { bestUnderOrder, orderSearch } from "./order.ts";

describe("bestUnderOrder", () => {
  it("gives the complete graph its order back when nothing is penalised", () => {
    const score = linearBic(randomTable(createRng("order/complete"), 5, 60), { penaltyWeight: 0 });
    const order = [3, 1, 4, 0, 2];
    const { graph, score: value } = bestUnderOrder(order, score.local!, noKnowledge(5));
    expect(graph).toEqual(completeGraph(order));
    expect(value).toBeCloseTo(score.ofGraph(graph), 8);
  });

  it("claims for an order what the order is worth, also where candidates are screened", () => {
    for (const make of [linearBic, linearBicEqualVariance]) {
      for (let seed = 1; seed <= trials(1, 3); seed++) {
        const score = make(randomTable(createRng(`order/screened/${seed}`), trials(26, 34), 80));
        const rng = createRng(seed);
        let before = Number.NEGATIVE_INFINITY;
        let state: unknown;
        let count = 0;
        for (const step of orderSearch({ score, rng, restarts: 1 }, { shakes: 0 })) {
          expect(step.score).toBeGreaterThanOrEqual(before);
          before = step.score;
          if (++count === 4) state = JSON.parse(JSON.stringify(step.state));
        }
        expect(state).toBeDefined();
        const last = finish(orderSearch({ score, rng, restarts: 1 }, { shakes: 0 }));
        expect(last.score).toBeGreaterThanOrEqual(before - 1e-6);
        expect(Math.max(...last.restarts)).toBeCloseTo(last.score, 6);
        expect(finish(orderSearch({ score, rng, restarts: 1, from: state }, { shakes: 0 }))).toEqual(last);
      }
    }
  });

  it("takes terms of minus infinity, and goes on from them", () => {
    // Only 0 → 5 makes the term of 5 finite; parents cost 1 each.
    const term = (node: number, parents: readonly number[]) =>
      node === 5 && !parents.includes(0) ? Number.NEGATIVE_INFINITY : -parents.length;
    const local = { term };
    const ofGraph = (graph: Graph) => scoreFromTerms(local, graph);
    const score: Score = { name: "mine", d: 6, ofGraph, local, isEquivalent: false, isScaleFree: true };
    const search = (from?: unknown) =>
      orderSearch({ score, rng: createRng("minus"), restarts: 3, from }, { shakes: 50 });
    const all = allSteps(search());
    const last = all.at(-1)!;
    expect(edgeList(last.graph!)).toEqual([[0, 5]]);
    for (const { state } of all.slice(0, 12)) {
      const from = JSON.parse(JSON.stringify(state));
      expect(finish(search(from))).toEqual(last);
    }
    const climbed = finish(hillClimb({ score, rng: createRng(1) }));
    expect(edgeList(climbed.graph!)).toEqual([[0, 5]]);
  });

  it("obeys required parents that repeat each other", () => {
    const { names, X } = randomTable(createRng("order/repeat"), 5, 60);
    for (let i = 0; i < 60; i++) X.data[i * 5 + 2] = X.data[i * 5] + X.data[i * 5 + 1];
    const knowledge = noKnowledge(5);
    for (const cause of [0, 1, 2]) knowledge.required[cause * 5 + 3] = 1;
    const { graph } = finish(orderSearch({ score: linearBic({ names, X }), rng: createRng(1), knowledge }));
    expect(violations(graph!, knowledge, names)).toEqual([]);
  });
});
