// Every partially directed graph of a few variables, and the classes of the DAGs by skeleton and v-structures: the slow,
// obvious reference for what core computes about classes.

import { edgeList, type Graph, topologicalOrder } from "../src/core/graph/graph.ts";
import type { Pdag } from "../src/core/graph/pdag.ts";
import { allDags } from "./problems.ts";

/** Every way of giving each pair of d variables one of `kinds` marks, as the marks of the pairs (0,1), (0,2), …. */
export function* allMarks(d: number, kinds: number): Generator<number[]> {
  const pairs = (d * (d - 1)) / 2;
  for (let code = 0; code < Math.round(kinds ** pairs); code++) {
    const marks: number[] = [];
    for (let k = 0, rest = code; k < pairs; k++, rest = Math.floor(rest / kinds)) marks.push(rest % kinds);
    yield marks;
  }
}

/** Marks: 0 none, 1 →, 2 ←, 3 —. */
export function pdagFromMarks(d: number, marks: readonly number[]): Pdag {
  const directed = new Uint8Array(d * d);
  const undirected = new Uint8Array(d * d);
  let k = 0;
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      const mark = marks[k++];
      if (mark === 1) directed[i * d + j] = 1;
      if (mark === 2) directed[j * d + i] = 1;
      if (mark === 3) undirected[i * d + j] = undirected[j * d + i] = 1;
    }
  }
  return { d, directed, undirected };
}

/** Skeleton and v-structures, spelt out. */
export function meaning({ d, directed, undirected }: Pdag): string {
  const linked = (i: number, j: number): boolean =>
    directed[i * d + j] + directed[j * d + i] + undirected[i * d + j] > 0;
  const out: string[] = [];
  for (let i = 0; i < d; i++) {
    for (let j = i + 1; j < d; j++) {
      if (linked(i, j)) out.push(`${i}-${j}`);
      else
        for (let k = 0; k < d; k++)
          if (directed[i * d + k] && directed[j * d + k]) out.push(`${i}>${k}<${j}`);
    }
  }
  return out.join(" ");
}

export const text = (graph: Graph): string => JSON.stringify(edgeList(graph));
export const asPdag = ({ d, edges }: Graph): Pdag => ({
  d,
  directed: edges,
  undirected: new Uint8Array(d * d),
});

/** The DAGs of d variables by skeleton and v-structures. */
export function classesOf(d: number): Map<string, Graph[]> {
  const out = new Map<string, Graph[]>();
  for (const dag of allDags(d)) {
    const key = meaning(asPdag(dag));
    out.set(key, [...(out.get(key) ?? []), dag]);
  }
  return out;
}

/** The member with the smallest causal order. */
export function firstByOrder(members: readonly Graph[]): Graph {
  const order = (graph: Graph): number[] => topologicalOrder(graph)!;
  return members.reduce((best, graph) => {
    const [a, b] = [order(graph), order(best)];
    const at = a.findIndex((v, k) => v !== b[k]);
    return at >= 0 && a[at] < b[at] ? graph : best;
  });
}
