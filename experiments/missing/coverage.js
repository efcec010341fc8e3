// Do 95 % intervals of coefficients cover the true ones in 95 % of cases where values are missing? Simulated linear tables, the true graph
// given; values missing in every column by chance, or in all columns but the first where that one is above its median.
//
// Functions of the library are given, so that a test can run the smallest cell from the source; coverage-run.js is the command.

/**
 * @typedef {import("./coverage.js").Cell} Cell
 * @typedef {import("./coverage.js").Row} Row
 * @typedef {import("./coverage.js").Library} Library
 */

const model = /** @type {const} */ ({
  ...{ graph: "erdos-renyi", degree: 3, mechanism: "linear", noise: "gauss" },
  ...{ noiseScales: "differing", weightLow: 0.5, weightHigh: 2 },
});

/** The fewer tables, the longer EM takes. */
const sizes = /** @type {const} */ ([
  { nodes: 8, rows: 200, tables: [200, 200, 200] },
  { nodes: 8, rows: 1000, tables: [200, 200, 200] },
  { nodes: 20, rows: 200, tables: [100, 60, 10] },
  { nodes: 20, rows: 1000, tables: [100, 60, 40] },
]);

/** @type {readonly Cell[]} */
export const cells = [
  ...sizes.flatMap(({ nodes, rows, tables }) =>
    [0.1, 0.2, 0.4].flatMap((share, k) =>
      /** @type {const} */ (["chance", "first column"]).map((by) => ({
        ...{ nodes, rows, share, by },
        tables: by === "chance" ? tables[k] : Math.max(60, tables[k]),
      })),
    ),
  ),
  { nodes: 50, rows: 1000, share: 0.2, by: "chance", tables: 5 },
  { nodes: 50, rows: 1000, share: 0.2, by: "first column", tables: 5 },
];

/** @param {Library} library @param {Cell} cell @param {number} seed @returns {Row} */
export function coverageRow(library, { nodes, rows, share, by }, seed) {
  const { table, truth, weights } = library.simulate({ ...model, nodes, samples: rows, seed });
  const making = library.tableByEm(table.names, withGaps(library, table.X, { share, by, seed }));
  let step = making.next();
  while (!step.done) step = making.next();
  const { scatter, fileRows = rows } = step.value;
  if (scatter === undefined) throw new Error(`coverage: the table of seed ${seed} has no gap`);
  const varianceOf = library.gapVariance(scatter);
  // The scatter counts as fewer rows than it was estimated from.
  const { S, n } = scatter;
  const observed = { n: fileRows, S: { ...S, data: S.data.map((s) => (s / n) * fileRows) } };
  const row = { nodes, rows, share, by, seed, edges: 0, intervals: 0, covered: 0, asObserved: 0 };
  for (let node = 0; node < nodes; node++) {
    const parents = table.names.map((_, i) => i).filter((i) => truth.edges[i * nodes + node] === 1);
    for (const cause of parents) {
      const of = { parents, cause };
      const beta = weights?.data[cause * nodes + node] ?? Number.NaN;
      const { interval } = library.linearEffect(scatter, node, of, { varianceOf, rows: fileRows });
      row.edges++;
      if (interval === null) continue;
      row.intervals++;
      row.covered += covers(interval, beta);
      row.asObserved += covers(library.linearEffect(observed, node, of).interval, beta);
    }
  }
  return row;
}

/** @param {readonly [number, number] | null} interval @param {number} beta */
function covers(interval, beta) {
  return interval !== null && interval[0] <= beta && beta <= interval[1] ? 1 : 0;
}

/**
 * @param {Library} library
 * @param {import("../../src/node/index.js").Matrix} X
 * @param {Pick<Cell, "share" | "by"> & { seed: number }} gaps
 */
function withGaps({ createRng }, { rows, cols, data }, { share, by, seed }) {
  const rng = createRng(`gaps/${seed}`);
  const first = Float64Array.from({ length: rows }, (_, i) => data[i * cols]);
  const median = first.toSorted()[Math.floor(rows / 2)];
  /** @param {number} i @param {number} j */
  const chance = (i, j) => (by === "chance" ? share : j > 0 && first[i] > median ? 2 * share : 0);
  const cells = data.map((x, k) => (rng.uniform() < chance(Math.floor(k / cols), k % cols) ? Number.NaN : x));
  return { rows, cols, data: cells };
}

/** One line for each cell that has rows. @param {readonly Row[]} rows */
export function coverageTable(rows) {
  const lines = cells.flatMap(({ nodes, rows: n, share, by }) => {
    const own = rows.filter((r) => r.nodes === nodes && r.rows === n && r.share === share && r.by === by);
    if (own.length === 0) return [];
    /** @param {"edges" | "intervals" | "covered" | "asObserved"} name */
    const sum = (name) => own.reduce((total, row) => total + row[name], 0);
    const intervals = sum("intervals");
    /** @param {number} part @param {number} of */
    const percent = (part, of) => (of === 0 ? "–" : `${((100 * part) / of).toFixed(1)} %`);
    const shown = [
      ...[nodes, n.toLocaleString("en"), `${100 * share} %`, by === "chance" ? by : `the ${by}`, own.length],
      percent(intervals, sum("edges")),
      percent(sum("covered"), intervals),
      percent(sum("asObserved"), intervals),
    ];
    return [`| ${shown.join(" | ")} |`];
  });
  const titles =
    "variables | rows | values missing | by | tables | coefficients with an interval | covered | covered if missing values counted as observed";
  return [`| ${titles} |`, `| ${titles.replaceAll(/[^|]+/g, " --- ").trim()} |`, ...lines].join("\n");
}
