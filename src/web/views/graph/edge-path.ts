// The line of an edge and its arrowhead, as SVG path data. A line is given by points (from the layout, or two border points and a
// bend between them); its corners are rounded, and it ends short of the tip, so that the head is sharp.

import type { Place } from "./layout.ts";

export interface Box extends Place {
  readonly width: number;
  readonly height: number;
}

export interface Drawn {
  readonly line: string;
  /** A triangle; empty for an undirected edge. */
  readonly head: string;
  /** Midpoint of the line, for a label or mark. */
  readonly middle: Place;
}

const headLength = 9;
const headHalf = 4.2;
const rounding = 26;

export function drawnEdge(points: readonly Place[], isDirected: boolean, scale = 1): Drawn {
  const tip = points.at(-1)!;
  const length = headLength * scale;
  const last = isDirected ? shortened(points, 0.8 * length) : points;
  const [ux, uy] = direction(points.at(-2)!, tip);
  const base = { x: tip.x - length * ux, y: tip.y - length * uy };
  const half = headHalf * scale;
  const head = isDirected
    ? `M${at(tip)}L${at({ x: base.x - half * uy, y: base.y + half * ux })}L${at({ x: base.x + half * uy, y: base.y - half * ux })}Z`
    : "";
  return { line: rounded(last), head, middle: halfWay(points) };
}

/** From border to border, slightly curved to distinguish it from a line that passes behind. */
export function directLine(from: Box, to: Box): Place[] {
  const [a, b] = [centre(from), centre(to)];
  const [ux, uy] = direction(a, b);
  const size = Math.hypot(b.x - a.x, b.y - a.y);
  const bow = Math.min(36, 0.1 * size);
  const bend = { x: (a.x + b.x) / 2 - bow * uy, y: (a.y + b.y) / 2 + bow * ux };
  return [border(from, bend), bend, border(to, bend)];
}

/** Where the line from the centre of a box towards a point leaves the box. */
export function border(box: Box, towards: Place): Place {
  const c = centre(box);
  const [dx, dy] = [towards.x - c.x, towards.y - c.y];
  const share = Math.max(Math.abs(dx) / (box.width / 2), Math.abs(dy) / (box.height / 2));
  return share <= 1 ? { x: towards.x, y: towards.y } : { x: c.x + dx / share, y: c.y + dy / share };
}

function centre({ x, y, width, height }: Box): Place {
  return { x: x + width / 2, y: y + height / 2 };
}

function rounded(points: readonly Place[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1)!;
  const corners = rest.slice(0, -1).map((corner, k) => {
    const [before, after] = [points[k], points[k + 2]];
    return `L${at(towards(corner, before, rounding))}Q${at(corner)} ${at(towards(corner, after, rounding))}`;
  });
  return `M${at(first)}${corners.join("")}L${at(last)}`;
}

/** The point at most `most` from one point towards another, never beyond their midpoint. */
function towards(from: Place, to: Place, most: number): Place {
  const size = Math.hypot(to.x - from.x, to.y - from.y);
  const share = size === 0 ? 0 : Math.min(0.5, most / size);
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
}

function shortened(points: readonly Place[], by: number): Place[] {
  const [before, tip] = [points.at(-2)!, points.at(-1)!];
  const size = Math.hypot(tip.x - before.x, tip.y - before.y);
  const share = size === 0 ? 0 : Math.min(1, by / size);
  const end = { x: tip.x - share * (tip.x - before.x), y: tip.y - share * (tip.y - before.y) };
  return [...points.slice(0, -1), end];
}

function halfWay(points: readonly Place[]): Place {
  const sizes = points.slice(1).map((p, k) => Math.hypot(p.x - points[k].x, p.y - points[k].y));
  let rest = sizes.reduce((sum, size) => sum + size, 0) / 2;
  for (const [k, size] of sizes.entries()) {
    if (rest <= size && size > 0) {
      const share = rest / size;
      const [p, q] = [points[k], points[k + 1]];
      return { x: p.x + share * (q.x - p.x), y: p.y + share * (q.y - p.y) };
    }
    rest -= size;
  }
  return points[0];
}

function direction(from: Place, to: Place): [number, number] {
  const size = Math.hypot(to.x - from.x, to.y - from.y);
  return size === 0 ? [0, 1] : [(to.x - from.x) / size, (to.y - from.y) / size];
}

function at({ x, y }: Place): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
