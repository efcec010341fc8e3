// Whether one set of background knowledge implies another: is every graph that satisfies the first also allowed by the second,
// and if not, which conditions can it violate?
//
// An acyclic graph with a path from j to i has no edge i → j, so required edges forbid others. The number of causes is bounded
// by the limit, or by the number of causes that a variable can have at all if that is smaller.

import { allowedParents, type Knowledge } from "./knowledge.ts";

/** The conditions of `wanted` that a graph satisfying `premise` may still violate; empty if `premise` implies them all. */
export function unimplied(premise: Knowledge, wanted: Knowledge, names: readonly string[]): string[] {
  const { d } = premise;
  const impossible = impossibleEdges(premise);
  const out: string[] = [];
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const at = i * d + j;
      const edge = `${names[i]} → ${names[j]}`;
      if (wanted.required[at] === 1 && premise.required[at] === 0) out.push(`${edge} is required`);
      if (wanted.forbidden[at] === 1 && impossible[at] === 0) out.push(`${edge} is forbidden`);
    }
  }
  const most = Array.from({ length: d }, (_, j) =>
    Math.min(premise.maxParents, allowedParents({ ...premise, forbidden: impossible }, j).length),
  );
  if (most.some((count) => count > wanted.maxParents))
    out.push(
      `no variable has more than ${wanted.maxParents} ${wanted.maxParents === 1 ? "cause" : "causes"}`,
    );
  return out;
}

/** Edges that no graph satisfying the knowledge has: the forbidden ones, and those against a path of required edges. */
function impossibleEdges({ d, required, forbidden }: Knowledge): Uint8Array {
  const path = new Uint8Array(required);
  for (let k = 0; k < d; k++)
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++) if (path[i * d + k] === 1 && path[k * d + j] === 1) path[i * d + j] = 1;
  return forbidden.map((f, at) => (f === 1 || path[(at % d) * d + Math.floor(at / d)] === 1 ? 1 : 0));
}
