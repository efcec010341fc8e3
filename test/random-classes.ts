// Random DAGs and classes for the tests of partially directed graphs and their members.

import { completeGraph, edgeList, type Graph, graphFromEdges } from "../src/core/graph/graph.ts";
import type { Pdag } from "../src/core/graph/pdag.ts";
import type { Rng } from "../src/core/math/rng.ts";

export function randomDag(d: number, density: number, rng: Rng): Graph {
  const full = completeGraph(rng.permutation(d));
  return { d, edges: full.edges.map((e) => (e === 1 && rng.uniform() < density ? 1 : 0)) };
}

/** A DAG whose class has no directed edges: each variable is linked to some of a clique before it. */
export function randomChordal(d: number, rng: Rng): Graph {
  const cliques: number[][] = [[0]];
  for (let v = 1; v < d; v++) {
    const some = cliques[Math.floor(rng.uniform() * v)].filter(() => rng.uniform() < 0.8);
    cliques.push([...(some.length > 0 ? some : [v - 1]), v]);
  }
  return graphFromEdges(
    d,
    cliques.flatMap((clique, v) => clique.filter((i) => i < v).map((i) => [i, v] as const)),
  );
}

/** The graph with some of its undirected edges directed as in the given DAG. */
export function withKnowledge({ d, directed, undirected }: Pdag, member: Graph, pick: () => boolean): Pdag {
  const out = { d, directed: new Uint8Array(directed), undirected: new Uint8Array(undirected) };
  for (const [i, j] of edgeList(member)) {
    if (undirected[i * d + j] === 0 || !pick()) continue;
    out.directed[i * d + j] = 1;
    out.undirected[i * d + j] = out.undirected[j * d + i] = 0;
  }
  return out;
}
