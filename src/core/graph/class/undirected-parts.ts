// The connected parts formed by the undirected edges of a class. Each is chordal and all its variables have the same causes
// outside it, so the parts are oriented independently of each other.

import type { Draft } from "../meek.ts";
import type { Chordal } from "./chordal-search.ts";

/** The connected parts of the undirected edges, with the directed edges within them. */
export function undirectedParts(draft: Draft): Chordal[] {
  const { d, undirected, around } = draft;
  const seen = new Uint8Array(d);
  const parts: Chordal[] = [];
  for (let first = 0; first < d; first++) {
    if (seen[first] === 1) continue;
    seen[first] = 1;
    const part = [first];
    for (const v of part) {
      for (const w of around[v]) {
        if (undirected[v * d + w] === 0 || seen[w] === 1) continue;
        seen[w] = 1;
        part.push(w);
      }
    }
    if (part.length > 1) parts.push(chordalPart(draft, Int32Array.from(part).sort()));
  }
  return parts;
}

function chordalPart({ d, directed, around }: Draft, variables: Int32Array): Chordal {
  const place = new Int32Array(d).fill(-1);
  for (let k = 0; k < variables.length; k++) place[variables[k]] = k;
  const start = [0];
  const near: number[] = [];
  const arrows: number[] = [];
  for (const v of variables) {
    for (const w of around[v]) {
      if (place[w] < 0) continue;
      near.push(place[w]);
      if (directed[v * d + w] === 1) arrows.push(place[v], place[w]);
    }
    start.push(near.length);
  }
  return {
    size: variables.length,
    variables,
    start: Int32Array.from(start),
    near: Int32Array.from(near),
    arrows: Int32Array.from(arrows),
  };
}
