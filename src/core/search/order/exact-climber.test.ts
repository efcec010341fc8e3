import { describe, expect, it } from "vitest";
import { randomKnowledge, randomTable } from "../../../../test/problems.ts";
import { graphFromParents } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge, violations } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic } from "../../score/linear-bic.ts";
import { type Local, scoreFromTerms } from "../../score/score.ts";
import { exactClimber } from "./exact-climber.ts";
import { obeying } from "./first-order.ts";
import { hasBestParents } from "./order-climber.ts";
import { bestUnderOrder } from "./under-order.ts";

/** Moves at random; after each the parents must be the best of all under the order. How often a variable moved by itself. */
function walked(local: Local, knowledge: Knowledge, seed: string): number {
  const { d } = knowledge;
  const rng = createRng(seed);
  const climber = exactClimber(local.gaussian!, knowledge);
  climber.load(obeying(rng.permutation(d), knowledge));
  const names = Array.from({ length: d }, (_, j) => `x${j}`);
  let moved = 0;
  for (let k = 0; k < 2 * d; k++) {
    const before = climber.score();
    if (k % 3 === 2) climber.move(rng.integer(d), rng.integer(d));
    else if (climber.improve(rng.integer(d))) {
      moved++;
      expect(climber.score()).toBeGreaterThan(before);
    }
    const graph = graphFromParents(Array.from({ length: d }, (_, j) => climber.parents(j)));
    expect(violations(graph, knowledge, names)).toEqual([]);
    expect(climber.score()).toBeCloseTo(scoreFromTerms(local, graph), 6);
    expect(climber.score()).toBeCloseTo(bestUnderOrder(climber.order(), local, knowledge).score, 6);
  }
  return moved;
}

describe("exactClimber", () => {
  it("has the best of all parents after every move", () => {
    let moved = 0;
    for (const density of [0.3, 0.9]) {
      const { local } = linearBic(randomTable(createRng(`exact/${density}`), 10, 120, density));
      moved += walked(local!, noKnowledge(10), `exact/${density}`);
    }
    expect(moved).toBeGreaterThan(5);
  });

  it("has them under knowledge and a limit on parents", () => {
    for (let trial = 0; trial < 6; trial++) {
      const rng = createRng(`exact/known/${trial}`);
      const known = randomKnowledge(rng, 9);
      const knowledge = { ...known, maxParents: Math.max(3, known.maxParents) };
      walked(linearBic(randomTable(rng, 9, 100, 0.7)).local!, knowledge, `exact/known/${trial}`);
    }
  });

  it("is where it was when it is restored", () => {
    const { local } = linearBic(randomTable(createRng("exact/restored"), 12, 120, 0.8));
    const climber = exactClimber(local!.gaussian!, noKnowledge(12));
    const rng = createRng(1);
    const state = () => ({
      order: climber.order(),
      parents: Array.from({ length: 12 }, (_, j) => climber.parents(j)),
      score: climber.score(),
    });
    climber.load(rng.permutation(12));
    for (let k = 0; k < 20; k++) {
      climber.changes();
      const before = state();
      climber.move(rng.integer(12), rng.integer(12));
      climber.improve(rng.integer(12));
      const changed = climber.changes();
      if (k % 2 === 0) continue;
      climber.restore(before, changed);
      expect(state()).toEqual(before);
    }
  });

  it("is for sums of terms of a residual variance, of 9 to 25 variables", () => {
    const { local } = linearBic(randomTable(createRng("exact/sizes"), 32, 60));
    expect([8, 9, 25, 26].map((d) => hasBestParents(local!, d))).toEqual([false, true, true, false]);
  });
});
