import { describe, expect, it } from "vitest";
import {
  allMarks,
  asPdag,
  classesOf,
  firstByOrder,
  meaning,
  pdagFromMarks,
  text,
} from "../../../test/every-class.ts";
import { graphFromText, pdagFromText, readGraphTheory } from "../../../test/golden/graph-theory.ts";
import { allDags } from "../../../test/problems.ts";
import { randomChordal, randomDag } from "../../../test/random-classes.ts";
import { createRng } from "../math/rng.ts";
import {
  areEquivalent,
  cpdagOf,
  dagOf,
  equivalenceClass,
  isExtendable,
  memberByOrder,
  membersOf,
  obeyingClass,
} from "./equivalence.ts";
import { completeGraph, sameGraph } from "./graph.ts";
import { noKnowledge, violations } from "./knowledge.ts";

describe("cpdagOf", () => {
  it("equals causal-learn's dag2cpdag", () => {
    const { classes } = readGraphTheory();
    expect(classes.length).toBeGreaterThanOrEqual(50);
    for (const { d, dag, cpdag } of classes)
      expect(cpdagOf(graphFromText(d, dag))).toEqual(pdagFromText(d, cpdag));
  });

  it("directs an edge exactly when all members of the class do, for all DAGs of four variables", () => {
    for (const members of classesOf(4).values()) {
      const count = new Uint16Array(16);
      for (const { edges } of members)
        edges.forEach((e, k) => {
          count[k] += e;
        });
      for (const member of members) {
        const { directed, undirected } = cpdagOf(member);
        expect([...directed]).toEqual(Array.from(count, (c) => (c === members.length ? 1 : 0)));
        expect([...undirected]).toEqual(Array.from(count, (c) => (c > 0 && c < members.length ? 1 : 0)));
      }
    }
  });

  it("finds 2, 11, 185 and 8782 classes among the DAGs of two to five variables (OEIS A007984)", () => {
    for (const [d, dags, classes] of [
      [2, 3, 2],
      [3, 25, 11],
      [4, 543, 185],
      [5, 29281, 8782],
    ]) {
      // biome-ignore format: a table
      const all = allDags(d);
      expect(all).toHaveLength(dags);
      const seen = new Set(
        all.map((graph) => {
          const { directed, undirected } = cpdagOf(graph);
          return `${directed} ${undirected}`;
        }),
      );
      expect(seen.size).toBe(classes);
    }
  });

  it("handles 200 variables, and dagOf returns a member of the class", () => {
    const rng = createRng(1);
    for (const density of [0.02, 0.5]) {
      const full = completeGraph(rng.permutation(200));
      const graph = { d: 200, edges: full.edges.map((e) => (e === 1 && rng.uniform() < density ? 1 : 0)) };
      const member = dagOf(cpdagOf(graph));
      expect(member !== null && areEquivalent(graph, member)).toBe(true);
    }
  });

  it("refuses a cyclic graph", () => {
    expect(() => cpdagOf(graphFromText(3, "0>1 1>2 2>0"))).toThrow(
      "cpdagOf: the graph must have no cycle, got 0 → 1 → 2 → 0; only a DAG has an equivalence class",
    );
  });
});

describe("areEquivalent", () => {
  it("holds between a chain and its reverse, and not between a chain and a collider", () => {
    const chain = graphFromText(3, "0>1 1>2");
    expect(areEquivalent(chain, graphFromText(3, "2>1 1>0"))).toBe(true);
    expect(areEquivalent(chain, graphFromText(3, "1>0 1>2"))).toBe(true);
    expect(areEquivalent(chain, graphFromText(3, "0>1 2>1"))).toBe(false);
    expect(areEquivalent(chain, graphFromText(3, "0>1 1>2 0>2"))).toBe(false);
    expect(areEquivalent(chain, graphFromText(4, "0>1 1>2"))).toBe(false);
  });

  it("is equality of skeleton and v-structures for all pairs of DAGs of three variables", () => {
    const all = allDags(3);
    for (const a of all)
      for (const b of all) expect(areEquivalent(a, b)).toBe(meaning(asPdag(a)) === meaning(asPdag(b)));
  });
});

describe("dagOf, membersOf and memberByOrder", () => {
  it("agree with brute force on all 4096 partially directed graphs of four variables", () => {
    const byMeaning = classesOf(4);
    for (const marks of allMarks(4, 4)) {
      const pdag = pdagFromMarks(4, marks);
      const extensions = (byMeaning.get(meaning(pdag)) ?? []).filter(({ edges }) =>
        pdag.directed.every((e, k) => e <= edges[k]),
      );
      const { members, complete } = membersOf(pdag);
      expect(complete).toBe(true);
      expect(members.map(text).sort()).toEqual(extensions.map(text).sort());
      const extension = dagOf(pdag);
      expect(isExtendable(pdag)).toBe(extensions.length > 0);
      if (extensions.length === 0) expect(extension).toBeNull();
      else expect(extensions.some((graph) => sameGraph(graph, extension!))).toBe(true);
      const chosen = memberByOrder(pdag);
      expect(chosen === null ? null : text(chosen)).toEqual(
        extensions.length === 0 ? null : text(firstByOrder(extensions)),
      );
    }
  });
});

describe("obeyingClass", () => {
  it("directs an edge exactly when all members that satisfy the knowledge do, up to six variables", () => {
    const rng = createRng(1);
    let [obeyed, refused] = [0, 0];
    for (let run = 0; run < 600; run++) {
      const d = 3 + (run % 4);
      const graph = run % 2 === 0 ? randomDag(d, 0.3 + 0.6 * rng.uniform(), rng) : randomChordal(d, rng);
      const knowledge = noKnowledge(d);
      const tier = Array.from({ length: d }, () => (run % 3 === 0 ? Math.floor(3 * rng.uniform()) : 0));
      for (let k = 0; k < d * d; k++) {
        const [i, j] = [Math.floor(k / d), k % d];
        if (i === j) continue;
        if (tier[i] > tier[j] || rng.uniform() < 0.06) knowledge.forbidden[k] = 1;
        if (graph.edges[k] === 1 && rng.uniform() < 0.1) knowledge.required[k] = 1;
      }
      const names = tier.map((_, i) => String(i));
      const obeying = equivalenceClass(graph).members.filter(
        (member) => violations(member, knowledge, names).length === 0,
      );
      const pdag = obeyingClass(cpdagOf(graph), knowledge);
      if (pdag === null) {
        expect(obeying).toEqual([]);
        refused++;
        continue;
      }
      obeyed++;
      const share = (k: number): number =>
        obeying.filter(({ edges }) => edges[k] === 1).length / obeying.length;
      pdag.directed.forEach((e, k) => {
        expect(e).toBe(share(k) === 1 ? 1 : 0);
        expect(pdag.undirected[k]).toBe(share(k) > 0 && share(k) < 1 ? 1 : 0);
      });
    }
    expect(Math.min(obeyed, refused)).toBeGreaterThan(100);
  });
});

describe("equivalenceClass", () => {
  it("lists each member of each class of four variables once", () => {
    for (const group of classesOf(4).values()) {
      const { members, complete } = equivalenceClass(group[0]);
      expect(complete).toBe(true);
      expect(members.map(text).sort()).toEqual(group.map(text).sort());
    }
  });

  it("has d! members for the complete graph and d for a chain", () => {
    expect(equivalenceClass(completeGraph([3, 1, 0, 2, 4, 5])).members).toHaveLength(720);
    expect(equivalenceClass(graphFromText(7, "0>1 1>2 2>3 3>4 4>5 5>6")).members).toHaveLength(7);
  });

  it("reports when the limit omitted some", () => {
    const five = completeGraph([0, 1, 2, 3, 4]);
    expect(equivalenceClass(five, { limit: 120 }).complete).toBe(true);
    const { members, complete } = equivalenceClass(five, { limit: 119 });
    expect(complete).toBe(false);
    expect(new Set(members.map(text)).size).toBe(119);
  });

  it("stops at the limit in a class too large to list", () => {
    const { members, complete } = equivalenceClass(completeGraph(Array.from({ length: 60 }, (_, i) => i)), {
      limit: 3,
    });
    expect(members).toHaveLength(3);
    expect(complete).toBe(false);
  });
});
