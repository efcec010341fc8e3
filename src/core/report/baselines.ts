// Baselines: graphs that need no search, and what sorting and rescaling say about the result.

import type { Panel, RunResult } from "../run/result.ts";
import { isBetter } from "../score/score.ts";
import { count, fixed, percent } from "./numbers.ts";
import { mark, phrase } from "./phrase.ts";
import { number, orDash, type Section, type Text } from "./section.ts";

/** A sentence if a baseline does at least as well as this result; null if the result is better, or that is unknown. */
export function baselineWarning({ metrics, panel }: RunResult): string | null {
  const best = bestBaseline(panel);
  if (metrics === null || best?.metrics == null || metrics.shd < best.metrics.shd) return null;
  const { name, metrics: m } = best;
  return metrics.shd === m.shd
    ? `A baseline that needs no search does as well: ${name} has SHD ${m.shd} too.`
    : `The result does not beat a baseline that needs no search: ${name} has SHD ${m.shd}, the result ${metrics.shd}.`;
}

export function baselinesSection(result: RunResult): Section | null {
  const { panel, metrics } = result;
  if (panel === null) return null;
  const warning = baselineWarning(result);
  const compared = ["SHD", "Correct", "Reversed", "Missing", "Extra", "SHD between classes", "SID"].map(
    number,
  );
  const columns = [
    { title: "Graph" },
    number("Edges"),
    ...(metrics === null ? [] : compared),
    number("Score"),
  ];
  return {
    id: "baselines",
    title: "Baselines",
    blocks: [
      { text: baselineSentence(panel) },
      ...(warning === null ? [] : [{ text: warning, look: "warning" } as const]),
      { table: { columns, rows: baselineRows(result, panel), resultRow: 0 } },
      ...[...sortabilitySentences(panel), rescalingSentence(panel)].map((text) => ({ text })),
    ],
  };
}

/** Regressions need numbers: a table with labels has only the empty graph. */
function baselineSentence({ baselines }: Panel): string {
  return baselines.length > 1
    ? "Four graphs that need no search: the empty graph, and each variable regressed on those before it in a random order, in the order of variances, and in the order of R² (edges with a coefficient above 0.3 are kept). A result is informative if it beats them."
    : "A graph that needs no search: the empty graph. A result is informative if it beats it.";
}

/** The result first, then the baselines. */
function baselineRows({ metrics, edges, undirected, finalScore }: RunResult, panel: Panel): Text[][] {
  const best = bestBaseline(panel);
  const resultLine = { name: "This result", edges: [...edges, ...undirected], score: finalScore, metrics };
  return [resultLine, ...panel.baselines].map((line) => {
    const m = line.metrics;
    return [
      line === best ? phrase`${line.name} ${mark("best of these")}` : line.name,
      count(line.edges.length),
      ...(m === null
        ? []
        : [m.shd, m.correct, m.reversed, m.missing, m.extra, m.shdClass, m.sid].map((x) => orDash(x, count))),
      fixed(line.score),
    ];
  });
}

/** The lowest SHD if there is a truth; otherwise the best score. */
function bestBaseline(panel: Panel | null): Panel["baselines"][number] | null {
  return (panel?.baselines ?? []).reduce<Panel["baselines"][number] | null>((best, next) => {
    if (best === null) return next;
    if (best.metrics === null || next.metrics === null) return isBetter(next.score, best.score) ? next : best;
    return next.metrics.shd < best.metrics.shd ? next : best;
  }, null);
}

function sortabilitySentences({ varSortability, r2Sortability }: Panel): string[] {
  const sentenceOf = (name: string, what: string, value: number): string => {
    const far = Math.abs(value - 0.5);
    const order = value > 0.5 ? "sorting by it" : "sorting by it in reverse";
    const meaning =
      far < 0.15
        ? "sorting by it says little about the causal order"
        : far < 0.4
          ? `${order} says something about the causal order`
          : `${order} nearly reveals the causal order`;
    return `${name} ${fixed(value, 3)}: ${what} increases along ${percent(value)} of the causal paths; ${meaning} (0.5 is uninformative).`;
  };
  return [
    ...(varSortability === null ? [] : [sentenceOf("Var-sortability", "variance", varSortability)]),
    ...(r2Sortability === null
      ? []
      : [sentenceOf("R²-sortability", "the share of explained variance", r2Sortability)]),
  ];
}

function rescalingSentence({ rescaling }: Panel): string {
  if (rescaling === null)
    return "Rescaling: not tested. The test is for scores that depend on the units of the columns, with up to 40 variables.";
  const { runs, share } = rescaling;
  const meaning =
    share < 1 ? "part of this graph depends on the units." : "the graph does not depend on the units.";
  return `Rescaling: with each column multiplied by a random factor, ${runs} times, the same search finds ${percent(share)} of the edges again; ${meaning}`;
}
