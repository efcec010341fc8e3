// Minimum and maximum structural intervention distance over the DAGs that a partially directed graph represents, without listing
// them all.
//
// The distance is a sum over the variables of a term that depends only on the parents of that variable. The undirected edges form
// connected parts that are oriented independently of each other, so the minimum distance is the sum of the minima over the
// orientations of each part (and likewise the maximum),
//
//     min over members  Σᵢ wrong(i, parents)  =  Σ over parts  min over orientations of the part  Σ_{i in part} wrong(i, parents)
//
// and the parts are small even if the members are astronomically many: 176 open edges among 1,000 variables form about fifty parts.
// The orientations of a part are listed, up to a limit.
//
// Peters & Bühlmann. "Structural intervention distance for evaluating causal graphs." Neural Computation 27(3), 2015, section 2.4.3
// (part by part). Differs from their code, which lists the parents of each variable separately if a part has more than 8
// variables: those parent sets need not belong to one DAG, so its bounds may be wider than these.

import { isExtendable, meekClosure, membersOf } from "../equivalence.ts";
import { type Graph, parentsOf } from "../graph.ts";
import { draftOf } from "../meek.ts";
import { directedPart, type Pdag } from "../pdag.ts";
import { wrongEffects } from "../sid.ts";
import { undirectedParts } from "./undirected-parts.ts";

export interface SidBounds {
  readonly lower: number;
  readonly upper: number;
  /** Number of DAGs that the graph represents. */
  readonly members: bigint;
}

/** Null if a part has more than `most` orientations; zero members if the graph represents no DAG. */
export function sidBounds(truth: Graph, estimate: Pdag, most: number): SidBounds | null {
  if (!isExtendable(estimate)) return { lower: 0, upper: 0, members: 0n };
  const closed = meekClosure(estimate);
  const settled = directedPart(closed);
  const wrongOf = wrongEffects(truth);
  const isOpen = new Uint8Array(truth.d);
  let [lower, upper, members] = [0, 0, 1n];
  for (const { variables } of undirectedParts(draftOf(closed))) {
    const orientations = membersOf(induced(closed, variables), { limit: most });
    if (!orientations.complete) return null;
    let [least, greatest] = [Number.POSITIVE_INFINITY, 0];
    const wrongByParents = new Map<string, number>();
    for (const orientation of orientations.members) {
      let sum = 0;
      variables.forEach((i, at) => {
        isOpen[i] = 1;
        const parents = parentsOf(orientation, at).map((k) => variables[k]);
        const key = `${i}<${parents.join()}`;
        const wrong = wrongByParents.get(key) ?? wrongOf(i, union(parentsOf(settled, i), parents));
        wrongByParents.set(key, wrong);
        sum += wrong;
      });
      least = Math.min(least, sum);
      greatest = Math.max(greatest, sum);
    }
    lower += least;
    upper += greatest;
    members *= BigInt(orientations.members.length);
  }
  for (let i = 0; i < truth.d; i++) {
    if (isOpen[i] === 1) continue;
    const wrong = wrongOf(i, parentsOf(settled, i));
    lower += wrong;
    upper += wrong;
  }
  return { lower, upper, members };
}

/** The induced subgraph on these variables. */
function induced({ d, directed, undirected }: Pdag, variables: Int32Array): Pdag {
  const size = variables.length;
  const part = { d: size, directed: new Uint8Array(size * size), undirected: new Uint8Array(size * size) };
  variables.forEach((i, a) => {
    variables.forEach((j, b) => {
      part.directed[a * size + b] = directed[i * d + j];
      part.undirected[a * size + b] = undirected[i * d + j];
    });
  });
  return part;
}

function union(a: readonly number[], b: readonly number[]): number[] {
  return [...new Set([...a, ...b])];
}
