// The numbers that a result must be compared with: the optimum and the truth. Baselines are in baselines.ts.

import type { GraphMetrics } from "../graph/metrics.ts";
import { claimOf, scoringWords } from "../run/certificate/certificate.ts";
import type { RunResult } from "../run/result.ts";
import { lead } from "../score/score.ts";
import { count, difference, fixed } from "./numbers.ts";
import { code, type Phrase, phrase, strong } from "./phrase.ts";
import { number, orDash, remark, type Section, type Text } from "./section.ts";

/** `summary` is the registry's description of the score. */
export function scoresSection(result: RunResult, summary?: string): Section {
  // Only for agents, whose rewards are on that scale.
  const paperScore = result.iterations === null ? null : result.paperScore;
  const columns = [{ title: "Graph" }, number("Edges"), number("Score"), number("Gap"), remark];
  return {
    id: "scores",
    title: "Scores",
    blocks: [
      { text: scoreSentence(result, summary) },
      { table: { columns, rows: scoreRows(result) } },
      ...(paperScore === null ? [] : [{ text: paperSentence(paperScore), look: "soft" } as const]),
    ],
  };
}

/** Explains the score to readers who do not know it. */
function scoreSentence(result: RunResult, summary = "a user-defined score"): Phrase {
  return phrase`${code(result.spec.score)}${scoringWords(result)}: ${summary}. Higher is better; the gap is the difference to the proven optimum. Scores compare graphs on this table only.`;
}

function paperSentence(paperScore: number): string {
  return `On the scale of the published tables (from 0 to 5, lower is better) the graph found by the search has ${fixed(paperScore, 5)}.`;
}

interface Scored {
  /** Null for the optimum, which many graphs may attain. */
  readonly edges: readonly unknown[] | null;
  readonly score: number | null;
  readonly gap: number | null;
}

/** The graphs from search to result, the truth and the proven optimum, each under the run's score. */
function scoreRows(result: RunResult): Text[][] {
  const { score, polished, finalScore, optimum, gaps, truth, spec, rawEdges, edges, undirected } = result;
  const row = (graph: string, { edges: list, score, gap }: Scored, meaning: string): Text[] => [
    graph,
    list === null ? "" : count(list.length),
    orDash(score, fixed),
    orDash(gap, difference),
    meaning,
  ];
  const gapTo = (value: number) => (optimum === null ? null : lead(optimum, value));
  return [
    row("Found by the search", { edges: rawEdges, score, gap: gaps.raw }, "before polishing and pruning"),
    ...(polished === null
      ? []
      : [
          row(
            "Polished",
            { ...polished, gap: gaps.polished },
            "the best parents under the same order of the variables",
          ),
        ]),
    row(
      "Final",
      { edges: [...edges, ...undirected], score: finalScore, gap: gaps.final },
      spec.prune === "none"
        ? "the graph shown above; nothing was pruned"
        : `after pruning (${spec.prune}); the graph shown above`,
    ),
    ...(truth === null
      ? []
      : [row("The truth", { ...truth, gap: gapTo(truth.score) }, "the true graph under the same score")]),
    row(
      "Proven optimum",
      { edges: null, score: optimum, gap: optimum && 0 },
      optimum === null ? "not proven in this run" : claimOf(result)!.sentence,
    ),
  ];
}

/** Compares the answer, and the raw graph if it was changed afterwards, with the truth; null without one. */
export function truthSection(result: RunResult): Section | null {
  const { metrics, truth, rawMetrics, member, rawEdges } = result;
  if (metrics === null || truth === null) return null;
  const isChanged = JSON.stringify(member.edges) !== JSON.stringify(rawEdges);
  const all = isChanged && rawMetrics !== null ? [metrics, rawMetrics] : [metrics];
  const titles = all.length > 1 ? ["Final", "Before pruning"] : ["Result"];
  const row = (title: string, of: (m: GraphMetrics) => number, meaning: string): Text[] => [
    title,
    ...all.map((m) => (title === "SHD" ? [strong(count(of(m)))] : count(of(m)))),
    meaning,
  ];
  /** For a metric that may be undefined: the reason then replaces its meaning. */
  const metric = (decimals: number) => (title: string, name: keyof GraphMetrics, meaning: string) => {
    const values = all.map((m) => (typeof m[name] === "number" ? fixed(m[name], decimals) : "–"));
    const reason = all.find((m) => typeof m[name] !== "number")?.reasons[name];
    return [title, ...values, reason ?? meaning];
  };
  const [distance, share] = [metric(0), metric(3)];
  const rows = [
    row("Edges", (m) => m.edges, `the truth has ${count(metrics.trueEdges)}`),
    row("Correct", (m) => m.correct, "in the truth, with the same direction"),
    row("Reversed", (m) => m.reversed, "in the truth, with the opposite direction"),
    row("Missing", (m) => m.missing, "only in the truth"),
    row("Extra", (m) => m.extra, "only in the result"),
    row("SHD", (m) => m.shd, "structural Hamming distance: reversed + missing + extra; 0 for the truth"),
    row("SHD of the empty graph", (m) => m.shdEmpty, "a graph without edges"),
    row(
      "SHD of the complete graph",
      () => truth.shdComplete,
      "with every edge that the order of the variables found allows: the SHD of the order alone",
    ),
    distance(
      "SHD between classes",
      "shdClass",
      "between the equivalence classes: ignores directions that the data cannot identify",
    ),
    distance(
      "SID",
      "sid",
      "structural intervention distance: ordered pairs whose causal effect would be estimated wrongly",
    ),
    share("FDR", "fdr", "false discovery rate: share of the edges found that are reversed or extra"),
    share("TPR", "tpr", "true positive rate: share of the true edges that are correct"),
    share("FPR", "fpr", "reversed or extra edges per pair that is not adjacent in the truth"),
    share("Precision", "precision", "share of the edges found that are correct"),
    share("F1", "f1", "harmonic mean of precision and recall (the TPR)"),
  ];
  const columns = [{ title: "" }, ...titles.map(number), remark];
  return { id: "truth", title: "Comparison with the truth", blocks: [{ table: { columns, rows } }] };
}
