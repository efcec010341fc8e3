import { describe, expect, it } from "vitest";
import { isLong } from "../../../../test/long.ts";
import { allDags, randomKnowledge, randomTable, tableScore } from "../../../../test/problems.ts";
import { type Graph, hasEdge } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import type { Score } from "../../score/score.ts";
import { finish } from "../search.ts";
import { exactSearch } from "./exact.ts";

function all<T>(running: Generator<number, T, void>): T {
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

/** Variables, and how many tables of so many: five have 29,281 graphs. */
const short = [
  [3, 4],
  [4, 4],
];
const long = [...short, [5, 2]];

const pairsOf = (d: number) =>
  Array.from({ length: d * d }, (_, k) => [Math.floor(k / d), k % d] as const).filter(([i, j]) => i !== j);

const scores: readonly [string, (d: number, seed: number) => Score][] = [
  ["bic", (d, seed) => linearBic(randomTable(createRng(`unlinked/${seed}`), d, 50))],
  [
    "bic-equal-variance",
    (d, seed) => linearBicEqualVariance(randomTable(createRng(`unlinked/${seed}`), d, 50)),
  ],
  ["terms without rhyme", (d, seed) => tableScore(`unlinked/${seed}`, d)],
];

describe("the best graph without a link, or without its arrow", () => {
  it("is not sought for arrows where that would take a search of more than ten variables for each", () => {
    const score = linearBicEqualVariance(randomTable(createRng("eleven"), 11, 50));
    const { link, arrow } = all(finish(exactSearch({ score })).without!([[0, 1]]));
    expect(Number.isFinite(link[0])).toBe(true);
    expect(arrow).toBeNull();
  });

  it.each(scores)("is that of all graphs, one by one (%s)", (_, make) => {
    for (const [d, count] of isLong ? long : short) {
      // prettier-ignore
      const dags = allDags(d);
      const names = Array.from({ length: d }, (_, j) => `x${j}`);
      for (let trial = 0; trial < count; trial++) {
        const score = make(d, trial);
        const knowledge = trial % 2 === 0 ? noKnowledge(d) : randomKnowledge(createRng(`known/${trial}`), d);
        const obeying = dags.filter((dag) => violations(dag, knowledge, names).length === 0);
        const values = obeying.map(score.ofGraph);
        const pairs = pairsOf(d);
        const last = finish(exactSearch({ score, knowledge }));
        const recalled = finish(
          exactSearch({ score, knowledge, from: JSON.parse(JSON.stringify(last.state)) }),
        );
        for (const [k, [i, j]] of pairs.entries()) {
          const bestOf = (isOne: (dag: Graph) => boolean): number =>
            values.reduce(
              (most, value, g) => (isOne(obeying[g]) ? Math.max(most, value) : most),
              Number.NEGATIVE_INFINITY,
            );
          const withoutArrow = (dag: Graph): boolean => !hasEdge(dag, i, j);
          const wanted = {
            link: bestOf((dag) => withoutArrow(dag) && !hasEdge(dag, j, i)),
            arrow: bestOf(withoutArrow),
          };
          for (const step of [last, recalled]) {
            const found = all(step.without!(pairs));
            for (const what of ["link", "arrow"] as const) {
              const [value, best] = [found[what]![k], wanted[what]];
              if (best === Number.NEGATIVE_INFINITY) expect(value).toBe(best);
              else expect(Math.abs(value - best)).toBeLessThan(1e-8 * Math.max(1, Math.abs(best)));
            }
          }
        }
      }
    }
  });
});
