import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFromText, pdagFromText, readGraphTheory } from "../../../test/golden/graph-theory.ts";
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
import {
  completeGraph,
  edgeList,
  type Graph,
  graphFromEdges,
  isAcyclic,
  sameGraph,
  topologicalOrder,
} from "./graph.ts";
import { type Knowledge, noKnowledge, violations } from "./knowledge.ts";
import type { Pdag } from "./pdag.ts";

/** Every way of giving each pair of d variables one of `kinds` marks, as the marks of the pairs (0,1), (0,2), …. */
function* allMarks(d: number, kinds: number): Generator<number[]> {
  const pairs = (d * (d - 1)) / 2;
  for (let code = 0; code < Math.round(kinds ** pairs); code++) {
    const marks: number[] = [];
    for (let k = 0, rest = code; k < pairs; k++, rest = Math.floor(rest / kinds)) marks.push(rest % kinds);
    yield marks;
  }
}

/** Marks: 0 none, 1 →, 2 ←, 3 —. */
function pdagFromMarks(d: number, marks: readonly number[]): Pdag {
  const directed = new Uint8Array(d * d);
  const undirected = new Uint8Array(d * d);
  let k = 0;
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      const mark = marks[k++];
      if (mark === 1) directed[i * d + j] = 1;
      if (mark === 2) directed[j * d + i] = 1;
      if (mark === 3) undirected[i * d + j] = undirected[j * d + i] = 1;
    }
  }
  return { d, directed, undirected };
}

function allDags(d: number): Graph[] {
  return [...allMarks(d, 3)]
    .map((marks) => ({ d, edges: pdagFromMarks(d, marks).directed }))
    .filter(isAcyclic);
}

/** Skeleton and v-structures, spelt out. */
function meaning({ d, directed, undirected }: Pdag): string {
  const linked = (i: number, j: number): boolean =>
    directed[i * d + j] + directed[j * d + i] + undirected[i * d + j] > 0;
  const out: string[] = [];
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      if (linked(i, j)) out.push(`${i}-${j}`);
      else
        for (let k = 0; k < d; k++)
          if (directed[i * d + k] && directed[j * d + k]) out.push(`${i}>${k}<${j}`);
    }
  }
  return out.join(" ");
}

const text = (graph: Graph): string => JSON.stringify(edgeList(graph));
const asPdag = ({ d, edges }: Graph): Pdag => ({ d, directed: edges, undirected: new Uint8Array(d * d) });

/** The DAGs of d variables by skeleton and v-structures. */
function classesOf(d: number): Map<string, Graph[]> {
  const out = new Map<string, Graph[]>();
  for (const dag of allDags(d)) {
    const key = meaning(asPdag(dag));
    out.set(key, [...(out.get(key) ?? []), dag]);
  }
  return out;
}

const dag = (max: number): fc.Arbitrary<Graph> =>
  fc
    .integer({ min: 2, max })
    .chain((d) =>
      fc.tuple(
        fc.shuffledSubarray(
          Array.from({ length: d }, (_, i) => i),
          { minLength: d },
        ),
        fc.array(fc.boolean(), { minLength: d * d, maxLength: d * d }),
      ),
    )
    .map(([order, keep]) => {
      const full = completeGraph(order);
      return { d: full.d, edges: full.edges.map((e, k) => (keep[k] ? e : 0)) };
    });

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

  it("manages 200 variables, and dagOf leads back into the class", () => {
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
  it("directs an edge exactly when all members that obey do, up to six variables", () => {
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

  it("says when the limit left some out", () => {
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

function firstByOrder(members: readonly Graph[]): Graph {
  const order = (graph: Graph): number[] => topologicalOrder(graph)!;
  return members.reduce((best, graph) => {
    const [a, b] = [order(graph), order(best)];
    const at = a.findIndex((v, k) => v !== b[k]);
    return at >= 0 && a[at] < b[at] ? graph : best;
  });
}

describe("memberByOrder", () => {
  const classes = new Map([2, 3, 4, 5].map((d) => [d, classesOf(d)] as const));

  it("is the member with the smallest causal order among those that obey the knowledge, null when none does", () => {
    let obeyed = 0;
    let refused = 0;
    const some = fc.record({
      graph: dag(5),
      required: fc.array(fc.nat(24), { maxLength: 2 }),
      forbidden: fc.array(fc.nat(24), { maxLength: 5 }),
      maxParents: fc.constantFrom(4, 4, 3, 2, 1),
    });
    fc.assert(
      fc.property(some, ({ graph, required, forbidden, maxParents }) => {
        const { d } = graph;
        const knowledge: Knowledge = noKnowledge(d, maxParents);
        const turned = (k: number): number => (k % d) * d + Math.floor(k / d);
        // Required edges are mostly edges of the skeleton, either way round: others only ever give null.
        for (const k of required) {
          const at = k % (d * d);
          if (graph.edges[at] + graph.edges[turned(at)] > 0 || k === 7) knowledge.required[at] = 1;
        }
        for (const k of forbidden) if ((k % (d * d)) % (d + 1) !== 0) knowledge.forbidden[k % (d * d)] = 1;
        const names = Array.from({ length: d }, (_, i) => String(i));
        const group = classes.get(d)!.get(meaning(asPdag(graph)))!;
        const obeying = group.filter((member) => violations(member, knowledge, names).length === 0);
        const chosen = memberByOrder(cpdagOf(graph), knowledge);
        if (obeying.length === 0) {
          refused++;
          expect(chosen).toBeNull();
        } else {
          obeyed++;
          expect(text(chosen!)).toBe(text(firstByOrder(obeying)));
        }
      }),
      { seed: 1, numRuns: 5000 },
    );
    expect(Math.min(obeyed, refused)).toBeGreaterThan(500);
  });

  it("depends on the class and not on the member it was found by", () => {
    for (const group of classes.get(4)!.values()) {
      const chosen = new Set(group.map((graph) => text(memberByOrder(cpdagOf(graph))!)));
      expect(chosen.size).toBe(1);
    }
  });

  it("passes over the lowest variable when knowledge puts another before it", () => {
    const knowledge = noKnowledge(3);
    knowledge.required[2 * 3 + 1] = 1;
    const chosen = memberByOrder(cpdagOf(graphFromText(3, "0>1 1>2")), knowledge);
    expect(sameGraph(chosen!, graphFromText(3, "2>1 1>0"))).toBe(true);
  });

  it("refuses knowledge about another number of variables", () => {
    expect(() => memberByOrder(cpdagOf(graphFromEdges(3, [])), noKnowledge(4))).toThrow(
      "must be about 3 variables, got 4",
    );
  });
});
