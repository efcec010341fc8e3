// Does one knowledge say all that another says? Of two sets of graphs, each told by what its members obey: is one within the
// other, and if not, what keeps it out.
//
// A graph without cycles that has a path from j to i has no edge i → j: what is required forbids edges too. Of the number of
// causes the limit counts, or how many causes a variable can have at all where that is less.

import { allowedParents, type Knowledge } from "./knowledge.ts";

/** What a graph that obeys `premise` may still break of `wanted`, as conditions; empty where none can. */
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

/** Edges that no graph has that obeys: the forbidden ones, and those against a path of required edges. */
function impossibleEdges({ d, required, forbidden }: Knowledge): Uint8Array {
  const path = new Uint8Array(required);
  for (let k = 0; k < d; k++)
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++) if (path[i * d + k] === 1 && path[k * d + j] === 1) path[i * d + j] = 1;
  return forbidden.map((f, at) => (f === 1 || path[(at % d) * d + Math.floor(at / d)] === 1 ? 1 : 0));
}
