import { describe, expect, it } from "vitest";
import { columnsBut, randomTable, subsetsOf } from "../../../test/problems.ts";
import { createRng } from "../math/rng.ts";
import { gp, gpTerms } from "./gp.ts";
import {
  emptyParentSetTable,
  fromParentSetTable,
  parentSetRow,
  parentSets,
  parentSetTable,
  rememberedSets,
} from "./gp-table.ts";

describe("parentSets", () => {
  it("lists every set that a node can have once, smaller than all variables and than the most parents", () => {
    expect([...parentSets(3)]).toEqual([[], [0], [1], [0, 1], [2], [0, 2], [1, 2]]);
    expect([...parentSets(10)].length).toBe(1023);
    expect([...parentSets(5, { maxParents: 2 })].length).toBe(1 + 5 + 10);
    expect([...parentSets(4)].map(parentSetRow)).toEqual(Array.from({ length: 15 }, (_, k) => k));
  });
});

describe("parentSetTable", () => {
  const table = randomTable(createRng("table"), 4, 30);

  it("holds what the score would compute, tells its progress, and needs no more computing", () => {
    const terms = gpTerms(table);
    const steps = parentSetTable(terms, 4);
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
    const sets = [...parentSets(4)];
    const whole = emptyParentSetTable(4, 4);
    for (const part of [1, 0, 2]) {
      const worker = gpTerms(table);
      for (const P of sets.filter((_, at) => at % 3 === part).reverse())
        whole.data.set(worker(P), parentSetRow(P) * whole.width);
    }
    const steps = parentSetTable(gpTerms(table), 4);
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect(whole).toEqual(step.value);
  });

  it("asks for the sets that it was made without", () => {
    const steps = parentSetTable((P) => Float64Array.of(P.length), 3, { maxParents: 1 });
    let step = steps.next();
    while (!step.done) step = steps.next();
    const values = fromParentSetTable(step.value, () => Float64Array.of(-1));
    expect([[], [2], [0, 2]].map((P) => values(P)[0])).toEqual([0, 1, -1]);
  });

  it("refuses more variables than it has room for, in a sentence", () => {
    expect(() => emptyParentSetTable(21, 1)).toThrow(/at most 20 variables, got 21; let the search/);
  });
});

describe("rememberedSets", () => {
  it("computes a set once while there is room, and again after it was forgotten", () => {
    let asked = 0;
    const values = rememberedSets((P) => {
      asked++;
      return new Float64Array(4).fill(P.length);
    }, 8);
    for (const P of [[0], [0], [1], [0]]) values(P);
    expect(asked).toBe(2);
    expect(values([0, 1])[0]).toBe(2); // no room: the others are forgotten
    values([0]);
    expect(asked).toBe(4);
  });
});
