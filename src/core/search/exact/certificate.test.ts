import { describe, expect, it } from "vitest";
import { changedValues, randomKnowledge, randomTable } from "../../../../test/problems.ts";
import type { Table } from "../../data/table.ts";
import { edgeList, emptyGraph, type Graph } from "../../graph/graph.ts";
import { type Knowledge, noKnowledge } from "../../graph/knowledge.ts";
import { createRng } from "../../math/rng.ts";
import { bge } from "../../score/bge.ts";
import { linearBic, linearBicEqualVariance } from "../../score/linear-bic.ts";
import type { Score } from "../../score/score.ts";
import { finish } from "../search.ts";
import { type Proof, type Verdict, verifyProof } from "./certificate.ts";
import { exactSearch } from "./exact.ts";
import { subsetProgram } from "./subset-program.ts";

function proofOf(score: Score, knowledge: Knowledge): Proof {
  const { passes, graph, score: value, bound } = finish(exactSearch({ score, knowledge }));
  return JSON.parse(JSON.stringify({ passes, graph: edgeList(graph!), score: value, bound }));
}

function verify(proof: Proof, score: Score, knowledge: Knowledge, names: readonly string[]): Verdict {
  const running = verifyProof(proof, score, { knowledge, names });
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1);
  }
}

/** What the pass with this multiplier gives. */
function valueWith(score: Score, multiplier: number): number {
  const running = subsetProgram(score.local!, noKnowledge(score.d)).pass(multiplier);
  for (;;) {
    const { value, done } = running.next();
    if (done) return value.value;
  }
}

const makers: Record<string, (table: Table) => Score> = {
  bic: linearBic,
  "equal variances": linearBicEqualVariance,
  bge,
  "equal variances without the fast path": (table) => {
    const score = linearBicEqualVariance(table);
    return { ...score, local: { ...score.local!, gaussian: undefined } };
  },
};

describe("verifyProof", () => {
  for (const [name, make] of Object.entries(makers)) {
    it(`confirms what exact search proves, with knowledge and without (${name})`, () => {
      for (let trial = 0; trial < 8; trial++) {
        const rng = createRng(`certificate/${name}/${trial}`);
        const d = 2 + rng.integer(5);
        const table = randomTable(rng, d, 80);
        const knowledge = trial % 2 === 0 ? noKnowledge(d) : randomKnowledge(rng, d);
        const score = make(table);
        const verdict = verify(proofOf(score, knowledge), score, knowledge, table.names);
        expect(verdict.checks.filter((c) => !c.holds)).toEqual([]);
        expect(verdict.holds).toBe(true);
      }
    });
  }

  const table = randomTable(createRng("certificate/tampered"), 6, 200);
  const knowledge = noKnowledge(6);
  for (const [name, make] of [
    ["bic", linearBic],
    ["bic-equal-variance", linearBicEqualVariance],
  ] as const) {
    const score = make(table);
    const proof = proofOf(score, knowledge);
    const refused = (changed: Proof, by: Score = score): string => {
      const { holds, checks } = verify(changed, by, knowledge, table.names);
      expect(holds).toBe(false);
      expect(checks.slice(0, -1).every((c) => c.holds)).toBe(true); // the first failure is the last check
      return checks.at(-1)!.sentence;
    };
    const withGraph = (graph: Graph): Proof => ({
      ...proof,
      graph: edgeList(graph),
      score: score.ofGraph(graph),
    });
    const withPass = (k: number, change: Partial<Proof["passes"][number]>): Proof => ({
      ...proof,
      passes: proof.passes.map((p, at) => (at === k ? { ...p, ...change } : p)),
    });

    it(`refuses a worse graph that is honest about its score (${name})`, () => {
      const bound = /the passes prove that no DAG scores above -?[\d.]+; the graph scores only -?[\d.]+/;
      expect(refused(withGraph(emptyGraph(6)))).toMatch(bound);
      const [first, ...rest] = proof.graph;
      expect(first).toBeDefined();
      expect(refused({ ...proof, graph: rest, score: score.ofGraph(graphOf(rest)) })).toMatch(bound);
    });

    it(`refuses a graph that claims a score it does not have (${name})`, () => {
      expect(refused({ ...proof, score: proof.score + 1 })).toBe(
        `the graph scores ${score.ofGraph(graphOf(proof.graph))} on this table, the certificate says ${proof.score + 1}`,
      );
      expect(refused({ ...proof, graph: [] })).toMatch(/^the graph scores -?[\d.]+ on this table/);
    });

    it(`refuses a pass whose value was raised or lowered (${name})`, () => {
      for (const factor of [1.001, 0.999]) {
        const value = proof.passes[0].value * factor;
        expect(refused(withPass(0, { value }))).toMatch(
          /^pass 1 \(multiplier 0\) re-run: no DAG costs less than/,
        );
        expect(refused(withPass(0, { value }))).toMatch(new RegExp(`the certificate says ${value}$`));
      }
    });

    it(`refuses a certificate without its passes (${name})`, () => {
      expect(refused({ ...proof, passes: [] })).toBe("the certificate names at least one pass");
      const fewest = proof.passes.filter((p) => p.multiplier === null);
      expect(refused({ ...proof, passes: fewest })).toBe("the certificate names at least one pass");
    });

    it(`refuses a certificate without the pass that bounds the cost itself (${name})`, () => {
      const others = proof.passes.filter((p) => p.multiplier !== 0);
      const one = { ...proof.passes[0], multiplier: 1, value: valueWith(score, 1) };
      expect(refused({ ...proof, passes: [one, ...others] })).toMatch(/no DAG scores above Infinity/);
    });

    it(`refuses a bound that its passes do not give (${name})`, () => {
      expect(refused({ ...proof, bound: proof.bound + 1 })).toBe(
        `the certificate says that the bound is ${proof.bound + 1}`,
      );
    });

    it(`refuses a negative multiplier (${name})`, () => {
      expect(refused(withPass(0, { multiplier: -1 }))).toBe("pass 1 has the negative multiplier -1");
    });

    it(`refuses other data (${name})`, () => {
      const other = make(changedValues(table, (x, j) => (j === 2 ? x * x : x)));
      expect(refused(proof, other)).toMatch(/^the graph scores -?[\d.]+ on this table, the certificate says/);
    });

    it(`refuses another score (${name})`, () => {
      expect(refused(proof, make(table, { penaltyWeight: 2 }))).toMatch(
        /^the graph scores -?[\d.]+ on this table/,
      );
    });

    it(`refuses a graph with a cycle, and says which (${name})`, () => {
      const cyclic: Proof = {
        ...proof,
        graph: [
          [0, 1],
          [1, 3],
          [3, 0],
        ],
      };
      expect(refused(cyclic)).toBe("the graph has the cycle v0 → v1 → v3 → v0");
    });

    it(`refuses a graph that breaks the knowledge (${name})`, () => {
      const [i, j] = proof.graph[0];
      const forbids = noKnowledge(6);
      forbids.forbidden[i * 6 + j] = 1;
      const { holds, checks } = verify(proof, score, forbids, table.names);
      expect(holds).toBe(false);
      expect(checks.at(-1)!.sentence).toBe(`forbidden edge v${i} → v${j} is present`);
    });
  }

  it("refuses a hull from which a needed pass was removed", () => {
    const score = linearBicEqualVariance(table);
    const proof = proofOf(score, knowledge);
    const needed = proof.passes.filter((_, k) => {
      const passes = proof.passes.filter((_, at) => at !== k);
      return (
        passes.some((p) => p.multiplier !== null) &&
        !verify({ ...proof, passes }, score, knowledge, table.names).holds
      );
    });
    expect(needed.length).toBeGreaterThanOrEqual(2); // the optimum's corner has a cut on either side
    const { checks } = verify(
      { ...proof, passes: proof.passes.filter((p) => p !== needed[0]) },
      score,
      knowledge,
      table.names,
    );
    expect(checks.at(-1)!.sentence).toMatch(
      /^the passes prove that no DAG scores above (-?[\d.]+|Infinity); the graph scores only/,
    );
  });

  it("does not need the pass of fewest edges, which it knows itself, nor trust what the file says of it", () => {
    const score = linearBicEqualVariance(table);
    const proof = proofOf(score, knowledge);
    const without = { ...proof, passes: proof.passes.filter((p) => p.multiplier !== null) };
    expect(verify(without, score, knowledge, table.names).holds).toBe(true);
    const lying = {
      ...proof,
      passes: proof.passes.map((p) => (p.multiplier === null ? { ...p, edges: 14 } : p)),
    };
    const worse = { ...lying, graph: [], score: score.ofGraph(emptyGraph(6)) };
    expect(verify(worse, score, knowledge, table.names).holds).toBe(false);
  });

  it("refuses to begin what does not fit in memory, and a score without terms", () => {
    const score = linearBic(table);
    const proof = proofOf(score, knowledge);
    const start = (s: Score, memoryBytes?: number) => () =>
      verifyProof(proof, s, { knowledge, names: table.names, memoryBytes }).next();
    expect(start(score, 10)).toThrow(/verify: re-running needs 0.0 GB of memory/);
    expect(start({ ...score, local: undefined })).toThrow('verify: the score "bic" has no local terms');
  });
});

function graphOf(edges: Proof["graph"]): Graph {
  const out = emptyGraph(6);
  for (const [i, j] of edges) out.edges[i * 6 + j] = 1;
  return out;
}
