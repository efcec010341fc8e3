import { describe, expect, it } from "vitest";
import { outcomeOf, page, proven, rowsOf, section, table, textOf } from "../../../test/pages.ts";

describe("the edges", () => {
  it("come by the size of their coefficients, with as many verdicts as the metrics count", () => {
    const { metrics, coefficients } = proven.result;
    const rows = rowsOf(section(page(proven), "edges"));
    const sizes = rows.map((row) => Math.abs(Number(row[3].replace("−", "-"))));
    expect(sizes.filter(Number.isFinite)).toEqual(
      coefficients!.map(({ value }) => Number(Math.abs(value).toFixed(3))).sort((a, b) => b - a),
    );
    const verdicts = rows.map((row) => row.at(-1));
    for (const verdict of ["correct", "reversed", "missing", "extra"] as const) {
      expect(verdicts.filter((v) => v === verdict)).toHaveLength(metrics![verdict]);
    }
  });

  it("are reversible exactly where the class leaves them undirected", () => {
    const { edges, class: members } = proven.result;
    const rows = rowsOf(section(page(proven), "edges")).slice(0, edges.length);
    const open = new Set(members!.undirected.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
    expect(open.size).toBeGreaterThan(0);
    for (const [cause, , effect, , , direction] of rows) {
      expect(direction).toBe(open.has(`${cause} ${effect}`) ? "reversible" : "compelled");
    }
  });

  it("are settled by knowledge too: the class has only the graphs that obey it, and says so", () => {
    const remark = "Only graphs of the class that satisfy the required and forbidden edges are counted";
    expect(section(page(proven), "class")).not.toContain(remark);
    const [a, b] = proven.result.class!.undirected[0];
    const known = outcomeOf({ table, options: { knowledge: { required: [[b, a]] } } });
    expect(known.result.class!.directed).toContainEqual([b, a]);
    expect(section(page(known), "class")).toContain(remark);
  });

  it("have no verdict without a truth and no class under a score that has none", () => {
    const alone = page(outcomeOf({ table, options: { score: "bic-equal-variance" } }));
    expect(section(alone, "edges")).not.toMatch(/In the truth|Direction/);
    expect(section(alone, "class")).toContain("every direction was decided by the score");
    expect(section(alone, "truth")).toBe("");
  });

  it("may be none", () => {
    const changes = {
      edges: [],
      coefficients: [],
      class: { by: "score" as const, directed: [], undirected: [] },
      truth: null,
      metrics: null,
      panel: null,
    };
    expect(textOf(section(page(proven, changes), "edges"))).toMatch(/^Edges None: /);
  });
});
