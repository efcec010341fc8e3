// The picture of the graph, and the progress of the search if there is any to show.

import { html, type Markup, trusted } from "./html.ts";
import { duration, fixed } from "./numbers.ts";

/** The progress of a shorter search is not worth showing. */
const leastMs = 1000;

/** The best score so far, at some time. */
export interface TracePoint {
  readonly ms: number;
  readonly score: number;
}

export interface PictureFacts {
  readonly hasTruth: boolean;
  /** Numbers of edges with a direction and without one. */
  readonly directed: number;
  readonly open: number;
  /** Which part of the graph it shows; null if it shows all. */
  readonly note: string | null;
}

/**
 * The SVG inside the page. Radio buttons and CSS alone offer three sizes; a picture larger than the page scrolls. An empty
 * text means that there is no picture.
 */
export function pictureSection(svg: string, facts: PictureFacts): Markup {
  if (svg === "")
    return html`<section id="picture"><p class="soft">There is no picture of this graph; it is in the files next to this one.</p></section>
`;
  const sizes = [
    ["fit", "Fit the page"],
    ["full", "Full size"],
    ["double", "Double size"],
  ].map(
    ([id, label], k) =>
      html`<input type="radio" name="size" id="size-${id}"${k === 0 && trusted(" checked")}><label for="size-${id}">${label}</label>
`,
  );
  const { hasTruth, note } = facts;
  const caption = hasTruth
    ? `${placesSentence(facts)} Against the truth: correct edges are solid, reversed ones double, missing ones dotted, extra ones dashed.`
    : placesSentence(facts);
  return html`<section id="picture"><figure class="${widthOf(svg) > pageWidth ? "wide" : ""}">
${sizes}<div class="canvas" tabindex="0">${trusted(inlined(svg))}</div>
<figcaption>${caption}${note !== null && ` ${note} The list below has every edge.`}</figcaption>
</figure></section>
`;
}

/** What it means that one variable is above another. */
function placesSentence({ directed, open }: PictureFacts): string {
  if (open === 0) return "Causes are above their effects.";
  if (directed === 0) return "All directions are open: which of two variables is above means nothing.";
  return "Causes are above their effects; where a direction is open, which of the two is above means nothing.";
}

/** In points; wider pictures, which would be hard to read in a column of text, may use the margins. */
const pageWidth = 850;

function widthOf(svg: string): number {
  return Number(/<svg[^>]* width="([\d.]+)pt"/.exec(svg)?.[1] ?? 0);
}

/** Best score against time, as a step function. */
export function traceSection(trace: readonly TracePoint[]): Markup | null {
  const points = thinned(trace);
  const first = points.at(0);
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 4 || last.ms - first.ms < leastMs)
    return null;
  if (!(last.score > first.score)) return null;
  const [width, height] = [640, 120];
  const x = (ms: number): string => (((ms - first.ms) / Math.max(1, last.ms - first.ms)) * width).toFixed(1);
  const y = (score: number): string =>
    (height * (1 - (score - first.score) / (last.score - first.score))).toFixed(1);
  const path = points
    .map(({ ms, score }, k) => (k === 0 ? `M${x(ms)} ${y(score)}` : `H${x(ms)}V${y(score)}`))
    .join("");
  return html`<section id="course"><h2>Progress of the search</h2>
<figure class="trace"><svg viewBox="-2 -4 ${width + 4} ${height + 8}" preserveAspectRatio="none" role="img" aria-label="best score against time"><path d="${path}"/></svg>
<figcaption><span>from ${fixed(first.score)}</span><span>${duration((last.ms - first.ms) / 1000)} later: ${fixed(last.score)}</span></figcaption></figure>
<p class="soft">The best score so far, over time.</p>
</section>
`;
}

/** Without prologue, comments and namespaces, which a page does not need: HTML parsers know SVG. */
function inlined(svg: string): string {
  return svg
    .slice(Math.max(0, svg.indexOf("<svg")))
    .replace(/<!--[\s\S]*?-->\n?/g, "")
    .replace("<svg", '<svg role="img" aria-label="The graph; its edges are listed below."')
    .replace(/ xmlns(?::xlink)?="[^"]*"/g, "")
    .trim();
}

/** At most about 400 points, including the first and the last. */
function thinned(trace: readonly TracePoint[]): TracePoint[] {
  const finite = trace.filter(({ score }) => Number.isFinite(score));
  const stride = Math.max(1, Math.ceil(finite.length / 400));
  return finite.filter((_, k) => k % stride === 0 || k === finite.length - 1);
}
