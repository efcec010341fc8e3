// Several runs on one table as one HTML page: what each found, how it compares with the truth and the proven optimum, which
// edges they agree on, and which of them failed.

import {
  areRowsApart,
  type ComparedRow,
  type ComparedRun,
  comparedRows,
  directionsApart,
  provenClaims,
  rowsText,
  runAgreements,
  type SharedEdge,
  sharedEdges,
  sharedNotes,
} from "../run/comparison.ts";
import type { NamedEdge } from "../run/result.ts";
import { html, type Markup, type Part, tableOf } from "./html.ts";
import { count, counted, difference, duration, fixed } from "./numbers.ts";
import { pageOf } from "./page.ts";
import { code, named, phrase, strong } from "./phrase.ts";
import { type Block, number, orDash, type Section, type Text } from "./section.ts";
import { sectionOf, sentence } from "./section-html.ts";

export interface ComparisonInput {
  /** Name of the table. */
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly runs: readonly ComparedRun[];
  /** True edges, if known. */
  readonly truth: readonly NamedEdge[] | null;
  /** Link to the report of a run, relative to this page; null if it has none. */
  readonly linkOf?: (run: ComparedRun) => string | null;
  /** The command that repeats the comparison. */
  readonly command: string;
}

export function comparisonHtml(input: ComparisonInput): string {
  const { name, runs, command } = input;
  const failed = runs.filter(({ error }) => error !== null);
  const runCount = counted(runs.length, "run");
  return pageOf(
    `${name}, compared`,
    html`<header>
<p class="kicker">Comparison of searches</p>
<h1>${name}</h1>
<p class="answer">${runCount} on ${counted(input.rows, "row")} of ${counted(input.columns, "variable")}${failed.length > 0 && `; ${counted(failed.length, "run")} failed`}.</p>
</header>
${resultsSection(input)}
${[
  failuresSection(failed),
  agreementSection(input),
  notesSection(runs),
  { id: "repeat", title: "How to reproduce it", blocks: [{ code: command }] },
].map((section) => sectionOf(section))}
`,
  );
}

function resultsSection({ runs, truth, linkOf = () => null }: ComparisonInput): Markup {
  const { runs: rows, baselines } = comparedRows(runs);
  const isApart = areRowsApart(rows);
  const completed = runs.filter(({ result }) => result !== null);
  const columns = [
    { title: "Search" },
    { title: "Score" },
    ...(isApart ? [number("Rows")] : []),
    number("Value"),
    number("Gap"),
    number("Edges"),
    number("Open"),
    ...(truth === null
      ? []
      : ["SHD", "Correct", "Reversed", "Missing", "Extra", "Between classes"].map(number)),
    number("Time"),
  ];
  const cells = (row: ComparedRow, link: string | null): Part[] => [
    link === null ? row.search : html`<a href="${link}">${row.search}</a>`,
    row.score,
    ...(isApart ? [rowsText(row)] : []),
    fixed(row.value),
    orDash(row.gap, difference),
    count(row.edges),
    count(row.open),
    ...(truth === null ? [] : truthCells(row)),
    orDash(row.seconds, duration),
  ];
  const all = [
    ...rows.map((row, k) => cells(row, linkOf(completed[k]))),
    ...baselines.map((row) => cells(row, null)),
  ];
  const without =
    truth === null
      ? ""
      : ` The truth has ${counted(truth.length, "edge")}: the empty graph has SHD ${count(truth.length)}.`;
  return html`<section id="results"><h2>Results</h2>
<p>The numbers are those of the answers; an edge whose direction is open counts as correct where the truth links the two. Higher scores are better; the gap is the difference to the proven optimum of that score, where one of the runs proved it. Searches that do not optimise the score are evaluated by it too.${isApart && " Values of different rows cannot be compared."}${without}${baselines.length > 0 && " The last rows are baselines that need no search."}</p>
${tableOf(columns, all)}
${claimsList(runs)}
</section>
`;
}

/** The optima that the gaps refer to. */
function claimsList(runs: readonly ComparedRun[]): Markup | null {
  const claims = provenClaims(runs);
  if (claims.length === 0) return null;
  return html`<ul class="soft">${claims.map(({ claim, optimum }) => html`<li>Optimum ${fixed(optimum)}, proven: ${sentence(claim, false)}</li>`)}</ul>`;
}

function truthCells({ metrics }: ComparedRow): Part[] {
  if (metrics === null) return ["–", "–", "–", "–", "–", "–"];
  const { shd, correct, reversed, missing, extra, shdClass } = metrics;
  return [
    html`<b>${count(shd)}</b>`,
    ...[correct, reversed, missing, extra].map(count),
    orDash(shdClass, count),
  ];
}

function failuresSection(failed: readonly ComparedRun[]): Section | null {
  if (failed.length === 0) return null;
  const list = failed.map(
    ({ search, score, error }) => phrase`${strong(search)} under ${code(score)}: ${sentence(error!, false)}`,
  );
  return { id: "failures", title: "Runs that failed", blocks: [{ list }] };
}

function agreementSection({ runs, truth }: ComparisonInput): Section | null {
  const runCount = runs.filter(({ result }) => result !== null).length;
  if (runCount < 2) return null;
  const trueEdges = truth && new Set(truth.map((edge) => JSON.stringify(edge)));
  const has = (a: string, b: string): boolean => trueEdges!.has(JSON.stringify([a, b]));
  const verdict = ({ pair: [a, b], forward }: SharedEdge): string => {
    if (has(a, b) || (has(b, a) && forward.length === 0)) return "correct";
    return has(b, a) ? "reversed" : "extra";
  };
  const rows = sharedEdges(runs).map((shared): Text[] => {
    const { pair, forward, backward, open } = shared;
    return [
      ...pair.map((name) => [named(name)]),
      count(forward.length),
      count(backward.length),
      count(open.length),
      ...(trueEdges ? [verdict(shared)] : []),
      forward.length === runCount
        ? "all"
        : [
            ...forward,
            ...backward.map((by) => `${by} (opposite)`),
            ...open.map((by) => `${by} (direction open)`),
          ].join(", "),
    ];
  });
  const columns = [
    { title: "Cause" },
    { title: "Effect" },
    number("This direction"),
    number("Opposite"),
    number("Direction open"),
    ...(trueEdges ? [{ title: "Truth" }] : []),
    { title: "Found by" },
  ];
  const text = `Every pair that is adjacent in one of the ${counted(runCount, "run")}, in order of agreement. Searches that share an assumption share its errors: agreement is not proof.`;
  return {
    id: "agreement",
    title: "Agreement",
    blocks: [{ text }, ...(rows.length === 0 ? [] : [{ table: { columns, rows } }]), ...weightedBlocks(runs)],
  };
}

/** Agreement of each two runs, if at least one run has confidence. */
function weightedBlocks(runs: readonly ComparedRun[]): Block[] {
  const rows = runAgreements(runs).map(({ runs: [one, other], edges, links }) => [
    ...[one, other],
    ...[orDash(edges, fixed), fixed(links)],
  ]);
  if (rows.length === 0) return [];
  const columns = [{ title: "Run" }, { title: "Run" }, number("Edges"), number("Links")];
  return [
    {
      text: `Agreement of each two runs, with every edge weighted by its share (Σ min / Σ max of the shares; for graphs without shares, the number of edges in both divided by the number in either). A run without shares counts as certain. A dash where directions cannot be compared: ${directionsApart}.`,
    },
    { table: { columns, rows } },
  ];
}

function notesSection(runs: readonly ComparedRun[]): Section | null {
  const list = sharedNotes(runs).map(
    ({ note, by }) => phrase`${strong(by.join(", "))}: ${sentence(note, false)}`,
  );
  return list.length === 0 ? null : { id: "notes", title: "Notes", blocks: [{ list }] };
}
