import { describe, expect, it } from "vitest";
import { randomChordal, randomDag, withKnowledge } from "../../../../test/random-classes.ts";
import { createRng } from "../../math/rng.ts";
import { cpdagOf, membersOf } from "../equivalence.ts";
import { type Graph, graphFromEdges } from "../graph.ts";
import type { Pdag } from "../pdag.ts";
import { structuralInterventionDistance } from "../sid.ts";
import { sidBounds } from "./sid-bounds.ts";

/** A slow reference: over a list of all members. */
function overMembers(truth: Graph, estimate: Pdag) {
  const distances = membersOf(estimate).members.map((member) =>
    structuralInterventionDistance(truth, member),
  );
  return {
    lower: Math.min(...distances),
    upper: Math.max(...distances),
    members: BigInt(distances.length),
  };
}

describe("sidBounds", () => {
  const rng = createRng("sid-bounds");
  const cases = Array.from({ length: 150 }, (_, k) => {
    const d = 4 + (k % 5);
    const estimate = k % 3 === 0 ? randomChordal(d, rng) : randomDag(d, 0.3, rng);
    return { truth: randomDag(d, 0.4, rng), estimate, cpdag: cpdagOf(estimate) };
  });

  it("equals the minimum and maximum distance over all members", () => {
    for (const { truth, cpdag } of cases)
      expect(sidBounds(truth, cpdag, 10_000)).toEqual(overMembers(truth, cpdag));
    const several = cases.filter(({ cpdag }) => membersOf(cpdag).members.length > 1);
    expect(several.length).toBeGreaterThan(50);
  });

  it("equals them if knowledge directs some of the edges", () => {
    for (const { truth, estimate, cpdag } of cases) {
      const known = withKnowledge(cpdag, estimate, () => rng.uniform() < 0.3);
      expect(sidBounds(truth, known, 10_000)).toEqual(overMembers(truth, known));
    }
  });

  it("needs no list of the members: 200 pairs represent 2^200 of them, at worst with each pair wrong both ways", () => {
    const d = 400;
    const pairs = Array.from({ length: d / 2 }, (_, k) => [2 * k, 2 * k + 1] as const);
    const truth = graphFromEdges(d, pairs);
    expect(sidBounds(truth, cpdagOf(truth), 2)).toEqual({ lower: 0, upper: d, members: 2n ** 200n });
  });

  it("gives up if a part has more orientations than the limit", () => {
    const path = graphFromEdges(5, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(sidBounds(path, cpdagOf(path), 4)).toBeNull();
    expect(sidBounds(path, cpdagOf(path), 5)?.members).toBe(5n);
  });
});
