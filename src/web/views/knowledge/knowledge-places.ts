// Positions of the variables in the drawing of prior knowledge, in pixels.
//
// Without tiers they lie on two arcs that form a ring; with tiers in rows, causes on top. The drawing is as wide as the screen allows
// and as high as necessary: no two variables overlap, and no zooming or panning is needed.

import { border, directLine } from "../graph/edge-path.ts";

export interface Place {
  readonly name: string;
  /** Upper left corner. */
  readonly x: number;
  readonly y: number;
}

export interface Places {
  readonly places: readonly Place[];
  readonly titles: readonly { readonly title: string; readonly y: number }[];
  /** Size of every variable's box. */
  readonly box: Box;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

const margin = 12;
const boxHeight = 36;
/** Vertical distance between the centres of boxes. */
const pitch = 60;
/** Horizontal gap between boxes: room for a line and its mark. */
const between = 30;
const titleHeight = 22;
/** Maximum width of the ring. */
const widest = 760;

export function placesOf(
  names: readonly string[],
  tiers: readonly (readonly string[])[],
  width: number,
): Places {
  const box = { width: width < 560 ? 96 : 132, height: boxHeight };
  return tiers.some((tier) => tier.length > 0) ? rows(names, tiers, width, box) : round(names, width, box);
}

function round(names: readonly string[], width: number, box: Box): Places {
  const half = Math.ceil(names.length / 2);
  const middle = width / 2;
  const reach = Math.max(0, Math.min(width, widest) / 2 - margin - box.width / 2);
  // Room for a box on either side of the centre.
  const least = Math.min(1, (box.width / 2 + margin) / Math.max(reach, 1));
  const places = names.map((name, k): Place => {
    const isLeft = k < half;
    const [row, count] = isLeft ? [k, half] : [k - half, names.length - half];
    const bulge = Math.sin((Math.PI * (row + 0.5)) / count);
    const away = reach * (least + (1 - least) * bulge);
    return {
      name,
      x: middle + (isLeft ? -away : away) - box.width / 2,
      y: margin + row * pitch + (isLeft ? 0 : ((half - count) * pitch) / 2),
    };
  });
  return { places, titles: [], box, height: 2 * margin + (half - 1) * pitch + box.height };
}

function rows(
  names: readonly string[],
  tiers: readonly (readonly string[])[],
  width: number,
  box: Box,
): Places {
  const there = new Set(names);
  const tiered = new Set(tiers.flat());
  const groups = [
    ...tiers.map((tier, k) => ({ title: `Tier ${k + 1}`, members: tier.filter((name) => there.has(name)) })),
    { title: "Free", members: names.filter((name) => !tiered.has(name)) },
  ].filter(({ members }) => members.length > 0);
  const most = Math.max(1, Math.floor(width / (box.width + between)));
  const places: Place[] = [];
  const titles: { title: string; y: number }[] = [];
  let y = margin;
  for (const { title, members } of groups) {
    titles.push({ title, y });
    y += titleHeight;
    // The rows of a tier have about equal length.
    const across = Math.ceil(members.length / Math.ceil(members.length / most));
    for (let from = 0; from < members.length; from += across) {
      const row = members.slice(from, from + across);
      const step = Math.min(width / row.length, 2 * box.width);
      const left = (width - step * row.length) / 2;
      row.forEach((name, k) => {
        places.push({ name, x: left + (k + 0.5) * step - box.width / 2, y });
      });
      y += pitch;
    }
    y += margin;
  }
  return { places, titles, box, height: y };
}

/**
 * Points of a line from one box to another. Between boxes in one row it runs in the gap above them if it goes right, below if left;
 * between boxes in one column it bends towards the centre, upward lines a little less. It thus passes around the boxes in between,
 * and the two directions can be told apart.
 */
export function lineBetween(from: Place, to: Place, box: Box, width: number): Point[] {
  const [a, b] = [
    { ...from, ...box },
    { ...to, ...box },
  ];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const middle = { x: (a.x + b.x + box.width) / 2, y: (a.y + b.y + box.height) / 2 };
  if (Math.abs(dy) < 1 && Math.abs(dx) > 1.8 * box.width) {
    const isAbove = dx > 0;
    const [edge, gap] = isAbove ? [a.y, a.y - 12] : [a.y + box.height, a.y + box.height + 12];
    const inset = Math.sign(dx) * 0.2 * box.width;
    const [start, end] = [a.x + box.width / 2 + inset, b.x + box.width / 2 - inset];
    return [
      { x: start, y: edge },
      { x: start + inset, y: gap },
      { x: end - inset, y: gap },
      { x: end, y: edge },
    ];
  }
  if (Math.abs(dx) < box.width && Math.abs(dy) > 1.5 * pitch) {
    const out = box.width / 2 + 26 + 0.1 * Math.abs(dy) + (dy > 0 ? 14 : 0);
    const bend = { x: middle.x + (middle.x < width / 2 ? out : -out), y: middle.y };
    return [border(a, bend), bend, border(b, bend)];
  }
  return directLine(a, b);
}
