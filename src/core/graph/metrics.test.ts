import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFromText, pdagFromText, readGraphTheory } from "../../../test/golden/graph-theory.ts";
import { cpdagOf, equivalenceClass } from "./equivalence.ts";
import { completeGraph, type Graph } from "./graph.ts";
import { graphMetrics, hammingDistance } from "./metrics.ts";
import type { Pdag } from "./pdag.ts";
import { structuralInterventionDistance } from "./sid.ts";

const bits = (count: number): fc.Arbitrary<boolean[]> =>
  fc.array(fc.boolean(), { minLength: count, maxLength: count });

/** A DAG, any directed graph (including cycles and i ⇄ j), and any partially directed graph, on the same variables. */
const trio = fc.integer({ min: 1, max: 6 }).chain((d) =>
  fc
    .tuple(bits(d * d), bits(d * d), fc.array(fc.nat(3), { minLength: d * d, maxLength: d * d }))
    .map(([a, b, c]) => {
      const upper = (k: number): boolean => k % d > Math.floor(k / d);
      const turned = (k: number): number => (k % d) * d + Math.floor(k / d);
      const truth: Graph = { d, edges: Uint8Array.from(a, (on, k) => (on && upper(k) ? 1 : 0)) };
      const directed: Graph = { d, edges: Uint8Array.from(b, (on, k) => (on && k % (d + 1) !== 0 ? 1 : 0)) };
      const mark = (k: number): number => (upper(k) ? c[k] : [0, 2, 1, 3][c[turned(k)]]); // 1 →, 2 ←, 3 —
      const mixed: Pdag = {
        d,
        directed: Uint8Array.from(c, (_, k) => (k % (d + 1) !== 0 && mark(k) === 1 ? 1 : 0)),
        undirected: Uint8Array.from(c, (_, k) => (k % (d + 1) !== 0 && mark(k) === 3 ? 1 : 0)),
      };
      return { truth, directed, mixed };
    }),
);

describe("graphMetrics", () => {
  it("equals gcastle for DAGs, causal-learn's SHD between CPDAGs and gadjid's SID", () => {
    const { pairs } = readGraphTheory();
    expect(pairs.length).toBeGreaterThanOrEqual(50);
    for (const golden of pairs) {
      const { d, truth, estimate, f1 } = golden;
      const m = graphMetrics(graphFromText(d, truth), graphFromText(d, estimate));
      for (const name of ["fdr", "tpr", "fpr", "precision", "recall"] as const) {
        expect(Math.abs(m[name]! - golden[name])).toBeLessThan(5.1e-5); // gcastle rounds to four decimals
      }
      expect(Math.abs(m.f1! - (f1 ?? 0))).toBeLessThan(5.1e-5);
      expect([m.shd, m.shdClass, m.sid]).toEqual([golden.shd, golden.shdClass, golden.sid]);
      expect(m.reasons).toEqual({});
    }
  });

  it("equals gcastle's SHD for an equivalence class", () => {
    for (const { d, truth, estimate, shdOfEstimatedClass, shdClass } of readGraphTheory().pairs) {
      const m = graphMetrics(graphFromText(d, truth), cpdagOf(graphFromText(d, estimate)));
      expect([m.shd, m.shdClass]).toEqual([shdOfEstimatedClass, shdClass]);
    }
  });

  it("counts one edge of each kind by hand", () => {
    // True: 0→1 1→2 2→3 3→4. Estimated: 0→1 correct, 2→1 reversed, 2—3 favoured, 0→4 extra, 1—4 extra; 3→4 missing.
    const m = graphMetrics(graphFromText(5, "0>1 1>2 2>3 3>4"), pdagFromText(5, "0>1 2>1 2-3 0>4 1-4"));
    expect(m).toMatchObject({
      edges: 5,
      trueEdges: 4,
      correct: 2,
      reversed: 1,
      missing: 1,
      extra: 2,
      undirected: 2,
    });
    expect(m).toMatchObject({ fdr: 3 / 5, tpr: 2 / 4, fpr: 3 / 6, shd: 4, shdEmpty: 4 });
    expect(m).toMatchObject({ precision: 2 / 5, recall: 2 / 4, f1: 4 / 9 });
    // The class of the truth is an undirected chain: all pairs differ except 2—3 and the four that neither links.
    expect(m.shdClass).toBe(5);
  });

  it("counts i ⇄ j over a true edge as one correct and one reversed edge", () => {
    const m = graphMetrics(graphFromText(2, "0>1"), graphFromText(2, "0>1 1>0"));
    expect(m).toMatchObject({ edges: 2, correct: 1, reversed: 1, extra: 0, missing: 0 });
    expect(m).toMatchObject({ shd: 1, fdr: 0.5, tpr: 1 });
  });

  it("counts i ⇄ j between unlinked variables as two false edges and one extra pair", () => {
    const m = graphMetrics(graphFromText(2, ""), graphFromText(2, "0>1 1>0"));
    expect(m).toMatchObject({ edges: 2, correct: 0, extra: 1, shd: 1, fdr: 1, fpr: 2 });
  });

  it("explains missing values for a cyclic estimate", () => {
    const m = graphMetrics(graphFromText(3, "0>1"), graphFromText(3, "0>1 1>2 2>0"));
    expect(m).toMatchObject({ shd: 2, shdClass: null, sid: null, sidLower: null, sidUpper: null });
    const reason = "the estimate has a cycle";
    expect(m.reasons).toEqual({ shdClass: reason, sid: reason, sidLower: reason, sidUpper: reason });
  });

  it("explains missing precision, recall and F1 when there are no edges", () => {
    const [some, none] = [graphFromText(2, "0>1"), graphFromText(2, "")];
    expect(graphMetrics(some, none)).toMatchObject({
      precision: null,
      recall: 0,
      f1: 0,
      fdr: 0,
      shd: 1,
      reasons: { precision: "the estimate has no edges" },
    });
    expect(graphMetrics(none, some)).toMatchObject({
      recall: null,
      precision: 0,
      f1: 0,
      tpr: 0,
      reasons: { recall: "the truth has no edges" },
    });
    expect(graphMetrics(none, none).reasons).toEqual({
      precision: "the estimate has no edges",
      recall: "the truth has no edges",
      f1: "neither the estimate nor the truth has edges",
    });
  });

  it("bounds the intervention distance of a class by its members", () => {
    const truth = graphFromText(4, "0>1 1>2 2>3 0>2");
    const estimate = graphFromText(4, "3>2 2>1 1>0");
    const distances = equivalenceClass(estimate).members.map((member) =>
      structuralInterventionDistance(truth, member),
    );
    const m = graphMetrics(truth, cpdagOf(estimate));
    expect(m).toMatchObject({
      sid: null,
      sidLower: Math.min(...distances),
      sidUpper: Math.max(...distances),
    });
    expect(m.sidLower).toBeLessThan(m.sidUpper!);
    expect(m.reasons).toEqual({
      sid: `from ${m.sidLower} to ${m.sidUpper} over the 4 DAGs that the estimate represents`,
    });
    const few = graphMetrics(truth, cpdagOf(estimate), { sidMembers: 3 });
    expect(few).toMatchObject({ sid: null, sidLower: null, sidUpper: null });
    expect(few.reasons.sidLower).toBe("the estimate represents more than 3 DAGs");
    const impossible = graphMetrics(truth, pdagFromText(4, "0-1 1-2 2-3 3-0"));
    expect(impossible.reasons.sid).toBe("no DAG has the estimate's edges and v-structures");
    expect(impossible.shdClass).not.toBeNull();
  });

  it("accepts a class as the truth: either direction of an open edge is correct, and classes are compared unchanged", () => {
    const dag = graphFromText(4, "0>1 1>2 3>2"); // 0 — 1 → 2 ← 3
    const truth = cpdagOf(dag);
    expect(truth.undirected).toContain(1);
    for (const estimate of equivalenceClass(dag).members) {
      const m = graphMetrics(truth, estimate);
      expect(m).toMatchObject({ correct: 3, reversed: 0, shd: 0, shdClass: 0, trueEdges: 3, sid: null });
      expect(m.reasons.sidLower).toBe("the truth is a class, whose members imply different interventions");
    }
    expect(graphMetrics(truth, graphFromText(4, "1>0 2>1 3>2"))).toMatchObject({
      correct: 2,
      reversed: 1,
      shdClass: 2,
    });
    expect(() => graphMetrics(pdagFromText(4, "0-1 1-2 2-3 3-0"), dag)).toThrow(
      "metrics: no DAG has the edges and v-structures of the truth",
    );
  });

  it("gives the Hamming distance alone", () => {
    for (const { truth, estimate, d } of readGraphTheory().pairs) {
      const [a, b] = [graphFromText(d, truth), graphFromText(d, estimate)];
      expect(hammingDistance(a, b)).toBe(graphMetrics(a, b).shd);
    }
  });

  it("treats a class without undirected edges as a DAG", () => {
    const collider = graphFromText(3, "0>1 2>1");
    const truth = graphFromText(3, "0>1 1>2");
    expect(graphMetrics(truth, cpdagOf(collider))).toEqual(graphMetrics(truth, collider));
  });

  it("is perfect for the truth itself", () => {
    const truth = completeGraph([2, 0, 3, 1]);
    expect(graphMetrics(truth, truth)).toMatchObject({
      fdr: 0,
      tpr: 1,
      fpr: 0,
      shd: 0,
      shdClass: 0,
      sid: 0,
      f1: 1,
    });
    expect(graphMetrics(truth, cpdagOf(truth))).toMatchObject({
      fdr: 0,
      tpr: 1,
      shd: 0,
      shdClass: 0,
      sidLower: 0,
    });
  });

  it("is consistent, survives JSON and explains every null, whatever the estimate", () => {
    fc.assert(
      fc.property(trio, ({ truth, directed, mixed }) => {
        for (const estimate of [directed, mixed]) {
          const m = graphMetrics(truth, estimate);
          expect(m.shd).toBe(m.extra + m.missing + m.reversed);
          expect(m.correct).toBeLessThanOrEqual(m.trueEdges);
          expect(JSON.parse(JSON.stringify(m))).toEqual(m);
          const missing = Object.entries(m).filter(([, value]) => value === null || Number.isNaN(value));
          expect(missing.map(([name]) => name).sort()).toEqual(Object.keys(m.reasons).sort());
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("refuses a cyclic truth and graphs of different size", () => {
    expect(() => graphMetrics(graphFromText(2, "0>1 1>0"), graphFromText(2, ""))).toThrow(
      "metrics: the truth must have no cycle, got 0 → 1 → 0",
    );
    expect(() => graphMetrics(graphFromText(2, ""), graphFromText(3, ""))).toThrow("got 2 and 3");
  });
});
