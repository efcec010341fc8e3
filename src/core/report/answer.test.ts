import { describe, expect, it } from "vitest";
import { answer, detail, outcomeOf, page, proven, section, table } from "../../../test/pages.ts";
import type { RunResult } from "../run/result.ts";
import type { RunOptions } from "../run/spec.ts";
import { limitsOf, verdictOf } from "./answer.ts";

describe("the answer", () => {
  it("says what is proven", () => {
    const { edges, undirected } = proven.result;
    expect(answer(page(proven))).toBe(
      `${edges.length + undirected.length} edges among 6 variables: ${edges.length} directed by the data, the direction of ${undirected.length} is open (a class of ${proven.result.members} graphs).`,
    );
    expect(detail(page(proven))).toMatch(
      /^No graph scores higher: this is proven to be the best of all graphs under bic \(800 rows\)\. /,
    );
  });

  it("says what determines the directions: the data, prior knowledge, the model of the method, or a choice", () => {
    const told = (options: RunOptions) =>
      answer(page(outcomeOf({ table, options: { penaltyWeight: 1, ...options } })));
    expect(told({ score: "bic-equal-variance" })).toMatch(
      /^\d+ edges among 6 variables: all directed under the model of the method\.$/,
    );
    const [a, b] = proven.result.undirected[0];
    expect(told({ knowledge: { required: [[b, a]] } })).toMatch(
      /: \d directed by the data, given the prior knowledge; \d directed by prior knowledge/,
    );
    expect(told({ member: true })).toBe(
      `10 edges among 6 variables: one of ${proven.result.members} members that fit equally well.`,
    );
  });

  it("counts the arrows that may as well point the other way", () => {
    const { strengths, edges } = proven.result;
    const told = (weak: number, all: number, logEvidence?: number) =>
      answer(
        page(proven, {
          strengths: strengths.map((each, k) => ({
            ...each,
            directionEvidence: k < weak ? "weak" : "strong",
          })),
          edges: edges.slice(0, all),
          scoring: { name: "bic", isEquivalent: true, logEvidence },
        }),
      );
    expect(told(0, 6, 0.5)).toContain("6 directed by the data, the direction of 4 is open");
    expect(told(2, 6, 0.5)).toContain(
      "6 directed by the data, 2 of them weakly (without such an arrow the score falls by at most 2), the direction",
    );
    expect(told(1, 6, 1)).toContain(
      "1 of them weakly (without that arrow the score falls by at most 1), the direction",
    );
    expect(told(6, 6, 0.5)).toContain("6 directed by the data, all of them weakly (");
    expect(told(1, 1, 0.5)).toContain("1 directed by the data, weakly (without this arrow the score ");
  });

  it("gives no direction of a graph that is known not to be the best to the data", () => {
    const changes = { optimal: false, gap: 150.4, gaps: { raw: 150.4, polished: null, final: 150.4 } };
    expect(answer(page(proven, changes))).toBe(
      `10 edges among 6 variables, in a graph that scores 150.40 less than the proven optimum: 6 directed in this graph, the direction of 4 is open (a class of ${proven.result.members} graphs).`,
    );
    const unknown = { stopped: "interrupted", optimum: null, gap: null, optimal: false } as const;
    expect(answer(page(proven, unknown))).toContain("6 directed in this graph, ");
  });

  it("does not say that members fit equally well where the score differs between them", () => {
    const { scoring } = proven.result;
    const member = outcomeOf({ table, options: { member: true, penaltyWeight: 1 } });
    const told = answer(page(member, { scoring: { ...scoring!, isEquivalent: false } }));
    expect(told).toMatch(/: one of \d+ members that the data do not reliably tell apart\.$/);
  });

  it("speaks of arrows only where there are some", () => {
    const about = "An arrow is a causal effect only if";
    expect(limitsOf(proven.result)).toContain(about);
    expect(limitsOf({ ...proven.result, edges: [] })).not.toContain(about);
  });

  it("does not call a pruned graph proven", () => {
    const pruned = outcomeOf({ table, options: { prune: "threshold", threshold: 0.9 } });
    const { member, rawEdges, gaps } = pruned.result;
    expect(member.edges.length).toBeLessThan(rawEdges.length);
    expect(gaps.final).toBeGreaterThan(0);
    expect(answer(page(pruned))).toMatch(new RegExp(`^${member.edges.length} edges among 6 variables: `));
    expect(detail(page(pruned))).toMatch(
      new RegExp(
        `^Pruned from the ${rawEdges.length} edges of a graph that is proven to be the best .*\\. It scores [\\d,.]+ less\\. `,
      ),
    );
  });

  it("states what the proof claims: the graphs, the score with its parameters, the rows", () => {
    const [a, b] = table.names;
    const options = { knowledge: { required: [], forbidden: [[a, b]] as [string, string][] } };
    const known = outcomeOf({ table, options: { ...options, penaltyWeight: 3, dropOutliers: 0.1 } });
    const about = `this is proven to be the best of the graphs that satisfy the prior knowledge (1 forbidden edge: ${a} → ${b}) under bic with penalty weight 3 (720 rows, 80 of 800 left out as outliers).`;
    expect(detail(page(known))).toContain(about);
    expect(detail(page(known))).toMatch(
      / The proof is about the score “bic” with penalty weight 3 on these rows, and about graphs that satisfy the prior knowledge\. It does not/,
    );
    expect(detail(page(outcomeOf({ table })))).toMatch(
      /of all graphs under bic with penalty weight 1\.29 \(800 rows\)/,
    );
  });

  it("reports a gap to the proven optimum", () => {
    const changes = {
      optimal: false,
      gap: 12.345,
      gaps: { raw: 12.345, polished: null, final: 12.345 },
      search: "order",
    };
    expect(detail(page(proven, changes))).toMatch(
      /^Found by the search order\. A better graph exists: the proven optimum of all graphs under bic \(800 rows\) is higher by 12\.3[45]\. /,
    );
  });

  it("says that nothing is known if nothing was proven", () => {
    const unknown = outcomeOf({ table, options: { search: "order", optimum: "never" } });
    expect(unknown.certificate).toBeNull();
    const html = page(unknown);
    expect(detail(html)).toMatch(
      /^Found by the search order under bic\. Whether a better graph exists is not known\. /,
    );
    expect(html).toContain(
      "A search other than “order”, or a score other than “bic”, may find another graph.",
    );
    expect(section(html, "certificate")).toContain("There is none");
  });

  it("says that a better graph exists if the truth scores higher", () => {
    const nothing = {
      optimal: false,
      optimum: null,
      gap: null,
      gaps: { raw: null, polished: null, final: null },
    };
    const { result } = proven;
    const score = result.truth!.score - 10;
    expect(detail(page(proven, { ...nothing, score, verdict: "search-short" }))).toMatch(
      /A better graph exists: the truth scores 10\.00 more\. /,
    );
  });

  it("says first that the run was stopped", () => {
    const stopped = { stopped: "time limit", spec: { ...proven.result.spec, timeLimit: 2 } } as const;
    expect(answer(page(proven, stopped))).toMatch(
      /^Stopped early, at the time limit of 2 s: this is the best graph found until then/,
    );
    expect(answer(page(proven, { stopped: "interrupted" }))).toMatch(/^Stopped early, by the user: /);
  });
});

describe("the verdict", () => {
  const short = { verdict: "search-short", gap: 2.5, optimum: 10, optimal: false } as const;

  it("says for each outcome whether the search or the score has to improve", () => {
    const { result } = proven;
    const told = (changes: Partial<RunResult>) => verdictOf({ ...result, ...changes });
    expect(told({ verdict: "optimal", optimum: 12.5 }).sentence).toMatch(
      /^Proven: no graph scores higher under bic \(800 rows\)\. The optimum \(12\.50\) is attained; a better search would change nothing\.$/,
    );
    expect(told(short).sentence).toMatch(
      /^The best graph found is 2\.50 below the optimum \(10\.00\)\. Proven: no graph scores higher under bic/,
    );
    const truth = { ...result.truth!, score: 7 };
    expect(told({ verdict: "score-prefers-other", optimum: 10, truth }).sentence).toContain(
      "The truth scores 3.00 less.",
    );
    const unknown = { verdict: "unknown", optimum: null, gap: null, truth: null } as const;
    expect(told(unknown).sentence).toMatch(/^Nothing is proven/);
    const better = { ...result.truth!, score: result.score + 4 };
    expect(told({ ...unknown, verdict: "search-short", truth: better }).sentence).toMatch(
      /^The truth scores 4\.00 more under “bic” than the best graph found\./,
    );
  });

  it("is about permitted graphs only if there is prior knowledge", () => {
    const { spec } = proven.result;
    const known = {
      ...proven.result,
      spec: { ...spec, knowledge: { required: [], forbidden: [], maxParents: 1 } },
    };
    expect(verdictOf(known).sentence).toContain(
      "Proven: among the graphs that satisfy the prior knowledge (at most 1 cause for each variable), none scores higher",
    );
  });
});
