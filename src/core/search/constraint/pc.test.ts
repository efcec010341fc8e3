import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pdagFromText } from "../../../../test/golden/graph-theory.ts";
import {
  allSteps,
  chainTable,
  columnNames,
  plainTable,
  randomDag,
  randomTable,
  subsetsOf,
} from "../../../../test/problems.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { createTable, type Table, withColumns } from "../../data/table.ts";
import { cpdagOf, dagOf } from "../../graph/equivalence.ts";
import { type Graph, graphFromEdges, parentsOf } from "../../graph/graph.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import type { Pdag } from "../../graph/pdag.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic } from "../../score/linear-bic.ts";
import type { Score } from "../../score/score.ts";
import { finish, type SearchProblem, stateOf } from "../search.ts";
import { fisherZ, fisherZOf } from "./fisher-z.ts";
import type { IndependenceTest } from "./independence-test.ts";
import { type PcOptions, type PcStep, pc } from "./pc.ts";

interface Golden {
  readonly d: number;
  readonly n: number;
  /** Lower triangle without the diagonal, row by row. */
  readonly correlations: readonly number[];
  /** With the colliders directed, before Meek's rules, and after. */
  readonly colliders: string;
  readonly graph: string;
  readonly members: string;
}

const golden: readonly Golden[] = JSON.parse(
  readFileSync(new URL("../../../../test/golden/pc.json", import.meta.url), "utf8"),
).cases;

const key = ({ directed, undirected }: Pdag): string => `${directed.join("")}/${undirected.join("")}`;
const linksOf = ({ d, directed, undirected }: Pdag): string =>
  [...directed].map((e, k) => e | directed[(k % d) * d + Math.floor(k / d)] | undirected[k]).join("");

/** Every graph is worth nothing: for searches that no score steers. */
const worthless = (d: number): Score => ({
  name: "none",
  d,
  ofGraph: () => 0,
  isEquivalent: true,
  isScaleFree: true,
});

/** A search with a test of its own needs a table only for the number of its columns. */
const byTest = (test: IndependenceTest, options: PcOptions & Partial<SearchProblem> = {}): PcStep => {
  const { d } = test;
  return finish(
    pc(
      { table: createTable(columnNames(d), matrix(1, d)), score: worthless(d), ...options },
      { ...options, test },
    ),
  );
};

function goldenTest({ d, n, correlations }: Golden): IndependenceTest {
  const R = matrix(d, d);
  for (let i = 0, k = 0; i < d; i++) {
    R.data[i * d + i] = 1;
    for (let j = 0; j < i; j++) R.data[i * d + j] = R.data[j * d + i] = correlations[k++];
  }
  return fisherZOf(R, n);
}

/** Are i and j apart in the moral graph of the ancestors of i, j and S, without S? (Lauritzen's form of d-separation.) */
function isSeparated(dag: Graph, i: number, j: number, S: readonly number[]): boolean {
  const kept = new Set([i, j, ...S]);
  for (const v of kept) for (const p of parentsOf(dag, v)) kept.add(p);
  const near = Array.from({ length: dag.d }, () => new Set<number>());
  for (const v of kept) {
    const family = [v, ...parentsOf(dag, v)];
    for (const a of family) for (const b of family) if (a !== b) near[a].add(b);
  }
  const seen = new Set([i]);
  for (const v of seen) for (const w of near[v]) if (!S.includes(w)) seen.add(w);
  return !seen.has(j);
}

const oracle = (dag: Graph): IndependenceTest => ({
  d: dag.d,
  maxSize: dag.d,
  perStep: 7,
  given: (S) => ({
    isIndependent: (i, j) => isSeparated(dag, i, j, S),
    logP: (i, j) => (isSeparated(dag, i, j, S) ? 0 : -100),
  }),
});

describe("pc", () => {
  it("finds causal-learn's skeletons and separating sets, and its classes wherever a DAG has its colliders", () => {
    expect(golden.length).toBeGreaterThanOrEqual(20);
    let [extendable, equal] = [0, 0];
    for (const set of golden) {
      const theirs = pdagFromText(set.d, set.graph);
      const ours = byTest(goldenTest(set), { conflicts: "first" });
      expect(linksOf(ours.pdag)).toBe(linksOf(theirs));
      const members = ours.separatingSets
        .filter((s) => s.members.length > 0)
        .map((s) => `${s.pair.join()}:${s.members.join(" ")}`);
      expect(members.join("; ")).toBe(set.members);
      if (dagOf(pdagFromText(set.d, set.colliders)) !== null) {
        extendable++;
        expect(key(ours.pdag)).toBe(key(theirs));
      } else {
        // No DAG has their colliders and no others, so theirs is what Meek's rules happen to come upon first.
        expect(ours.conflicts.some(({ kind }) => kind === "extra" || kind === "cycle")).toBe(true);
      }
      if (key(ours.pdag) === key(theirs)) equal++;
      expect(key(cpdagOf(ours.graph!))).toBe(key(ours.pdag));
    }
    expect([golden.length, extendable, equal]).toEqual([30, 21, 25]);
  });

  it("returns the class of a DAG from what the DAG says of independence", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.double({ min: 0.1, max: 0.8, noNaN: true }),
        fc.integer(),
        fc.constantFrom("strongest" as const, "first" as const),
        (d, density, seed, conflicts) => {
          const dag = randomDag(createRng(seed), d, density);
          const found = byTest(oracle(dag), { conflicts });
          expect(key(found.pdag)).toBe(key(cpdagOf(dag)));
          expect(found.conflicts).toEqual([]);
          for (const { pair, set } of found.separatingSets) expect(isSeparated(dag, ...pair, set)).toBe(true);
        },
      ),
      { seed: 1, numRuns: 150 },
    );
  });

  it("returns of that class what obeys true knowledge, and tests no required pair", () => {
    for (let trial = 0; trial < 60; trial++) {
      const rng = createRng(`pc/true/${trial}`);
      const dag = randomDag(rng, 6, 0.4);
      const knowledge = noKnowledge(6);
      dag.edges.forEach((e, k) => {
        if (e === 1 && rng.uniform() < 0.2) knowledge.required[k] = 1;
        if (e === 0 && rng.uniform() < 0.3) knowledge.forbidden[k] = 1;
      });
      const test = oracle(dag);
      const asked = new Set<number>();
      const given: IndependenceTest["given"] = (S) => ({
        ...test.given(S),
        isIndependent: (i, j) => {
          asked.add(i * 6 + j).add(j * 6 + i);
          return test.given(S).isIndependent(i, j);
        },
      });
      const found = byTest({ ...test, given }, { knowledge });
      expect(linksOf(found.pdag)).toBe(linksOf(cpdagOf(dag)));
      expect(found.conflicts).toEqual([]);
      expect(violations(found.graph!, knowledge, columnNames(6))).toEqual([]);
      expect(key(cpdagOf(found.graph!))).toBe(key(cpdagOf(dag)));
      dag.edges.forEach((e, k) => {
        if (e === 1) expect(found.pdag.directed[k] | found.pdag.undirected[k]).toBe(1);
        if (knowledge.required[k] === 1) expect(asked.has(k)).toBe(false);
      });
    }
  });

  it("tests with sets of at most maxDepth variables", () => {
    const table = randomTable(createRng("pc/depth"), 7, 200, 0.8);
    const score = linearBic(table);
    let before = 99;
    for (const maxDepth of [0, 1, 2, 5]) {
      const { separatingSets, values } = finish(pc({ table, score }, { maxDepth }));
      expect(separatingSets.every(({ set }) => set.length <= maxDepth)).toBe(true);
      expect(values.links).toBeLessThanOrEqual(before);
      before = values.links;
    }
    expect(finish(pc({ table, score }, { maxDepth: 0 })).values.tests).toBe(21);
  });

  it("asks of each linked pair every set of its neighbours, once", () => {
    const dag = randomDag(createRng("pc/sets"), 6, 0.5);
    const asked: string[] = [];
    const test = oracle(dag);
    const given: IndependenceTest["given"] = (S) => ({
      ...test.given(S),
      isIndependent: (i, j) => {
        asked.push(`${Math.min(i, j)},${Math.max(i, j)}|${S.join()}`);
        return test.given(S).isIndependent(i, j);
      },
    });
    const { pdag, values } = byTest({ ...test, given });
    expect(values.tests).toBe(asked.length);
    expect(new Set(asked).size).toBe(asked.length);
    for (let i = 0; i < 6; i++) {
      const near = [0, 1, 2, 3, 4, 5].filter((j) => linksOf(pdag)[i * 6 + j] === "1");
      for (const j of near) {
        for (const S of subsetsOf(near.filter((v) => v !== j)))
          expect(asked).toContain(`${Math.min(i, j)},${Math.max(i, j)}|${S.join()}`);
      }
    }
  });

  it("finds the links of the truth from many samples, and the class of a chain", () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { table, truth } = simulate({ graph: "erdos-renyi", degree: 2, nodes: 8, samples: 20_000, seed });
      const { pdag, score, graph } = finish(pc({ table, score: linearBic(table) }, { alpha: 0.001 }));
      expect(linksOf(pdag)).toBe(linksOf(cpdagOf(truth)));
      expect(score).toBe(linearBic(table).ofGraph(graph!));
    }
    const chain = chainTable(createRng("chain"), 6, 2000);
    const { pdag } = finish(pc({ table: chain, score: linearBic(chain) }));
    expect(pdag.directed.some((e) => e === 1)).toBe(false);
    expect(linksOf(pdag)).toBe(
      linksOf(
        cpdagOf(
          graphFromEdges(
            6,
            [0, 1, 2, 3, 4].map((i) => [i, i + 1] as const),
          ),
        ),
      ),
    );
  });

  it("finds the same skeleton and the same sets in whatever order the columns come", () => {
    const rng = createRng("pc/columns");
    const table = randomTable(rng, 8, 120, 0.5);
    const named = (from: Table) => {
      const { separatingSets } = finish(pc({ table: from, score: linearBic(from) }));
      const name = (v: number) => from.names[v];
      return separatingSets
        .map(({ pair, set, members }) =>
          [pair, set, members].map((vs) => vs.map(name).sort().join()).join(" | "),
        )
        .sort();
    };
    for (let trial = 0; trial < 5; trial++)
      expect(named(withColumns(table, rng.permutation(8)))).toEqual(named(table));
  });

  it("goes on from any step to the same end, also from within a variable", () => {
    const table = randomTable(createRng("pc/resume"), 6, 80, 0.7);
    const test = { ...fisherZ(table), perStep: 5 };
    const search = (from?: unknown) => pc({ table, score: linearBic(table), from }, { test });
    const whole: (PcStep & { readonly saved: string })[] = [];
    for (const running = search(); ; ) {
      const { value, done } = running.next();
      whole.push({ ...value, saved: JSON.stringify(stateOf(value)) });
      if (done) break;
    }
    const plain = ({ state: _, ...step }: PcStep) => JSON.stringify(step);
    const last = plain(finish(search()));
    expect(whole.length).toBeGreaterThan(12);
    for (const { saved } of whole) {
      const end = finish(search(JSON.parse(saved)));
      expect(plain(end)).toBe(last);
      expect(JSON.stringify(stateOf(end))).toBe(whole.at(-1)!.saved);
    }
  });

  it("keeps what repeats other columns linked, and a constant column apart", () => {
    const rng = createRng("pc/repeats");
    const rows = Array.from({ length: 60 }, () => {
      const [a, b] = [rng.normal(), rng.normal()];
      return [a, b, a, a + b + 0.1 * rng.normal(), 7];
    });
    const table = plainTable(rows);
    const { pdag, separatingSets } = finish(pc({ table, score: worthless(5) }));
    expect(linksOf(pdag)[0 * 5 + 2]).toBe("1");
    for (const v of [0, 1, 2, 3]) expect(linksOf(pdag)[v * 5 + 4]).toBe("0");
    expect(separatingSets.every(({ set, p }) => set.length < 4 && p > 0.01 && p <= 1)).toBe(true);
  });

  it("steps on while sets are tested", () => {
    const table = randomTable(createRng("pc/steps"), 6, 50);
    const steps = allSteps(pc({ table, score: linearBic(table) }));
    expect(steps.length).toBeGreaterThanOrEqual(6);
    steps.slice(1).forEach(({ progress }, k) => {
      expect(progress).toBeGreaterThanOrEqual(steps[k].progress);
    });
    expect(steps.at(-1)!.progress).toBe(1);
  });

  it("refuses what it cannot use", () => {
    const table = randomTable(createRng("pc"), 3, 50);
    const run = (options: PcOptions & Partial<SearchProblem>) => () =>
      finish(pc({ table, score: linearBic(table), ...options }, options));
    expect(run({ maxDepth: 0.5 })).toThrow("pc: maxDepth must be a whole number from 0 on, got 0.5");
    expect(run({ alpha: 0 })).toThrow("fisher-z: alpha must be between 0 and 1, got 0");
    expect(run({ conflicts: "loudest" as "first" })).toThrow("pc: conflicts must be resolved by one of");
    expect(run({ test: "kc" as "fisher-z" })).toThrow("pc: the test must be one of fisher-z, g-square, kci");
    expect(run({ test: oracle(randomDag(createRng(1), 4)) })).toThrow(
      "the 3 columns of the table, got one about 4",
    );
    expect(run({ test: fisherZ(table), alpha: 0.05 })).toThrow("leave alpha out");
  });
});
