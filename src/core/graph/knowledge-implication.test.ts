import { describe, expect, it } from "vitest";
import { allDags, randomKnowledge } from "../../../test/problems.ts";
import { createRng } from "../math/rng.ts";
import { type Knowledge, noKnowledge, violations } from "./knowledge.ts";
import { unimplied } from "./knowledge-implication.ts";

const names = ["a", "b", "c", "e"];
const dags = allDags(4);
const obeying = (knowledge: Knowledge) =>
  dags.filter((dag) => violations(dag, knowledge, names).length === 0);

describe("unimplied", () => {
  it("is empty only if every graph that satisfies the one satisfies the other, among all graphs of four variables", () => {
    const rng = createRng("implication");
    let [within, without] = [0, 0];
    for (let trial = 0; trial < 400; trial++) {
      const wanted = randomKnowledge(rng, 4);
      // Half of them are stricter than `wanted`.
      const more = randomKnowledge(rng, 4);
      const union = (of: "required" | "forbidden") => wanted[of].map((x, at) => x | more[of][at]);
      const maxParents = Math.min(wanted.maxParents, more.maxParents);
      const given =
        trial % 2 === 0
          ? more
          : { d: 4, required: union("required"), forbidden: union("forbidden"), maxParents };
      const isWithin = obeying(given).every((dag) => violations(dag, wanted, names).length === 0);
      const told = unimplied(given, wanted, names);
      if (told.length === 0) expect(isWithin).toBe(true);
      if (trial % 2 === 1) expect(told).toEqual([]);
      if (isWithin) within++;
      else without++;
    }
    expect(Math.min(within, without)).toBeGreaterThan(50);
  });

  it("names what is not implied", () => {
    const wanted = noKnowledge(4, 1);
    wanted.required[1] = 1;
    wanted.forbidden[2 * 4 + 3] = 1;
    expect(unimplied(noKnowledge(4), wanted, names)).toEqual([
      "a → b is required",
      "c → e is forbidden",
      "no variable has more than 1 cause",
    ]);
    expect(unimplied(wanted, noKnowledge(4), names)).toEqual([]);
  });

  it("knows that a path of required edges forbids the edges against it", () => {
    const given = noKnowledge(4);
    given.required[0 * 4 + 1] = given.required[1 * 4 + 2] = 1;
    const wanted = noKnowledge(4);
    wanted.forbidden[2 * 4 + 0] = 1;
    expect(unimplied(given, wanted, names)).toEqual([]);
  });
});
