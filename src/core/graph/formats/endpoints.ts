// Matrix of endpoints as CSV, causal-learn's representation of graphs (GeneralGraph.graph): entry (i, j) is the mark at i of the
// edge between i and j. A header row of names, then a row for each variable in the same order.
//
//     age,income        −1 at i and 1 at j:    i → j
//     0,-1              −1 at both:            i — j
//     1,0               0:                     no edge
//
// No weights. A first column with the rows' names is accepted, and the header may be absent if the columns are known. Marks of
// graphs with hidden common causes (1 at both, 2) are refused.

import { check } from "../../check.ts";
import { type Square, squareOf } from "./adjacency.ts";
import { rowText } from "./cells.ts";
import type { EdgeStatement, Syntax } from "./named-graph.ts";

export const endpoints: Syntax = {
  title: "matrix of endpoints",
  extensions: ["endpoints"],
  summary:
    "causal-learn's matrix of endpoints: CSV, a header of names, row i column j is the mark at i (−1 tail, 1 arrow)",

  parse(text, where, names) {
    const square = squareOf(text, where, names);
    return { nodes: square.ids.map((id) => ({ id, place: "header" })), edges: edgesOf(square, where) };
  },

  write({ names, graph: { d, directed, undirected } }) {
    const mark = (i: number, j: number): number =>
      directed[j * d + i] === 1 ? 1 : -(directed[i * d + j] | undirected[i * d + j]) || 0;
    const rows = names.map((_, i) => names.map((_, j) => mark(i, j)).join(","));
    return `${[rowText(names), ...rows].join("\n")}\n`;
  },
};

/** Whether this can be a matrix of endpoints and not an adjacency matrix: every edge has marks at both ends, at least one a tail. */
export function looksLikeEndpoints({ entries }: Square): boolean {
  let tails = 0;
  for (const [i, row] of entries.entries()) {
    for (const [j, mark] of row.entries()) {
      if (mark === 0) continue;
      if (Math.abs(mark) !== 1 || (mark !== -1 && entries[j][i] !== -1)) return false;
      tails += mark === -1 ? 1 : 0;
    }
  }
  return tails > 0;
}

function edgesOf({ ids, entries, lines }: Square, where: string): EdgeStatement[] {
  const edges: EdgeStatement[] = [];
  ids.forEach((a, i) => {
    ids.forEach((b, j) => {
      if (j < i) return;
      const [atA, atB] = [entries[i][j], entries[j][i]];
      if (atA === 0 && atB === 0) return;
      const place = `line ${lines[i]}`;
      check(
        i === j || (Math.abs(atA) === 1 && Math.abs(atB) === 1 && (atA === -1 || atB === -1)),
        () =>
          `${where} ${place} must have the marks −1 and 1, or −1 twice, for two variables, got ${atA} at "${a}" and ${atB} at "${b}"; graphs with hidden common causes cannot be read`,
      );
      if (atA === atB) edges.push({ from: a, to: b, mark: "---", place });
      else edges.push({ from: atA === -1 ? a : b, to: atA === -1 ? b : a, mark: "-->", place });
    });
  });
  return edges;
}
