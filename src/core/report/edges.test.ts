import { describe, expect, it } from "vitest";
import { outcomeOf, page, proven, rowsOf, section, table, textOf, truth } from "../../../test/pages.ts";
import { significant } from "./numbers.ts";

describe("the edges", () => {
  it("come by what the score loses without them, with as many verdicts as the metrics count", () => {
    const { metrics, strengths } = proven.result;
    const rows = rowsOf(section(page(proven), "edges"));
    expect(rows.map((row) => row[3]).slice(0, strengths.length)).toEqual(
      strengths.map(({ loss }) => significant(loss!)),
    );
    const losses = strengths.map(({ loss }) => loss!);
    expect(losses).toEqual(losses.toSorted((a, b) => b - a));
    const verdicts = rows.map((row) => row.at(-1));
    for (const verdict of ["correct", "reversed", "missing", "extra"] as const) {
      expect(verdicts.filter((v) => v === verdict)).toHaveLength(metrics![verdict]);
    }
  });

  it("have no arrow, and an open direction, exactly where the answer leaves them undirected", () => {
    const { edges, undirected } = proven.result;
    const rows = rowsOf(section(page(proven), "edges")).slice(0, edges.length + undirected.length);
    const open = new Set(undirected.map(([a, b]) => `${a} ${b}`));
    expect(open.size).toBeGreaterThan(0);
    for (const row of rows) {
      const isOpen = open.has(`${row[0]} ${row[2]}`);
      expect([row[1], row.at(-2)!.split(":")[0]]).toEqual(isOpen ? ["—", "open"] : ["→", "by the data"]);
    }
  });

  it("are settled by knowledge too: the class has only the graphs that obey it, and says so", () => {
    const remark = "Only graphs of the class that satisfy the required and forbidden edges are counted";
    expect(section(page(proven), "class")).not.toContain(remark);
    const [a, b] = proven.result.undirected[0];
    const known = outcomeOf({ table, options: { knowledge: { required: [[b, a]] } } });
    expect(known.result.edges).toContainEqual([b, a]);
    expect(known.result.answer.byKnowledge).toContainEqual([b, a]);
    expect(section(page(known), "class")).toContain(remark);
    const row = rowsOf(section(page(known), "edges")).find((each) => each[0] === b && each[2] === a)!;
    expect(row.at(-1)).toBe("by prior knowledge");
  });

  it("are a choice in a member that was asked for, and the class says of how many it is one", () => {
    const member = outcomeOf({ table, truth, options: { member: true, penaltyWeight: 1 } });
    expect(member.result.edges).toEqual(proven.result.member.edges);
    const rows = rowsOf(section(page(member), "edges")).slice(0, member.result.edges.length);
    for (const row of rows) expect([row[1], row.at(-2)]).toEqual(["→", "arbitrary"]);
    expect(textOf(section(page(member), "class"))).toContain(
      `The graph shown is one of ${proven.result.members} members that fit equally well`,
    );
  });

  it("have what the score loses without the arrow, where the data give the direction", () => {
    const html = section(page(proven), "edges");
    const about = "The number beside a direction";
    expect(html).toContain(about);
    const { edges, strengths } = proven.result;
    const row = rowsOf(html)[strengths.findIndex(({ reversal }) => reversal != null)];
    expect(edges).toContainEqual([row[0], row[2]]);
    const [{ reversal, directionEvidence }] = strengths.filter(({ a, b }) => a === row[0] && b === row[2]);
    expect(row.at(-2)).toBe(`by the data: ${significant(reversal!)}, ${directionEvidence}`);
    const older = strengths.map(({ reversal: _, directionEvidence: __, ...rest }) => rest);
    expect(section(page(proven, { strengths: older }), "edges")).not.toContain(about);
  });

  it("are of a class whose graphs have the same score only if the score says so", () => {
    const of = (isEquivalent: boolean) =>
      textOf(section(page(proven, { scoring: { name: "bic", isEquivalent } }), "class"));
    expect(of(true)).toContain("and bic gives them all the same score");
    expect(of(false)).toContain(
      "Observational data cannot tell such graphs apart reliably, and differences between their values of bic identify no directions: together they are",
    );
  });

  it("have no verdict without a truth and no class under a score that has none", () => {
    const alone = page(outcomeOf({ table, options: { score: "bic-equal-variance" } }));
    expect(section(alone, "edges")).not.toContain("In the truth");
    expect(section(alone, "class")).toContain("every direction was decided by the score");
    expect(section(alone, "truth")).toBe("");
  });

  it("may be none", () => {
    const changes = {
      edges: [],
      undirected: [],
      member: { edges: [] },
      members: "1",
      strengths: [],
      truth: null,
      metrics: null,
      panel: null,
    };
    expect(textOf(section(page(proven, changes), "edges"))).toMatch(/^Edges None: /);
  });
});
