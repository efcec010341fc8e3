// Prints a comparison: a row for each run, the proven optima, failures, notes, and the agreement of each two runs.

import {
  areRowsApart,
  type ComparedRow,
  type ComparedRun,
  comparedRows,
  directionsApart,
  provenClaims,
  rowsText,
  runAgreements,
  sharedNotes,
} from "../../core/index.ts";
import { metricCells, metricHeads } from "./print.ts";
import { textTable } from "./text-table.ts";

export function failuresOf(runs: readonly ComparedRun[]): { search: string; score: string; error: string }[] {
  return runs.flatMap(({ search, score, error }) => (error === null ? [] : { search, score, error }));
}

export function comparison(runs: readonly ComparedRun[]): string[] {
  const { runs: rows, baselines } = comparedRows(runs);
  const hasTruth = rows.some(({ metrics }) => metrics !== null);
  const isApart = areRowsApart(rows);
  const head = [
    ...["search", "score", ...(isApart ? ["rows"] : []), "value", "gap", "edges", "open"],
    ...(hasTruth ? metricHeads : []),
    "seconds",
  ];
  const cells = (row: ComparedRow) => {
    const { search, score, value, gap, edges, open, metrics, seconds } = row;
    return [
      search,
      score,
      ...(isApart ? [rowsText(row)] : []),
      value.toFixed(4),
      gap === null ? "–" : gap === 0 ? "0" : gap.toPrecision(3),
      String(edges),
      String(open),
      ...(metrics ? metricCells(metrics) : []),
      seconds === null ? "–" : seconds.toFixed(2),
    ];
  };
  const failures = failuresOf(runs).map((run) => `failed    ${run.search}, ${run.score}: ${run.error}`);
  const noted = sharedNotes(runs).map(({ note, by }) => `note      ${by.join(", ")}: ${note}`);
  const proven = provenClaims(runs).map(
    ({ claim, optimum }) => `optimum   ${optimum.toFixed(4)}, proven: ${claim}`,
  );
  const table = textTable([head, ...[...rows, ...baselines].map(cells)]);
  const apart = isApart
    ? ["warning   the runs use different rows, and scores of different rows cannot be compared"]
    : [];
  return [...table, ...apart, ...proven, ...failures, ...noted, ...agreementLines(runs)];
}

/** The agreement of each pair of runs, with edges weighted by their confidence; the lowest first. */
function agreementLines(runs: readonly ComparedRun[]): string[] {
  const all = runAgreements(runs).toSorted((p, q) => (p.edges ?? p.links) - (q.edges ?? q.links));
  if (all.length === 0) return [];
  const rows = all.map(({ runs: [one, other], edges, links }) => [
    ...[one, other],
    ...[edges?.toFixed(3) ?? "–", links.toFixed(3)],
  ]);
  return [
    ...textTable([["agreement", "with", "edges", "links"], ...rows]),
    "          from 0 (none) to 1 (all): the share of the edges of either run that both have, weighted by confidence; links count whatever their direction",
    ...(all.some(({ edges }) => edges === null) ? [`          –: ${directionsApart}`] : []),
  ];
}
