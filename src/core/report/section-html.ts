// A section of the report as HTML.

import { html, type Markup, nameOf, type Part, tableOf, trusted } from "./html.ts";
import type { Block, Section, Text } from "./section.ts";

/** The figure is placed below the text. */
export function sectionOf(section: Section | null, figure: Markup | null = null): Markup | null {
  if (section === null) return null;
  return html`<section id="${section.id}"><h2>${section.title}</h2>
${section.blocks.map(blockOf)}${figure}</section>
`;
}

/** A sentence of the report and the page. */
export function textOf(text: Text): Part {
  if (typeof text === "string") return text;
  return text.map((piece): Part => {
    if (typeof piece === "string") return piece;
    if ("code" in piece) return html`<code>${piece.code}</code>`;
    if ("term" in piece) return html`<em>${piece.term}</em>`;
    if ("strong" in piece) return html`<b>${piece.strong}</b>`;
    return "mark" in piece ? html`<span class="mark">${piece.mark}</span>` : nameOf(piece.name);
  });
}

/** Adds a full stop and, unless the text begins with a name or an option, a capital letter. */
export function sentence(text: string, capital = true): string {
  const start = capital ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

function blockOf(block: Block): Markup {
  if ("text" in block)
    return html`<p${classOf(block.look)}>${textOf(block.text)}</p>
`;
  if ("heading" in block)
    return html`<h3>${block.heading}</h3>
`;
  if ("list" in block) return listOf(block.list.map(textOf), block.look);
  if ("code" in block)
    return html`<pre><code>${commandOf(block.code)}</code></pre>
`;
  if ("findings" in block) return findingsOf(block.findings);
  if ("facts" in block)
    return html`<dl class="facts">
${block.facts.map(([term, value]) => html`<dt>${term}</dt><dd>${textOf(value)}</dd>\n`)}</dl>
`;
  const { columns, rows, resultRow, scrollAbove } = block.table;
  const cells = rows.map((row) => row.map(textOf));
  return tableOf(columns, cells, { rowClass: (k) => (k === resultRow ? "own" : ""), scrollAbove });
}

/** Keeps a flag on one line: broken after its hyphens it would be another word. */
function commandOf(code: string): Part {
  return code
    .split(/((?<!\S)-\S+)/)
    .map((part, k) => (k % 2 === 0 ? part : html`<span class="flag">${part}</span>`));
}

function classOf(name: string | undefined): Part {
  return name !== undefined && trusted(` class="${name}"`);
}

function listOf(items: readonly Part[], look: string | undefined): Markup {
  const name = look === "statements" && items.length > 12 ? "statements many" : look;
  return html`<ul${classOf(name)}>${items.map((item) => html`<li>${item}</li>\n`)}</ul>
`;
}

function findingsOf(findings: Extract<Block, { readonly findings: unknown }>["findings"]): Markup {
  const items = findings.map(
    ({ severity, message, meaning, remedy }) =>
      html`<li class="finding ${severity}"><span class="severity">${severity}</span>
<p><b>${sentence(message)}</b></p>
<p>${sentence(meaning)}</p>
${remedy === "" ? "" : html`<p class="soft">Remedy: ${sentence(remedy, false)}</p>`}</li>
`,
  );
  return html`<ul class="findings">${items}</ul>
`;
}
