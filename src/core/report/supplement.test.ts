import { describe, expect, it } from "vitest";
import { outcomeOf, page, proven, rowsOf, section, table, textOf } from "../../../test/pages.ts";
import { column } from "../math/matrix.ts";
import type { NamedEdge } from "../run/result.ts";

describe("the supplement", () => {
  const html = page(proven);

  it("begins with graph, methods with references, assumptions and data", () => {
    const ids = [...html.matchAll(/<section id="([a-z]+)"/g)].map(([, id]) => id);
    expect(ids.slice(0, 6)).toEqual(["picture", "methods", "assumptions", "data", "doctor", "edges"]);
    expect(ids.at(-1)).toBe("repeat");
    const methods = textOf(section(html, "methods"));
    expect(methods).toContain(proven.result.methods!.paragraph);
    expect(methods).toContain("[2] Schwarz");
  });

  it("says what the model of the score assumes, and of a search by tests what that does", () => {
    expect(textOf(section(html, "assumptions"))).toContain("a linear function of its causes plus Gaussian");
    const byTests = page(outcomeOf({ table, options: { search: "pc" } }));
    expect(textOf(section(byTests, "assumptions"))).toContain("faithfulness");
  });

  it("has mean, standard deviation and range of every column", () => {
    const rows = rowsOf(section(html, "data"));
    expect(rows.map(([name]) => name)).toEqual(table.names);
    const values = [...column(table.X, 2)];
    const mean = values.reduce((a, b) => a + b) / values.length;
    const cell = rows[2].slice(1).map((text) => Number(text.replace("−", "-").replaceAll(",", "")));
    expect(cell[0]).toBeCloseTo(mean, 2);
    expect(cell[2]).toBeCloseTo(Math.min(...values), 1);
    expect(cell[3]).toBeCloseTo(Math.max(...values), 1);
  });

  it("says what was done about missing values", () => {
    const data = (how: "all" | "drop" | "em" | "impute") =>
      textOf(section(page(proven, { rows: { read: 9, used: 7, how } }), "data"));
    expect(data("all")).toContain("7 rows.");
    expect(data("drop")).toContain("7 of 9 rows: those without missing values.");
    expect(data("em")).toContain("estimates by the EM algorithm");
    expect(data("impute")).toContain("missing values were filled by multiple imputation");
  });

  it("lists the links that the penalty decides, and only those", () => {
    const edge: NamedEdge = ["X1", "X2"];
    const other: NamedEdge = ["X3", "X4"];
    const graphs = [0.5, 0.7, 1, 1.4, 2].map((factor) => ({
      factor,
      value: factor,
      edges: factor < 2 ? [edge] : [],
      undirected: [other],
    }));
    const told = (of: typeof graphs) =>
      section(page(proven, { sensitivity: { option: "penaltyWeight", graphs: of } }), "sensitivity");
    expect(rowsOf(told(graphs))).toEqual([["X1", "→", "→", "→", "→", "", "X2"]]);
    expect(textOf(told(graphs))).toContain("1 of the 2 edges stayed the same, 1 vanished.");
    // A pair that the answer does not link counts once, whatever its direction.
    const wider = graphs.map((graph, k) => {
      const extra: NamedEdge[] = [
        ["X5", "X6"],
        ["X6", "X5"],
      ];
      return { ...graph, edges: [...graph.edges, ...extra.slice(k, k + 1)] };
    });
    expect(textOf(told(wider))).toContain(
      "1 of the 2 edges stayed the same, 1 vanished; 1 more link appeared.",
    );
  });
});
