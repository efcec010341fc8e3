// Confidence in each edge as a picture: a square for every ordered pair, darker the more of the graphs have the row as a cause of
// the column; half of those that leave the direction open count for each direction.

import { linkOf, type PairShares, turned } from "../graph/shares/shares.ts";
import type { RunResult } from "../run/result.ts";
import { html, type Markup } from "./html.ts";
import { shareOf } from "./numbers.ts";

/** With more variables, the squares would be specks. */
const mostVariables = 40;
/** Up to this many variables, the squares show their percentages. */
const mostNumbers = 14;
const longestName = 14;

export function confidenceMatrix({ table, confidence }: RunResult): Markup | null {
  const { columns } = table;
  const d = columns.length;
  if (!confidence || d > mostVariables) return null;
  const size = d <= mostNumbers ? 40 : 18;
  const place = new Map(columns.map((name, k) => [name, k]));
  const margin = 8 * Math.min(longestName, Math.max(...columns.map((name) => name.length))) + 12;
  const side = margin + d * size;
  const cells = confidence.pairs
    .flatMap((pair) => [pair, turned(pair)])
    .map((pair) => cellOf(pair, { x: place.get(pair.b)!, y: place.get(pair.a)! }, { size, margin }));
  const labels = columns.map((name, k) => {
    const at = margin + (k + 0.5) * size;
    return html`<text class="label" x="${margin - 6}" y="${at + 4}" text-anchor="end">${short(name)}<title>${name}</title></text><text class="label" transform="translate(${at + 4} ${margin - 6}) rotate(-90)">${short(name)}<title>${name}</title></text>
`;
  });
  return html`<figure class="shares"><div class="table" tabindex="0"><svg viewBox="0 0 ${side} ${side}" width="${side}" height="${side}" role="img" aria-label="Confidence in each edge: causes in rows, effects in columns">
<rect class="frame" x="${margin}" y="${margin}" width="${d * size}" height="${d * size}"/>
${labels}${cells}</svg></div>
<figcaption>Row: cause, column: effect. Darker: a larger share of the graphs has the edge; half of those with an undirected edge count for each direction.</figcaption></figure>
`;
}

interface Measures {
  readonly size: number;
  readonly margin: number;
}

function cellOf(
  pair: PairShares,
  { x, y }: { readonly x: number; readonly y: number },
  { size, margin }: Measures,
): Markup {
  const share = pair.forward + pair.undirected / 2;
  const [left, top] = [margin + x * size, margin + y * size];
  const title = `${pair.a} → ${pair.b} ${shareOf(pair.forward)}, ${pair.b} → ${pair.a} ${shareOf(pair.backward)}, undirected ${shareOf(pair.undirected)}, linked ${shareOf(linkOf(pair))}`;
  const number =
    size < 40
      ? null
      : html`<text class="${share > 0.55 ? "light" : "dark"}" x="${left + size / 2}" y="${top + size / 2 + 4}" text-anchor="middle">${Math.round(100 * share)}</text>`;
  return html`<g><title>${title}</title><rect class="share" x="${left}" y="${top}" width="${size - 1}" height="${size - 1}" fill-opacity="${share.toFixed(3)}"/>${number}</g>
`;
}

function short(name: string): string {
  const letters = [...name];
  return letters.length <= longestName ? name : `${letters.slice(0, longestName - 1).join("")}…`;
}
