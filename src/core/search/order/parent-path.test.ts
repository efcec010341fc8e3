import { describe, expect, it } from "vitest";
import { columnsBut, randomKnowledge, randomTable, subsetsOf } from "../../../../test/problems.ts";
import type { Table } from "../../data/table.ts";
import { noKnowledge } from "../../graph/knowledge.ts";
import { createRng, type Rng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import type { Local } from "../../score/score.ts";
import { type ParentPath, parentPaths } from "./parent-path.ts";

/** Terms that grow: each of three candidates adds to what the others explain, the rest cost. */
const growing: Local = {
  isGrown: true,
  term: (_, parents) =>
    parents.reduce((sum, i) => sum + ([2, 5, 9].includes(i) ? 10 : 0), 0) - 2 ** parents.length,
};

const makers = { linearBic, linearBicEqualVariance, bge };
const trials = Array.from({ length: 25 }, (_, k) => k);

/** The same terms without the matrix that the fast engine works on. */
const listed = ({ term, combine }: Local): Local => ({ term, combine });

function expectSamePath(ours: ParentPath, twin: ParentPath): void {
  expect(ours.terms.length).toBe(twin.terms.length);
  ours.terms.forEach((value, size) => {
    if (twin.terms[size] === Number.NEGATIVE_INFINITY) {
      expect(value).toBe(Number.NEGATIVE_INFINITY);
      return;
    }
    expect(Math.abs(value - twin.terms[size])).toBeLessThan(1e-8 * Math.max(1, Math.abs(value)));
    expect(ours.parents(size)).toEqual(twin.parents(size));
  });
}

/** Every subset of the candidates, scored one by one. */
function bestOfEach(local: Local, node: number, candidates: readonly number[]): ParentPath {
  const terms = new Float64Array(candidates.length + 1).fill(Number.NEGATIVE_INFINITY);
  const sets: number[][] = [];
  for (const set of subsetsOf(candidates)) {
    const value = local.term(node, set);
    if (value > terms[set.length]) {
      terms[set.length] = value;
      sets[set.length] = set;
    }
  }
  return { terms, parents: (size) => sets[size] };
}

/** From all candidates, again and again without the one that the term misses least, refitted each time. */
function eliminated(
  local: Local,
  node: number,
  candidates: readonly number[],
  fixed: readonly number[],
): ParentPath {
  const terms = new Float64Array(candidates.length + 1).fill(Number.NEGATIVE_INFINITY);
  const sets: number[][] = [];
  for (let set = [...candidates]; ; ) {
    terms[set.length] = local.term(node, set);
    sets[set.length] = set;
    const smaller = set.filter((i) => !fixed.includes(i)).map((i) => set.filter((x) => x !== i));
    if (smaller.length === 0) return { terms, parents: (size) => sets[size] };
    set = smaller.reduce((best, next) => (local.term(node, next) > local.term(node, best) ? next : best));
  }
}

function problem(label: string): { rng: Rng; d: number; table: Table; node: number } {
  const rng = createRng(label);
  const d = 2 + rng.integer(6);
  return { rng, d, table: randomTable(rng, d, 30 + rng.integer(100)), node: rng.integer(d) };
}

describe("parentPaths", () => {
  for (const [name, make] of Object.entries(makers)) {
    it(`finds the best set of each size among few candidates, whatever their order (${name})`, () => {
      for (const trial of trials) {
        const { rng, d, table, node } = problem(`every/${name}/${trial}`);
        const local = make(table).local!;
        const candidates = columnsBut(d, node).filter(() => rng.uniform() < 0.8);
        const twin = bestOfEach(local, node, candidates);
        for (const engine of [local, listed(local)]) {
          expectSamePath(parentPaths(engine, noKnowledge(d)).of(node, [...candidates].reverse()), twin);
        }
      }
    });

    it(`eliminates among many candidates as refitting does (${name})`, () => {
      for (const trial of trials) {
        const { d, table, node } = problem(`eliminate/${name}/${trial}`);
        const local = make(table).local!;
        const twin = eliminated(local, node, columnsBut(d, node), []);
        for (const engine of [local, listed(local)]) {
          const paths = parentPaths(engine, noKnowledge(d), { exactCandidates: 0 });
          expectSamePath(paths.of(node, columnsBut(d, node)), twin);
        }
      }
    });

    it(`keeps to the knowledge in both ways (${name})`, () => {
      for (const trial of trials) {
        const { rng, d, table, node } = problem(`knowledge/${name}/${trial}`);
        const local = make(table).local!;
        const knowledge = randomKnowledge(rng, d);
        const bit = (of: Uint8Array, i: number) => of[i * d + node] === 1;
        for (const exactCandidates of [11, 0]) {
          const engines = [local, listed(local)].map((l) => parentPaths(l, knowledge, { exactCandidates }));
          const [fast, slow] = engines.map((paths) => paths.of(node, columnsBut(d, node)));
          expectSamePath(fast, slow);
          fast.terms.forEach((value, size) => {
            if (value === Number.NEGATIVE_INFINITY) return;
            const set = fast.parents(size);
            expect(set.length).toBe(size);
            expect(size).toBeLessThanOrEqual(knowledge.maxParents);
            expect(set.some((i) => bit(knowledge.forbidden, i))).toBe(false);
            for (const i of columnsBut(d, node)) {
              if (bit(knowledge.required, i)) expect(set).toContain(i);
            }
          });
        }
      }
    });
  }

  it("has no path when a required parent is no predecessor", () => {
    const knowledge = noKnowledge(3);
    knowledge.required[0 * 3 + 2] = 1;
    const local = linearBic(randomTable(createRng("impossible"), 3, 30)).local!;
    const { terms } = parentPaths(local, knowledge).of(2, [1]);
    expect([...terms]).toEqual([Number.NEGATIVE_INFINITY]);
    expect(parentPaths(local, knowledge).of(2, [1, 0]).terms[1]).toBeGreaterThan(Number.NEGATIVE_INFINITY);
  });

  it("gives no NaN where candidates repeat each other, and still the best sets of independent ones", () => {
    const table = randomTable(createRng("repeat"), 6, 40);
    for (let i = 0; i < 40; i++) table.X.data[i * 6 + 3] = table.X.data[i * 6] - table.X.data[i * 6 + 1];
    for (const make of Object.values(makers)) {
      const local = make(table).local!;
      for (const exactCandidates of [11, 0]) {
        const { terms, parents } = parentPaths(local, noKnowledge(6), { exactCandidates }).of(
          5,
          [0, 1, 2, 3, 4],
        );
        terms.forEach((value, size) => {
          expect(Number.isNaN(value)).toBe(false);
          if (value > Number.NEGATIVE_INFINITY) {
            expect(Math.abs(local.term(5, parents(size)) - value)).toBeLessThan(1e-6 * Math.abs(value));
          }
        });
      }
    }
  });

  it("grows sets for scores that say so: what gains most first, no further than it pays, what is required always", () => {
    const d = 14;
    const others = columnsBut(d, 13);
    const free = parentPaths(growing, noKnowledge(d)).of(13, others);
    expect([...free.terms.slice(0, 4)]).toEqual([-1, 8, 16, 22]);
    expect([1, 2, 3].map(free.parents)).toEqual([[2], [2, 5], [2, 5, 9]]);
    // A fourth was tried, in vain; a fifth never.
    expect(free.terms[4]).toBe(14);
    expect(free.terms[5]).toBe(Number.NEGATIVE_INFINITY);
    const knowledge = noKnowledge(d);
    knowledge.required[0 * d + 13] = 1;
    const bound = parentPaths(growing, { ...knowledge, maxParents: 2 }).of(13, others);
    expect([...bound.terms.slice(0, 4)]).toEqual([Number.NEGATIVE_INFINITY, -2, 6, Number.NEGATIVE_INFINITY]);
    expect(bound.parents(2)).toEqual([0, 2]);
  });

  it("drops what has become useless when sets have grown", () => {
    // 0 is the best alone, but 1 and 2 together say all that it says.
    const worth = new Map([
      ["0", 10],
      ["1", 6],
      ["2", 6],
      ["0,1", 13],
      ["0,2", 13],
      ["1,2", 18],
      ["0,1,2", 17],
    ]);
    const term = (_: number, parents: readonly number[]) =>
      worth.get(parents.filter((i) => i < 3).join()) ?? 0;
    const lighter = (node: number, parents: readonly number[]) =>
      term(node, parents) - parents.filter((i) => i >= 3).length;
    const { terms, parents } = parentPaths({ isGrown: true, term: lighter }, noKnowledge(14)).of(
      13,
      columnsBut(14, 13),
    );
    expect(terms[2]).toBe(18);
    expect(parents(2)).toEqual([1, 2]);
  });

  it("refuses a user's term that is NaN", () => {
    const paths = parentPaths({ term: () => Number.NaN }, noKnowledge(2));
    expect(() => paths.of(0, [1])).toThrow("given [] must be a number or -Infinity, got NaN");
  });
});
