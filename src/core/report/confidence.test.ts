import { describe, expect, it } from "vitest";
import { openElements, page, proven, rowsOf, section, textOf } from "../../../test/pages.ts";
import type { ConfidenceFacts, NamedEdge, RunResult } from "../run/result.ts";
import {
  agreementSentence,
  changePhrase,
  confidenceSection,
  confidenceSentences,
  consensusChanges,
  edgeShares,
  unlinkedPairs,
} from "./confidence.ts";
import { edgeRows } from "./edges.ts";
import { plainText } from "./phrase.ts";

const columns = ["a", "b", "c", "d", "e"];
const pair = (ends: string, [forward, backward, undirected]: readonly [number, number, number]) => ({
  a: ends[0],
  b: ends[1],
  ...{ forward, backward, undirected, none: 1 - forward - backward - undirected },
});
const edge = (ends: string): NamedEdge => [ends[0], ends[1]];

const confidence: ConfidenceFacts = {
  method: "bootstrap",
  resamples: 60,
  pairs: [
    pair("ab", [0.6, 0.15, 0.2]),
    pair("ac", [0.1, 0.3, 0.5]),
    pair("ad", [0.55, 0, 0]),
    pair("bc", [0.3, 0, 0]),
    pair("ce", [0, 0.998, 0]),
  ],
  consensus: { above: 0.5, edges: ["ab", "ad", "ec"].map(edge), undirected: [edge("ac")] },
  metrics: null,
  digest: null,
};

/** Answer: a → b, c → a, b → c, d — e; only the consensus links a, d; neither links c, e. */
const result = {
  ...proven.result,
  table: { ...proven.result.table, columns },
  edges: ["ab", "ca", "bc", "de"].map(edge),
  undirected: [],
  strengths: [],
  truth: null,
  confidence,
} as RunResult;

describe("an edge", () => {
  it("that is undirected has its own share, or that of each direction if every graph directs it", () => {
    expect(edgeShares(confidence.pairs[0], false)).toEqual(["95 %", "20 %"]);
    expect(edgeShares(pair("ab", [0.55, 0.4, 0]), false)).toEqual(["95 %", "→ 55 %, ← 40 %"]);
    expect(edgeShares(pair("ab", [0.55, 0.4, 0]), true)).toEqual(["95 %", "55 %"]);
  });

  it("has the shares from its cause's side, and none if hardly any graph links the two", () => {
    const of = edgeRows(result).map(({ cause, effect, shares }) => [cause + effect, shares?.forward]);
    expect(of).toEqual([
      ["ab", 0.6],
      ["ca", 0.3],
      ["bc", 0.3],
      ["de", undefined],
    ]);
  });
});

describe("the consensus", () => {
  it("is compared with the answer pair by pair; pairs that most graphs link come first", () => {
    expect(consensusChanges(result).map((change) => plainText(changePhrase(change)))).toEqual([
      "+ e → c (> 99 %)",
      "a — c for c → a (90 %)",
      "+ a → d (55 %)",
      "− b → c (30 %)",
      "− d → e (≤ 1 %)",
    ]);
  });

  it("is the same as an equal answer, whatever the order of the ends", () => {
    const { edges, undirected } = confidence.consensus;
    const same = { ...result, edges, undirected: undirected.map(([a, b]): NamedEdge => [b, a]) };
    expect(consensusChanges(same)).toEqual([]);
  });

  it("may omit pairs that more than half link, which are listed separately", () => {
    expect(unlinkedPairs(result)).toEqual([]);
    const strict = { ...confidence, consensus: { above: 0.9, edges: [edge("ab")], undirected: [] } };
    const left = unlinkedPairs({ ...result, confidence: strict });
    expect(left.map(({ a, b }) => a + b)).toEqual(["ce", "ad"]);
  });
});

describe("the sentences", () => {
  it("name the method and the number of resamples, and say if fewer than requested were counted", () => {
    const asked = (resamples: number) =>
      confidenceSentences({ ...result, spec: { ...result.spec, resamples } });
    expect(asked(60)).toHaveLength(1);
    expect(asked(60)[0]).toMatch(/shares of 60 resamples \(bootstrap: .*not how probable it is that an edge/);
    expect(asked(100)[1]).toBe("Only 60 of 100 resamples were counted.");
    expect(confidenceSentences(result)[1]).toBe("Only 60 of 200 resamples were counted.");
  });

  it("name the posterior, and count nothing", () => {
    const posterior = { ...confidence, method: "posterior", resamples: null } as const;
    const all = confidenceSentences({ ...result, confidence: posterior });
    expect(all).toHaveLength(1);
    expect(all[0]).toMatch(
      /posterior probabilities under bic, with a uniform prior over causal orders and, for each variable, over sets of parents .*not the probability that an edge is causal/,
    );
    const chains = { count: 4, steps: 20000, candidates: 8, disagreement: 0.031, rHat: 1.01 };
    const sampled = { ...posterior, prior: "dags" as const, by: "chains" as const, chains };
    const [told, how] = confidenceSentences({ ...result, confidence: sampled });
    expect(told).toContain("with a uniform prior over DAGs");
    expect(how).toBe(
      "They are means over 4 Markov chains of 20,000 moves, which differ by up to 3 % in the probability of an edge.",
    );
  });

  it("explain for a posterior the shares of open directions, and which noise variance was taken as known", () => {
    const posterior = { ...confidence, method: "posterior", resamples: null, variance: 1.25 } as const;
    const [, open, known] = confidenceSentences({
      ...result,
      undirected: [edge("de")],
      confidence: posterior,
    });
    expect(open).toMatch(/^If the direction of a link is open, .* from other classes and from the prior\.$/);
    expect(known).toMatch(/fixed at 1\.25, its estimate in the best graph found\.$/);
  });

  it("are empty if confidence was not requested", () => {
    const without = { ...result, confidence: undefined };
    expect(confidenceSentences(without)).toEqual([]);
    expect(confidenceSection(without)).toBeNull();
    expect(section(page(proven), "confidence")).toBe("");
  });
});

describe("two results", () => {
  it("agree by the confidence in their edges, and nothing is said if neither has any", () => {
    const plain = { ...result, confidence: undefined };
    expect(agreementSentence([plain, plain])).toBe("");
    // In both: a → b 0.6, c → a 0.3, b → c 0.3; in either: 3 of these edges, d → e, and what else the shares have.
    const either = 4 + (0.15 + 0.2) + (0.1 + 0.5) + 0.55 + 0.998;
    const edges = Math.round((100 * 1.2) / either);
    const links = Math.round((100 * (0.95 + 0.9 + 0.3)) / (4 + 0.55 + 0.998));
    const told = `they agree on ${edges} % of the edges and ${links} % of the links that either has.`;
    expect(agreementSentence([result, plain])).toContain(told);
    expect(agreementSentence([plain, result])).toContain(told);
    const posterior = {
      ...result,
      confidence: {
        ...result.confidence!,
        method: "posterior" as const,
        pairs: result.confidence!.pairs.map((pair) => ({ ...pair, undirected: 0 })),
      },
    };
    const open = { ...plain, undirected: [["a", "b"]] as const };
    expect(agreementSentence([posterior, open])).toMatch(
      /agree on \d+ % of the links that either has\. Directions are not compared: one run has a posterior over DAGs/,
    );
  });
});

describe("the section", () => {
  it("lists every pair with its numbers; pairs that most graphs link come first", () => {
    const table = confidenceSection(result)!.blocks.find((block) => "table" in block)!;
    expect(table).toHaveProperty("table.rows", [
      [[{ name: "c" }], [{ name: "e" }], "> 99 %", "0 %", "> 99 %", "0 %", "< 1 %"],
      [[{ name: "a" }], [{ name: "b" }], "95 %", "60 %", "15 %", "20 %", "5 %"],
      [[{ name: "a" }], [{ name: "c" }], "90 %", "10 %", "30 %", "50 %", "10 %"],
      [[{ name: "a" }], [{ name: "d" }], "55 %", "55 %", "0 %", "0 %", "45 %"],
      [[{ name: "b" }], [{ name: "c" }], "30 %", "30 %", "0 %", "0 %", "70 %"],
    ]);
  });

  it("shows hostile names as they are, in the matrix too", () => {
    const text = JSON.stringify(result);
    const hostile = JSON.parse(text, (_, value) => (value === "a" ? '<b title="x">&' : value)) as RunResult;
    const html = page({ result: hostile, certificate: null });
    expect(openElements(html)).toEqual([]);
    expect(section(html, "confidence")).not.toContain("<b title");
    expect(section(html, "confidence")).toContain("&lt;b title=&quot;x&quot;&gt;&amp; → b 60 %");
  });

  it("lists for a posterior which variable causes which, directly or through others", () => {
    const ancestors = [
      { a: "a", b: "c", probability: 0.4 },
      { a: "a", b: "b", probability: 0.75 },
    ];
    const html = page({ result: { ...result, confidence: { ...confidence, ancestors } }, certificate: null });
    expect(rowsOf(section(html, "confidence")).slice(0, 2)).toEqual([
      ["a", "b", "75 %"],
      ["a", "c", "40 %"],
    ]);
  });

  it("lists only the first of very many pairs", () => {
    const many = Array.from({ length: 501 }, (_, k) => ({ ...pair("ab", [0.5, k / 2000, 0]), b: `v${k}` }));
    const { blocks } = confidenceSection({ ...result, confidence: { ...confidence, pairs: many } })!;
    const table = blocks.find((block) => "table" in block)!;
    expect(table).toHaveProperty("table.rows.length", 500);
    expect(blocks.at(-1)).toMatchObject({ text: expect.stringContaining("the first 500 of 501 pairs") });
  });

  it("says how well the shares predict the truth, if there is one", () => {
    expect(textOf(section(page({ result, certificate: null }), "confidence"))).not.toContain("AUROC");
    const metrics = {
      links: { auroc: 0.875, auprc: null, brier: 0.0625 },
      edges: { auroc: 0.5, auprc: 0.25, brier: 0.125 },
    };
    const html = page({ result: { ...result, confidence: { ...confidence, metrics } }, certificate: null });
    expect(rowsOf(section(html, "confidence")).slice(0, 2)).toEqual([
      ["links", "0.875", "–", "0.063"],
      ["edges", "0.500", "0.250", "0.125"],
    ]);
  });

  it("has a square for every ordered pair, as dark as its share, unless there are too many variables", () => {
    const html = section(page({ result, certificate: null }), "confidence");
    const squares = [
      ...html.matchAll(/<title>([^<]*)<\/title><rect class="share"[^>]*fill-opacity="([\d.]+)"/g),
    ];
    const of = new Map(squares.map(([, told, opacity]) => [told.replaceAll("&gt;", ">"), Number(opacity)]));
    expect(of.size).toBe(2 * confidence.pairs.length);
    expect(of.get("a → b 60 %, b → a 15 %, undirected 20 %, linked 95 %")).toBe(0.7);
    expect(of.get("b → a 15 %, a → b 60 %, undirected 20 %, linked 95 %")).toBe(0.25);
    const many = [...columns, ...Array.from({ length: 36 }, (_, k) => `v${k}`)];
    const wide = page({
      result: { ...result, table: { ...result.table, columns: many } },
      certificate: null,
    });
    expect(section(wide, "confidence")).not.toContain("<svg");
    expect(textOf(section(wide, "confidence"))).toContain("All pairs");
  });

  it("is in the report, and its numbers are beside the edges", () => {
    const html = page({ result, certificate: null });
    expect(openElements(html)).toEqual([]);
    expect(textOf(section(html, "confidence"))).toContain("a — c for c → a (90 %)");
    const rows = rowsOf(section(html, "edges"));
    expect(rows.find((row) => row[0] === "c")!.slice(0, 5)).toEqual(["c", "→", "a", "90 %", "30 %"]);
  });
});
