import { describe, expect, it } from "vitest";
import { randomKnowledge } from "../../../../test/problems.ts";
import { createTable, type Table } from "../../data/table.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { bdeu } from "../../score/bdeu.ts";
import { discreteBic } from "../../score/discrete-bic.ts";
import { localScore, type Score } from "../../score/score.ts";
import { logParentPrior, withParentPrior } from "../posterior/parent-prior.ts";
import { finish } from "../search.ts";
import { exactSearch, subsetTables } from "./exact.ts";

/** Two to four labels, most of them that of the column before. */
function labelTable(seed: string, d: number, n: number): Table {
  const { uniform, integer } = createRng(seed);
  const sizes = Array.from({ length: d }, (_, j) => 2 + (j % 3));
  const X = matrix(n, d);
  for (let i = 0; i < n; i++)
    sizes.forEach((size, j) => {
      const before = j > 0 ? X.data[i * d + j - 1] : size;
      X.data[i * d + j] = before < size && uniform() < 0.5 ? before : integer(size);
    });
  const labels = sizes.map((size) => Array.from({ length: size }, (_, k) => String(k)));
  return createTable(
    sizes.map((_, j) => `x${j}`),
    X,
    labels,
  );
}

/** The table of costs, with the prior of a posterior where there is one. */
function costsOf({ local, d }: Score, knowledge: Knowledge, hasPrior: boolean): Float64Array {
  const terms = hasPrior ? withParentPrior(local!, 1, logParentPrior(d, "fair")) : local!;
  const { kernels, table, fill } = subsetTables(terms, knowledge);
  for (const share of fill()) expect(share).toBeLessThanOrEqual(1);
  return kernels.floats(table, d * 2 ** (d - 1)).slice();
}

/** A score that is asked for its terms one by one, and how often it was. */
function oneByOne(score: Score): { asked: () => number; score: Score } {
  const { ofSets: _, ...local } = score.local!;
  let asked = 0;
  const term: typeof local.term = (node, parents) => {
    asked++;
    return local.term(node, parents);
  };
  return { asked: () => asked, score: localScore({ ...score, local: { ...local, term } }) };
}

describe("costs from numbers of sets", () => {
  const d = 7;
  const makers = [bdeu, discreteBic, (table: Table) => bdeu(table, { equivalentSampleSize: 30 })];
  const knowledges = [
    noKnowledge(d),
    randomKnowledge(createRng("joint"), d),
    { ...noKnowledge(d), maxParents: 4 },
  ];

  it("are those of the terms one by one, to the last bit, with knowledge and with the prior of a posterior", () => {
    for (const n of [40, 900])
      for (const make of makers)
        for (const knowledge of knowledges)
          for (const hasPrior of [false, true]) {
            const table = labelTable(`joint/${n}`, d, n);
            const { score, asked } = oneByOne(make(table));
            const slow = costsOf(score, knowledge, hasPrior);
            expect(asked()).toBeGreaterThan(0);
            const quick = costsOf(make(table), knowledge, hasPrior);
            expect(new BigUint64Array(quick.buffer)).toEqual(new BigUint64Array(slow.buffer));
          }
  });

  it("ask for no term where there are as many terms as sets, and for terms where parents are few", () => {
    const counted = (knowledge: Knowledge): number => {
      const score = bdeu(labelTable("asked", d, 200));
      let asked = 0;
      const term: NonNullable<Score["local"]>["term"] = (node, parents) => {
        asked++;
        return score.local!.term(node, parents);
      };
      costsOf({ ...score, local: { ...score.local!, term } }, knowledge, false);
      return asked;
    };
    expect(counted(noKnowledge(d))).toBe(0);
    expect(counted({ ...noKnowledge(d), maxParents: 1 })).toBe(d * d);
  });

  it("lead exact search to the same graph and score", () => {
    const score = bdeu(labelTable("exact", d, 300));
    const quick = finish(exactSearch({ score }));
    const slow = finish(exactSearch({ score: oneByOne(bdeu(labelTable("exact", d, 300))).score }));
    expect(quick.graph).toEqual(slow.graph);
    expect(quick.graph?.edges).toContain(1);
    expect([quick.score, quick.bound]).toEqual([slow.score, slow.bound]);
  });
});
