import { describe, expect, it } from "vitest";
import { pdagFromText } from "../../../../../test/golden/graph-theory.ts";
import { allSteps, randomKnowledge, randomTable } from "../../../../../test/problems.ts";
import { cpdagOf, memberByOrder } from "../../../graph/equivalence.ts";
import { noKnowledge } from "../../../graph/knowledge.ts";
import { createRng } from "../../../math/rng.ts";
import { linearBic, linearBicEqualVariance } from "../../../score/linear-bic.ts";
import { ges } from "./ges.ts";
import type { Gains } from "./ges-gains.ts";
import { type GesOperator, type OperatorKind, placeOf } from "./ges-operators.ts";
import { changeOf, operatorShelf } from "./operator-cache.ts";

const at = (text: string) => placeOf(pdagFromText(5, text));

/** A shelf for five variables that tells whose operators it lists, and its best operator at a place. */
function shelfOf(kind: OperatorKind, gains: Gains) {
  const listed: number[] = [];
  const shelf = operatorShelf(kind, {
    gains: (y, S) => {
      listed.push(y);
      return gains(y, S);
    },
    knowledge: noKnowledge(5),
    isWorthKeeping: (gain) => gain > 0,
  });
  const bestAt = (text: string): GesOperator | null => {
    listed.length = 0;
    Array.from(shelf.fill(at(text)));
    const choice = {
      isWanted: (gain: number) => gain > 0,
      isTie: (gain: number, other: number) => gain - other < 1e-6,
      land: (operator: GesOperator) => operator,
    };
    return shelf.best(at(text), choice)?.landed ?? null;
  };
  return { bestAt, listed, moved: (from: string, to: string) => shelf.moved(changeOf(at(from), at(to))) };
}

describe("operatorShelf", () => {
  it("offers an insertion again once the path in its way is gone, without listing it anew", () => {
    const { bestAt, listed, moved } = shelfOf("insert", (y) => (x) => (x === 0 && y === 3 ? 1 : -1));
    expect(bestAt("3>1 1>2 2>0")).toBeNull();
    moved("3>1 1>2 2>0", "3>1 1>2 2>0 4>2");
    expect(bestAt("3>1 1>2 2>0 4>2")).toBeNull();
    moved("3>1 1>2 2>0 4>2", "3>1 2>0 4>2");
    expect(bestAt("3>1 2>0 4>2")).toMatchObject({ x: 0, y: 3, clique: [] });
    expect(listed).not.toContain(3);
  });

  it("keeps what a move does not touch", () => {
    const { bestAt, listed, moved } = shelfOf("insert", () => (x) => -x);
    bestAt("0-1");
    expect(new Set(listed)).toEqual(new Set([0, 1, 2, 3, 4]));
    moved("0-1", "0-1 3-4");
    bestAt("0-1 3-4");
    expect(new Set(listed)).toEqual(new Set([3, 4]));
    // 0 is beside 1, which has a new link.
    moved("0-1 3-4", "0-1 3-4 1-2");
    bestAt("0-1 3-4 1-2");
    expect(new Set(listed)).toEqual(new Set([0, 1, 2]));
  });

  it("lists a turned edge anew when its effect has other causes", () => {
    const gains: Gains = (y, S) => (x) => (y === 2 && x === 0 ? (S.includes(1) ? -5 : 5) : 1);
    const { bestAt, moved } = shelfOf("turn", gains);
    expect(bestAt("0>2")).toBeNull();
    moved("0>2", "0>2 1>2");
    expect(bestAt("0>2 1>2")).toMatchObject({ x: 2, y: 0, gain: 6 });
  });

  it("takes of equal operators the one of the lowest x, then y, whichever has the larger rounding", () => {
    for (const bonus of [-1e-9, 1e-9]) {
      const { bestAt } = shelfOf("insert", (y) => (x) => 1 + (x > y ? bonus : 0));
      expect(bestAt("")).toMatchObject({ x: 0, y: 1 });
    }
  });

  it("offers the same kept or filled anew, under knowledge that the links of a parent decide on", () => {
    let compared = 0;
    for (let k = 0; k < 300; k++) {
      const rng = createRng(`ges/kept/${k}`);
      const d = 4 + (k % 5);
      const make = k % 2 === 0 ? linearBic : linearBicEqualVariance;
      const score = make(randomTable(rng, d, 40 + (k % 3) * 60, 0.6));
      const knowledge = randomKnowledge(rng, d);
      if (memberByOrder(cpdagOf({ d, edges: knowledge.required }), knowledge) === null) continue;
      const steps = allSteps(ges({ score, knowledge }));
      for (let s = 1; s < steps.length; s++, compared++)
        expect(ges({ score, knowledge, from: steps[s - 1].state }).next().value).toEqual(steps[s]);
    }
    expect(compared).toBeGreaterThan(500);
  });
});
