// A run as one HTML page for people: the graph, what is proven about it, and what to compare it with.
//
// The page is self-contained (report/page.ts). All text from the user (names of columns, the command, versions) is escaped by the
// template that all parts are written with (report/html.ts).

import { scoringWords } from "../run/certificate/certificate.ts";
import type { Certificate, RunResult } from "../run/result.ts";
import { skippedSensitivity } from "../run/skipped-sensitivity.ts";
import { scores } from "../score/scores.ts";
import { searches } from "../search/searches.ts";
import { answerOf, isFinalProven, limitsOf } from "./answer.ts";
import { baselinesSection, baselineWarning } from "./baselines.ts";
import { cautionsOf } from "./cautions.ts";
import { classSection } from "./class-section.ts";
import { scoresSection, truthSection } from "./comparison.ts";
import { confidenceSection } from "./confidence.ts";
import { confidenceMatrix } from "./confidence-matrix.ts";
import { edgesSection } from "./edges.ts";
import { html, type Markup } from "./html.ts";
import { nextFacts } from "./next-fact.ts";
import { count, counted, duration, fixed } from "./numbers.ts";
import { pageOf } from "./page.ts";
import { pictureSection, type TracePoint, traceSection } from "./picture.ts";
import {
  alternativesSection,
  certificateSection,
  findingsSection,
  knowledgeSection,
  repeatSection,
} from "./record.ts";
import { resultPictureNote } from "./result-graph.ts";
import { sectionOf, sentence, textOf } from "./section-html.ts";
import { assumptionsSection, dataSection, methodsSection, sensitivitySection } from "./supplement.ts";
import { testsSection } from "./tests.ts";

export interface ReportInput {
  readonly result: RunResult;
  readonly certificate: Certificate | null;
  /** The picture of the graph; empty if there is none. */
  readonly svg: string;
  /** The command that repeats the run. */
  readonly command: string;
  /** The command that verifies the certificate. */
  readonly verify?: string;
  /** When the run started, for the record. */
  readonly started?: string;
  /** The best score over time, for searches that improve step by step. */
  readonly trace?: readonly TracePoint[];
}

/**
 * The report of a result as one HTML page.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * const outcome = await discoverWithProof(table);
 * reportHtml({ ...outcome, svg: "", command: "" }).startsWith("<!doctype html>"); // true
 * ```
 */
export function reportHtml(input: ReportInput): string {
  const { result, certificate, svg, command, trace = [] } = input;
  const { verify = "wherefore verify certificate.json TABLE", started = null } = input;
  return pageOf(
    result.table.name,
    html`${heading(result)}
${pictureSection(svg, {
  hasTruth: result.truth !== null,
  directed: result.edges.length,
  open: result.undirected.length,
  note: resultPictureNote(result),
})}
${[methodsSection(result), assumptionsSection(result), dataSection(result), findingsSection(result)].map((section) => sectionOf(section))}
${edgesSection(result)}
${sectionOf(confidenceSection(result), confidenceMatrix(result))}${[
  classSection(result, searches[result.search]),
  alternativesSection(result),
  sensitivitySection(result, skippedSensitivity(result)?.sentence),
  testsSection(result),
  scoresSection(result, scores[result.spec.score]?.summary),
  truthSection(result),
  baselinesSection(result),
  knowledgeSection(result),
  certificateSection(result, certificate, verify),
].map((section) => sectionOf(section))}
${traceSection(trace)}
${sectionOf(repeatSection(result, command, started))}
<footer>Made by wherefore${result.versions.wherefore ? ` ${result.versions.wherefore}` : ""}. The same result in machine-readable form is in the files next to this one: <code>result.json</code>, <code>graph.csv</code>, <code>graph.json</code>, <code>graph.dot</code>.</footer>
`,
  );
}

function heading(result: RunResult): Markup {
  const { table, notes, findings } = result;
  const { stopped, summary, detail } = answerOf(result);
  const warning = baselineWarning(result);
  const next = nextFacts(result);
  const warned = findings.filter(({ severity }) => severity !== "note").length;
  const remarks = [
    ...notes.map((note) => html`<li>${sentence(note)}</li>`),
    ...(warning === null ? [] : [html`<li>${warning}</li>`]),
    ...(warned === 0
      ? []
      : [
          html`<li>The data doctor has ${counted(warned, "warning")}: see <a href="#doctor">Data quality</a>.</li>`,
        ]),
  ];
  return html`<header>
<p class="kicker">Causal discovery report</p>
<h1>${table.name}</h1>
<p class="answer">${stopped !== null && html`<strong>${stopped}</strong> `}${summary}</p>
${cautionsOf(result).map((warning) => html`<p class="warning">${sentence(`warning: ${warning}`)}</p>`)}<p>${textOf(detail)} ${limitsOf(result)}</p>
${next.length > 0 && html`<h2>What to find out next</h2><ul class="notes">${next.map(({ sentence: text, statements }) => html`<li>${text} As knowledge: ${statements.map((line, k) => html`${k > 0 && " or "}<code>${line}</code>`)}</li>`)}</ul>`}
${remarks.length > 0 && html`<ul class="notes">${remarks}</ul>`}
<dl class="glance">
${glance(result).map(
  ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>
`,
)}</dl>
</header>
`;
}

/** The numbers that a reader looks for first. */
function glance(result: RunResult): (readonly [string, string])[] {
  const { table, search, metrics, finalScore, optimum, seconds } = result;
  const proof = isFinalProven(result)
    ? `proven best under ${result.spec.score}${scoringWords(result)}${result.knowledge.length > 0 ? ", given the prior knowledge" : ""}`
    : optimum === null
      ? "not known"
      : "proven, not reached";
  return [
    ["Rows", count(table.rows)],
    ["Variables", count(table.columns.length)],
    ["Edges", count(result.edges.length + result.undirected.length)],
    ["Score", fixed(finalScore)],
    ["Optimum", proof],
    ...(metrics === null
      ? []
      : [["True edges found", `${metrics.correct} of ${metrics.trueEdges} (SHD ${metrics.shd})`] as const]),
    ["Search", search],
    ["Time", duration(seconds)],
  ];
}
