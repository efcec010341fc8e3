// How a result is printed in the terminal.

import { describe, expect, it } from "vitest";
import { outcomeOf, table } from "../../../test/pages.ts";
import type { RunOptions } from "../../core/index.ts";
import { findingLines, kindLines, printed } from "./print.ts";

describe("the intervals of a result", () => {
  const data = table.X.data.map((x, k) => (k % 7 === 0 ? Number.NaN : x));
  const gapped = { ...table, X: { ...table.X, data } };
  const head = (options: RunOptions, of: typeof table = gapped): string =>
    printed(outcomeOf({ table: of, options: { member: true, ...options } }).result).find((line) =>
      line.startsWith("edges"),
    )!;

  it("are said to allow for missing values after EM, and to be too narrow after imputation", () => {
    expect(head({})).toContain("coefficient (95 % interval given this graph, allowing for missing values)");
    expect(head({ missing: "impute" })).toContain("rather too narrow where many values were imputed)");
    for (const plain of [head({ missing: "drop" }), head({}, table)])
      expect(plain).toContain("coefficient (95 % interval given this graph)");
  });

  it("are said to be absent where too much is missing", () => {
    const { result } = outcomeOf({ table: gapped, options: { member: true } });
    const strengths = result.strengths.map((each) => ({ ...each, standardError: null, interval: null }));
    const line = printed({ ...result, strengths }).find((each) => each.startsWith("edges"));
    expect(line).toContain("coefficient (with too many missing values for an interval)");
  });
});

describe("the answer in the terminal", () => {
  const { result } = outcomeOf({ table, options: { penaltyWeight: 1 } });

  it("says first that the run was stopped, and how far from the optimum", () => {
    const changes = { stopped: "interrupted", optimal: false, gap: 150.4 } as const;
    expect(printed({ ...result, ...changes })[0]).toMatch(
      /^answer {4}Stopped early, by the user: this is the best graph found until then\. 10 edges among 6 variables, in a graph that scores 150\.40 less than the proven optimum: /,
    );
  });

  it("has what the score loses without an arrow beside it, and what the numbers are counted in above", () => {
    const lines = printed(result);
    const at = lines.findIndex((line) => line.startsWith("edges"));
    expect(lines[at]).toContain("(on the scale of 2 log L)");
    expect(lines[at]).toContain("direction: the same without the arrow (reversed or left out)");
    for (const { a, b, reversal, directionEvidence } of result.strengths) {
      const line = lines.find(
        (each) => each.includes(` ${a} `) && / [→—] /.test(each) && each.includes(` ${b} `),
      )!;
      if (reversal == null) expect(line).not.toContain("direction");
      else expect(line).toMatch(new RegExp(`  direction +[\\d.,]+  ${directionEvidence}`));
    }
  });

  it("has no list of edges, and nothing about arrows, where there are none", () => {
    const none = {
      edges: [],
      undirected: [],
      strengths: [],
      members: "1",
      member: { edges: [] },
      panel: null,
    };
    const lines = printed({ ...result, ...none });
    expect(lines[0]).toBe("answer    0 edges among 6 variables.");
    expect(lines.some((line) => line.startsWith("edges") || line.includes("An arrow"))).toBe(false);
  });
});

it("has a line for the dates that have no causes, with the flag that allows them", () => {
  const kinds = table.names.map(
    (name, j) => ({ name, kind: j === 1 ? "date" : "number", isUsed: true }) as const,
  );
  const linesOf = (options: RunOptions): string[] =>
    printed(outcomeOf({ table: { ...table, kinds }, options }).result).filter((line) =>
      line.startsWith("knowledge"),
    );
  const line = `knowledge dates have no causes among the other variables: ${table.names[1]} (to allow them, use --dates any)`;
  expect(linesOf({})).toEqual([line]);
  expect(linesOf({ dates: "any" })).toEqual([]);
});

describe("a result with confidence", () => {
  const options = { confidence: "bootstrap", resamples: 10 } as const;
  const { result } = outcomeOf({ table, options });
  const lines = printed(result);

  it("has the share of the link and that of the edge beside each edge, in columns that the heading names", () => {
    const at = lines.findIndex((line) => line.startsWith("edges"));
    expect(lines[at]).toContain("strongest first: share of resamples with the link, with this edge, ");
    const shown = lines.slice(at + 1, at + 1 + result.strengths.length);
    const [{ a, b }] = result.strengths;
    const { forward, backward, undirected, ...ends } = result.confidence!.pairs.find(
      (pair) => [pair.a, pair.b].includes(a) && [pair.a, pair.b].includes(b),
    )!;
    const isDirected = result.edges.some(([cause, effect]) => cause === a && effect === b);
    const own = isDirected ? (ends.a === a ? forward : backward) : undirected;
    const mark = isDirected ? "→" : "—";
    expect(shown[0].replace(/ +/g, " ")).toContain(
      ` ${a} ${mark} ${b} ${Math.round(100 * (forward + backward + undirected))} % ${Math.round(100 * own)} % `,
    );
    for (const line of shown) expect(line).toMatch(/ \d+ % +\d+ % /);
  });

  it("says below them what the numbers are, and the consensus", () => {
    const at = lines.findIndex((line) => line.startsWith("how sure"));
    expect(lines[at]).toMatch(/^how sure {2}The percentages are shares of 10 resamples \(bootstrap: /);
    expect(lines[at + 1]).toMatch(/^consensus links that more than 50 % have/);
    expect(lines.some((line) => line.includes("resamples were counted"))).toBe(false);
    const fewer = printed({ ...result, spec: { ...result.spec, resamples: 11 } });
    expect(fewer).toContain("          Only 10 of 11 resamples were counted.");
  });

  it("says nothing of it where nobody asked", () => {
    const plain = printed(outcomeOf({ table }).result);
    expect(plain.filter((line) => /^(how sure|consensus)|resample/.test(line))).toEqual([]);
  });
});

describe("a result with many edges", () => {
  const { result } = outcomeOf({ table });
  const names = Array.from({ length: 301 }, (_, k) => `x${k}`);
  const chain = names.slice(1).map((name, k) => [names[k], name] as [string, string]);
  const linesOf = (count: number) =>
    printed({
      ...result,
      table: { ...result.table, columns: names },
      edges: chain.slice(0, count),
      undirected: [],
      strengths: [],
      metrics: null,
      truth: null,
    }).filter((line) => line.includes("→") || line.includes("more, listed"));

  it("lists all up to 200, and of more the first 100 and where the others are", () => {
    expect(linesOf(200)).toHaveLength(200);
    const lines = linesOf(300);
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe("          and 200 more, listed in graph.csv, the report and --json");
  });
});

describe("columns that are left out", () => {
  it("are listed with the reason and how to keep them, or that it cannot be done", () => {
    const kind = "copy" as const;
    const instead = { as: "category", of: ["pclass"] };
    expect(
      kindLines([
        { name: "x", kind: "number", isUsed: true },
        { name: "id", kind: "identifier", isUsed: false, reason: "numbers the rows" },
        { name: "class", kind, isUsed: false, reason: 'has one label for each of "pclass"', instead },
        {
          name: "Cost Total $",
          kind,
          isUsed: false,
          reason: 'is determined by "a" and "b"',
          instead: { as: "number", of: ["a", "b"], isSet: true },
        },
        { name: "site", kind: "constant", isUsed: false, reason: "is 7 in every row" },
      ]),
    ).toEqual([
      "left out  id numbers the rows (to keep it, use --kinds id=category)",
      'left out  class has one label for each of "pclass" (to keep it instead of "pclass", use --kinds class=category)',
      `left out  Cost Total $ is determined by "a" and "b" (to keep it instead of one of these, use --kinds 'Cost Total $=number' and do not set the kind of one of these)`,
      "left out  site is 7 in every row (it cannot be kept)",
    ]);
  });

  it("have no remedy in the doctor's line where none can be kept", () => {
    const finding = { kind: "left-out", severity: "note", columns: ["site"], remedy: "" } as const;
    const [line] = findingLines([{ ...finding, message: "left", meaning: "It is.", remedies: [] }]);
    expect(line).toBe("note      left. It is.");
  });

  it("begin with error, warning or note", () => {
    const finding = {
      kind: "left-out",
      columns: [],
      remedies: [],
      remedy: "",
      message: "m",
      meaning: "n",
    } as const;
    const labelOf = (severity: "fatal" | "warning" | "note") =>
      findingLines([{ ...finding, severity }])[0].split(" ")[0];
    expect((["fatal", "warning", "note"] as const).map(labelOf)).toEqual(["error", "warning", "note"]);
  });
});
