// Samples from the chest clinic network ("Asia") with its published probabilities.
//
// Lauritzen, S., Spiegelhalter, D. "Local computations with probabilities on graphical structures and their application to
// expert systems." JRSS B 50(2), 1988, table 2.

import { createTable, type Table } from "../src/core/data/table.ts";
import { type Graph, graphFromEdges } from "../src/core/graph/graph.ts";
import { matrix } from "../src/core/math/matrix.ts";
import type { Rng } from "../src/core/math/rng.ts";

const names = ["asia", "bronchitis", "dyspnoea", "either", "lung", "smoking", "tuberculosis", "xray"];
const [asia, bronchitis, dyspnoea, either, lung, smoking, tuberculosis, xray] = names.map((_, j) => j);

export const asiaGraph: Graph = graphFromEdges(8, [
  [asia, tuberculosis],
  [smoking, lung],
  [smoking, bronchitis],
  [tuberculosis, either],
  [lung, either],
  [either, xray],
  [either, dyspnoea],
  [bronchitis, dyspnoea],
]);

export function asiaTable(rng: Rng, n: number): Table {
  const X = matrix(n, 8);
  for (let i = 0; i < n; i++) {
    const row = X.data.subarray(8 * i, 8 * i + 8);
    const draw = (probability: number) => (rng.uniform() < probability ? 1 : 0);
    row[asia] = draw(0.01);
    row[smoking] = draw(0.5);
    row[tuberculosis] = draw(row[asia] ? 0.05 : 0.01);
    row[lung] = draw(row[smoking] ? 0.1 : 0.01);
    row[bronchitis] = draw(row[smoking] ? 0.6 : 0.3);
    row[either] = row[tuberculosis] || row[lung];
    row[xray] = draw(row[either] ? 0.98 : 0.05);
    row[dyspnoea] = draw(row[either] ? (row[bronchitis] ? 0.9 : 0.7) : row[bronchitis] ? 0.8 : 0.1);
  }
  return createTable(
    names,
    X,
    names.map(() => ["no", "yes"]),
  );
}
