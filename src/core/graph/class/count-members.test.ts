import { describe, expect, it } from "vitest";
import { pdagFromText } from "../../../../test/golden/graph-theory.ts";
import { randomChordal, randomDag, withKnowledge } from "../../../../test/random-classes.ts";
import { createRng } from "../../math/rng.ts";
import { cpdagOf, dagOf, membersOf, obeyingClass } from "../equivalence.ts";
import { completeGraph, edgeList, graphFromEdges } from "../graph.ts";
import { noKnowledge } from "../knowledge.ts";
import type { Pdag } from "../pdag.ts";
import { countMembers } from "./count-members.ts";

function undirectedGraph(d: number, pairs: readonly (readonly [number, number])[]): Pdag {
  const { edges } = graphFromEdges(
    d,
    pairs.flatMap(([i, j]) => [[i, j] as const, [j, i] as const]),
  );
  return { d, directed: new Uint8Array(d * d), undirected: edges };
}

const clique = (d: number): Pdag => undirectedGraph(d, edgeList(completeGraph(range(d))));
const range = (d: number): number[] => Array.from({ length: d }, (_, i) => i);
const factorial = (n: number): bigint => range(n).reduce((product, k) => product * BigInt(k + 1), 1n);
const enumerated = (pdag: Pdag): bigint => {
  const { members, complete } = membersOf(pdag, { limit: 50_000 });
  expect(complete).toBe(true);
  return BigInt(members.length);
};

describe("countMembers", () => {
  it("equals the number of listed members, for a thousand classes of up to eight variables", () => {
    const rng = createRng(1);
    const counts = new Set<bigint>();
    for (let k = 0; k < 1000; k++) {
      const d = 2 + (k % 7);
      const cpdag = cpdagOf(
        k % 2 === 0 ? randomDag(d, 0.2 + 0.7 * rng.uniform(), rng) : randomChordal(d, rng),
      );
      const { count, exact } = countMembers(cpdag);
      expect(exact).toBe(true);
      expect(count).toBe(enumerated(cpdag));
      counts.add(count);
    }
    expect(counts.size).toBeGreaterThan(50);
  });

  it("equals the number of listed members when knowledge directs edges within cliques", () => {
    const rng = createRng(2);
    let ordered = 0;
    for (let k = 0; k < 1000; k++) {
      const d = 3 + (k % 4);
      const dag = k % 2 === 0 ? randomDag(d, 0.5 + 0.5 * rng.uniform(), rng) : randomChordal(d, rng);
      const pdag = withKnowledge(cpdagOf(dag), dag, () => rng.uniform() < 0.25);
      expect(countMembers(pdag)).toEqual({ count: enumerated(pdag), exact: true });
      if (!countMembers(pdag, { steps: 1 }).exact) ordered++;
    }
    expect(ordered).toBeGreaterThan(50);
  });

  it("gives a lower bound of at least one if the steps do not suffice", () => {
    const rng = createRng(3);
    let bounds = 0;
    for (let k = 0; k < 300; k++) {
      const dag = randomChordal(8, rng);
      const pdag = withKnowledge(cpdagOf(dag), dag, () => rng.uniform() < 0.2);
      const { count, exact } = countMembers(pdag, { steps: 1 + (k % 8) });
      const all = enumerated(pdag);
      expect(exact ? count === all : 1n <= count && count <= all).toBe(true);
      if (!exact) bounds++;
    }
    expect(bounds).toBeGreaterThan(30);
  });

  it("matches closed forms: d! for a complete graph, d for a tree, a path and a star", () => {
    const rng = createRng(4);
    const tree = undirectedGraph(
      200,
      range(199).map((k) => [k + 1, Math.floor(rng.uniform() * (k + 1))] as const),
    );
    const path = undirectedGraph(
      200,
      range(199).map((k) => [k, k + 1] as const),
    );
    const star = undirectedGraph(
      200,
      range(199).map((k) => [0, k + 1] as const),
    );
    for (const pdag of [tree, path, star]) expect(countMembers(pdag).count).toBe(200n);
    expect(countMembers(clique(200)).count).toBe(factorial(200));
  });

  it("multiplies over separate parts", () => {
    // A clique of 90, a path of 60 and single variables.
    const pairs = [
      ...edgeList(completeGraph(range(90))),
      ...range(59).map((k) => [100 + k, 101 + k] as [number, number]),
    ];
    expect(countMembers(undirectedGraph(200, pairs)).count).toBe(60n * factorial(90));
  });

  it("matches the closed form for two cliques that share some variables", () => {
    // Cliques A and B of k variables that share s. Whichever comes first, the other's own variables follow in any order,
    // and an order that begins with the shared ones belongs to both: 2 · k! (k − s)! − s! (k − s)! (k − s)!.
    for (const [k, s] of [
      [3, 1],
      [40, 7],
      [110, 20],
    ] as const) {
      const d = 2 * k - s;
      const linked = (i: number, j: number): boolean => j < k || i >= k - s;
      const pairs = edgeList(completeGraph(range(d))).filter(([i, j]) => linked(i, j));
      const expected =
        2n * factorial(k) * factorial(k - s) - factorial(s) * factorial(k - s) * factorial(k - s);
      expect(countMembers(undirectedGraph(d, pairs)).count).toBe(expected);
    }
  });

  it("counts the orders of a clique that are consistent with knowledge", () => {
    // One known edge among 60 variables halves the orders; a known order of ten leaves one in 10!; a known last variable 59!.
    const order = completeGraph(range(60));
    const knowing = (isKnown: (i: number, j: number) => boolean): Pdag =>
      withKnowledge(clique(60), { d: 60, edges: order.edges.map((e, k) => (isKnown(Math.floor(k / 60), k % 60) ? e : 0)) }, () => true); // biome-ignore format: one line
    expect(countMembers(knowing((i, j) => i === 3 && j === 17))).toEqual({
      count: factorial(60) / 2n,
      exact: true,
    });
    expect(countMembers(knowing((i, j) => i < 10 && j < 10)).count).toBe(factorial(60) / factorial(10));
    expect(countMembers(knowing((_, j) => j === 59)).count).toBe(factorial(59));
    expect(countMembers(knowing((i, j) => i < 20 && j >= 40)).exact).toBe(true);
  });

  it("counts tiers in polynomial time: two tiers of a clique of 100", () => {
    const knowledge = noKnowledge(100);
    for (let i = 50; i < 100; i++) for (let j = 0; j < 50; j++) knowledge.forbidden[i * 100 + j] = 1;
    expect(countMembers(obeyingClass(clique(100), knowledge)!, { steps: 1 })).toEqual({
      count: factorial(50) * factorial(50),
      exact: true,
    });
  });

  it("is 1 for a DAG and 0 for a graph that represents none", () => {
    expect(countMembers(pdagFromText(4, "0>1 2>1 1>3"))).toEqual({ count: 1n, exact: true });
    const square = pdagFromText(4, "0-1 1-2 2-3 3-0");
    expect(dagOf(square)).toBeNull();
    expect(countMembers(square)).toEqual({ count: 0n, exact: true });
  });

  it("refuses a limit of no steps", () => {
    expect(() => countMembers(clique(3), { steps: 0 })).toThrow("steps must be at least 1, got 0");
  });
});
