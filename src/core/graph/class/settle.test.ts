import { describe, expect, it } from "vitest";
import { graphFromText, pdagFromText } from "../../../../test/golden/graph-theory.ts";
import { randomChordal, randomDag, withKnowledge } from "../../../../test/random-classes.ts";
import { createRng } from "../../math/rng.ts";
import { cpdagOf } from "../equivalence.ts";
import { directInto, draftOf, meekClosure, undoInto } from "../meek.ts";
import { type Pdag, undirectedPairs } from "../pdag.ts";
import { type Facts, settlingFacts } from "./settle.ts";

/** A slow reference: Meek's rules for every fact. */
function byClosure(pdag: Pdag): Facts {
  const closed = meekClosure(pdag);
  const { d } = closed;
  const draft = draftOf(closed);
  const settled = (pairs: readonly (readonly [number, number])[]): number => {
    for (const [i, j] of pairs) directInto(draft, i * d + j);
    const count = draft.trail.length;
    undoInto(draft, 0);
    return count;
  };
  const pairs = undirectedPairs(closed);
  const all = Array.from({ length: d }, (_, i) => i);
  return {
    undirected: pairs.length,
    edges: pairs.map(([i, j]) => {
      const [forward, backward] = [settled([[i, j]]), settled([[j, i]])];
      return { i, j, forward, backward, least: Math.min(forward, backward) };
    }),
    variables: all.flatMap((variable) => {
      const open = all.filter((w) => closed.undirected[variable * d + w] === 1);
      if (open.length === 0) return [];
      const isRoot = all.every((w) => closed.directed[w * d + variable] === 0);
      return [{ variable, isRoot, settles: settled(open.map((w) => [variable, w] as const)) }];
    }),
  };
}

describe("settlingFacts", () => {
  it("directs all edges of a chain from its end, and outwards from its middle", () => {
    const chain = cpdagOf(graphFromText(4, "0>1 1>2 2>3"));
    expect(settlingFacts(chain)).toEqual({
      undirected: 3,
      edges: [
        { i: 0, j: 1, forward: 3, backward: 1, least: 1 },
        { i: 1, j: 2, forward: 2, backward: 2, least: 2 },
        { i: 2, j: 3, forward: 1, backward: 3, least: 1 },
      ],
      variables: [0, 1, 2, 3].map((variable) => ({ variable, isRoot: true, settles: 3 })),
    });
  });

  it("directs in a clique only the edge itself, or the edges of the root", () => {
    const { edges, variables } = settlingFacts(pdagFromText(4, "0-1 0-2 0-3 1-2 1-3 2-3"));
    expect(edges.every(({ forward, backward }) => forward === 1 && backward === 1)).toBe(true);
    expect(variables.every(({ settles }) => settles === 3)).toBe(true);
  });

  it("does not call a variable with an incoming edge a root", () => {
    const { variables } = settlingFacts(cpdagOf(graphFromText(6, "0>2 1>2 0>3 1>3 2>3 4>5")));
    expect(variables).toEqual([
      { variable: 2, isRoot: false, settles: 1 },
      { variable: 3, isRoot: false, settles: 1 },
      { variable: 4, isRoot: true, settles: 1 },
      { variable: 5, isRoot: true, settles: 1 },
    ]);
  });

  it("equals the closure of each fact under Meek's rules, in random classes with and without knowledge", () => {
    const rng = createRng(1);
    for (let k = 0; k < 300; k++) {
      const d = 3 + (k % 12);
      const dag = k % 3 === 0 ? randomDag(d, 0.2 + 0.6 * rng.uniform(), rng) : randomChordal(d, rng);
      const cpdag = cpdagOf(dag);
      expect(settlingFacts(cpdag)).toEqual(byClosure(cpdag));
      const pdag = withKnowledge(cpdag, dag, () => rng.uniform() < 0.1);
      expect(settlingFacts(pdag)).toEqual(byClosure(pdag));
    }
  });

  it("equals the closure in classes of sixty variables", () => {
    const rng = createRng(2);
    for (let k = 0; k < 3; k++) {
      const cpdag = cpdagOf(randomChordal(60, rng));
      expect(settlingFacts(cpdag)).toEqual(byClosure(cpdag));
    }
  });
});
