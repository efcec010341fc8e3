// How many tables of independent columns get a link, with values missing by chance in every column: exact search, default options.
//
//     npm run build && node experiments/missing/independent.js        about a minute
//
// "as complete rows": the same if every row counted as a complete one, which only EM's covariances allow to compute here.

import { createRng, createTable, discover, matrix, simulate, tableByEm } from "../../dist/node/index.js";

const nodes = 8;
const cells = /** @type {const} */ ([
  ["numbers", 300, 0.2, "em"],
  ["numbers", 300, 0.4, "em"],
  ["numbers", 1000, 0.3, "em"],
  ["numbers", 300, 0.2, "impute"],
  ["categories", 300, 0.3, "impute"],
  ["both kinds", 300, 0.2, "impute"],
]);
const tables = 40;

for (const [kind, samples, share, missing] of cells) {
  const linked = { counted: 0, whole: 0 };
  for (let seed = 1001; seed <= 1000 + tables; seed++) {
    const table = gapped({ kind, samples, share, seed });
    linked.counted += await hasLink(table, { missing });
    if (missing === "em") linked.whole += await hasLink(asComplete(table), {});
  }
  const whole = missing === "em" ? `, as complete rows ${linked.whole}` : "";
  console.log(
    `${kind}, ${samples} rows, ${100 * share} % missing, ${missing}: ${linked.counted} of ${tables}${whole}`,
  );
}

/** @param {{ kind: string, samples: number, share: number, seed: number }} how */
function gapped({ kind, samples, share, seed }) {
  const { table } = simulate({ edgeProbability: 0, nodes, samples, seed });
  const rng = createRng(seed);
  const isLabelled = (/** @type {number} */ j) =>
    kind === "categories" || (kind === "both kinds" && j % 2 === 0);
  const { data } = table.X;
  // Thirds of a standard normal distribution.
  const labelOf = (/** @type {number} */ x) => (x < -0.43 ? 0 : x < 0.43 ? 1 : 2);
  const cellsOf = data.map((x, k) =>
    rng.uniform() < share ? Number.NaN : isLabelled(k % nodes) ? labelOf(x) : x,
  );
  const levels = table.names.map((_, j) => (isLabelled(j) ? ["high", "low", "middle"] : null));
  return createTable(table.names, matrix(samples, nodes, cellsOf), levels);
}

/** The EM estimate as if no value were missing. @param {ReturnType<typeof gapped>} table */
function asComplete({ names, X }) {
  const running = tableByEm(names, X);
  let step = running.next();
  while (!step.done) step = running.next();
  const { scatter, ...rest } = step.value;
  if (scatter === undefined) return step.value;
  const S = matrix(
    nodes,
    nodes,
    scatter.S.data.map((s) => (s * X.rows) / scatter.n),
  );
  return { ...rest, fileRows: X.rows, scatter: { ...scatter, n: X.rows, S } };
}

/** @param {import("../../src/node/index.ts").Table} table @param {object} options */
async function hasLink(table, options) {
  const { edges, undirected } = await discover(table, { search: "exact", ...options });
  return edges.length + undirected.length > 0 ? 1 : 0;
}
