import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pdagFromText } from "../../../../../test/golden/graph-theory.ts";
import {
  allDags,
  allSteps,
  plainTable,
  randomKnowledge,
  randomTable,
  tableScore,
} from "../../../../../test/problems.ts";
import { simulate } from "../../../data/simulate/simulate.ts";
import { cpdagOf, equivalenceClass, memberByOrder } from "../../../graph/equivalence.ts";
import { edgeCount, type Graph, isAcyclic, parentsOf, topologicalOrder } from "../../../graph/graph.ts";
import { noKnowledge, violations } from "../../../graph/knowledge.ts";
import type { Pdag } from "../../../graph/pdag.ts";
import type { Matrix } from "../../../math/matrix.ts";
import { createRng } from "../../../math/rng.ts";
import { bge } from "../../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../../score/linear-bic.ts";
import { regression } from "../../../score/regression.ts";
import { isBetter, type Score, scoreFromTerms } from "../../../score/score.ts";
import { finish } from "../../search.ts";
import { type GesStep, ges } from "./ges.ts";

interface Moments {
  readonly d: number;
  readonly n: number;
  /** Lower triangle, row by row. */
  readonly covariance: readonly number[];
}

interface Golden extends Moments {
  readonly class: string;
  readonly score: number;
  readonly inserts: number;
  readonly deletes: number;
}

const golden: readonly Golden[] = JSON.parse(
  readFileSync(new URL("../../../../../test/golden/ges.json", import.meta.url), "utf8"),
).cases;

/** BIC of a covariance matrix, with the fast path or without. */
function covarianceScore({ d, n, covariance }: Moments, isFast: boolean): Score {
  const M: Matrix = { rows: d, cols: d, data: new Float64Array(d * d) };
  for (let i = 0, k = 0; i < d; i++)
    for (let j = 0; j <= i; j++) M.data[i * d + j] = M.data[j * d + i] = n * covariance[k++];
  const term = (j: number, P: readonly number[]) =>
    -n * Math.log(regression(M, j, P).rss / n) - P.length * Math.log(n);
  const a = new Float64Array(d).fill(-n);
  const c = Float64Array.from({ length: d }, (_, k) => (n - k) * Math.log(n));
  const local = isFast
    ? { term, gaussian: { M, n, kind: "log" as const, a, b: new Float64Array(d), c } }
    : { term };
  const ofGraph = (graph: Graph) => scoreFromTerms(local, graph);
  return { name: "bic", d, ofGraph, local, isEquivalent: true, isScaleFree: true };
}

/** Of a linear model with unit noises: its covariance matrix, the lower triangle row by row. */
function modelCovariance(truth: Graph, { data: W }: Matrix): number[] {
  const { d } = truth;
  const C = new Float64Array(d * d);
  const placed: number[] = [];
  for (const j of topologicalOrder(truth)!) {
    const withParents = (k: number) =>
      parentsOf(truth, j).reduce((sum, p) => sum + W[p * d + j] * C[p * d + k], 0);
    for (const k of placed) C[j * d + k] = C[k * d + j] = withParents(k);
    C[j * d + j] = withParents(j) + 1;
    placed.push(j);
  }
  return Array.from({ length: d }, (_, i) => [...C.subarray(i * d, i * d + i + 1)]).flat();
}

const key = ({ directed, undirected }: Pdag): string => `${directed.join("")}/${undirected.join("")}`;
const withoutFastPath = (score: Score): Score => ({
  ...score,
  local: { ...score.local!, gaussian: undefined },
});

/** The best score among all graphs that one change of one edge makes of any member of a class. */
function bestBeside(graph: Graph, score: Score): number {
  const { d } = graph;
  let best = Number.NEGATIVE_INFINITY;
  for (const member of equivalenceClass(graph).members) {
    for (let k = 0; k < d * d; k++) {
      const [i, j] = [Math.floor(k / d), k % d];
      if (i === j) continue;
      const edges = new Uint8Array(member.edges);
      edges[j * d + i] = 0;
      edges[k] = 1 - edges[k];
      if (isAcyclic({ d, edges })) best = Math.max(best, score.ofGraph({ d, edges }));
    }
  }
  return best;
}

describe("ges", () => {
  it("finds edge for edge the classes that causal-learn finds, in its two phases", () => {
    expect(golden.length).toBeGreaterThanOrEqual(20);
    for (const set of golden) {
      for (const isFast of [true, false]) {
        const steps = allSteps(ges({ score: covarianceScore(set, isFast) }, { turning: false }));
        const last = steps.at(-1)!;
        const { directed, undirected } = pdagFromText(set.d, set.class);
        expect(key(last.pdag)).toBe(key({ d: set.d, directed, undirected }));
        // Theirs is half of ours, constants included.
        const theirs = 2 * set.score + set.d * (set.n + Math.log(set.n));
        expect(Math.abs(last.score - theirs)).toBeLessThan(1e-9 * Math.abs(theirs));
        expect(last.values.moves).toBe(set.inserts + set.deletes);
      }
    }
  });

  it("never ends lower with turning, and on some of them higher", () => {
    let higher = 0;
    for (const set of golden.filter(({ d }) => d <= 12)) {
      const score = covarianceScore(set, true);
      const [two, three] = [false, true].map((turning) => finish(ges({ score }, { turning })).score);
      expect(isBetter(two, three)).toBe(false);
      if (isBetter(three, two)) higher++;
    }
    expect(higher).toBeGreaterThanOrEqual(2);
  });

  it("ends where no edge more, less or turned in any member raises the score", () => {
    for (let trial = 0; trial < 60; trial++) {
      const rng = createRng(`ges/optimal/${trial}`);
      const table = randomTable(rng, 4 + (trial % 3), 20 + rng.integer(60), 0.7);
      for (const score of [linearBic(table, { penaltyWeight: 0.2 }), bge(table)]) {
        const last = finish(ges({ score }));
        expect(isBetter(bestBeside(last.graph!, score), last.score)).toBe(false);
      }
    }
  });

  it("takes at every step the best class that its phase can reach", () => {
    for (let trial = 0; trial < 12; trial++) {
      const score = linearBic(randomTable(createRng(`ges/greedy/${trial}`), 5, 60));
      let before: GesStep | null = null;
      for (const step of ges({ score }, { turning: false })) {
        if (before !== null && before.phase === step.phase) {
          const edges = edgeCount(step.graph!);
          const beside = equivalenceClass(before.graph!).members.flatMap((member) =>
            Array.from({ length: 25 }, (_, k) => {
              const changed = new Uint8Array(member.edges);
              changed[k] = 1 - changed[k];
              return { d: 5, edges: changed };
            }),
          );
          const values = beside
            .filter((graph) => isAcyclic(graph) && edgeCount(graph) === edges)
            .map((graph) => score.ofGraph(graph));
          expect(isBetter(Math.max(...values), step.score)).toBe(false);
        }
        before = step;
      }
    }
  });

  it("is at a class at every step, and its score rises by the gain of its operator", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 12, max: 200 }),
        fc.double({ min: 0.2, max: 0.9, noNaN: true }),
        fc.integer(),
        (d, n, density, seed) => {
          const score = linearBic(randomTable(createRng(seed), d, n, density), { penaltyWeight: 0.5 });
          let before = score.ofGraph({ d, edges: new Uint8Array(d * d) });
          let moves = 0;
          for (const { pdag, graph, score: now, operator, values } of ges({ score })) {
            expect(key(cpdagOf(memberByOrder(pdag)!))).toBe(key(pdag));
            expect(key(cpdagOf(graph!))).toBe(key(pdag));
            expect(now).toBe(score.ofGraph(graph!));
            expect(values.moves).toBe(++moves);
            expect(Math.abs(now - before - operator!.gain)).toBeLessThan(1e-9 * Math.abs(before) + 1e-9);
            expect(isBetter(now, before)).toBe(true);
            before = now;
          }
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });

  it("finds the class of the truth from the covariance matrix of the model, as if from 10⁸ rows", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const nodes = 5 + (seed % 6);
      const { truth, weights } = simulate({ graph: "erdos-renyi", degree: 3, nodes, samples: 2, seed });
      const score = covarianceScore({ d: nodes, n: 1e8, covariance: modelCovariance(truth, weights!) }, true);
      for (const turning of [true, false])
        expect(key(finish(ges({ score }, { turning })).pdag)).toBe(key(cpdagOf(truth)));
    }
  });

  it("obeys knowledge at every step, and goes as far as it lets", () => {
    for (let trial = 0; trial < 30; trial++) {
      const rng = createRng(`ges/known/${trial}`);
      const table = randomTable(rng, 4, 100, 0.8);
      const knowledge = randomKnowledge(rng, 4);
      const score = linearBic(table);
      const steps = allSteps(ges({ score, knowledge }));
      for (const { graph } of steps) expect(violations(graph!, knowledge, table.names)).toEqual([]);
      // No class with an obeying member that one edge of any member reaches is better.
      const last = steps.at(-1)!;
      const members = equivalenceClass(last.graph!).members.map(({ edges }) => edges);
      const isBeside = ({ edges }: Graph) =>
        members.some((member) => member.filter((e, k) => e !== edges[k]).length === 1);
      for (const graph of allDags(4)) {
        if (!isBeside(graph) || memberByOrder(cpdagOf(graph), knowledge) === null) continue;
        expect(isBetter(score.ofGraph(graph), last.score)).toBe(false);
      }
    }
  });

  it("goes on from any step to the same end", () => {
    for (const made of [linearBic, bge, linearBicEqualVariance]) {
      const score = made(randomTable(createRng("ges/resume"), 7, 60, 0.7));
      const whole = allSteps(ges({ score }));
      expect(whole.length).toBeGreaterThan(5);
      whole.forEach(({ state }, k) => {
        const from = JSON.parse(JSON.stringify(state));
        expect(allSteps(ges({ score, from }))).toEqual(whole.slice(k + 1 < whole.length ? k + 1 : k));
      });
    }
  });

  it("takes the same step whether the operators were kept from the step before or listed anew", () => {
    let compared = 0;
    for (const set of golden.filter(({ d, n }) => d <= 15 && n === 200)) {
      const score = covarianceScore(set, true);
      let before: GesStep | null = null;
      for (const step of ges({ score })) {
        if (before !== null) {
          expect(ges({ score, from: before.state }).next().value).toEqual(step);
          compared++;
        }
        before = step;
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it("steps on while slow terms are asked for", () => {
    const score = linearBic(randomTable(createRng("ges/slow"), 6, 60));
    const [fast, slow] = [score, withoutFastPath(score)].map((s) => allSteps(ges({ score: s })));
    expect(slow.length).toBeGreaterThan(fast.length + 6);
    expect(key(slow.at(-1)!.pdag)).toBe(key(fast.at(-1)!.pdag));
  });

  it("takes scores that tell members apart or are not a sum, in two phases", () => {
    for (let trial = 0; trial < 20; trial++) {
      const table = randomTable(createRng(`ges/apart/${trial}`), 5, 60);
      for (const score of [linearBicEqualVariance(table), tableScore(`ges/apart/${trial}`, 5)]) {
        const last = finish(ges({ score }));
        expect(last.score).toBe(score.ofGraph(last.graph!));
        expect(key(cpdagOf(last.graph!))).toBe(key(last.pdag));
      }
    }
    const chain = linearBicEqualVariance(
      simulate({ nodes: 2, expectedEdges: 1, graph: "erdos-renyi", seed: 2 }).table,
    );
    expect(edgeCount(finish(ges({ score: chain })).graph!)).toBe(1);
  });

  it("comes to an end on columns that repeat others", () => {
    const rng = createRng("ges/repeats");
    const rows = Array.from({ length: 40 }, () => {
      const [a, b, c] = [rng.normal(), rng.normal(), rng.normal()];
      return [a, b, a + b, a, c, a - 2 * b, c];
    });
    const score = linearBic(plainTable(rows));
    let before = Number.NEGATIVE_INFINITY;
    for (const step of ges({ score })) {
      expect(isBetter(step.score, before)).toBe(true);
      before = step.score;
    }
  });

  it("refuses a score without terms, turning where members are told apart, and a start without a score", () => {
    const table = randomTable(createRng("ges"), 3, 50);
    const score = linearBic(table);
    expect(() => finish(ges({ score: { ...score, local: undefined } }))).toThrow(
      'ges: the score "bic" has no local terms; use hill-climb',
    );
    expect(() => finish(ges({ score: linearBicEqualVariance(table) }, { turning: true }))).toThrow(
      'ges: turning must be off for the score "bic-equal-variance"',
    );
    const local = { term: () => Number.NEGATIVE_INFINITY };
    const hopeless = { ...score, local, ofGraph: () => Number.NEGATIVE_INFINITY };
    expect(() => finish(ges({ score: hopeless }))).toThrow("must have a finite score");
    const knowledge = { ...noKnowledge(3), maxParents: 1 };
    knowledge.required[0 * 3 + 2] = knowledge.required[1 * 3 + 2] = 1;
    expect(() => finish(ges({ score, knowledge }))).toThrow("ges: the required edges must be consistent");
  });
});
