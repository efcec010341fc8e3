import { describe, expect, it } from "vitest";
import { randomKnowledge, randomTable } from "../../../../test/problems.ts";
import { sameGraph } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import { isBetter, type Score } from "../../score/score.ts";
import { exactSearch } from "../exact/exact.ts";
import { finish } from "../search.ts";
import { hillClimb } from "./hill-climb.ts";

/** The same score, known only by its values for graphs. */
function withoutTerms(score: Score): Score {
  return { ...score, local: undefined };
}

describe("hillClimb", () => {
  it("finds the proven optimum of most small problems, with terms and without, by the same steps", () => {
    let found = 0;
    for (let trial = 0; trial < 20; trial++) {
      const rng = createRng(`hill/${trial}`);
      const table = randomTable(rng, 5, 200);
      const score = trial % 2 === 0 ? linearBic(table) : linearBicEqualVariance(table);
      const tabu = trial % 3 === 0 ? 0 : 10;
      const last = finish(hillClimb({ score, rng: createRng(trial) }, { tabu }));
      const blind = finish(hillClimb({ score: withoutTerms(score), rng: createRng(trial) }, { tabu }));
      expect(sameGraph(last.graph!, blind.graph!)).toBe(true);
      if (!isBetter(finish(exactSearch({ score })).score, last.score)) found++;
    }
    expect(found).toBeGreaterThanOrEqual(18);
  });

  it("ends where no single change helps, and a restart never loses the best", () => {
    const score = linearBicEqualVariance(randomTable(createRng("hill/rise"), 6, 100));
    let before = Number.NEGATIVE_INFINITY;
    for (const step of hillClimb({ score, rng: createRng(1), restarts: 4 })) {
      expect(step.score).toBeGreaterThanOrEqual(before);
      before = step.score;
    }
    const { restarts, score: last } = finish(hillClimb({ score, rng: createRng(1), restarts: 4 }));
    expect(restarts.length).toBe(4);
    expect(Math.max(...restarts)).toBeCloseTo(last, 8);
  });

  it("obeys knowledge at every step", () => {
    for (let trial = 0; trial < 20; trial++) {
      const rng = createRng(`hill/known/${trial}`);
      const table = randomTable(rng, 5, 100);
      const knowledge = randomKnowledge(rng, 5);
      for (const { graph } of hillClimb({ score: linearBic(table), rng, knowledge, restarts: 3 })) {
        expect(violations(graph!, knowledge, table.names)).toEqual([]);
      }
    }
  });

  it("goes on from any step to the same end", () => {
    const score = linearBic(randomTable(createRng("hill/resume"), 5, 100));
    const whole = finish(hillClimb({ score, rng: createRng(1), restarts: 3 }));
    for (const { state } of hillClimb({ score, rng: createRng(1), restarts: 3 })) {
      const from = JSON.parse(JSON.stringify(state));
      expect(finish(hillClimb({ score, rng: createRng(1), restarts: 3, from }))).toEqual(whole);
    }
  });

  it("leaves local optima by its tabu list, from which a plain climb does not get away", () => {
    let [plain, withList] = [0, 0];
    for (let trial = 0; trial < 20; trial++) {
      const score = linearBic(randomTable(createRng(`hill/tabu/${trial}`), 8, 200));
      const optimum = finish(exactSearch({ score })).score;
      const isFound = (tabu: number) =>
        !isBetter(optimum, finish(hillClimb({ score, rng: createRng(1), restarts: 1 }, { tabu })).score);
      if (isFound(0)) plain++;
      if (isFound(20)) withList++;
    }
    expect(withList).toBeGreaterThan(plain);
  });

  it("never visits one of its last graphs again", () => {
    const score = linearBic(randomTable(createRng("hill/again"), 6, 100));
    const seen: string[] = [];
    for (const { state } of hillClimb({ score, rng: createRng(1), restarts: 1 }, { tabu: 8 })) {
      const key = JSON.stringify((state as { graph: unknown }).graph);
      expect(seen.slice(-9)).not.toContain(key);
      seen.push(key);
    }
    expect(seen.length).toBeGreaterThan(8);
  });

  it("refuses a number of restarts that is none, and a tabu list of no length", () => {
    const score = linearBic(randomTable(createRng("hill"), 3, 50));
    expect(() =>
      finish(hillClimb({ score, rng: createRng(1), restarts: 0, knowledge: noKnowledge(3) })),
    ).toThrow("restarts must be a whole number from 1 on, got 0");
    expect(() => finish(hillClimb({ score, rng: createRng(1) }, { tabu: -1 }))).toThrow(
      "tabu must be a whole number from 0 on, got -1",
    );
  });
});
