// Several runs on one table as one HTML page: what each found, how it compares with the truth and the proven optimum, which
// edges they agree on, and which of them failed.

import {
  type ComparedRow,
  type ComparedRun,
  comparedRows,
  provenClaims,
  sharedEdges,
  sharedNotes,
} from "../run/comparison.ts";
import type { NamedEdge } from "../run/result.ts";
import { type Column, html, type Markup, nameOf, type Part, tableOf } from "./html.ts";
import { count, counted, difference, duration, fixed } from "./numbers.ts";
import { pageOf } from "./page.ts";
import { sentence } from "./record.ts";

export interface ComparisonInput {
  /** Of the table. */
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly runs: readonly ComparedRun[];
  /** True edges, where they are known. */
  readonly truth: readonly NamedEdge[] | null;
  /** The report of a run, seen from this page; null where it has none. */
  readonly linkOf?: (run: ComparedRun) => string | null;
  /** What repeats it. */
  readonly command: string;
}

export function comparisonHtml(input: ComparisonInput): string {
  const { name, runs, command } = input;
  const failed = runs.filter(({ error }) => error !== null);
  const asked = counted(runs.length, "run");
  return pageOf(
    `${name}, compared`,
    html`<header>
<p class="kicker">Comparison of searches</p>
<h1>${name}</h1>
<p class="answer">${asked} on ${counted(input.rows, "row")} of ${counted(input.columns, "variable")}${failed.length > 0 && `; ${counted(failed.length, "run")} failed`}.</p>
</header>
${resultsSection(input)}
${failed.length > 0 && failuresSection(failed)}
${agreementSection(input)}
${notesSection(runs)}
<section id="repeat"><h2>How to repeat it</h2>
<pre><code>${command}</code></pre>
</section>
`,
  );
}

const number = (title: string): Column => ({ title, kind: "number" });

function resultsSection({ runs, truth, linkOf = () => null }: ComparisonInput): Markup {
  const { runs: rows, baselines } = comparedRows(runs);
  const made = runs.filter(({ result }) => result !== null);
  const columns = [
    { title: "Search" },
    { title: "Score" },
    number("Value"),
    number("Gap"),
    number("Edges"),
    ...(truth === null
      ? []
      : ["SHD", "Correct", "Reversed", "Missing", "Extra", "As a class"].map((title) => number(title))),
    number("Time"),
  ];
  const cells = (row: ComparedRow, link: string | null): Part[] => [
    link === null ? row.search : html`<a href="${link}">${row.search}</a>`,
    row.score,
    fixed(row.value),
    row.gap === null ? "–" : difference(row.gap),
    count(row.edges),
    ...(truth === null ? [] : truthCells(row)),
    row.seconds === null ? "–" : duration(row.seconds),
  ];
  const all = [
    ...rows.map((row, k) => cells(row, linkOf(made[k]))),
    ...baselines.map((row) => cells(row, null)),
  ];
  const without =
    truth === null
      ? ""
      : ` The truth has ${counted(truth.length, "edge")}: finding nothing has SHD ${count(truth.length)}.`;
  return html`<section id="results"><h2>Results</h2>
<p>Of the final graphs. Higher scores are better; the gap is what a graph lacks to the proven optimum of that score, where one of the runs proved it. Searches that do not go by the score are measured by it all the same.${without}${baselines.length > 0 && " The last rows are what anybody gets for free."}</p>
${tableOf(columns, all)}
${claimsList(runs)}
</section>
`;
}

/** What the gaps are to. */
function claimsList(runs: readonly ComparedRun[]): Markup | null {
  const claims = provenClaims(runs);
  if (claims.length === 0) return null;
  return html`<ul class="soft">${claims.map(({ claim, optimum }) => html`<li>Optimum ${fixed(optimum)}, proven: ${sentence(claim, false)}</li>`)}</ul>`;
}

function truthCells({ metrics, classShd }: ComparedRow): Part[] {
  if (metrics === null) return ["–", "–", "–", "–", "–", "–"];
  const { shd, correct, reversed, missing, extra } = metrics;
  return [
    html`<b>${count(shd)}</b>`,
    ...[correct, reversed, missing, extra].map(count),
    classShd === null ? "–" : count(classShd),
  ];
}

function failuresSection(failed: readonly ComparedRun[]): Markup {
  const items = failed.map(
    ({
      search,
      score,
      error,
    }) => html`<li><b>${search}</b> under <code>${score}</code>: ${sentence(error!, false)}</li>
`,
  );
  return html`<section id="failures"><h2>Runs that failed</h2>
<ul>${items}</ul>
</section>
`;
}

function agreementSection({ runs, truth }: ComparisonInput): Markup | null {
  const made = runs.filter(({ result }) => result !== null).length;
  if (made < 2) return null;
  const known = truth && new Set(truth.map((edge) => JSON.stringify(edge)));
  const verdict = ([a, b]: NamedEdge): string =>
    known!.has(JSON.stringify([a, b]))
      ? "correct"
      : known!.has(JSON.stringify([b, a]))
        ? "reversed"
        : "extra";
  const rows = sharedEdges(runs).map(({ pair, forward, backward }): Part[] => [
    nameOf(pair[0]),
    nameOf(pair[1]),
    count(forward.length),
    count(backward.length),
    ...(known ? [verdict(pair)] : []),
    forward.length + backward.length === made
      ? "all"
      : [...forward, ...backward.map((by) => `${by} (reversed)`)].join(", "),
  ]);
  const columns = [
    { title: "Cause" },
    { title: "Effect" },
    number("This way"),
    number("The other way"),
    ...(known ? [{ title: "Truth" }] : []),
    { title: "Found by" },
  ];
  return html`<section id="agreement"><h2>What they agree on</h2>
<p>Every pair that one of the ${counted(made, "run")} links, the most agreed upon first. Searches that share an assumption share its mistakes: agreement is no proof.</p>
${rows.length > 0 && tableOf(columns, rows)}
</section>
`;
}

function notesSection(runs: readonly ComparedRun[]): Markup | null {
  const items = sharedNotes(runs).map(
    ({ note, by }) => html`<li><b>${by.join(", ")}</b>: ${sentence(note, false)}</li>
`,
  );
  if (items.length === 0) return null;
  return html`<section id="notes"><h2>What the runs note</h2>
<ul>${items}</ul>
</section>
`;
}
