// How often one variable is an ancestor of another among drawn graphs.

export interface AncestorCount {
  /** Counts a graph: an order of it, causes first, and the parents of each variable. */
  readonly add: (order: Iterable<number>, parentsOf: (j: number) => readonly number[]) => void;
  /** Share of the graphs in which i is an ancestor of j, at i * d + j. */
  readonly shares: () => Float64Array;
}

export function ancestorCount(d: number): AncestorCount {
  const counts = new Float64Array(d * d);
  // The ancestors of j in row j.
  const isAncestor = new Uint8Array(d * d);
  let graphs = 0;
  return {
    add(order, parentsOf) {
      graphs++;
      isAncestor.fill(0);
      for (const j of order) {
        // Causes come first: the ancestors of a parent are known.
        for (const p of parentsOf(j)) {
          isAncestor[j * d + p] = 1;
          for (let i = 0; i < d; i++) isAncestor[j * d + i] |= isAncestor[p * d + i];
        }
        for (let i = 0; i < d; i++) counts[i * d + j] += isAncestor[j * d + i];
      }
    },
    shares: () => counts.map((count) => count / graphs),
  };
}
