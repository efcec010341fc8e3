// The numbers beside which a result has to be read: the optimum, the truth, and what anybody would get for free.

import type { GraphMetrics } from "../../graph/metrics.ts";
import { isBetter } from "../../score/score.ts";
import { scores } from "../registry.ts";
import type { RunResult } from "../result.ts";
import { type Column, html, type Markup, type Part, tableOf } from "./html.ts";
import { count, difference, fixed, percent } from "./numbers.ts";

const number = (title: string): Column => ({ title, kind: "number" });

export function scoresSection(result: RunResult): Markup {
  const { score, polished, finalScore, optimum, gaps, truth, paperScore, spec, rawEdges, edges } = result;
  const gapCell = (gap: number | null): string => (gap === null ? "–" : difference(gap));
  const isPruned = spec.prune !== "none";
  const rows: Part[][] = [
    [
      "Found by the search",
      count(rawEdges.length),
      fixed(score),
      gapCell(gaps.raw),
      "as the search left it, never changed",
    ],
    ...(polished === null
      ? []
      : [
          [
            "Polished",
            count(polished.edges.length),
            fixed(polished.score),
            gapCell(gaps.polished),
            "the best causes under the same order of variables",
          ],
        ]),
    [
      "Final",
      count(edges.length),
      fixed(finalScore),
      gapCell(gaps.final),
      isPruned
        ? `after pruning (${spec.prune}); the graph shown above`
        : "the graph shown above; nothing was pruned",
    ],
    ...(truth === null
      ? []
      : [
          [
            "The truth",
            count(truth.edges.length),
            fixed(truth.score),
            optimum === null ? "–" : difference(isBetter(optimum, truth.score) ? optimum - truth.score : 0),
            "the true graph under the same score",
          ],
        ]),
    [
      "Proven optimum",
      "",
      optimum === null ? "–" : fixed(optimum),
      optimum === null ? "–" : "0",
      optimum === null
        ? "not proven in this run"
        : `no graph${result.knowledge.length > 0 ? " that agrees with what was known" : ""} scores higher`,
    ],
  ];
  const columns = [{ title: "Graph" }, number("Edges"), number("Score"), number("Gap"), { title: "" }];
  const described = scores[spec.score]?.describes ?? "a score of the user’s own";
  const weight = spec.penaltyWeight === 1 ? "" : `, penalty weight ${spec.penaltyWeight}`;
  const penalty = spec.penalty === "equation" ? "" : `, penalty as in the published runs`;
  return html`<section id="scores"><h2>Scores</h2>
<p><code>${spec.score}</code>: ${described}${penalty}${weight}. Higher is better; the gap is what a graph lacks to the proven optimum. Scores compare graphs on this table only.</p>
${tableOf(columns, rows)}
${paperScore !== null && html`<p class="soft">On the scale of the published tables (from 0 to 5, lower is better) the graph found by the search has ${fixed(paperScore, 5)}.</p>`}
</section>
`;
}

export function truthSection({ metrics, rawMetrics, truth, edges, rawEdges }: RunResult): Markup | null {
  if (metrics === null || truth === null) return null;
  const isSame = JSON.stringify(edges) === JSON.stringify(rawEdges);
  const before = isSame ? null : rawMetrics;
  const row = (title: string, of: (m: GraphMetrics) => Part, meaning: string): Part[] => [
    title,
    of(metrics),
    ...(before === null ? [] : [of(before)]),
    meaning,
  ];
  const value =
    (name: keyof GraphMetrics, shown: (x: number) => string) =>
    (m: GraphMetrics): Part => {
      const x = m[name];
      return typeof x === "number" ? shown(x) : html`<span title="${m.reasons[name] ?? ""}">–</span>`;
    };
  const ratio = (x: number): string => fixed(x, 3);
  const rows = [
    row("Edges", (m) => count(m.edges), `the truth has ${count(metrics.trueEdges)}`),
    row("Correct", (m) => count(m.correct), "in the truth, the same way round"),
    row("Reversed", (m) => count(m.reversed), "in the truth, the other way round"),
    row("Missing", (m) => count(m.missing), "in the truth alone"),
    row("Extra", (m) => count(m.extra), "in the result alone"),
    row(
      "SHD",
      (m) => html`<b>${count(m.shd)}</b>`,
      "structural Hamming distance: reversed + missing + extra; 0 is the truth",
    ),
    row("SHD of the empty graph", (m) => count(m.shdEmpty), "what finding nothing would score"),
    [
      "SHD of the complete graph",
      count(truth.shdComplete),
      ...(before === null ? [] : [count(truth.shdComplete)]),
      "with every edge that the found order allows: what the order alone would score",
    ],
    row(
      "SHD between classes",
      value("shdClass", count),
      "between the equivalence classes (CPDAGs): leaves out directions that data cannot tell",
    ),
    row(
      "SID",
      value("sid", count),
      "structural intervention distance: ordered pairs whose effect would be computed wrongly",
    ),
    row("FDR", value("fdr", ratio), "share of the found edges that are reversed or extra"),
    row("TPR", value("tpr", ratio), "share of the true edges that are correct"),
    row("FPR", value("fpr", ratio), "reversed or extra, for each pair that is not linked in truth"),
    row("Precision", value("precision", ratio), "share of the found edges that are correct"),
    row("F1", value("f1", ratio), "harmonic mean of precision and recall (which is the TPR)"),
  ];
  const reasons = Object.entries(metrics.reasons).map(([name, reason]) => html`<li>${name}: ${reason}</li>`);
  const columns = [
    { title: "" },
    number(before === null ? "Result" : "Final"),
    ...(before === null ? [] : [number("As found")]),
    { title: "" },
  ];
  return html`<section id="truth"><h2>Compared with the truth</h2>
${tableOf(columns, rows)}
${reasons.length > 0 && html`<ul class="soft">${reasons}</ul>`}
</section>
`;
}

/** A sentence where no search at all does as well as this one; null where the result is better than that, or unknown. */
export function baselineWarning({ metrics, panel }: RunResult): string | null {
  const best = bestBaseline(panel);
  if (metrics === null || best?.metrics == null || metrics.shd < best.metrics.shd) return null;
  const { name, metrics: m } = best;
  return metrics.shd === m.shd
    ? `A baseline that searches nothing does as well: ${name} has SHD ${m.shd} too.`
    : `The result does not beat a baseline that searches nothing: ${name} has SHD ${m.shd}, the result ${metrics.shd}.`;
}

export function baselinesSection(result: RunResult): Markup | null {
  const { panel, metrics, edges, finalScore } = result;
  if (panel === null) return null;
  const best = bestBaseline(panel);
  const own = { name: "This result", edges, score: finalScore, metrics };
  const shown = [own, ...panel.baselines];
  const rows = shown.map(({ name, edges: list, score, metrics: m }) => [
    name === best?.name ? html`${name} <span class="mark">best of these</span>` : name,
    count(list.length),
    ...(m === null ? [] : [m.shd, m.correct, m.reversed, m.missing, m.extra].map(count)),
    ...(m === null ? [] : [m.shdClass, m.sid].map((x) => (x === null ? "–" : count(x)))),
    fixed(score),
  ]);
  const compared = ["SHD", "Correct", "Reversed", "Missing", "Extra", "Classes", "SID"].map(number);
  const columns = [
    { title: "Graph" },
    number("Edges"),
    ...(metrics === null ? [] : compared),
    number("Score"),
  ];
  const warning = baselineWarning(result);
  return html`<section id="baselines"><h2>What comes for free</h2>
<p>Four graphs that need no search: no edges; and each variable regressed on those before it in a random order, in the order of variances, in the order of R² (edges with a coefficient above 0.3 are kept). A result is worth something where it beats them.</p>
${warning !== null && html`<p class="warning">${warning}</p>`}
${tableOf(columns, rows, { rowClass: (k) => (k === 0 ? "own" : "") })}
<ul class="plain">${[...sortabilitySentences(panel), rescalingSentence(panel)].map((s) => html`<li>${s}</li>`)}</ul>
</section>
`;
}

type Panel = NonNullable<RunResult["panel"]>;

/** The lowest SHD, where there is a truth; otherwise the best score. */
function bestBaseline(panel: RunResult["panel"]): Panel["baselines"][number] | null {
  return (panel?.baselines ?? []).reduce<Panel["baselines"][number] | null>((best, next) => {
    if (best === null) return next;
    if (best.metrics === null || next.metrics === null) return isBetter(next.score, best.score) ? next : best;
    return next.metrics.shd < best.metrics.shd ? next : best;
  }, null);
}

function sortabilitySentences({ varSortability, r2Sortability }: Panel): string[] {
  const told = (name: string, what: string, value: number): string => {
    const far = Math.abs(value - 0.5);
    const order = value > 0.5 ? "sorting by it" : "sorting by it backwards";
    const meaning =
      far < 0.15
        ? "sorting by it says little about the causal order"
        : far < 0.4
          ? `${order} says something about the causal order`
          : `${order} all but gives the causal order away`;
    return `${name} ${fixed(value, 3)}: ${what} rises along ${percent(value)} of the causal paths; ${meaning} (0.5 says nothing).`;
  };
  return [
    ...(varSortability === null ? [] : [told("Var-sortability", "variance", varSortability)]),
    ...(r2Sortability === null
      ? []
      : [told("R²-sortability", "the share of explained variance", r2Sortability)]),
  ];
}

function rescalingSentence({ rescaling }: Panel): string {
  if (rescaling === null)
    return "Rescaling: not tried. It is for scores that depend on the units of the columns, up to 40 variables.";
  const { runs, share } = rescaling;
  const meaning = share < 1 ? "units decide part of this graph." : "units decide nothing here.";
  return `Rescaling: with every column in another unit, drawn ${runs} times at random, the same search finds ${percent(share)} of the edges again; ${meaning}`;
}
