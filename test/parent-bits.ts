// The parents of graphs as bits, one graph after another, for tests.

import type { Graph } from "../src/core/graph/graph.ts";
import { bitsOfCells } from "../src/core/search/agents/parent-bits.ts";

export function parentBits(graphs: readonly Graph[]): Uint32Array {
  const d = graphs[0]?.d ?? 0;
  const cells = graphs.flatMap(({ edges }) =>
    Array.from(edges, (_, k) => edges[(k % d) * d + Math.floor(k / d)]),
  );
  return bitsOfCells(cells, { batch: graphs.length, d, rowStep: d });
}
