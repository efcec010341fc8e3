// The numbers beside which a result has to be read: the optimum and the truth. What anybody gets for free is in baselines.ts.

import type { GraphMetrics } from "../graph/metrics.ts";
import { claimOf, scoringWords } from "../run/certificate/certificate.ts";
import type { RunResult } from "../run/result.ts";
import { lead } from "../score/score.ts";
import { scores } from "../score/scores.ts";
import { type Column, html, type Markup, type Part, phraseOf, tableOf } from "./html.ts";
import { count, difference, fixed } from "./numbers.ts";
import { code, type Phrase, phrase } from "./phrase.ts";

const number = (title: string): Column => ({ title, kind: "number" });

export interface ScoreRow {
  readonly graph: string;
  /** Null for the optimum, which many graphs may have. */
  readonly edges: number | null;
  readonly score: number | null;
  /** What it lacks to the proven optimum; null where that is not known. */
  readonly gap: number | null;
  readonly meaning: string;
}

/** The graphs on the way of the run, the truth and the proven optimum, each under the run's score. */
export function scoreRows(result: RunResult): ScoreRow[] {
  const { score, polished, finalScore, optimum, gaps, truth, spec, rawEdges, edges } = result;
  const row = (graph: string, list: readonly unknown[] | null, score: number | null) => ({
    graph,
    edges: list?.length ?? null,
    score,
  });
  return [
    {
      ...row("Found by the search", rawEdges, score),
      gap: gaps.raw,
      meaning: "as the search left it, never changed",
    },
    ...(polished === null
      ? []
      : [
          {
            ...row("Polished", polished.edges, polished.score),
            gap: gaps.polished,
            meaning: "the best causes under the same order of variables",
          },
        ]),
    {
      ...row("Final", edges, finalScore),
      gap: gaps.final,
      meaning:
        spec.prune === "none"
          ? "the graph shown above; nothing was pruned"
          : `after pruning (${spec.prune}); the graph shown above`,
    },
    ...(truth === null
      ? []
      : [
          {
            ...row("The truth", truth.edges, truth.score),
            gap: optimum === null ? null : lead(optimum, truth.score),
            meaning: "the true graph under the same score",
          },
        ]),
    {
      ...row("Proven optimum", null, optimum),
      gap: optimum === null ? null : 0,
      meaning: optimum === null ? "not proven in this run" : claimOf(result)!.sentence,
    },
  ];
}

/** What the score is, for people who have not met it; `described` is what the registry says of it. */
export function scoreSentence(result: RunResult, described = "a score of the user’s own"): Phrase {
  return phrase`${code(result.spec.score)}${scoringWords(result)}: ${described}. Higher is better; the gap is what a graph lacks to the proven optimum. Scores compare graphs on this table only.`;
}

export function paperSentence(paperScore: number): string {
  return `On the scale of the published tables (from 0 to 5, lower is better) the graph found by the search has ${fixed(paperScore, 5)}.`;
}

export function scoresSection(result: RunResult): Markup {
  const { paperScore, spec } = result;
  const rows = scoreRows(result).map(({ graph, edges, score, gap, meaning }): Part[] => [
    graph,
    edges === null ? "" : count(edges),
    score === null ? "–" : fixed(score),
    gap === null ? "–" : difference(gap),
    meaning,
  ]);
  const columns = [{ title: "Graph" }, number("Edges"), number("Score"), number("Gap"), { title: "" }];
  return html`<section id="scores"><h2>Scores</h2>
<p>${phraseOf(scoreSentence(result, scores[spec.score]?.summary))}</p>
${tableOf(columns, rows)}
${paperScore !== null && html`<p class="soft">${paperSentence(paperScore)}</p>`}
</section>
`;
}

export interface TruthRow {
  readonly title: string;
  /** Of the final graph and, where that is another, of the graph as found. */
  readonly values: readonly TruthValue[];
  readonly meaning: string;
}

interface TruthValue {
  readonly shown: string;
  /** Why there is none. */
  readonly why: string | null;
}

/** The final graph, and the raw one where that is another, against the truth; empty without one. */
export function truthRows(result: RunResult): TruthRow[] {
  const { metrics, truth } = result;
  if (metrics === null || truth === null) return [];
  const all = [metrics, ...(isChanged(result) && result.rawMetrics !== null ? [result.rawMetrics] : [])];
  const row = (title: string, of: (m: GraphMetrics) => number, meaning: string): TruthRow => ({
    title,
    values: all.map((m) => ({ shown: count(of(m)), why: null })),
    meaning,
  });
  const computed = (title: string, name: keyof GraphMetrics, meaning: string, decimals = 0): TruthRow => ({
    title,
    values: all.map((m) => {
      const x = m[name];
      return typeof x === "number"
        ? { shown: fixed(x, decimals), why: null }
        : { shown: "–", why: m.reasons[name] ?? "" };
    }),
    meaning,
  });
  return [
    row("Edges", (m) => m.edges, `the truth has ${count(metrics.trueEdges)}`),
    row("Correct", (m) => m.correct, "in the truth, the same way round"),
    row("Reversed", (m) => m.reversed, "in the truth, the other way round"),
    row("Missing", (m) => m.missing, "in the truth alone"),
    row("Extra", (m) => m.extra, "in the result alone"),
    row("SHD", (m) => m.shd, "structural Hamming distance: reversed + missing + extra; 0 is the truth"),
    row("SHD of the empty graph", (m) => m.shdEmpty, "what finding nothing would score"),
    row(
      "SHD of the complete graph",
      () => truth.shdComplete,
      "with every edge that the found order allows: what the order alone would score",
    ),
    computed(
      "SHD between classes",
      "shdClass",
      "between the equivalence classes (CPDAGs): leaves out directions that data cannot tell",
    ),
    computed(
      "SID",
      "sid",
      "structural intervention distance: ordered pairs whose effect would be computed wrongly",
    ),
    computed("FDR", "fdr", "share of the found edges that are reversed or extra", 3),
    computed("TPR", "tpr", "share of the true edges that are correct", 3),
    computed("FPR", "fpr", "reversed or extra, for each pair that is not linked in truth", 3),
    computed("Precision", "precision", "share of the found edges that are correct", 3),
    computed("F1", "f1", "harmonic mean of precision and recall (which is the TPR)", 3),
  ];
}

export function truthSection(result: RunResult): Markup | null {
  const { metrics, truth } = result;
  if (metrics === null || truth === null) return null;
  const rows = truthRows(result).map(({ title, values, meaning }): Part[] => [
    title,
    ...values.map(({ shown, why }): Part => {
      if (why !== null) return html`<span title="${why}">${shown}</span>`;
      return title === "SHD" ? html`<b>${shown}</b>` : shown;
    }),
    meaning,
  ]);
  const reasons = Object.entries(metrics.reasons).map(([name, reason]) => html`<li>${name}: ${reason}</li>`);
  const columns = [{ title: "" }, ...truthColumns(result).map(number), { title: "" }];
  return html`<section id="truth"><h2>Compared with the truth</h2>
${tableOf(columns, rows)}
${reasons.length > 0 && html`<ul class="soft">${reasons}</ul>`}
</section>
`;
}

/** What the values of a row of the truth are of. */
export function truthColumns(result: RunResult): string[] {
  return isChanged(result) && result.rawMetrics !== null ? ["Final", "As found"] : ["Result"];
}

function isChanged({ edges, rawEdges }: RunResult): boolean {
  return JSON.stringify(edges) !== JSON.stringify(rawEdges);
}
