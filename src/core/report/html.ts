// Markup that is safe by default: a template tag that escapes every text put into it.
//
//     html`<td>${name}</td>`      a name is text, whatever it holds: <, &, quotes
//
// Only markup that the tag itself made is inserted unescaped, so a page built with it shows hostile names as they are. Names
// are wrapped in <bdi>, so that characters that change the writing direction do not rearrange the text around them.

import type { Column } from "./section.ts";

export interface Markup {
  readonly markup: string;
}

export type Part = string | number | Markup | null | false | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: strings.reduce((text, next, k) => text + rendered(parts[k - 1]) + next) };
}

/** Text that is markup already. */
export function trusted(markup: string): Markup {
  return { markup };
}

/** A variable's name, isolated from the text around it. */
export function nameOf(name: string): Markup {
  return html`<bdi class="name">${name}</bdi>`;
}

export interface TableOptions {
  /** CSS class of each row, if it has one. */
  readonly rowClass?: (row: number) => string;
  /** Number of rows above which the table scrolls on a screen; it never does on paper. */
  readonly scrollAbove?: number | undefined;
}

/** Up to this many rows, a table is kept on one page of paper. */
const mostOnAPage = 20;

export function tableOf(
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
  options: TableOptions = {},
): Markup {
  const { rowClass = () => "", scrollAbove = 40 } = options;
  const scrolls = rows.length > scrollAbove;
  const kinds = columns.map(({ kind = "text" }) => (kind === "remark" ? "text" : kind));
  const head = columns.map(({ title }, c) => html`<th scope="col" class="${kinds[c]}">${title}</th>`);
  const cells = (row: readonly Part[]) => row.map((cell, c) => html`<td class="${kinds[c]}">${cell}</td>`);
  const body = rows.map((row, k) => html`<tr class="${rowClass(k)}">${cells(row)}</tr>\n`);
  const hint = scrolls && html`<p class="soft hint">${rows.length} rows; the table scrolls.</p>`;
  return html`${hint}<div class="table${scrolls ? " tall" : rows.length <= mostOnAPage ? " short" : ""}" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody>
</table></div>
`;
}

function rendered(part: Part): string {
  if (part === null || part === false) return "";
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  return "markup" in part ? part.markup : part.map(rendered).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Control characters are not allowed in HTML, not even as entities. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (c) => entities[c]).replace(/[^\P{Cc}\t\n\r]/gu, "\uFFFD");
}
