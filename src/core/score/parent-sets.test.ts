import { describe, expect, it } from "vitest";
import { columnsBut, randomTable, subsetsOf } from "../../../test/problems.ts";
import { noKnowledge } from "../graph/knowledge.ts";
import { createRng } from "../math/rng.ts";
import { gp, gpTerms } from "./gp.ts";
import {
  emptyParentSetTable,
  fromParentSetTable,
  inTurn,
  legalParentSets,
  type ParentSetTable,
  parentSetRow,
  parentSets,
  parentSetTable,
  rememberedSets,
  type SetWorkers,
} from "./parent-sets.ts";

describe("parentSets", () => {
  it("lists every possible parent set once", () => {
    expect(parentSets(3)).toEqual([[], [0], [1], [0, 1], [2], [0, 2], [1, 2]]);
    expect(parentSets(10).length).toBe(1023);
    expect(parentSets(4).map(parentSetRow)).toEqual(Array.from({ length: 15 }, (_, k) => k));
  });

  it("are fewer if knowledge rules them out for every node", () => {
    expect(legalParentSets({ ...noKnowledge(5), maxParents: 2 }).length).toBe(1 + 5 + 10);
    const { required, forbidden, ...rest } = noKnowledge(3);
    const only = { ...rest, required: new Uint8Array(9), forbidden: new Uint8Array(9).fill(1) };
    only.forbidden[1] = 0; // only 0 → 1 is allowed
    expect(legalParentSets(only)).toEqual([[], [0]]);
    only.required[1] = 1;
    expect(legalParentSets(only)).toEqual([[], [0]]); // the other two have no parents
  });
});

/** The whole table at once. */
function made(steps: Generator<unknown, ParentSetTable, void>): ParentSetTable {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

describe("parentSetTable", () => {
  const table = randomTable(createRng("table"), 4, 30);

  it("contains what the score would compute, reports progress, and needs no more computation", () => {
    const terms = gpTerms(table);
    const steps = parentSetTable({ values: terms }, 4, parentSets(4));
    const progress: number[] = [];
    let step = steps.next();
    for (; !step.done; step = steps.next()) progress.push(step.value.done / step.value.total);
    expect(progress).toEqual(Array.from({ length: 15 }, (_, k) => (k + 1) / 15));
    const never = () => {
      throw new Error("asked for what the table has");
    };
    const [direct, stored] = [gp(table), gp(table, { terms: fromParentSetTable(step.value, never) })];
    for (let j = 0; j < 4; j++) {
      for (const P of subsetsOf(columnsBut(4, j)))
        expect(stored.local!.term(j, P)).toBe(direct.local!.term(j, P));
    }
  });

  it("is the same table filled in any order by several workers", () => {
    const sets = parentSets(4);
    const whole = emptyParentSetTable(4, 4);
    for (const part of [1, 0, 2]) {
      const worker = gpTerms(table);
      for (const P of sets.filter((_, at) => at % 3 === part).reverse())
        whole.data.set(worker(P), parentSetRow(P) * whole.width);
    }
    expect(whole).toEqual(made(parentSetTable({ values: gpTerms(table) }, 4, sets)));
  });

  it("computes missing sets on demand", () => {
    const few = parentSets(3).filter((P) => P.length <= 1);
    const table = made(parentSetTable({ values: (P) => Float64Array.of(P.length) }, 3, few));
    const values = fromParentSetTable(table, () => Float64Array.of(-1));
    expect([[], [2], [0, 2]].map((P) => values(P)[0])).toEqual([0, 1, -1]);
  });

  it("extends an earlier table by the sets missing there", () => {
    const asked: number[][] = [];
    const values = (P: readonly number[]) => {
      asked.push([...P]);
      return Float64Array.of(P.length, 1);
    };
    const earlier = made(parentSetTable({ values }, 3, [[], [0, 2]]));
    expect(asked.splice(0)).toEqual([[], [0, 2]]);
    const whole = made(parentSetTable({ values }, 3, parentSets(3), earlier));
    expect(asked).toEqual([[0], [1], [0, 1], [2], [1, 2]]);
    expect(whole).toEqual(made(parentSetTable({ values }, 3, parentSets(3))));
  });

  it("refuses too many variables with a sentence", () => {
    expect(() => emptyParentSetTable(21, 1)).toThrow(/at most 20 variables, got 21; let the search/);
  });
});

describe("rememberedSets", () => {
  it("computes a set once while it is cached, and again after the cache was cleared", () => {
    let asked = 0;
    const values = rememberedSets((P) => {
      asked++;
      return new Float64Array(4).fill(P.length);
    }, 8);
    for (const P of [[0], [0], [1], [0]]) values(P);
    expect(asked).toBe(2);
    expect(values([0, 1])[0]).toBe(2); // full: the cache is cleared
    values([0]);
    expect(asked).toBe(4);
  });
});

describe("prefetched terms", () => {
  const table = randomTable(createRng("ahead"), 4, 30);
  const setsBegun = () => {
    const begun: (readonly number[])[][] = [];
    const own = inTurn();
    const workers: SetWorkers = {
      ...own,
      start: (sets) => {
        begun.push([...sets]);
        own.start(sets, gpTerms(table));
      },
    };
    return { begun, workers };
  };

  it("are computed by workers, each set once, and equal those of one thread", () => {
    const { begun, workers } = setsBegun();
    const { term, ahead } = gp(table, { workers }).local!;
    ahead!([[0], [1], [0], []]);
    ahead!([[1], [2], [0, 1]]);
    ahead!([[3], [0]]); // a single set is left to the caller
    expect(begun).toEqual([
      [[0], [1]],
      [[2], [0, 1]],
    ]);
    for (const P of [[0], [1], [2], [0, 1]]) expect(term(3, P)).toBe(gp(table).local!.term(3, P));
  });

  it("are computed one by one after the workers were aborted midway", () => {
    const { begun, workers } = setsBegun();
    let beats = 0;
    const beat = () => {
      if (++beats === 2) throw new Error("left");
    };
    const { term, ahead } = gp(table, { workers, beat }).local!;
    expect(() => ahead!([[0], [1], [2]])).toThrow("left");
    ahead!([[1], [2]]);
    expect(begun.length).toBe(1);
    expect(term(3, [1])).toBe(gp(table).local!.term(3, [1]));
  });

  it("need no workers if all are precomputed", () => {
    const { workers } = setsBegun();
    expect(gp(table, { workers, terms: gpTerms(table) }).local!.ahead).toBeUndefined();
  });
});
