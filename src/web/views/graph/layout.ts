// Layout of a graph: causes above their effects, in layers, with few crossings, and lines routed around the variables in between.
// Computed by elkjs, which is fetched when first needed and runs in its own worker, so that the page never waits for it.
//
// Names can be any text, so elk gets numbers as ids. Large graphs take elk too long (and cannot be read as a whole anyway): they get
// plain layers, each variable at its depth, with straight lines.

import type { ELK, ElkNode } from "elkjs/lib/elk-api.js";
import ElkWorker from "elkjs/lib/elk-worker.min.js?worker";
import type { NamedEdge } from "../../../core/index.ts";
import { plainLayers } from "./plain-layers.ts";

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Arrangement {
  /** Top left corner of each variable. */
  readonly places: ReadonlyMap<string, Place>;
  /** For each edge the points of its line, from cause to effect; empty if it is straight. */
  readonly routes: readonly (readonly Place[])[];
  /** Is it the simple layout in plain layers? */
  readonly isPlain: boolean;
}

/** Numbers of variables and edges above which only plain layers are used. */
const most = { names: 300, edges: 800 };

export const nodeHeight = 34;

/** Width of a variable's box; long names are truncated in the drawing, not in the list. */
export function nodeWidth(name: string): number {
  const room = [...name].reduce((sum, letter) => sum + letterWidth(letter), 24);
  return Math.min(190, Math.max(54, room));
}

/** Upper estimate across fonts: Chinese, Japanese, Korean and emoji are square, capitals and operators wide. */
export function letterWidth(letter: string): number {
  if (letter >= "\u1100") return 14;
  if (/[MWmw@%]/.test(letter)) return 13;
  return /[\p{Lu}=+<>~&#]/u.test(letter) ? 10.5 : 7.6;
}

/** The most recent layouts, by names and edges. */
const cache = new Map<string, Promise<Arrangement>>();
const mostCached = 40;

export function arranged(names: readonly string[], edges: readonly NamedEdge[]): Promise<Arrangement> {
  const key = JSON.stringify([names, edges]);
  const existing = cache.get(key);
  if (existing !== undefined) return existing;
  const isLarge = names.length > most.names || edges.length > most.edges;
  const promise = isLarge ? Promise.resolve(plainArrangement(names, edges)) : byElk(names, edges);
  cache.set(key, promise);
  // A failed layout (a worker that could not be fetched) can be retried.
  promise.catch(() => cache.delete(key));
  if (cache.size > mostCached) cache.delete(cache.keys().next().value!);
  return promise;
}

/** Bounding box of all variables and lines. */
export function extentOf({ places, routes }: Pick<Arrangement, "places" | "routes">) {
  const points = [
    ...[...places].flatMap(([name, { x, y }]) => [
      { x, y },
      { x: x + nodeWidth(name), y: y + nodeHeight },
    ]),
    ...routes.flat(),
  ];
  const least = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };
  const most = { x: Number.NEGATIVE_INFINITY, y: Number.NEGATIVE_INFINITY };
  for (const { x, y } of points) {
    least.x = Math.min(least.x, x);
    least.y = Math.min(least.y, y);
    most.x = Math.max(most.x, x);
    most.y = Math.max(most.y, y);
  }
  return { ...least, width: most.x - least.x, height: most.y - least.y };
}

let elk: Promise<ELK> | undefined;

async function byElk(names: readonly string[], edges: readonly NamedEdge[]): Promise<Arrangement> {
  elk ??= import("elkjs/lib/elk-api.js").then(
    ({ default: create }) => new create({ workerFactory: () => new ElkWorker() }),
  );
  // A failed fetch can be retried; a graph that elk cannot lay out does not affect its worker.
  elk.catch(() => {
    elk = undefined;
  });
  return arrangementOf(names, await (await elk).layout(elkGraph(names, edges)));
}

/** Number of edges above which lines are close together; otherwise gaps would take up most of the drawing. */
const many = 80;

/** Number of edges above which lines are not straightened, which would take most of the time and space. */
const crowd = 150;

const airy = {
  "elk.spacing.nodeNode": "26",
  "elk.spacing.edgeNode": "18",
  "elk.spacing.edgeEdge": "14",
  "elk.layered.spacing.edgeNodeBetweenLayers": "18",
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF",
  "elk.layered.nodePlacement.bk.fixedAlignment": "BALANCED",
};

const dense = {
  "elk.spacing.nodeNode": "18",
  "elk.spacing.edgeNode": "8",
  "elk.spacing.edgeEdge": "4",
  "elk.layered.spacing.edgeNodeBetweenLayers": "8",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "4",
  "elk.layered.nodePlacement.strategy": "LINEAR_SEGMENTS",
};

const crowded = {
  ...dense,
  "elk.layered.nodePlacement.strategy": "SIMPLE",
  "elk.layered.thoroughness": "1",
};

function spacingFor(edges: number): Readonly<Record<string, string>> {
  return edges > crowd ? crowded : edges > many ? dense : airy;
}

/** Input of elk; the ids of nodes and edges are numbers. */
export function elkGraph(names: readonly string[], edges: readonly NamedEdge[]): ElkNode {
  const number = new Map(names.map((name, i) => [name, `n${i}`]));
  return {
    id: "graph",
    layoutOptions: {
      "elk.algorithm": "layered",
      "elk.direction": "DOWN",
      "elk.edgeRouting": "POLYLINE",
      "elk.layered.spacing.nodeNodeBetweenLayers": "54",
      "elk.spacing.componentComponent": "36",
      "elk.aspectRatio": "1.6",
      "elk.randomSeed": "1",
      ...spacingFor(edges.length),
    },
    children: names.map((name, i) => ({ id: `n${i}`, width: nodeWidth(name), height: nodeHeight })),
    edges: edges.map(([cause, effect], k) => ({
      id: `e${k}`,
      sources: [number.get(cause)!],
      targets: [number.get(effect)!],
    })),
  };
}

export function arrangementOf(names: readonly string[], { children = [], edges = [] }: ElkNode): Arrangement {
  return {
    places: new Map(children.map(({ x = 0, y = 0 }, i) => [names[i], { x, y }])),
    routes: edges.map(({ sections = [] }) =>
      sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]),
    ),
    isPlain: false,
  };
}

/** The simple layout, computed immediately. */
export function plainArrangement(names: readonly string[], edges: readonly NamedEdge[]): Arrangement {
  const widest = names.reduce((width, name) => Math.max(width, nodeWidth(name)), 0);
  const step = { x: widest + 24, y: nodeHeight + 56 };
  const places = plainLayers(names, edges).flatMap((row, y) =>
    row.map((name, x) => [name, { x: (x - row.length / 2) * step.x, y: y * step.y }] as const),
  );
  return { places: new Map(places), routes: edges.map(() => []), isPlain: true };
}
