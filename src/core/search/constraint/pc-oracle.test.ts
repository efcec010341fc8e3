import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byTest, isSeparated, key, linksOf, oracle } from "../../../../test/oracle.ts";
import { columnNames, randomDag, subsetsOf } from "../../../../test/problems.ts";
import { cpdagOf } from "../../graph/equivalence.ts";
import { noKnowledge, violations } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import type { IndependenceTest } from "./independence-test.ts";

describe("pc that is told what is independent", () => {
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
});
