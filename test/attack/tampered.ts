// Ways to tamper with a certificate, each seeded: numbers, graphs, passes, knowledge, score, data, shape. Most of them compute
// the checksum anew, as a forger would.

import { edgeList, graphFromEdges, InputError, isAcyclic, type Rng, sealed } from "../../src/core/index.ts";
import { randomDag } from "../problems.ts";

// biome-ignore lint/suspicious/noExplicitAny: anything may stand anywhere in a document that was tampered with
export type Document = any;

export interface Forger {
  readonly rng: Rng;
  /** Certificates to take parts from. */
  readonly others: readonly Document[];
  /** Score of a graph under what the document says, where it can be had: a forger is honest about what is looked up. */
  readonly scoreOf: (document: Document, edges: readonly (readonly [number, number])[]) => number;
}

type Tampering = (document: Document, forger: Forger) => void;

const scoreNames = [
  "bic",
  "bic-equal-variance",
  "bge",
  "bdeu",
  "bic-discrete",
  "bic-mixed",
  "quadratic",
  "gp",
  "./a.js",
];

export const tamperings: Readonly<Record<string, Tampering>> = {
  "a number, slightly": (document, { rng }) =>
    changeNumber(
      document,
      rng,
      (x) => x * (1 + (rng.uniform() < 0.5 ? 1 : -1) * powerOfTen(-1 - rng.integer(12))),
    ),
  "a number, wildly": (document, { rng }) =>
    changeNumber(document, rng, (x) =>
      oneOf(rng, [-x, 0, -0, 1e308, -1e308, 5e-324, x + 1, x - 1, 2 ** 53, 0.5, null, String(x), [x], { x }]),
    ),
  "a graph with one edge more, less or turned": (document, { rng }) => {
    const graphs = [document.optimum, ...document.passes];
    const of = oneOf(rng, graphs);
    of.graph = turned(of.graph, document.columns.length, rng);
  },
  "another graph, honest about its score": (document, { rng, scoreOf }) => {
    const d = document.columns.length;
    const graph = rng.uniform() < 0.5 ? edgeList(randomDag(rng, d)) : turned(document.optimum.graph, d, rng);
    document.optimum = { graph, score: scoreOf(document, graph) };
    if (rng.uniform() < 0.5) document.bound = document.optimum.score;
  },
  "passes left out, repeated or mixed": (document, { rng, others }) => {
    const { passes } = document;
    const at = rng.integer(passes.length);
    const change = rng.integer(5);
    if (change === 0) passes.splice(at, 1);
    if (change === 1) passes.push({ ...passes[at] });
    if (change === 2) document.passes = rng.permutation(passes.length).map((k) => passes[k]);
    if (change === 3) document.passes = structuredClone(oneOf(rng, others).passes);
    if (change === 4) passes[at] = { ...passes[at], multiplier: oneOf(rng, [0, -0, 1, 1e300, -1, null]) };
  },
  "knowledge dropped": (document, { rng }) => {
    const { knowledge, columns } = document;
    const change = rng.integer(4);
    if (change === 0) knowledge.required = [];
    if (change === 1) knowledge.forbidden = [];
    if (change === 2) knowledge.maxParents = columns.length - 1;
    if (change === 3) document.knowledge = { required: [], forbidden: [], maxParents: columns.length - 1 };
  },
  "knowledge added, or of another certificate": (document, { rng, others }) => {
    const { knowledge, columns } = document;
    const pair = [oneOf(rng, columns), oneOf(rng, columns)];
    const change = rng.integer(4);
    if (change === 0) knowledge.required.push(pair);
    if (change === 1) knowledge.forbidden.push(pair);
    if (change === 2) knowledge.maxParents = rng.integer(columns.length);
    if (change === 3) document.knowledge = structuredClone(oneOf(rng, others).knowledge);
  },
  "another score, or other parameters": (document, { rng, others }) => {
    const { score } = document;
    const change = rng.integer(6);
    if (change === 0) score.name = oneOf(rng, scoreNames);
    if (change === 1) score.penalty = score.penalty === "runs" ? "equation" : "runs";
    if (change === 2) score.penaltyWeight = oneOf(rng, [0, 0.5, 1, 2, 50, 1e9]);
    if (change === 3) score.equivalentSampleSize = oneOf(rng, [0.1, 1, 5, 100]);
    if (change === 4) score.categorical = rng.uniform() < 0.5 ? undefined : [oneOf(rng, document.columns)];
    if (change === 5) document.score = structuredClone(oneOf(rng, others).score);
  },
  "other data": (document, { rng, others }) => {
    const { data } = document;
    const change = rng.integer(5);
    if (change === 0) data.rows += oneOf(rng, [-1, 1, 100]);
    if (change === 1) data.hash = oneOf(rng, others).data.hash;
    if (change === 2) data.standardised = !data.standardised;
    if (change === 3) data.dropOutliers = oneOf(rng, [undefined, 0, 0.05, 0.3, 0.99]);
    if (change === 4) document.data = structuredClone(oneOf(rng, others).data);
  },
  "other columns, or another method": (document, { rng }) => {
    const { columns } = document;
    const change = rng.integer(4);
    if (change === 0) document.columns = rng.permutation(columns.length).map((k) => columns[k]);
    if (change === 1)
      columns[rng.integer(columns.length)] = oneOf(rng, [...columns, "other", "", "__proto__"]);
    if (change === 2) columns.pop();
    if (change === 3)
      document.method = document.method === "subset program" ? "hull of subset programs" : "subset program";
  },
  "parts of another certificate": (document, { rng, others }) => {
    const other = structuredClone(oneOf(rng, others));
    for (const part of ["optimum", "passes", "bound", "knowledge", "score", "data", "method"])
      if (rng.uniform() < 0.5) document[part] = other[part];
  },
  "the conditions of another certificate on its whole proof": (document, { rng, others }) => {
    const other = structuredClone(oneOf(rng, others));
    const { knowledge, score, data } = document;
    Object.assign(
      document,
      other,
      oneOf<object>(rng, [{ knowledge }, { score }, { data }, { knowledge, score }]),
    );
  },
  "members of another kind, missing or too many": (document, { rng }) => {
    const of = oneOf(rng, [document, document.data, document.score, document.knowledge, document.optimum]);
    const key = oneOf(rng, Object.keys(of));
    const change = rng.integer(3);
    if (change === 0) delete of[key];
    if (change === 1) of[key] = oneOf(rng, [null, "", [], {}, 0, true, [[0, 1]], "bic"]);
    if (change === 2) of[oneOf(rng, ["claim", "holds", "x"])] = true;
  },
};

/** The text of a document that was tampered with once or twice, and how. */
export function tampered(
  original: Document,
  forger: Forger,
): { readonly text: string; readonly how: string } {
  const { rng } = forger;
  const document = structuredClone(original);
  const names = Object.keys(tamperings);
  const chosen = Array.from({ length: rng.uniform() < 0.3 ? 2 : 1 }, () => oneOf(rng, names));
  for (const name of chosen) {
    try {
      tamperings[name](document, forger);
    } catch (error) {
      // The first has left the second nothing to take hold of, or no graph.
      if (!(error instanceof TypeError || error instanceof InputError)) throw error;
    }
  }
  return { text: resealed(document, rng), how: chosen.join(" and ") };
}

/** With a checksum that is right (mostly), left as it was, or, in the first format, none. */
function resealed(document: Document, rng: Rng): string {
  const kind = rng.uniform();
  if (kind < 0.05) return JSON.stringify(document);
  const { checksum: _, ...rest } = document;
  if (kind < 0.15) {
    const { version: __, ...older } = rest;
    return JSON.stringify({ ...older, format: "wherefore-certificate/1" });
  }
  return JSON.stringify(sealed(JSON.parse(JSON.stringify(rest))));
}

function changeNumber(document: Document, rng: Rng, change: (x: number) => unknown): void {
  const places: (readonly [Document, string])[] = [];
  const visit = (of: Document): void => {
    for (const key of Object.keys(of)) {
      if (typeof of[key] === "number") places.push([of, key]);
      else if (of[key] !== null && typeof of[key] === "object") visit(of[key]);
    }
  };
  visit(document);
  const [of, key] = oneOf(rng, places);
  of[key] = change(of[key]);
}

/** One edge added, taken away or turned round; a cycle is allowed to come of it now and then. */
function turned(
  edges: readonly (readonly [number, number])[],
  d: number,
  rng: Rng,
): (readonly [number, number])[] {
  for (;;) {
    const [i, j] = [rng.integer(d), rng.integer(d)];
    if (i === j) continue;
    const without = edges.filter(([a, b]) => !(a === i && b === j) && !(a === j && b === i));
    const has = without.length < edges.length;
    const next = has && rng.uniform() < 0.5 ? without : [...without, [i, j] as const];
    if (rng.uniform() < 0.1 || isAcyclic(graphFromEdges(d, next))) return next;
  }
}

function oneOf<T>(rng: Rng, list: readonly T[]): T {
  return list[rng.integer(list.length)];
}

function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}
