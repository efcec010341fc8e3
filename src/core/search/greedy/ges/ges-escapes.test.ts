import { describe, expect, it } from "vitest";
import { trials } from "../../../../../test/long.ts";
import { allSteps, randomKnowledge, randomTable } from "../../../../../test/problems.ts";
import { simulate } from "../../../data/simulate/simulate.ts";
import { cpdagOf } from "../../../graph/equivalence.ts";
import { violations } from "../../../graph/knowledge.ts";
import { graphMetrics } from "../../../graph/metrics.ts";
import { createRng } from "../../../math/rng.ts";
import { bge } from "../../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../../score/linear-bic.ts";
import { isBetter, lead } from "../../../score/score.ts";
import { exactSearch } from "../../exact/exact.ts";
import { finish, stateOf } from "../../search.ts";
import { type GesStep, ges } from "./ges.ts";

const extended = true;
/** A step with its state as data. */
const told = (step: GesStep) => JSON.stringify({ ...step, state: stateOf(step) });

describe("ges, extended", () => {
  it("reaches the proven optimum where the phases end far below it", () => {
    for (const { nodes, degree, samples, seed, pit } of [
      { nodes: 10, degree: 4, samples: 1000, seed: 77, pit: 200 },
      { nodes: 10, degree: 4, samples: 1000, seed: 47, pit: 50 },
      { nodes: 10, degree: 5, samples: 1000, seed: 113, pit: 50 },
    ]) {
      const score = linearBic(simulate({ graph: "erdos-renyi", degree, nodes, samples, seed }).table);
      const best = finish(exactSearch({ score })).score;
      expect(lead(best, finish(ges({ score })).score)).toBeGreaterThan(pit);
      expect(lead(best, finish(ges({ score }, { extended })).score)).toBe(0);
    }
  });

  it("never ends lower than the phases, and is at the proven optimum half as often again or more", () => {
    const optima = { phases: 0, extended: 0 };
    for (let seed = 1; seed <= trials(20, 60); seed++) {
      const nodes = 5 + (seed % 5);
      const { table } = simulate({ graph: "erdos-renyi", degree: 3 + (seed % 2), nodes, samples: 300, seed });
      for (const score of [linearBic(table), bge(table)]) {
        const [phases, escaped] = [false, true].map((is) => finish(ges({ score }, { extended: is })).score);
        expect(isBetter(phases, escaped)).toBe(false);
        const best = finish(exactSearch({ score })).score;
        if (!isBetter(best, phases)) optima.phases++;
        if (!isBetter(best, escaped)) optima.extended++;
      }
    }
    expect(optima.extended).toBeGreaterThan(1.5 * optima.phases);
  });

  it("finds the truth's class but for a few edges where the phases miss most of it", () => {
    const { table, truth } = simulate({ graph: "erdos-renyi", degree: 4, nodes: 25, samples: 1000, seed: 1 });
    const score = linearBic(table);
    const [phases, escaped] = [false, true].map((is) => finish(ges({ score }, { extended: is })));
    expect(graphMetrics(truth, phases.graph!).shdClass).toBeGreaterThan(50);
    expect(graphMetrics(truth, escaped.graph!).shdClass).toBeLessThan(10);
    expect(escaped.score).toBeGreaterThan(score.ofGraph(truth));
  });

  it("shows the best class so far, whose score never falls", () => {
    const score = linearBic(randomTable(createRng("ges/escapes/shown"), 8, 80, 0.7));
    let before = Number.NEGATIVE_INFINITY;
    for (const { graph, pdag, score: now } of allSteps(ges({ score }, { extended }))) {
      expect(cpdagOf(graph!)).toEqual(pdag);
      expect(now).toBe(score.ofGraph(graph!));
      expect(isBetter(before, now)).toBe(false);
      before = now;
    }
  });

  it("goes on from any step to the same bytes, with turning and without, with knowledge and without", () => {
    for (const [k, turning] of [true, false, true, false].entries()) {
      const rng = createRng(`ges/escapes/resume/${k}`);
      const score = linearBic(randomTable(rng, 6, 60, 0.7));
      const problem = { score, ...(k < 2 ? {} : { knowledge: randomKnowledge(rng, 6) }) };
      const whole = allSteps(ges(problem, { extended, turning }));
      expect(whole.some(({ phase }) => phase === "escaping")).toBe(true);
      whole.forEach((step, at) => {
        const from = JSON.parse(JSON.stringify(stateOf(step)));
        const rest = allSteps(ges({ ...problem, from }, { extended, turning }));
        const expected = whole.slice(at + 1 < whole.length ? at + 1 : at);
        expect(rest.map(told)).toEqual(expected.map(told));
      });
    }
  });

  it("obeys knowledge and the most links at every step", () => {
    for (let trial = 0; trial < trials(6, 20); trial++) {
      const rng = createRng(`ges/escapes/known/${trial}`);
      const table = randomTable(rng, 6, 100, 0.8);
      const knowledge = randomKnowledge(rng, 6);
      const problem = { score: linearBic(table), knowledge };
      for (const { graph } of allSteps(ges(problem, { extended })))
        expect(violations(graph!, knowledge, table.names)).toEqual([]);
      const { graph } = finish(ges({ score: linearBic(table) }, { extended, maxDegree: 2 }));
      for (let i = 0; i < 6; i++) {
        const links = graph!.edges.filter((e, k) => e === 1 && (k % 6 === i || Math.floor(k / 6) === i));
        expect(links.length).toBeLessThanOrEqual(2);
      }
    }
  });

  it("refuses a score that tells members of a class apart", () => {
    const score = linearBicEqualVariance(randomTable(createRng("ges"), 3, 50));
    expect(() => finish(ges({ score }, { extended }))).toThrow(
      'ges: extended must be off for the score "bic-equal-variance"',
    );
  });
});
