import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simulate } from "../data/simulate.ts";
import { type Discovery, discovery, type Outcome } from "./discover.ts";
import { reportHtml } from "./report.ts";
import type { RunResult } from "./result.ts";

function outcomeOf(input: Omit<Discovery, "now">): Outcome {
  const running = discovery({
    name: "table.csv",
    hash: "abc123",
    versions: { wherefore: "1.2.3" },
    now: () => 0,
    ...input,
  });
  for (;;) {
    const { value, done } = running.next();
    if (done) return value;
  }
}

const { table, truth } = simulate({ graph: "bernoulli", nodes: 6, samples: 800, seed: 4 });
const proven = outcomeOf({ table, truth });
const command = "wherefore discover table.csv";

function page(outcome: Outcome, changes: Partial<RunResult> = {}, svg = "<svg></svg>"): string {
  return reportHtml({ ...outcome, result: { ...outcome.result, ...changes }, svg, command });
}

/** What a reader reads in a part of the page. */
function textOf(markup: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return markup
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => named[name])
    .replace(/\s+/g, " ")
    .trim();
}

function answer(html: string): string {
  return textOf(/<p class="answer">(.*?)<\/p>/s.exec(html)?.[1] ?? "");
}

function section(html: string, id: string): string {
  return new RegExp(`<section id="${id}">.*?</section>`, "s").exec(html)?.[0] ?? "";
}

function rowsOf(markup: string): string[][] {
  return [...markup.matchAll(/<tr class="[^"]*">(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => textOf(cell)),
  );
}

describe("the answer", () => {
  it("says what is proven", () => {
    expect(answer(page(proven))).toBe(
      `${proven.result.edges.length} edges among 6 variables; proven to be the best of all graphs under bic.`,
    );
  });

  it("does not call a pruned graph proven", () => {
    const pruned = outcomeOf({ table, options: { prune: "threshold", threshold: 0.9 } });
    const { edges, rawEdges, gaps } = pruned.result;
    expect(edges.length).toBeLessThan(rawEdges.length);
    expect(gaps.final).toBeGreaterThan(0);
    expect(answer(page(pruned))).toMatch(
      new RegExp(
        `^${edges.length} edges among 6 variables, pruned from the ${rawEdges.length} edges of a graph that is proven .* The graph shown scores [\\d,.]+ less\\.$`,
      ),
    );
  });

  it("says that the proof is about graphs that agree with what was known", () => {
    const [a, b] = table.names;
    const known = outcomeOf({ table, options: { knowledge: { required: [], forbidden: [[a, b]] } } });
    expect(answer(page(known))).toMatch(
      /proven to be the best, under bic, of all graphs that agree with what was known\.$/,
    );
  });

  it("tells a gap to the proven optimum", () => {
    const changes = {
      optimal: false,
      gap: 12.345,
      gaps: { raw: 12.345, polished: null, final: 12.345 },
      search: "order",
    };
    expect(answer(page(proven, changes))).toMatch(
      /found by the search order\. A better graph exists: the proven optimum under bic is higher by 12\.3[45]\.$/,
    );
  });

  it("says that nothing is known where nothing was proven", () => {
    const unknown = outcomeOf({ table, options: { search: "order", optimum: "never" } });
    expect(unknown.certificate).toBeNull();
    const html = page(unknown);
    expect(answer(html)).toMatch(
      /found by the search order under bic\. Whether a better graph exists is not known\.$/,
    );
    expect(section(html, "certificate")).toContain("There is none");
  });

  it("says that a better graph exists where the truth scores higher", () => {
    const nothing = {
      optimal: false,
      optimum: null,
      gap: null,
      gaps: { raw: null, polished: null, final: null },
    };
    const { result } = proven;
    const score = result.truth!.score - 10;
    expect(answer(page(proven, { ...nothing, score }))).toMatch(
      /A better graph exists: the truth scores 10\.00 more\.$/,
    );
  });

  it("begins with it when the run was stopped", () => {
    const stopped = { stopped: "time limit", spec: { ...proven.result.spec, timeLimit: 2 } } as const;
    expect(answer(page(proven, stopped))).toMatch(
      /^Stopped early, at the time limit of 2 s: the best of the graphs seen/,
    );
    expect(answer(page(proven, { stopped: "interrupted" }))).toMatch(/^Stopped early, by the user: /);
  });
});

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

  it("have no verdict without a truth and no class under a score that has none", () => {
    const alone = page(outcomeOf({ table, options: { score: "bic-equal-variance" } }));
    expect(section(alone, "edges")).not.toMatch(/In the truth|Direction/);
    expect(section(alone, "class")).toContain("every direction shown was decided by the score");
    expect(section(alone, "truth")).toBe("");
  });

  it("may be none", () => {
    const changes = {
      edges: [],
      coefficients: [],
      class: { directed: [], undirected: [] },
      truth: null,
      metrics: null,
      panel: null,
    };
    expect(textOf(section(page(proven, changes), "edges"))).toMatch(/^Edges None: /);
  });
});

describe("the comparison", () => {
  it("never gives the SHD alone", () => {
    const { metrics, truth: known } = proven.result;
    const rows = new Map(rowsOf(section(page(proven), "truth")).map(([name, value]) => [name, value]));
    expect(rows.get("SHD")).toBe(String(metrics!.shd));
    expect(rows.get("SHD of the empty graph")).toBe(String(metrics!.trueEdges));
    expect(rows.get("SHD of the complete graph")).toBe(String(known!.shdComplete));
    for (const name of [
      "Edges",
      "Correct",
      "Reversed",
      "Missing",
      "Extra",
      "SHD between classes",
      "SID",
      "FDR",
      "TPR",
    ])
      expect(rows.has(name), name).toBe(true);
  });

  it("gives the reason for a value that cannot be computed", () => {
    const metrics = { ...proven.result.metrics!, sid: null, reasons: { sid: "the estimate has a cycle" } };
    expect(textOf(section(page(proven, { metrics }), "truth"))).toContain("sid: the estimate has a cycle");
  });

  it("warns, at the top too, exactly where a baseline does as well", () => {
    const { panel, metrics } = proven.result;
    const withBest = (shd: number): string => {
      const baselines = panel!.baselines.map((b, k) => ({
        ...b,
        metrics: { ...b.metrics!, shd: k === 2 ? shd : shd + 5 },
      }));
      return page(proven, { panel: { ...panel!, baselines }, metrics: { ...metrics!, shd: 3 } });
    };
    expect(textOf(withBest(4))).not.toMatch(/searches nothing/);
    expect(textOf(withBest(3)).match(/does as well: var-sortnregress has SHD 3 too/g)).toHaveLength(2);
    expect(
      textOf(withBest(2)).match(/does not beat a baseline .* var-sortnregress has SHD 2, the result 3/g),
    ).not.toBeNull();
    expect(rowsOf(section(withBest(4), "baselines")).map(([name]) => name)).toContain(
      "var-sortnregress best of these",
    );
  });

  it("shows the scores of all stages, with their gaps", () => {
    const polished = page(outcomeOf({ table, truth, options: { polish: true, search: "order" } }));
    expect(rowsOf(section(polished, "scores")).map(([name]) => name)).toEqual([
      "Found by the search",
      "Polished",
      "Final",
      "The truth",
      "Proven optimum",
    ]);
  });
});

describe("the record", () => {
  it("holds command, seed, versions and hash, and how to check the proof", () => {
    const html = page(proven);
    for (const text of [command, "abc123", "wherefore 1.2.3", "wherefore verify certificate.json TABLE"])
      expect(textOf(html)).toContain(text);
    expect(textOf(section(html, "repeat"))).toMatch(/Seed ?1/);
  });

  it("lists every pass of a hull", () => {
    const hull = outcomeOf({ table, options: { score: "bic-equal-variance" } });
    const passes = hull.certificate!.passes.filter(({ multiplier }) => multiplier !== null);
    expect(rowsOf(section(page(hull), "certificate"))).toHaveLength(passes.length);
  });

  it("gives findings with their meaning and the way out", () => {
    const finding = {
      kind: "outliers",
      severity: "warning",
      columns: ["a"],
      message: "column is odd",
      meaning: "It matters.",
      remedy: "look at it",
    } as const;
    const html = page(proven, { findings: [finding] });
    expect(textOf(section(html, "doctor"))).toContain("Column is odd. It matters. Way out: look at it.");
    expect(textOf(html)).toContain("The data doctor warns of one thing");
  });

  it("tells the alternatives by what is other than in the first", () => {
    const alternatives = [
      { score: -10, edges: [["a", "b"]] as const },
      { score: -10 - 1e-12, edges: [["a", "b"]] as const },
      { score: -12.5, edges: [["b", "a"]] as const },
    ];
    expect(rowsOf(section(page(proven, { alternatives }), "alternatives"))).toEqual([
      ["1", "−10.00", "", "1", "the first"],
      ["2", "−10.00", "0", "1", "the same edges"],
      ["3", "−12.50", "2.50", "1", "+ b → a, − a → b"],
    ]);
  });

  it("draws the course of a search that took its time, and of no other", () => {
    const trace = (ms: number) => [0, 1, 2, 3, 4].map((k) => ({ ms: k * ms, score: k * k }));
    const drawn = (ms: number): string =>
      section(reportHtml({ ...proven, svg: "", command, trace: trace(ms) }), "course");
    expect(drawn(500)).toContain("<path d=");
    expect(drawn(1)).toBe("");
  });
});

describe("the page", () => {
  it("loads nothing and runs nothing", () => {
    const svg =
      '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg width="10pt" height="10pt" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><!-- a --><g></g></svg>\n';
    const html = page(proven, {}, svg);
    expect(html).toContain('width="10pt" height="10pt"><g></g></svg>');
    expect(html).not.toMatch(/https?:|<script|<link|<img|<iframe|@import|url\(|\ssrc=|\son\w+=/i);
    expect(html).toContain("default-src 'none'");
  });

  it("says so where there is no picture", () => {
    expect(textOf(section(page(proven, {}, ""), "picture"))).toContain("There is no picture");
  });

  it("closes every element that it opens, and shows hostile names as they are", () => {
    const part = fc.constantFrom(
      ..."\"'`<>&;=/$ ",
      "<script>",
      "</script>",
      "</title>",
      "</style>",
      "-->",
      "<img src=x onerror=alert(1)>",
      "&lt;",
      "é",
      "年",
      "a",
    );
    const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 6, maxLength: 6 }), name, (names, other) => {
        const hostile = renamed(proven, names);
        const html = reportHtml({
          ...hostile,
          result: {
            ...hostile.result,
            table: { ...hostile.result.table, name: other },
            notes: [other],
            knowledge: [other],
          },
          svg: "<svg></svg>",
          command: other,
          verify: other,
          started: other,
        });
        expect(html).not.toMatch(/<script|<img/i);
        expect(openElements(html)).toEqual([]);
        const shown = rowsOf(section(html, "edges")).map(([cause, , effect]) => [cause, effect].join("\n"));
        const wanted = [...hostile.result.edges, ...missingOf(hostile.result)];
        expect(shown.toSorted()).toEqual(wanted.map((edge) => edge.map(squeezed).join("\n")).toSorted());
        expect(textOf(/<h1>(.*?)<\/h1>/s.exec(html)![1])).toBe(squeezed(other));
      }),
      { seed: 1, numRuns: 150 },
    );
  });
});

function renamed({ result, certificate }: Outcome, names: readonly string[]): Outcome {
  const to = (text: string): string => names[table.names.indexOf(text)] ?? text;
  const deep = (value: unknown): unknown => {
    if (typeof value === "string") return to(value);
    if (Array.isArray(value)) return value.map(deep);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deep(inner)]));
  };
  return { result: deep(result) as RunResult, certificate };
}

function missingOf({ truth: known, edges }: RunResult): [string, string][] {
  const joined = new Set(edges.flatMap(([a, b]) => [JSON.stringify([a, b]), JSON.stringify([b, a])]));
  return known!.edges.filter((edge) => !joined.has(JSON.stringify(edge))).map(([a, b]) => [a, b]);
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Elements left open, or closed in the wrong order; empty for a page that is whole. */
function openElements(html: string): string[] {
  const alone = new Set(["meta", "input", "rect", "path", "!doctype"]);
  const open: string[] = [];
  const body = html.replace(/<style>.*?<\/style>/s, "<style></style>");
  for (const [, slash, name] of body.matchAll(/<(\/?)([a-z!][a-z0-9]*)/gi)) {
    if (alone.has(name.toLowerCase())) continue;
    if (slash === "") open.push(name);
    else if (open.at(-1) === name) open.pop();
    else return [...open, `/${name}`];
  }
  return open;
}
