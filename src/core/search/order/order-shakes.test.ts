import { describe, expect, it } from "vitest";
import { trials } from "../../../../test/long.ts";
import { allSteps, randomKnowledge, randomTable } from "../../../../test/problems.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { graphFromParents } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic } from "../../score/linear-bic.ts";
import { isBetter, scoreFromTerms } from "../../score/score.ts";
import { exactSearch } from "../exact/exact.ts";
import { finish } from "../search.ts";
import { orderSearch, shakesOf } from "./order.ts";
import type { Place } from "./order-climber.ts";

describe("shakes of the order search", () => {
  it("find the proven optimum of dense graphs where starts alone stop short, and are never worse", () => {
    let [alone, shaken] = [0, 0];
    const options = { shakes: trials(200, 1000) };
    for (let seed = 1; seed <= 12; seed++) {
      const score = linearBic(simulate({ nodes: 12, samples: 1000, edgeProbability: 0.5, seed }).table);
      const optimum = finish(exactSearch({ score })).score;
      const without = finish(orderSearch({ score, rng: createRng(1), restarts: 2 }, { shakes: 0 }));
      const found = finish(orderSearch({ score, rng: createRng(1), restarts: 2 }, options));
      expect(isBetter(without.score, found.score)).toBe(false);
      expect(found.restarts).toEqual(without.restarts);
      if (!isBetter(optimum, without.score)) alone++;
      if (!isBetter(optimum, found.score)) shaken++;
    }
    expect(shaken).toBeGreaterThanOrEqual(11);
    expect(alone).toBeLessThan(shaken);
  });

  it("go on from any step to the same end, and get no worse on the way", () => {
    const score = linearBic(randomTable(createRng("shakes"), 8, 60, 0.9));
    const options = { restarts: 3, shakes: 64 };
    const whole = allSteps(orderSearch({ score, rng: createRng(1), ...options }, options));
    const shaking = whole.filter(({ values }) => values.shakes > 0);
    expect(shaking.length).toBeGreaterThan(40);
    whole.forEach(({ state, score: now, progress }, k) => {
      if (k > 0) expect(now).toBeGreaterThanOrEqual(whole[k - 1].score);
      if (k > 0) expect(progress).toBeGreaterThanOrEqual(whole[k - 1].progress - 1e-12);
      if (k % 23 !== 0) return;
      const from = JSON.parse(JSON.stringify(state));
      expect(finish(orderSearch({ score, rng: createRng(1), ...options, from }, options))).toEqual(
        whole.at(-1),
      );
    });
  });

  it("keep to required edges in every order that they try, and obey what is known", () => {
    const names = [..."abcdefg"];
    let tried = 0;
    for (let seed = 0; seed < 10; seed++) {
      const rng = createRng(`shakes/known/${seed}`);
      const score = linearBic(randomTable(rng, 7, 60, 0.8));
      const knowledge = randomKnowledge(rng, 7);
      const steps = allSteps(
        orderSearch({ score, rng: createRng(seed), restarts: 1, knowledge }, { shakes: 32 }),
      );
      for (const { graph, state } of steps) {
        expect(violations(graph!, knowledge, names)).toEqual([]);
        const { base } = state as { base: { order: number[] } | null };
        if (base === null) continue;
        tried++;
        const { order } = base;
        knowledge.required.forEach((e, k) => {
          if (e === 1) expect(order.indexOf(Math.floor(k / 7))).toBeLessThan(order.indexOf(k % 7));
        });
      }
    }
    expect(tried).toBeGreaterThan(200);
  });

  it("begin from the best order of a start, and are counted to the end", () => {
    const score = linearBic(randomTable(createRng("shakes/screened"), 25, 60));
    const steps = allSteps(orderSearch({ score, rng: createRng(1), restarts: 2 }, { shakes: 1 }));
    const first = steps.find(({ state }) => (state as { base: unknown }).base !== null)!;
    const { base, top } = first.state as { base: Place; top: Place };
    expect(base).toEqual(top);
    expect(base.score).toBe(Math.max(...first.restarts));
    expect(scoreFromTerms(score.local!, graphFromParents(base.parents))).toBeCloseTo(base.score, 6);
    expect(steps.at(-1)!.values.shakes).toBeGreaterThan(0);
  });

  it("go on with more restarts from any step", () => {
    const score = linearBic(randomTable(createRng("shakes/more"), 7, 60, 0.9));
    const some = allSteps(orderSearch({ score, rng: createRng(1), restarts: 1 }, { shakes: 5 }));
    for (const { state, score: before } of some.filter((_, k) => k % 17 === 0)) {
      const from = JSON.parse(JSON.stringify(state));
      const { restarts, score: after } = finish(
        orderSearch({ score, rng: createRng(1), restarts: 3, from }, { shakes: 5 }),
      );
      expect(restarts.length).toBe(3);
      expect(after).toBeGreaterThanOrEqual(before);
    }
  });

  it("lead to the same end whoever makes them, and in whatever order they come back", () => {
    const score = linearBic(randomTable(createRng("shakes/apart"), 16, 80, 0.4));
    const problem = { score, rng: createRng(1), knowledge: noKnowledge(16) };
    const alone = finish(orderSearch(problem, { shakes: 48 }));
    for (const size of [1, 3, 5]) {
      const workers = Array.from({ length: size }, () => shakesOf(problem));
      const waiting: { readonly task: unknown; readonly worker: number }[] = [];
      let started = 0;
      const tasks = {
        size,
        start: (task: unknown) =>
          void waiting.push({ task: structuredClone(task), worker: started++ % size }),
        // The last first, one at a time, and sometimes none.
        news: () => {
          const next = started % 2 === 0 ? waiting.pop() : waiting.shift();
          return next ? [workers[next.worker](next.task)] : [];
        },
      };
      expect(finish(orderSearch(problem, { shakes: 48 }, { tasks }))).toEqual(alone);
      expect(started).toBeGreaterThan(2);
    }
  });

  it("must be a whole number", () => {
    const score = linearBic(randomTable(createRng("shakes/none"), 3, 40));
    expect(() => finish(orderSearch({ score, rng: createRng(1) }, { shakes: 1.5 }))).toThrow(
      "order: shakes must be a whole number from 0 on, got 1.5",
    );
  });
});
