// The current colours of the page, light or dark, for pictures of a drawing: read from the style sheet, where they are defined.

import type { EdgeKind } from "../shared/shown-edge.ts";
import type { LineLook, Palette } from "./drawing-svg.ts";

export function paletteNow(): Palette {
  const looks = new Map<EdgeKind, LineLook>();
  const lineOf = (kind: EdgeKind): LineLook => {
    const look = looks.get(kind) ?? lookOf(kind);
    looks.set(kind, look);
    return look;
  };
  return {
    paper: colourOf("var(--paper)"),
    box: colourOf("var(--wash)"),
    border: colourOf("var(--box-line)"),
    ink: colourOf("var(--ink)"),
    softInk: colourOf("var(--soft)"),
    softBorder: colourOf("var(--line)"),
    accent: colourOf("var(--accent)"),
    lineOf,
  };
}

function colourOf(colour: string): string {
  const probe = document.createElement("span");
  probe.style.color = colour;
  return measured(probe, () => getComputedStyle(probe).color);
}

function lookOf(kind: EdgeKind): LineLook {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("class", `graph-edge graph-${kind}`);
  line.setAttribute("class", "graph-line");
  svg.append(line);
  return measured(svg, () => {
    const { stroke, strokeDasharray, strokeLinecap } = getComputedStyle(line);
    return { colour: stroke, dashes: strokeDasharray, cap: strokeLinecap };
  });
}

function measured<T>(part: HTMLElement | SVGElement, read: () => T): T {
  document.body.append(part);
  const value = read();
  part.remove();
  return value;
}
