import { describe, expect, it } from "vitest";
import { randomDag, randomKnowledge } from "../../../test/problems.ts";
import { createRng } from "../math/rng.ts";
import { completeGraph, emptyGraph, graphFromEdges, renumbered } from "./graph.ts";
import {
  allowedParents,
  isRestricting,
  noKnowledge,
  renumberedKnowledge,
  requiredParents,
  violations,
} from "./knowledge.ts";

const names = ["a", "b", "c"];

describe("knowledge", () => {
  it("restricts nothing when there is none", () => {
    const none = noKnowledge(3);
    expect(isRestricting(none)).toBe(false);
    expect(none.maxParents).toBe(2);
    expect(allowedParents(none, 1)).toEqual([0, 2]);
    expect(requiredParents(none, 1)).toEqual([]);
    expect(violations(completeGraph([2, 1, 0]), none, names)).toEqual([]);
    expect(noKnowledge(0).maxParents).toBe(0);
  });

  it("restricts by a required edge, by a forbidden one, or by a limit on causes", () => {
    expect(isRestricting({ ...noKnowledge(3), required: Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0) })).toBe(
      true,
    );
    expect(isRestricting({ ...noKnowledge(3), forbidden: Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0) })).toBe(
      true,
    );
    expect(isRestricting(noKnowledge(3, 1))).toBe(true);
  });

  it("lists violations as sentences", () => {
    const knowledge = noKnowledge(3, 1);
    knowledge.required[0 * 3 + 1] = 1;
    knowledge.forbidden[2 * 3 + 0] = 1;
    expect(requiredParents(knowledge, 1)).toEqual([0]);
    expect(allowedParents(knowledge, 0)).toEqual([1]);
    expect(violations(emptyGraph(3), knowledge, names)).toEqual(["required edge a → b is missing"]);
    expect(violations(graphFromEdges(3, [[0, 1]]), knowledge, names)).toEqual([]);
    const bad = graphFromEdges(3, [
      [2, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(violations(bad, knowledge, names)).toEqual([
      "forbidden edge c → a is present",
      "a has 2 causes, more than 1",
    ]);
  });

  it("has the same number of violations under any numbering of the variables", () => {
    for (let seed = 0; seed < 50; seed++) {
      const rng = createRng(`knowledge/${seed}`);
      const knowledge = randomKnowledge(rng, 5);
      const graph = randomDag(rng, 5);
      const to = rng.permutation(5);
      const moved = violations(renumbered(graph, to), renumberedKnowledge(knowledge, to), [
        "",
        "",
        "",
        "",
        "",
      ]);
      expect(moved.length).toBe(violations(graph, knowledge, ["", "", "", "", ""]).length);
    }
  });
});
