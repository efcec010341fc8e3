// The drawing as an SVG picture, as on the page: same positions and colours, without hidden edges, and with faint elements faint.

import { type EdgeKind, lineOpacity, nameText } from "../shared/shown-edge.ts";
import { type Flow, lineOf, markRadius } from "./graph-flow.tsx";
import { extentOf, letterWidth, nodeHeight, nodeWidth } from "./layout.ts";

export interface LineLook {
  readonly colour: string;
  /** As in SVG; "none" for a solid line. */
  readonly dashes: string;
  readonly cap: string;
}

export interface Palette {
  readonly paper: string;
  readonly box: string;
  readonly border: string;
  readonly ink: string;
  /** For faint elements. */
  readonly softInk: string;
  readonly softBorder: string;
  readonly accent: string;
  readonly lineOf: (kind: EdgeKind) => LineLook;
}

const margin = 16;
/** Opacity of faint edges, as on the page. */
const faint = 0.22;

export function drawingSvg({ nodes, edges }: Flow, palette: Palette): string {
  const { x, y, width, height } = extentOf({
    places: new Map(nodes.map(({ data, position }) => [data.name, position])),
    routes: edges.map(({ data }) => data!.points),
  });
  const size = [width + 2 * margin, height + 2 * margin].map((value) => value.toFixed(0));
  const box = [x - margin, y - margin].map((value) => value.toFixed(1));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="${[...box, ...size].join(" ")}" font-family="system-ui, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif" font-size="13">`,
    `<rect x="${box[0]}" y="${box[1]}" width="${size[0]}" height="${size[1]}" fill="${palette.paper}"/>`,
    ...edges.map((edge) => edgeSvg(edge, palette)),
    ...nodes.map((node) => nodeSvg(node, palette)),
    "</svg>\n",
  ].join("\n");
}

function edgeSvg({ data, selected }: Flow["edges"][number], palette: Palette): string {
  const { edge, width, look } = data!;
  const { line, head, middle } = lineOf(data!);
  const { colour, dashes, cap } = palette.lineOf(edge.kind);
  const isReversed = edge.kind === "reversed";
  const path = (stroke: string, size: number, more = ""): string =>
    `<path d="${line}" fill="none" stroke="${stroke}" stroke-width="${size.toFixed(1)}"${more}/>`;
  const style = dashes === "none" ? "" : ` stroke-dasharray="${dashes}" stroke-linecap="${cap}"`;
  const opacity = look === "graph-far" ? faint : lineOpacity(edge);
  return [
    `<g${opacity === undefined ? "" : ` opacity="${Number(opacity.toFixed(2))}"`}>`,
    ...(selected ? [path(palette.accent, 9, ' stroke-opacity="0.3"')] : []),
    path(colour, isReversed ? width + 3 : width, style),
    ...(isReversed ? [path(palette.paper, width * 0.4 + 1)] : []),
    ...(head === "" ? [] : [`<path d="${head}" fill="${colour}"/>`]),
    ...(edge.kind === "known"
      ? [
          `<circle cx="${middle.x.toFixed(1)}" cy="${middle.y.toFixed(1)}" r="${markRadius}" fill="${colour}" stroke="${palette.paper}" stroke-width="1.4"/>`,
        ]
      : []),
    "</g>",
  ].join("");
}

function nodeSvg(
  { data: { name, look }, position, selected }: Flow["nodes"][number],
  palette: Palette,
): string {
  const width = nodeWidth(name);
  const [x, y] = [position.x.toFixed(1), position.y.toFixed(1)];
  const isFar = look === "graph-far";
  const [border, size] = selected ? [palette.accent, 2] : [isFar ? palette.softBorder : palette.border, 1];
  return [
    "<g>",
    `<title>${escaped(name)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${nodeHeight}" rx="8" fill="${palette.box}" stroke="${border}" stroke-width="${size}"/>`,
    `<text x="${(position.x + width / 2).toFixed(1)}" y="${(position.y + nodeHeight / 2).toFixed(1)}" fill="${isFar ? palette.softInk : palette.ink}" text-anchor="middle" dominant-baseline="central">${escaped(cut(nameText(name), width - 18))}</text>`,
    "</g>",
  ].join("");
}

/** Truncates a name to the available width. */
function cut(name: string, room: number): string {
  let width = 0;
  const letters = [...name];
  const end = letters.findIndex((letter) => {
    width += letterWidth(letter);
    return width > room;
  });
  return end < 0 ? name : `${letters.slice(0, Math.max(1, end - 1)).join("")}…`;
}

/** Escaped for SVG; characters that XML does not allow are removed. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
