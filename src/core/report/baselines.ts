// What anybody would get for free: graphs that need no search, and what sorting and rescaling say of the result.

import type { GraphMetrics } from "../graph/metrics.ts";
import type { Panel, RunResult } from "../run/result.ts";
import { isBetter } from "../score/score.ts";
import { type Column, html, type Markup, tableOf } from "./html.ts";
import { count, fixed, percent } from "./numbers.ts";

const number = (title: string): Column => ({ title, kind: "number" });

/** A sentence where no search at all does as well as this one; null where the result is better than that, or unknown. */
export function baselineWarning({ metrics, panel }: RunResult): string | null {
  const best = bestBaseline(panel);
  if (metrics === null || best?.metrics == null || metrics.shd < best.metrics.shd) return null;
  const { name, metrics: m } = best;
  return metrics.shd === m.shd
    ? `A baseline that searches nothing does as well: ${name} has SHD ${m.shd} too.`
    : `The result does not beat a baseline that searches nothing: ${name} has SHD ${m.shd}, the result ${metrics.shd}.`;
}

export interface BaselineLine {
  readonly name: string;
  readonly edges: number;
  readonly score: number;
  readonly metrics: GraphMetrics | null;
  /** Of the baselines: the one that is hardest to beat. */
  readonly isBest: boolean;
}

/** Regressions are of numbers: a table with labels has the empty graph alone. */
export function baselineSentence({ baselines }: Pick<Panel, "baselines">): string {
  return baselines.length > 1
    ? "Four graphs that need no search: no edges; and each variable regressed on those before it in a random order, in the order of variances, in the order of R² (edges with a coefficient above 0.3 are kept). A result is worth something where it beats them."
    : "A graph that needs no search: no edges at all. A result is worth something where it beats that.";
}

/** The result first, then the baselines. */
export function baselineLines({ panel, metrics, edges, finalScore }: RunResult): BaselineLine[] {
  const best = bestBaseline(panel);
  return [{ name: "This result", edges, score: finalScore, metrics }, ...(panel?.baselines ?? [])].map(
    (line) => ({ ...line, edges: line.edges.length, isBest: line.name === best?.name }),
  );
}

/** What sorting and rescaling say of the result. */
export function panelSentences(panel: Panel): string[] {
  return [...sortabilitySentences(panel), rescalingSentence(panel)];
}

export function baselinesSection(result: RunResult): Markup | null {
  const { panel, metrics } = result;
  if (panel === null) return null;
  const rows = baselineLines(result).map(({ name, edges, score, metrics: m, isBest }) => [
    isBest ? html`${name} <span class="mark">best of these</span>` : name,
    count(edges),
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
<p>${baselineSentence(panel)}</p>
${warning !== null && html`<p class="warning">${warning}</p>`}
${tableOf(columns, rows, { rowClass: (k) => (k === 0 ? "own" : "") })}
<ul class="plain">${panelSentences(panel).map((s) => html`<li>${s}</li>`)}</ul>
</section>
`;
}

/** The lowest SHD, where there is a truth; otherwise the best score. */
function bestBaseline(panel: Panel | null): Panel["baselines"][number] | null {
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
