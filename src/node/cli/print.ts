// Prints results as text: short lines, aligned columns, SHD never on its own.

import {
  type ColumnKind,
  claimOf,
  datesFirst,
  type Finding,
  filledBy,
  type GraphMetrics,
  type RunResult,
  requested,
  type ShareMetrics,
  shellWord,
  skippedSensitivity,
  waysToKeep,
  words,
} from "../../core/index.ts";
import { bestLines, bestTitle } from "./best-lines.ts";
import { edgeLines, edgesLine } from "./print-edges.ts";
import { waysOutText } from "./refusal-text.ts";
import { textTable } from "./text-table.ts";

export function printed(result: RunResult): string[] {
  const { search, choice, panel, knowledge, notes, stopped } = result;
  const { stopped: stoppedEarly, summary } = words.answerOf(result);
  const dates = datesFirst(result);
  const lines = [
    labelled("answer", stoppedEarly === null ? summary : `${stoppedEarly} ${summary}`),
    ...labelledUnlessEmpty("", result.edges.length === 0 ? "" : words.assumption),
    ...words.cautionsOf(result).map((warning) => labelled("warning", words.sentence(warning))),
    labelled("table", tableLine(result)),
    ...kindLines(kindList(result.kinds), result.columns),
    ...findingLines(result.findings.filter(({ kind }) => kind !== "left-out")),
    ...knowledge.map((k) =>
      labelled("knowledge", `${k}${k === dates?.sentence ? ` (${waysOutText(dates.remedies)})` : ""}`),
    ),
    labelled("search", `${search} (${choice})${stopped ? `; stopped: ${stopped}` : ""}`),
    labelled("score", scoreLine(result)),
    ...courseLines(result),
    ...labelledUnlessEmpty("edges", edgesLine(result)),
    ...edgeLines(result),
    ...confidenceLines(result),
  ];
  if (result.metrics) lines.push(labelled("truth", metricsLine(result.metrics)));
  if (result.confidence?.metrics)
    lines.push(...textTable(shareMetricsRows(result.confidence.metrics)).map((line) => `          ${line}`));
  if (panel && panel.baselines.length > 0) {
    const rows = panel.baselines.map(({ name, edges: e, score, metrics: m }) => [
      name,
      String(e.length),
      score.toFixed(3),
      ...(m ? metricCells(m) : []),
    ]);
    const head = ["baseline", "edges", "score", ...(panel.baselines[0].metrics ? metricHeads : [])];
    const resultRow = [
      "this result",
      String(result.edges.length + result.undirected.length),
      result.finalScore.toFixed(3),
      ...(result.metrics ? metricCells(result.metrics) : []),
    ];
    lines.push(...textTable([head, ...rows, resultRow]).map((line) => `          ${line}`));
    lines.push(...sortabilityLines(result));
  }
  lines.push(...penaltyLines(result));
  lines.push(...notes.map((n) => labelled("note", n)));
  for (const { sentence, statements } of words.nextFacts(result)) {
    const ways = statements.map((statement) => `--know ${shellWord(statement)}`);
    lines.push(labelled("next", `${sentence} Add ${ways.join(" or ")}`));
  }
  if (result.alternatives.length > 0) lines.push(labelled("best", bestTitle(result)), ...bestLines(result));
  lines.push(labelled("time", `${result.seconds.toFixed(2)} s, not counting reading and writing files`));
  return lines;
}

/** Sensitivity to the penalty, or a line that it was not computed. */
function penaltyLines(result: RunResult): string[] {
  const skipped = skippedSensitivity(result);
  const sentences =
    skipped === null
      ? words.sensitivitySentences(result.sensitivity ?? null)
      : [`${skipped.sentence} ${words.sentence(waysOutText(skipped.remedies))}`];
  return sentences.map((text) => labelled("penalty", text));
}

function tableLine({ table, rows }: RunResult): string {
  const dropped = rows ? rows.read - rows.used : 0;
  const gaps =
    rows?.how === "drop"
      ? ` (${dropped} more ${dropped === 1 ? "has" : "have"} missing values and ${dropped === 1 ? "was" : "were"} dropped)`
      : rows?.how === "em"
        ? ", covariances estimated from all of them by EM"
        : rows?.how === "impute"
          ? ", missing values filled by multiple imputation"
          : "";
  const n = Math.round(rows?.counted ?? 0);
  const weighed =
    rows?.counted === undefined
      ? ""
      : filledBy(rows.how) === null
        ? `, which by their weights count as ${n}`
        : `, as evidence worth ${n} complete rows`;
  return `${table.name}: ${table.rows} rows${gaps}${weighed}, ${table.columns.length} columns`;
}

function kindList(kinds: RunResult["kinds"]): ColumnKind[] {
  return Object.entries(kinds ?? {}).map(([name, { used, ...rest }]) => ({ name, isUsed: used, ...rest }));
}

type Scored = NonNullable<RunResult["columns"]>[number];

/** Maximum number of columns named in one line. */
const mostNamed = 12;
const kindWords: Readonly<Record<string, string>> = {
  number: "numbers",
  category: "categories",
  binary: "binary",
  ordered: "ordered",
  date: "dates",
};

/**
 * The columns by kind, unless all are plain numbers, with how ordered ones were scored; and the columns left out, each with the
 * reason.
 */
export function kindLines(kinds: readonly ColumnKind[], scored: readonly Scored[] = []): string[] {
  const used = kinds.filter(({ isUsed }) => isUsed);
  const out = kinds.filter(({ isUsed }) => !isUsed);
  const ordered = new Set(used.filter(({ kind }) => kind === "ordered").map(({ name }) => name));
  const isLabelled = ({ name, labels }: Scored) => ordered.has(name) && labels !== null;
  const lines = Object.entries(kindWords).flatMap(([kind, word]) => {
    const names = used
      .filter((each) => each.kind === kind)
      .map(({ name, reason }) => (reason ? `${name} (${reason})` : name));
    const isScored = kind === "ordered" && scored.length > 0;
    const how = isScored ? ` (scored as ${scored.some(isLabelled) ? "labels" : "numbers"})` : "";
    return names.length === 0 ? [] : [`${word}${how} ${some(names)}`];
  });
  const isPlain = used.every(({ kind, reason }) => kind === "number" && !reason);
  return [
    ...(isPlain ? [] : [labelled("columns", lines.join("; "))]),
    ...some(
      out.map((kind) => `${kind.name} ${kind.reason}${keeping(kind)}`),
      "\n",
    )
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => labelled("left out", line)),
  ];
}

function keeping(column: ColumnKind): string {
  const ways = waysToKeep(column);
  if (ways.length > 0) return ` (${waysOutText(ways)})`;
  return column.kind === "constant" ? " (it cannot be kept)" : "";
}

function some(parts: readonly string[], by = ", "): string {
  const more = parts.length - mostNamed;
  return [...parts.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(by);
}

export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ severity, message, meaning, remedies, remedy }) => {
    const way = remedies ? waysOutText(remedies) : remedy;
    const remedied = way === "" ? "" : ` Remedy: ${way}.`;
    return labelled(severity === "fatal" ? "error" : severity, `${message}. ${meaning}${remedied}`);
  });
}

export function metricsLine(m: GraphMetrics): string {
  const beside = [
    `${m.correct} correct, ${m.reversed} reversed, ${m.missing} missing, ${m.extra} extra of ${m.trueEdges} true edges`,
    `empty graph: SHD ${m.shdEmpty}`,
    m.shdClass === null ? null : `between classes: ${m.shdClass}`,
    m.sid !== null
      ? `SID ${m.sid}`
      : m.sidLower !== null
        ? `SID ${m.sidLower} to ${m.sidUpper} over its DAGs`
        : null,
    `FDR ${m.fdr.toFixed(3)}, TPR ${m.tpr.toFixed(3)}`,
  ];
  return `SHD ${m.shd} (${beside.filter((x) => x !== null).join("; ")})`;
}

/** Accuracy of the edge shares as predictions of the truth. */
export function shareMetricsRows({ links, edges }: ShareMetrics): string[][] {
  const row = (label: string, { auroc, auprc, brier }: ShareMetrics["links"]): string[] => [
    label,
    ...[auroc, auprc, brier].map((value) => value?.toFixed(4) ?? "–"),
  ];
  return [["how sure", "AUROC", "AUPRC", "Brier"], row("links", links), row("edges", edges)];
}

export const metricHeads = ["SHD", "correct", "reversed", "missing", "extra", "between classes"];

export function metricCells(m: GraphMetrics): string[] {
  return [m.shd, m.correct, m.reversed, m.missing, m.extra, m.shdClass ?? "–"].map(String);
}

function labelledUnlessEmpty(label: string, text: string): string[] {
  return text === "" ? [] : [labelled(label, text)];
}

function labelled(label: string, text: string): string {
  return `${label.padEnd(9)} ${text}`;
}

function scoreLine(result: RunResult): string {
  const { spec, score, paperScore, iterations, optimal, optimum, gap, polished } = result;
  // Only for agents, whose rewards are on that scale.
  const scaled =
    paperScore === null || iterations === null
      ? ""
      : ` (${paperScore.toFixed(5)} on the paper's scale, lower is better)`;
  const claim = claimOf(result)?.sentence;
  const proof = optimal
    ? `; proven: ${claim}`
    : optimum === null
      ? "; no optimum was proven in this run"
      : `; the proven optimum is ${optimum.toFixed(4)}, a gap of ${gap!.toPrecision(4)} (${claim})`;
  const after = polished === null ? "" : `; polished ${polished.score.toFixed(4)}`;
  const { reason = requested } = result.scoring ?? {};
  const chosen = `; ${reason.startsWith(requested) ? "" : "chosen because "}${reason}`;
  return `${spec.score} ${score.toFixed(4)}${scaled}${after}${proof}${chosen}`;
}

/** An agent's progress to its best polished graph: the gap to the proven optimum, or the score, at some iterations. */
function courseLines({ restarts, optimum, iterations }: RunResult): string[] {
  const course = restarts.length === 1 ? restarts[0].course : [];
  if (course.length === 0) return [];
  const sample = course.filter((_, k) => k === course.length - 1 || k % Math.ceil(course.length / 7) === 0);
  const points = sample.map(([t, score]) => {
    const gap = optimum === null ? score : Math.max(0, optimum - score);
    return `${gap < 1e-6 * Math.abs(score) ? 0 : gap.toPrecision(4)} at ${t}`;
  });
  const what = optimum === null ? "best score" : "gap to the optimum";
  return [labelled("course", `${what} ${points.join(", ")}; ${iterations} iterations`)];
}

/** The meaning of the shares, the consensus graph if it differs, and pairs linked in more than half but not in the answer. */
function confidenceLines(result: RunResult): string[] {
  if (!result.confidence) return [];
  const changes = words.consensusChanges(result);
  const title = words.consensusTitle(result.confidence, changes.length === 0);
  const changed = some(changes.map((change) => words.plainText(words.changePhrase(change))));
  const unlinked = words.unlinkedPairs(result).map((pair) => words.plainText(words.linkPhrase(pair)));
  return [
    ...words.confidenceSentences(result).map((text, k) => labelled(k === 0 ? "how sure" : "", text)),
    labelled("consensus", changes.length === 0 ? title : `${title}: ${changed}`),
    ...(unlinked.length === 0
      ? []
      : [labelled("", `linked in more than half, but not in the result: ${some(unlinked, "; ")}`)]),
  ];
}

function sortabilityLines({ panel, metrics }: RunResult): string[] {
  const { varSortability: v, r2Sortability: r, baselines } = panel!;
  const out: string[] = [];
  if (v !== null && r !== null) {
    out.push(
      labelled(
        "sorting",
        `var-sortability ${v.toFixed(3)}, R²-sortability ${r.toFixed(3)} (0.5 is uninformative)`,
      ),
    );
  }
  const best = Math.min(...baselines.map((b) => b.metrics?.shd ?? Number.POSITIVE_INFINITY));
  if (metrics && metrics.shd >= best)
    out.push(labelled("warning", `a baseline without search does as well: SHD ${best}`));
  return out;
}
