// Random directed acyclic graphs that are symmetric in the columns: every model draws edges along a hidden order of the
// variables, uniform over all d! orders.
//
//     bernoulli     each of the d(d − 1)/2 edges along the order, with probability p
//     erdos-renyi   the same with p = 2e / (d(d − 1)), so that e edges are expected
//     scale-free    variable t joins m earlier ones, chosen with probability proportional to their degree
//     bipartite     edges only from the first part to the second, each with probability p
//
// Barabási, A.-L., Albert, R. "Emergence of scaling in random networks." Science 286, 1999.
//
// Differs from gCastle, whose p = 2e/d² gives fewer edges than requested, and from NOTEARS, which draws exactly e edges.
// Degrees in "scale-free" count both directions; igraph's directed model, which NOTEARS uses, counts in-degree plus one.

import * as z from "zod";
import { check } from "../../check.ts";
import { type Graph, graphFromEdges, renumbered } from "../../graph/graph.ts";
import type { Rng } from "../../math/rng.ts";
import { count, option, size, whole } from "../../option.ts";

export type GraphName = "bernoulli" | "erdos-renyi" | "scale-free" | "bipartite";

const edgeProbability = option(size.max(1), {
  help: "probability of each possible edge (default: 0.5; beyond 12 nodes, two edges per node)",
  flag: "--edge-probability <p>",
});
const expected = z.strictObject({
  expectedEdges: option(size, {
    help: "expected number of edges (default: twice the nodes, or every edge where there are fewer)",
    flag: "--expected-edges <count>",
  }),
  degree: option(size, {
    help: "expected number of neighbours of a node, instead of the expected edges",
    flag: "--degree <count>",
  }),
});
const hubs = z.strictObject({
  edgesPerNode: option(count, {
    help: "edges of each new node (default: 2, or 1 for fewer than three nodes)",
    flag: "--edges-per-node <count>",
  }),
  hubs: option(z.enum(["causes", "effects"]), {
    help: "whether nodes with many neighbours are causes or effects",
    default: "effects",
    flag: "--hubs <which>",
  }),
});
const parts = z.strictObject({
  edgeProbability,
  firstPart: option(whole, {
    help: "nodes in the part of causes (default: half of them)",
    flag: "--first-part <count>",
  }),
});

export type GraphOptions = Readonly<
  Partial<z.output<typeof expected> & z.output<typeof hubs> & z.output<typeof parts>>
>;

export interface GraphModel {
  /** One line for a list of choices. */
  readonly summary: string;
  /** The options that it reads; any other is refused. */
  readonly options: z.ZodObject;
  /** A graph on d variables before they are shuffled. */
  readonly sample: (d: number, options: GraphOptions, rng: Rng) => Graph;
}

export const graphModels: Readonly<Record<GraphName, GraphModel>> = {
  bernoulli: {
    summary: "every edge along a random order with the same probability",
    options: z.strictObject({ edgeProbability }),
    sample: bernoulli,
  },
  "erdos-renyi": {
    summary: "as bernoulli, with the probability from the expected number of edges",
    options: expected,
    sample: erdosRenyi,
  },
  "scale-free": {
    summary: "Barabási–Albert: a few nodes with many neighbours",
    options: hubs,
    sample: scaleFree,
  },
  bipartite: {
    summary: "one part of causes only and one of effects only",
    options: parts,
    sample: bipartite,
  },
};

/** A graph of the model, its variables shuffled. */
export function randomGraph(model: GraphModel, d: number, options: GraphOptions, rng: Rng): Graph {
  return renumbered(model.sample(d, options, rng.fork("edges")), rng.fork("order").permutation(d));
}

/** As in the paper for few nodes; for many, half of all edges would make variances too large for any score. */
function usualProbability(d: number): number {
  return d <= 12 ? 0.5 : 4 / (d - 1);
}

function bernoulli(d: number, options: GraphOptions, rng: Rng): Graph {
  const { edgeProbability: p = usualProbability(d) } = options;
  checkProbability(p);
  return independentEdges(d, rng, () => p);
}

function erdosRenyi(d: number, { expectedEdges, degree }: GraphOptions, rng: Rng): Graph {
  const possible = (d * (d - 1)) / 2;
  check(
    expectedEdges === undefined || degree === undefined,
    `simulate: expectedEdges and degree specify the same thing, got ${expectedEdges} and ${degree}; give one`,
  );
  check(
    degree === undefined || (degree >= 0 && degree <= d - 1),
    `simulate: degree must be from 0 to ${d - 1} with ${d} nodes, got ${degree}`,
  );
  const edges = expectedEdges ?? Math.min(((degree ?? 4) * d) / 2, possible);
  check(
    edges >= 0 && edges <= possible,
    `simulate: expectedEdges must be from 0 to ${possible} with ${d} nodes, got ${edges}; give fewer edges, or more nodes`,
  );
  const p = possible === 0 ? 0 : edges / possible;
  return independentEdges(d, rng, () => p);
}

function bipartite(d: number, options: GraphOptions, rng: Rng): Graph {
  const { edgeProbability: p = usualProbability(d), firstPart = Math.floor(d / 2) } = options;
  checkProbability(p);
  check(
    Number.isInteger(firstPart) && firstPart >= 0 && firstPart <= d,
    `simulate: firstPart must be a whole number from 0 to ${d} (the nodes), got ${firstPart}`,
  );
  return independentEdges(d, rng, (i, j) => (i < firstPart && j >= firstPart ? p : 0));
}

function scaleFree(d: number, options: GraphOptions, rng: Rng): Graph {
  const { edgesPerNode: m = d < 3 ? 1 : 2, hubs = "effects" } = options;
  const most = Math.max(1, d - 1);
  check(
    Number.isInteger(m) && m >= 1 && m <= most,
    `simulate: edgesPerNode must be a whole number from 1 to ${most} with ${d} nodes, got ${m}`,
  );
  check(hubs === "causes" || hubs === "effects", `simulate: hubs must be causes or effects, got ${hubs}`);
  // The two ends of every edge: a uniform draw from them is proportional to the degree.
  const ends: number[] = [];
  const edges: [number, number][] = [];
  for (let t = 1; t < d; t++) {
    const joined = new Set<number>();
    if (t <= m) for (let i = 0; i < t; i++) joined.add(i);
    while (joined.size < Math.min(m, t)) joined.add(ends[rng.integer(ends.length)]!);
    for (const i of joined) {
      edges.push(hubs === "causes" ? [i, t] : [t, i]);
      ends.push(i, t);
    }
  }
  return graphFromEdges(d, edges);
}

function independentEdges(d: number, rng: Rng, probability: (i: number, j: number) => number): Graph {
  const edges: [number, number][] = [];
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) if (rng.uniform() < probability(i, j)) edges.push([i, j]);
  }
  return graphFromEdges(d, edges);
}

function checkProbability(p: number): void {
  check(p >= 0 && p <= 1, `simulate: edgeProbability must be from 0 to 1, got ${p}`);
}
