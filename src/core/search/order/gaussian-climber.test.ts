import { describe, expect, it } from "vitest";
import { randomKnowledge, randomTable } from "../../../../test/problems.ts";
import { graphFromParents } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge, violations } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import { type Local, scoreFromTerms } from "../../score/score.ts";
import { obeying } from "./first-order.ts";
import { gaussianClimber } from "./gaussian-climber.ts";
import { listedClimber } from "./listed-climber.ts";
import type { WeighedClimber, Weights } from "./order-climber.ts";

const graphIn = (climber: WeighedClimber, d: number) =>
  graphFromParents(Array.from({ length: d }, (_, j) => climber.parents(j)));

/** Both climbers make the same moves from the same order; after each they must be at the same place. */
function together(local: Local, knowledge: Knowledge, seed: string, weights?: Weights): number {
  const { d } = knowledge;
  const rng = createRng(seed);
  const climbers = [gaussianClimber(local.gaussian!, knowledge), listedClimber(local, knowledge)];
  const order = obeying(rng.permutation(d), knowledge);
  for (const climber of climbers) {
    if (weights) climber.setWeights(weights);
    climber.load(order);
    climber.changes();
  }
  let moved = 0;
  const [quick, slow] = climbers;
  for (let k = 0; k < 3 * d; k++) {
    const node = rng.integer(d);
    if (k % 5 === 4) {
      const to = rng.integer(d);
      for (const climber of climbers) climber.move(node, to);
    } else {
      const [isMoved, wasMoved] = climbers.map((climber) => climber.improve(node));
      expect(isMoved).toBe(wasMoved);
      if (isMoved) moved++;
    }
    expect(quick.order()).toEqual(slow.order());
    expect(graphIn(quick, d)).toEqual(graphIn(slow, d));
    expect(quick.total()).toBeCloseTo(slow.total(), 6);
    expect(quick.changes()).toEqual(expect.arrayContaining(slow.changes()));
  }
  return moved;
}

describe("gaussianClimber", () => {
  it("makes the moves of its slow twin, which asks for every term, to the same parents and score", () => {
    let moved = 0;
    for (const d of [3, 8, 17]) {
      const { local } = linearBic(randomTable(createRng(`climber/${d}`), d, 120));
      moved += together(local!, noKnowledge(d), `climber/${d}`);
    }
    expect(moved).toBeGreaterThan(20);
  });

  it("does so with knowledge and a limit on parents", () => {
    for (let trial = 0; trial < 6; trial++) {
      const rng = createRng(`climber/known/${trial}`);
      const d = 9 + trial;
      const known = randomKnowledge(rng, d);
      const knowledge = { ...known, maxParents: Math.max(3, known.maxParents) };
      together(linearBic(randomTable(rng, d, 100)).local!, knowledge, `climber/known/${trial}`);
    }
  });

  it("does so with weights on the sum and on edges, as a tangent has them", () => {
    const score = linearBicEqualVariance(randomTable(createRng("climber/equal"), 12, 150));
    together(score.local!, noKnowledge(12), "climber/equal", { perUnit: 2, perEdge: 7 });
  });

  it("adds up what the score says of its graphs, and is where it was when it is restored", () => {
    for (const make of [linearBic, bge]) {
      const rng = createRng("climber/bge");
      const { local } = make(randomTable(rng, 14, 150));
      const climber = gaussianClimber(local!.gaussian!, noKnowledge(14));
      climber.load(rng.permutation(14));
      const state = () => ({
        order: climber.order(),
        parents: Array.from({ length: 14 }, (_, j) => climber.parents(j)),
        score: climber.total(),
      });
      for (let k = 0; k < 20; k++) {
        climber.load(climber.order(), state().parents);
        climber.changes();
        const before = state();
        const changed = new Set<number>();
        for (let m = 0; m < 3; m++) {
          climber.move(rng.integer(14), rng.integer(14));
          climber.improve(rng.integer(14));
          for (const j of climber.changes()) changed.add(j);
        }
        expect(climber.total()).toBeCloseTo(scoreFromTerms(local!, graphIn(climber, 14)), 6);
        if (k % 2 === 0) continue;
        climber.restore(before, changed);
        expect(state()).toEqual(before);
      }
    }
  });

  it("takes required parents that repeat each other, and gives no NaN", () => {
    const d = 14;
    const table = randomTable(createRng("climber/repeat"), d, 60);
    for (let i = 0; i < 60; i++) table.X.data[i * d + 2] = table.X.data[i * d] + table.X.data[i * d + 1];
    const knowledge = noKnowledge(d);
    for (const cause of [0, 1, 2]) knowledge.required[cause * d + 3] = 1;
    const climber = gaussianClimber(linearBic(table).local!.gaussian!, knowledge);
    climber.load(obeying(createRng(1).permutation(d), knowledge));
    for (let node = 0; node < d; node++) climber.improve(node);
    expect(climber.total()).not.toBeNaN();
    expect(violations(graphIn(climber, d), knowledge, table.names)).toEqual([]);
  });
});
