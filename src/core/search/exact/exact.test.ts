import { describe, expect, it } from "vitest";
import { trials } from "../../../../test/long.ts";
import { allDags, chainTable, randomKnowledge, randomTable } from "../../../../test/problems.ts";
import { createTable, type Table } from "../../data/table.ts";
import { areEquivalent } from "../../graph/equivalence.ts";
import {
  edgeCount,
  type Graph,
  graphFromEdges,
  isAcyclic,
  parentsOf,
  topologicalOrder,
} from "../../graph/graph.ts";
import { violations } from "../../graph/knowledge.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng, type Rng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import type { Score } from "../../score/score.ts";
import { finish } from "../search.ts";
import { meetsBound } from "./bound.ts";
import { exactSearch } from "./exact.ts";
import { maskOf, membersOf } from "./subset-program.ts";

/** A DAG with the parents of each node as a bit mask, so that looking at thousands is quick. */
interface Dag {
  readonly graph: Graph;
  readonly masks: readonly number[];
  readonly edges: number;
}

function everyDag(d: number): Dag[] {
  return allDags(d).map((graph) => {
    const masks = Array.from({ length: d }, (_, j) => maskOf(parentsOf(graph, j)));
    return { graph, masks, edges: edgeCount(graph) };
  });
}

function bestOfAll(
  score: Score,
  dags: readonly Dag[],
  obeys: (graph: Graph) => boolean = () => true,
): number {
  const { d, local } = score;
  const terms = Array.from({ length: d }, (_, j) =>
    Array.from({ length: 1 << d }, (_, mask) => ((mask >> j) & 1 ? 0 : local!.term(j, membersOf(mask)))),
  );
  let best = Number.NEGATIVE_INFINITY;
  for (const { graph, masks, edges } of dags) {
    if (!obeys(graph)) continue;
    let sum = 0;
    for (let j = 0; j < d; j++) sum += terms[j][masks[j]];
    best = Math.max(best, local!.combine ? local!.combine(sum, edges) : sum);
  }
  return best;
}

const dags4 = everyDag(4);
const dags5 = everyDag(5);

describe("exactSearch", () => {
  it("knows 543 and 29281 labelled DAGs (Robinson 1973)", () => {
    expect(dags4.length).toBe(543);
    expect(dags5.length).toBe(29281);
  });

  const scores: [string, (table: Table, rng: Rng) => Score][] = [
    ["bic", (table) => linearBic(table)],
    ["bic-equal-variance", (table) => linearBicEqualVariance(table)],
    [
      "bic-equal-variance with the penalty of the runs",
      (table) => linearBicEqualVariance(table, { penalty: "runs" }),
    ],
    [
      "a weighted penalty",
      (table, rng) => linearBicEqualVariance(table, { penaltyWeight: 4 * rng.uniform() }),
    ],
    ["bge", (table) => bge(table)],
  ];
  for (const [name, make] of scores) {
    it(`agrees with brute force over all DAGs: ${name}`, () => {
      for (let trial = 0; trial < trials(60, 300); trial++) {
        const rng = createRng(`exact/${name}/${trial}`);
        const d = trial % 3 === 0 ? 5 : 4;
        const score = make(randomTable(rng, d, 20 + rng.integer(200)), rng);
        const last = finish(exactSearch({ score }));
        const best = bestOfAll(score, d === 4 ? dags4 : dags5);
        expect(isAcyclic(last.graph!)).toBe(true);
        expect(Math.abs(last.score - best)).toBeLessThan(1e-8 * Math.max(1, Math.abs(best)));
        expect(meetsBound(last.score, last.bound, score.local!, last.graph!)).toBe(true);
        expect(last.bound).toBeGreaterThan(best - 1e-6);
      }
    });
  }

  it("agrees with brute force under random knowledge, and obeys it", () => {
    for (let trial = 0; trial < trials(50, 150); trial++) {
      const rng = createRng(`exact/knowledge/${trial}`);
      const d = 4;
      const table = randomTable(rng, d, 100);
      const score = trial % 2 === 0 ? linearBic(table) : linearBicEqualVariance(table);
      const knowledge = randomKnowledge(rng, d);
      const last = finish(exactSearch({ score, knowledge }));
      const best = bestOfAll(score, dags4, (graph) => violations(graph, knowledge, table.names).length === 0);
      expect(violations(last.graph!, knowledge, table.names)).toEqual([]);
      expect(Math.abs(last.score - best)).toBeLessThan(1e-8 * Math.max(1, Math.abs(best)));
    }
  });

  it("finds the same class and the same member whatever the order of the rows", () => {
    for (let trial = 0; trial < 10; trial++) {
      const rng = createRng(`exact/rows/${trial}`);
      const { names, X } = randomTable(rng, 7, 300);
      const rows = rng.permutation(300);
      const Y = matrix(300, 7);
      rows.forEach((from, i) => {
        Y.data.set(X.data.subarray(from * 7, from * 7 + 7), i * 7);
      });
      for (const make of [linearBic, linearBicEqualVariance]) {
        const a = finish(exactSearch({ score: make({ names, X }) }));
        const b = finish(exactSearch({ score: make({ names, X: Y }) }));
        expect(b.graph).toEqual(a.graph);
      }
    }
  });

  it("chooses the member of the class whose order comes first", () => {
    const table = chainTable(createRng("chain"), 3, 500);
    const { graph } = finish(exactSearch({ score: linearBic(table) }));
    expect(topologicalOrder(graph!)).toEqual([0, 1, 2]);
    expect(
      areEquivalent(
        graph!,
        graphFromEdges(3, [
          [0, 1],
          [1, 2],
        ]),
      ),
    ).toBe(true);
  });

  it("returns the empty graph for one variable", () => {
    const table = createTable(["only"], matrix(4, 1, Float64Array.of(1, 2, 3, 5)));
    for (const make of [linearBic, linearBicEqualVariance]) {
      expect(edgeCount(finish(exactSearch({ score: make(table) })).graph!)).toBe(0);
    }
  });

  it("resumes from any step to the same result", () => {
    const score = linearBicEqualVariance(randomTable(createRng("exact/resume"), 6, 200));
    const whole = finish(exactSearch({ score }));
    let steps = 0;
    for (const step of exactSearch({ score })) {
      if (steps++ % 7 !== 0) continue;
      const again = finish(exactSearch({ score, from: JSON.parse(JSON.stringify(step.state)) }));
      // What a step can still be asked is a function.
      expect({ ...again, without: undefined }).toEqual({ ...whole, without: undefined });
    }
    expect(steps).toBeGreaterThan(20);
  });

  it("refuses what does not fit in memory before it allocates", () => {
    const d = 24;
    const table = randomTable(createRng("exact/big"), d, 40);
    expect(() => finish(exactSearch({ score: linearBic(table) }, {}, { memoryBytes: 1e9 }))).toThrow(
      "exact: 24 variables need 1.9 GB of memory and 1.0 GB are available; set search to order, or use fewer columns",
    );
  });

  it("never returns NaN for a column that is a combination of others, and tells how often it met one", () => {
    const { names, X } = randomTable(createRng("exact/collinear"), 4, 50);
    for (let i = 0; i < 50; i++) X.data[i * 4 + 3] = X.data[i * 4] + X.data[i * 4 + 1];
    for (const make of [linearBic, linearBicEqualVariance, bge]) {
      const last = finish(exactSearch({ score: make({ names, X }) }));
      expect(Number.isFinite(last.score)).toBe(true);
      // BGe's prior adds to the diagonal, so nothing is exactly collinear there.
      if (make !== bge) expect(last.values.collinear).toBeGreaterThan(0);
    }
  });

  it("proves its answer on nearly deterministic columns too, down to what the data doctor refuses", () => {
    for (const noise of [3e-5, 1e-4, 1e-3]) {
      for (let seed = 1; seed <= 6; seed++) {
        const rng = createRng(`exact/near/${noise}/${seed}`);
        const { names, X } = randomTable(rng, 6, 500);
        for (let i = 0; i < 500; i++) {
          X.data[i * 6 + 2] = X.data[i * 6] + X.data[i * 6 + 1] + noise * rng.normal();
          if (seed % 2 === 0)
            X.data[i * 6 + 5] = X.data[i * 6 + 3] - X.data[i * 6 + 4] + noise * rng.normal();
        }
        for (const make of [linearBic, linearBicEqualVariance, bge]) {
          const score = make({ names, X });
          const last = finish(exactSearch({ score }));
          expect(meetsBound(last.score, last.bound, score.local!, last.graph!)).toBe(true);
        }
      }
    }
  });

  it("finds the same graph in any units, for a score that promises so", () => {
    for (let seed = 1; seed <= 6; seed++) {
      const { names, X } = randomTable(createRng(`exact/units/${seed}`), 6, 400);
      const { graph } = finish(exactSearch({ score: linearBic({ names, X }) }));
      for (const factor of [1e-8, 1e8, 1e60]) {
        const Y = matrix(
          400,
          6,
          X.data.map((x) => x * factor),
        );
        expect(finish(exactSearch({ score: linearBic({ names, X: Y }) })).graph).toEqual(graph);
      }
    }
  });

  it("bounds nothing where combine is not convex, rising with the sum and falling with the edges", () => {
    const term = (_: number, parents: readonly number[]) => -10 + parents.length;
    const of = (combine: (sum: number, edges: number) => number): Score => ({
      name: "mine",
      d: 4,
      ofGraph: () => 0,
      local: { term, combine },
      isEquivalent: false,
      isScaleFree: true,
    });
    const faulty = (combine: (sum: number, edges: number) => number) => {
      const { bound, fault } = finish(exactSearch({ score: of(combine) }));
      expect(bound).toBe(Number.POSITIVE_INFINITY);
      return fault;
    };
    expect(faulty((sum, edges) => (edges === 3 ? 1000 : sum - 2 * edges))).toMatch(/^combine must/);
    expect(faulty((sum, edges) => sum + 2 * edges)).toMatch(/fall with the edges/);
    expect(finish(exactSearch({ score: of((sum, edges) => sum - 2 * edges) })).fault).toBeNull();
    expect(finish(exactSearch({ score: of((sum, edges) => sum - 2 * edges) })).graph!.edges.includes(1)).toBe(
      false,
    );
  });

  it("refuses a table that no score can be made of, by column", () => {
    const { names, X } = randomTable(createRng("exact/bad"), 3, 20);
    const constant = matrix(
      20,
      3,
      X.data.map((x, k) => (k % 3 === 1 ? 7 : x)),
    );
    const nan = matrix(
      20,
      3,
      X.data.map((x, k) => (k === 4 ? Number.NaN : x)),
    );
    for (const make of [linearBic, linearBicEqualVariance]) {
      expect(() => make({ names, X: constant })).toThrow('column "v1" must be finite and vary');
    }
    for (const make of [linearBic, linearBicEqualVariance, bge]) {
      expect(() => make({ names, X: nan })).toThrow('column "v1" must be finite and vary');
    }
  });
});
