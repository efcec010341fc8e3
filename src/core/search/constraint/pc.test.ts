import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pdagFromText } from "../../../../test/golden/graph-theory.ts";
import { byTest, key, linksOf, oracle, worthless } from "../../../../test/oracle.ts";
import { allSteps, chainTable, plainTable, randomDag, randomTable } from "../../../../test/problems.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { type Table, withColumns } from "../../data/table.ts";
import { cpdagOf, dagOf } from "../../graph/equivalence.ts";
import { graphFromEdges } from "../../graph/graph.ts";
import { matrix } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { linearBic } from "../../score/linear-bic.ts";
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

function goldenTest({ d, n, correlations }: Golden): IndependenceTest {
  const R = matrix(d, d);
  for (let i = 0, k = 0; i < d; i++) {
    R.data[i * d + i] = 1;
    for (let j = 0; j < i; j++) R.data[i * d + j] = R.data[j * d + i] = correlations[k++];
  }
  return fisherZOf(R, n);
}

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
