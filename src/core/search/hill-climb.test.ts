import { describe, expect, it } from "vitest";
import { randomKnowledge, randomTable } from "../../../test/problems.ts";
import { sameGraph } from "../graph/graph.ts";
import { noKnowledge, violations } from "../graph/knowledge.ts";
import { createRng } from "../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../score/linear-bic.ts";
import { isBetter, type Score } from "../score/score.ts";
import { exactSearch } from "./exact.ts";
import { hillClimb } from "./hill-climb.ts";
import { finish } from "./search.ts";

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
      const last = finish(hillClimb(score, createRng(trial)));
      const blind = finish(hillClimb(withoutTerms(score), createRng(trial)));
      expect(sameGraph(last.graph!, blind.graph!)).toBe(true);
      if (!isBetter(finish(exactSearch(score)).score, last.score)) found++;
    }
    expect(found).toBeGreaterThanOrEqual(18);
  });

  it("ends where no single change helps, and a restart never loses the best", () => {
    const score = linearBicEqualVariance(randomTable(createRng("hill/rise"), 6, 100));
    let before = Number.NEGATIVE_INFINITY;
    for (const step of hillClimb(score, createRng(1), { restarts: 4 })) {
      expect(step.score).toBeGreaterThanOrEqual(before);
      before = step.score;
    }
    const { restarts, score: last } = finish(hillClimb(score, createRng(1), { restarts: 4 }));
    expect(restarts.length).toBe(4);
    expect(Math.max(...restarts)).toBeCloseTo(last, 8);
  });

  it("obeys knowledge at every step", () => {
    for (let trial = 0; trial < 20; trial++) {
      const rng = createRng(`hill/known/${trial}`);
      const table = randomTable(rng, 5, 100);
      const knowledge = randomKnowledge(rng, 5);
      for (const { graph } of hillClimb(linearBic(table), rng, { knowledge, restarts: 3 })) {
        expect(violations(graph!, knowledge, table.names)).toEqual([]);
      }
    }
  });

  it("goes on from any step to the same end", () => {
    const score = linearBic(randomTable(createRng("hill/resume"), 5, 100));
    const whole = finish(hillClimb(score, createRng(1), { restarts: 3 }));
    for (const { state } of hillClimb(score, createRng(1), { restarts: 3 })) {
      const from = JSON.parse(JSON.stringify(state));
      expect(finish(hillClimb(score, createRng(1), { restarts: 3, from }))).toEqual(whole);
    }
  });

  it("refuses a number of restarts that is none", () => {
    const score = linearBic(randomTable(createRng("hill"), 3, 50));
    expect(() => finish(hillClimb(score, createRng(1), { restarts: 0, knowledge: noKnowledge(3) }))).toThrow(
      "restarts must be a whole number from 1 on, got 0",
    );
  });
});
