import { expect, it } from "vitest";
import { trials } from "../../../../test/long.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { parentsOf } from "../../graph/graph.ts";
import { noKnowledge } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { gpNearestScore } from "../../score/gp.ts";
import { type Local, localScore } from "../../score/score.ts";
import { exactSearch } from "../exact/exact.ts";
import { finish } from "../search.ts";
import { orderSearch } from "./order.ts";

const d = 10;

/** Variable 9 depends on 0 and 1, but only on both together; an edge costs 1. */
const together: Local = {
  term: (node, parents) =>
    (node === 9 && parents.includes(0) && parents.includes(1) ? 10 : 0) - parents.length,
};
const found = (local: Local, maxParents = d - 1) => {
  const score = localScore({ name: "together", d, local, isEquivalent: false, isScaleFree: true });
  const knowledge = { ...noKnowledge(d), maxParents };
  return finish(orderSearch({ score, rng: createRng("together"), knowledge })).graph!;
};

it("finds parents that matter only together, under a score that has interactions", () => {
  expect(parentsOf(found({ ...together, hasInteractions: true }), 9)).toEqual([0, 1]);
  expect(parentsOf(found(together), 9)).toEqual([]);
});

it("keeps to the largest number of parents", () => {
  expect(parentsOf(found({ ...together, hasInteractions: true }, 2), 9)).toEqual([0, 1]);
  expect(parentsOf(found({ ...together, hasInteractions: true }, 1), 9)).toEqual([]);
});

it("reaches the proven optimum of functions of several causes, which growing alone misses", () => {
  const seeds = Array.from({ length: trials(2, 10) }, (_, k) => 1 + k);
  const gaps = seeds.map((seed) => {
    const { table } = simulate({
      ...{ graph: "bernoulli", edgeProbability: 0.6, mechanism: "gp", noise: "gauss" },
      ...{ nodes: 9, samples: 120, seed },
    });
    const score = gpNearestScore.make(table, {}, {});
    const best = finish(exactSearch({ score })).score;
    const gap = (hasInteractions: boolean) => {
      const local = { ...score.local!, hasInteractions };
      return best - finish(orderSearch({ score: { ...score, local }, rng: createRng(seed) })).score;
    };
    return { both: gap(true), growing: gap(false) };
  });
  for (const { both } of gaps) expect(both).toBeLessThan(1e-6);
  expect(Math.max(...gaps.map(({ growing }) => growing))).toBeGreaterThan(1);
});
