import { describe, expect, it } from "vitest";
import { run, table, truth } from "../../../test/discoveries.ts";
import { page, section, textOf } from "../../../test/pages.ts";
import { chainTable } from "../../../test/problems.ts";
import { type Graph, graphFromEdges } from "../graph/graph.ts";
import { createRng } from "../math/rng.ts";
import type { RunResult } from "../run/result.ts";
import type { RunOptions } from "../run/spec.ts";

const found = run({ table, truth, options: { search: "pc", panel: "never" } }).result;

describe("the result of a search by tests", () => {
  it("has a set for every pair that is not linked", () => {
    const linked = new Set([...found.edges, ...found.undirected].map((edge) => [...edge].sort().join()));
    const parted = found.tests!.separations.map(({ pair }) => [...pair].sort().join());
    const d = table.names.length;
    expect(parted.length + linked.size).toBe((d * (d - 1)) / 2);
    expect(parted.filter((pair) => linked.has(pair))).toEqual([]);
    for (const { p } of found.tests!.separations) expect(p).toBeGreaterThan(0.01);
  });

  it("uses the given level", () => {
    const strict = run({ table, options: { search: "pc", options: { alpha: 0.3 }, panel: "never" } }).result;
    for (const { p } of strict.tests!.separations) expect(p).toBeGreaterThan(0.3);
    expect(strict.strengths.length).toBeGreaterThan(found.strengths.length);
  });

  it("is measured as a class: undirected edges between linked variables are correct", () => {
    const chain = chainTable(createRng("chain"), 5, 2000);
    const forward = graphFromEdges(
      5,
      [0, 1, 2, 3].map((i) => [i, i + 1] as const),
    );
    const { result } = run({ table: chain, truth: forward, options: { search: "pc", panel: "never" } });
    expect(result.undirected.length).toBe(4);
    expect(result.metrics).toMatchObject({ shd: 0, correct: 4, undirected: 4 });
    const reverse = graphFromEdges(
      5,
      [0, 1, 2, 3].map((i) => [i + 1, i] as const),
    );
    const shdOf = (truth: Graph, options: RunOptions): number =>
      run({ table: chain, truth, options }).result.metrics!.shd;
    expect(shdOf(reverse, result.spec)).toBe(0);
    const member = { ...result.spec, member: true };
    expect(shdOf(forward, member) + shdOf(reverse, member)).toBe(4);
  });

  it("is in the report, set by set and conflict by conflict", () => {
    const conflicts: NonNullable<RunResult["tests"]>["conflicts"] = [
      { kind: "cycle", variables: ["a", "b", "c"] },
      { kind: "max-parents", variables: ["x", "y"] },
    ];
    const shown = { ...found, tests: { ...found.tests!, conflicts } };
    const text = textOf(section(page({ result: shown, certificate: null }), "tests"));
    for (const { pair, given } of found.tests!.separations) {
      expect(text).toContain(pair.join(", "));
      expect(text).toContain(given.length === 0 ? "nothing" : given.join(", "));
    }
    expect(text).toContain("a → b ← c follows from the tests and was left out: it would close a cycle.");
    expect(text).toContain(
      "The edge between x and y was removed, although no set separates them: more parents than allowed.",
    );
    expect(section(page(run({ table, options: { search: "exact", panel: "never" } })), "tests")).toBe("");
  });
});
