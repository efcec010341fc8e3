// The part of a large graph that a picture shows. A thousand variables in one picture are illegible: above 150 it shows about
// sixty of them, and says so.
//
// Variables are added one after the other with all their neighbours while there is room: first the endpoints of edges that
// differ from the truth, if it is known; then the variables with the most links, ties broken by name.

import type { NamedGraph } from "./formats/formats.ts";
import type { Pdag } from "./pdag.ts";

/** Up to this many variables a picture shows all of them. */
const mostVariables = 150;
/** Of a larger graph it shows about this many. */
const partVariables = 60;

export interface DrawnPart {
  readonly named: NamedGraph;
  readonly truth?: NamedGraph | undefined;
  readonly note: string;
}

/** Null if a picture has room for the whole graph. */
export function drawnPart(named: NamedGraph, truth?: NamedGraph): DrawnPart | null {
  const { names, graph } = named;
  if (names.length <= mostVariables) return null;
  const placedTruth = truth && placedAs(names, truth);
  const near = linksOf(graph);
  const links = near.map(({ size }) => size);
  if (placedTruth)
    linksOf(placedTruth).forEach((linked, i) => {
      for (const j of linked) near[i].add(j);
    });
  const wrong = placedTruth ? wrongEnds(graph, placedTruth) : [];
  const byLinks = names
    .map((_, i) => i)
    .sort((i, j) => links[j] - links[i] || (names[i] < names[j] ? -1 : 1));
  const chosen = new Set<number>();
  const centres: number[] = [];
  for (const i of new Set([...wrong, ...byLinks])) {
    const more = [i, ...near[i]].filter((j) => !chosen.has(j));
    if (chosen.size > 0 && chosen.size + more.length > partVariables) continue;
    centres.push(i);
    for (const j of more.slice(0, partVariables)) chosen.add(j);
    if (chosen.size >= partVariables - 5) break;
  }
  const part = [...chosen].sort((a, b) => a - b);
  const differing = centres.filter((i) => wrong.includes(i)).length;
  return {
    named: partOf(named, part),
    truth:
      truth &&
      partOf(
        truth,
        part.map((i) => truth.names.indexOf(names[i])),
      ),
    note: noteOf({
      all: names.length,
      drawn: part.length,
      differing,
      wrong: wrong.length,
      linked: centres.length - differing,
    }),
  };
}

interface PartCounts {
  readonly all: number;
  readonly drawn: number;
  /** Variables at edges that differ from the truth: the number the picture is centred on, and the total. */
  readonly differing: number;
  readonly wrong: number;
  /** The number of other variables it is centred on. */
  readonly linked: number;
}

function noteOf({ all, drawn, differing, wrong, linked }: PartCounts): string {
  const at = `variables at edges that differ from the truth`;
  const parts = [
    ...(differing === 0
      ? []
      : [differing === wrong ? `the ${wrong} ${at}` : `${differing} of the ${wrong} ${at}`]),
    ...(linked === 0 ? [] : [`the ${linked === 1 ? "one" : linked} with the most links`]),
  ];
  return `${all} variables are too many for one picture. It has ${drawn} of them: ${parts.join(", ")}, and what these are linked to. Links to the others are left out.`;
}

function linksOf({ d, directed, undirected }: Pdag): Set<number>[] {
  const near = Array.from({ length: d }, () => new Set<number>());
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      if (directed[i * d + j] === 0 && undirected[i * d + j] === 0) continue;
      near[i].add(j);
      near[j].add(i);
    }
  }
  return near;
}

/** The endpoints of edges that only one of the two graphs has, or that the two direct in opposite ways. */
function wrongEnds(estimate: Pdag, truth: Pdag): number[] {
  const { d } = estimate;
  const ends = new Set<number>();
  const isLinked = ({ directed, undirected }: Pdag, ij: number, ji: number): boolean =>
    directed[ij] + directed[ji] + undirected[ij] > 0;
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      const [ij, ji] = [i * d + j, j * d + i];
      const isTurned =
        (estimate.directed[ij] === 1 && truth.directed[ji] === 1) ||
        (estimate.directed[ji] === 1 && truth.directed[ij] === 1);
      if (isTurned || isLinked(estimate, ij, ji) !== isLinked(truth, ij, ji)) ends.add(i).add(j);
    }
  }
  return [...ends];
}

/** The truth with its variables numbered in the order of these names. */
function placedAs(names: readonly string[], truth: NamedGraph): Pdag {
  const place = new Map(truth.names.map((name, k) => [name, k]));
  return partOf(
    truth,
    names.map((name) => place.get(name)!),
  ).graph;
}

/** The induced subgraph on these variables, in this order. */
function partOf({ names, graph, shares }: NamedGraph, part: readonly number[]): NamedGraph {
  const { d, directed, undirected } = graph;
  const size = part.length;
  const bytes = (from: Uint8Array) => among(from, d, part, new Uint8Array(size * size));
  const numbers = (from: Float64Array) => among(from, d, part, new Float64Array(size * size));
  return {
    names: part.map((i) => names[i]),
    graph: { d: size, directed: bytes(directed), undirected: bytes(undirected) },
    ...(shares && {
      shares: {
        ...shares,
        d: size,
        directed: numbers(shares.directed),
        undirected: numbers(shares.undirected),
      },
    }),
  };
}

function among<T extends Uint8Array | Float64Array>(from: T, d: number, part: readonly number[], to: T): T {
  part.forEach((i, a) => {
    part.forEach((j, b) => {
      to[a * part.length + b] = from[i * d + j];
    });
  });
  return to;
}
