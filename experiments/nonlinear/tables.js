// Gaussian-process data of any size, generated as by GraN-DAG's authors (their generateData.R):
//
//     graph    each of the d (d − 1) / 2 pairs along a random order is adjacent with the same probability
//     causes   x = √v ε,                  v ~ U(1, 2), one for each variable, ε standard normal
//     effects  x = f(parents) + 0.2 √v ε,  f ~ GP(0, K) of all parents together, K = exp(−½ |a − b|²)
//
// Differs from theirs in the random numbers. 1e-6 is added to the diagonal of K, which otherwise has no Cholesky factor in float64.

/**
 * @typedef {import("./tables.js").Makers} Makers
 * @typedef {import("./tables.js").Drawn} Drawn
 */

/** The most recent table, cached: all methods run on one table before the next is generated. */
let last = { key: "", drawn: /** @type {Drawn | undefined} */ (undefined) };

/**
 * @param {Makers} library
 * @param {number} seed
 * @param {{ nodes: number, edges: number, samples: number }} shape
 * @returns {Drawn}
 */
export function gaussianProcesses(library, seed, { nodes, edges, samples }) {
  const key = JSON.stringify([seed, nodes, edges, samples]);
  if (last.key !== key || !last.drawn) last = { key, drawn: drawn(library, seed, { nodes, edges, samples }) };
  return last.drawn;
}

/**
 * @param {Makers} library
 * @param {number} seed
 * @param {{ nodes: number, edges: number, samples: number }} shape
 * @returns {Drawn}
 */
function drawn({ createRng, createTable, matrix, simulate }, seed, { nodes: d, edges, samples: n }) {
  const { truth, table } = simulate({
    graph: "erdos-renyi",
    nodes: d,
    expectedEdges: edges,
    samples: 2,
    seed,
  });
  const rng = createRng(seed);
  const X = matrix(n, d);
  const isDone = new Uint8Array(d);
  const parentsOf = (/** @type {number} */ j) =>
    Array.from({ length: d }, (_, i) => i).filter((i) => truth.edges[i * d + j] === 1);
  for (let left = d; left > 0; left--) {
    const j = isDone.findIndex((done, k) => !done && parentsOf(k).every((i) => isDone[i]));
    const parents = parentsOf(j);
    const own = rng.fork(`variable/${j}`);
    const scale = Math.sqrt(1 + own.uniform()) * (parents.length > 0 ? 0.2 : 1);
    const rows = Array.from({ length: n }, (_, i) => parents.map((p) => X.data[i * d + p]));
    const f = parents.length > 0 ? draw(rows, own.fork("function").normal) : new Float64Array(n);
    for (let i = 0; i < n; i++) X.data[i * d + j] = f[i] + scale * own.normal();
    isDone[j] = 1;
  }
  return { table: createTable(table.names, X), truth };
}

/**
 * L z, L Lᵀ = K + 1e-6 I, z standard normal.
 * @param {readonly (readonly number[])[]} rows
 * @param {() => number} normal
 */
function draw(rows, normal) {
  const n = rows.length;
  /** @type {Float64Array[]} */
  const L = [];
  const z = Float64Array.from({ length: n }, normal);
  const f = new Float64Array(n);
  for (let a = 0; a < n; a++) {
    const row = new Float64Array(a + 1);
    for (let b = 0; b <= a; b++) {
      let square = 0;
      for (let k = 0; k < rows[a].length; k++) square += (rows[a][k] - rows[b][k]) ** 2;
      let left = Math.exp(-square / 2) + (a === b ? 1e-6 : 0);
      const other = a === b ? row : L[b];
      for (let k = 0; k < b; k++) left -= row[k] * other[k];
      row[b] = a === b ? Math.sqrt(Math.max(left, 1e-12)) : left / other[b];
    }
    L.push(row);
    for (let b = 0; b <= a; b++) f[a] += row[b] * z[b];
  }
  return f;
}
