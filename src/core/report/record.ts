// What belongs to the record of a run: the state of the data, what was known, the proof, and how to do it again.

import { claimOf } from "../run/certificate/certificate.ts";
import type { Certificate, RunResult } from "../run/result.ts";
import { lead } from "../score/score.ts";
import { changesBetween } from "./edges.ts";
import { type Column, html, type Markup, type Part, phraseOf, tableOf } from "./html.ts";
import { count, counted, difference, duration, fixed } from "./numbers.ts";
import { code, type Phrase, phrase } from "./phrase.ts";

export function alternativesSection(result: RunResult): Markup | null {
  const { alternatives } = result;
  if (alternatives.length === 0) return null;
  const [first] = alternatives;
  const rows = alternatives.map(({ edges, score }, k): Part[] => [
    count(k + 1),
    fixed(score),
    k === 0 ? "" : difference(lead(first.score, score)),
    count(edges.length),
    k === 0 ? "the first" : phraseOf(changesBetween(first.edges, edges)),
  ]);
  const columns: Column[] = [
    { title: "Rank", kind: "number" },
    { title: "Score", kind: "number" },
    { title: "Behind", kind: "number" },
    { title: "Edges", kind: "number" },
    { title: "Other than the first" },
  ];
  return html`<section id="alternatives"><h2>The ${counted(alternatives.length, "best graph")}</h2>
<p>${alternativesSentence(result)}</p>
${tableOf(columns, rows)}
</section>
`;
}

/** What a list of the best graphs means. */
export function alternativesSentence(result: RunResult): string {
  const claim = claimOf(result);
  const proven =
    claim === null ? "That none is better is not proven." : `Of the first it is proven: ${claim.sentence}.`;
  return `${proven} Graphs close in score are all but equally well supported by the data; graphs of one equivalence class tie, unless the score tells them apart. Differences are counted from the first graph, before pruning.`;
}

export function findingsSection({ findings }: RunResult): Markup {
  const items = findings.map(
    ({
      severity,
      message,
      meaning,
      remedy,
    }) => html`<li class="finding ${severity}"><span class="severity">${severity}</span>
<p><b>${sentence(message)}</b></p>
<p>${sentence(meaning)}</p>
<p class="soft">Way out: ${sentence(remedy, false)}</p></li>
`,
  );
  return html`<section id="doctor"><h2>State of the data</h2>
${items.length === 0 ? html`<p>The data doctor found nothing to remark on.</p>` : html`<ul class="findings">${items}</ul>`}
</section>
`;
}

export function knowledgeSection({ knowledge }: RunResult): Markup | null {
  if (knowledge.length === 0) return null;
  const items = knowledge.map((statement) => html`<li>${statement}</li>`);
  return html`<section id="knowledge"><h2>Known beforehand</h2>
<p>The search looked only at graphs that agree with these statements, and the result was checked against them.</p>
<ul class="${knowledge.length > 12 ? "statements many" : "statements"}">${items}</ul>
</section>
`;
}

export function certificateSection(
  result: RunResult,
  certificate: Certificate | null,
  verify: string,
): Markup {
  if (certificate === null) {
    return html`<section id="certificate"><h2>Proof</h2>
<p>There is none: this run did not prove how good the best graph can be.</p>
</section>
`;
  }
  const { method, passes, optimum, bound, data } = certificate;
  const any =
    result.knowledge.length > 0
      ? "any graph without cycles that obeys what was known"
      : "any graph without cycles";
  const every = any.replace("any", "every");
  const ran = passes.filter(({ multiplier }) => multiplier !== null);
  const how =
    method === "subset program"
      ? `One pass of the dynamic program over all sets of variables found the lowest cost that ${any} can have. The score is minus that cost, so none scores higher.`
      : `The score is not a sum of terms, so one pass does not settle it. ${ran.length === 1 ? "One pass" : `${count(ran.length)} passes`} of the dynamic program over all sets of variables, each with another price for an edge, bound the cost of ${every} from below; together they bound the score from above.`;
  const rows = ran.map(({ multiplier, value, edges }, k): Part[] => [
    count(k + 1),
    fixed(multiplier ?? 0, 4),
    fixed(value, 4),
    count(edges),
  ]);
  const columns: Column[] = [
    { title: "Pass", kind: "number" },
    { title: "Price of an edge", kind: "number" },
    { title: "No graph costs less than", kind: "number" },
    { title: "Edges of that graph", kind: "number" },
  ];
  return html`<section id="certificate"><h2>Proof</h2>
<p>Proven: ${sentence(claimOf(result)?.sentence ?? "", false)}</p>
<p>${how} <code>certificate.json</code> holds the proof${result.optimal ? "" : "; the graph of this run is not the one it is about, but is measured by it"}.</p>
${method === "hull of subset programs" && tableOf(columns, rows, { scrollAbove: 12 })}
<dl class="facts">
<dt>Best score of ${result.knowledge.length > 0 ? "these graphs" : "any graph"}</dt><dd>${fixed(optimum.score, 6)}</dd>
<dt>Proven upper bound</dt><dd>${fixed(bound, 6)}</dd>
<dt>About the data</dt><dd><code>${data.hash || "without hash"}</code></dd>
</dl>
<p>To check it anew, run this on the same table, with the same options for reading it. The passes are run again and nothing in the certificate is trusted; what is trusted is the program that runs them.</p>
<pre><code>${verify}</code></pre>
</section>
`;
}

/** What a run is known by. */
export function recordOf(result: RunResult): (readonly [string, Phrase])[] {
  const { versions, seed, seconds, table, search, choice, spec } = result;
  const made = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    ["Search", phrase`${code(search)} (${choice})`],
    ["Score", [code(spec.score)]],
    ["Seed", [String(seed)]],
    ["Table", [`${table.name}: ${counted(table.rows, "row")}, ${counted(table.columns.length, "column")}`]],
    ["Hash of the data", [code(table.hash || "none")]],
    ["Versions", [made.join(", ") || "not recorded"]],
    ["Time taken", [duration(seconds)]],
  ];
}

export function repeatSection(result: RunResult, command: string, started: string | null): Markup {
  const facts = [...recordOf(result), ...(started === null ? [] : [["Started", [started]] as const])];
  return html`<section id="repeat"><h2>How to repeat it</h2>
${command !== "" && html`<pre><code>${command}</code></pre>`}
<dl class="facts">
${facts.map(
  ([term, value]) => html`<dt>${term}</dt><dd>${phraseOf(value)}</dd>
`,
)}</dl>
</section>
`;
}

/** With a capital letter (unless it begins with a name or an option) and a full stop. */
export function sentence(text: string, capital = true): string {
  const start = capital ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
