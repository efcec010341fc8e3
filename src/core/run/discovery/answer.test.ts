import { describe, expect, it } from "vitest";
import { named, run, table } from "../../../../test/discoveries.ts";
import { simulate } from "../../data/simulate/simulate.ts";
import { cpdagOf } from "../../graph/equivalence.ts";
import { isAcyclic } from "../../graph/graph.ts";
import { pdagOf } from "../problem.ts";

describe("a search over classes", () => {
  it("gives the class even if the score could distinguish its members, until the polish has chosen one", () => {
    const options = { search: "ges", score: "bic-equal-variance" } as const;
    const { result } = run({ table, options });
    expect(result.answer).toMatchObject({ kind: "class", by: "search" });
    expect(result.undirected.length).toBeGreaterThan(0);
    expect(result.edges.length + result.undirected.length).toBe(result.member.edges.length);
    for (const other of [{ polish: true }, { search: "order" }] as const) {
      const { answer, undirected } = run({ table, options: { ...options, ...other } }).result;
      expect([answer.kind, answer.by, undirected]).toEqual(["dag", null, []]);
    }
  });
});

describe("tests of independence that contradict each other", () => {
  it("end with a class all the same: it has a member, and overruled tests are listed", () => {
    const contradicting = simulate({ nodes: 10, samples: 150, seed: 5, edgeProbability: 0.4 });
    const { result } = run({ ...contradicting, options: { search: "pc", panel: "never" } });
    expect(result.tests!.conflicts.length).toBeGreaterThan(0);
    expect(result.notes.join()).toMatch(/separating sets contradicted each other \(/);
    expect(result.answer).toMatchObject({ kind: "class", by: "search" });
    expect(BigInt(result.members)).toBeGreaterThan(0n);
    const member = named(result.member.edges, contradicting.table);
    expect(isAcyclic(member)).toBe(true);
    const { directed, undirected } = pdagOf(contradicting.table.names, result);
    expect(cpdagOf(member)).toEqual({ d: 10, directed, undirected });
  });
});
