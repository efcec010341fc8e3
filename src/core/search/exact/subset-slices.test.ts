import { describe, expect, it } from "vitest";
import { simulate } from "../../data/simulate/simulate.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import type { Local } from "../../score/score.ts";
import { subsetProgram, subsetProgramBytes } from "./subset-program.ts";

const d = 7;
const { table } = simulate({ nodes: d, samples: 200, seed: 3 });
const own = linearBic(table).local!;

function told(local: Local, knowledge: Knowledge, bits?: number) {
  const program = subsetProgram(local, knowledge, { bits });
  return [0, 3.5].map((multiplier) => {
    const running = program.pass(multiplier);
    for (;;) {
      const { value, done } = running.next();
      if (done) return value;
    }
  });
}

describe("tables in several memories", () => {
  const knowledge = noKnowledge(d);
  const limited = {
    ...knowledge,
    maxParents: 3,
    forbidden: knowledge.forbidden.with(6 * d + 2, 1).with(1 * d + 5, 1),
    required: knowledge.required.with(5 * d + 6, 1).with(0 * d + 1, 1),
  };
  const locals: Record<string, Local> = {
    bic: own,
    "bic-equal-variance": linearBicEqualVariance(table).local!,
    "terms one by one": { ...own, gaussian: undefined },
  };
  for (const [name, local] of Object.entries(locals)) {
    it(`give what one gives, bit for bit (${name})`, () => {
      for (const given of [knowledge, limited]) {
        const whole = told(local, given);
        expect(whole[0].value).toBeLessThan(Number.POSITIVE_INFINITY);
        for (const bits of [6, 5, 3, 1]) expect(told(local, given, bits)).toEqual(whole);
      }
    });
  }

  it("do not tell what two variables cost that are not linked", () => {
    expect(subsetProgram(own, knowledge, { bits: 6 }).without).toBeUndefined();
    expect(subsetProgram(own, knowledge).without).toBeDefined();
  });

  it("and threads are part of the memory that is announced", () => {
    const bytes = (variables: number, threads?: number) => subsetProgramBytes(variables, own, threads);
    expect(bytes(25)).toBeCloseTo(8 * (25 * 2 ** 24 + 2 * 2 ** 25), -6);
    expect(bytes(26)).toBeCloseTo(8 * (26 * 2 ** 25 + 2 ** 26), -6);
    expect(bytes(27)).toBeCloseTo(8 * (27 * 2 ** 26 + 2 ** 27), -6);
    expect(bytes(20, 3) - bytes(20, 2)).toBe(bytes(20, 2) - bytes(20));
    expect(bytes(20, 2) - bytes(20)).toBeGreaterThan(1e7);
    expect(bytes(15, 8)).toBe(bytes(15)); // so few are searched by one thread
  });

  it("refuse to hold sets of more variables than there are", () => {
    expect(() => subsetProgram(own, knowledge, { bits: 8 })).toThrow("slices of 1 to 7 variables, got 8");
  });
});
