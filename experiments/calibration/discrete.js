// Tables of categorical variables: a random graph, two or three labels per variable, and for each combination of its causes' labels
// probabilities drawn from a Dirichlet distribution with parameter 1.

/** @param {any} library @param {{ nodes: number, samples: number, seed: number }} options */
export function discreteTable(library, { nodes: d, samples: n, seed }) {
  const { truth } = library.simulate({
    graph: "erdos-renyi",
    nodes: d,
    samples: 2,
    seed,
    expectedEdges: 1.5 * d,
  });
  const { uniform, integer } = library.createRng(`calibration/${seed}`);
  const names = Array.from({ length: d }, (_, j) => `X${String(j + 1).padStart(2, "0")}`);
  const sizes = names.map(() => 2 + integer(2));
  const parents = names.map((_, j) => names.map((__, i) => i).filter((i) => truth.edges[i * d + j] === 1));
  /** @type {Map<string, number[]>[]} */
  const tables = names.map(() => new Map());
  const order = causesFirst(parents);
  const data = new Float64Array(n * d);
  for (let r = 0; r < n; r++) {
    for (const j of order) {
      const key = parents[j].map((i) => data[r * d + i]).join();
      let shares = tables[j].get(key);
      if (shares === undefined) {
        const draws = Array.from({ length: sizes[j] }, () => -Math.log(1 - uniform()));
        const sum = draws.reduce((a, b) => a + b, 0);
        shares = draws.map((x) => x / sum);
        tables[j].set(key, shares);
      }
      let u = uniform();
      let label = 0;
      while (label < sizes[j] - 1 && u >= shares[label]) u -= shares[label++];
      data[r * d + j] = label;
    }
  }
  const levels = sizes.map((k) => Array.from({ length: k }, (_, label) => String(label)));
  return { table: library.createTable(names, { rows: n, cols: d, data }, levels), truth };
}

/** @param {number[][]} parents */
function causesFirst(parents) {
  /** @type {number[]} */
  const order = [];
  while (order.length < parents.length)
    order.push(parents.findIndex((own, j) => !order.includes(j) && own.every((i) => order.includes(i))));
  return order;
}
