// How often a false edge raises a kernel score, a true one is missed, and its direction is found.
//
//     npm run build && node bench/kernel-edges.js
//
// Idle: two unrelated columns; does an edge between them raise the score? Weak: a straight line that explains a tenth of the
// variance. Bent: b = a² / √2 + 2 noise. Spread: b = noise · exp(a / 2), whose mean
// does not depend on a. For the last two also how often a → b scores higher than b → a.

import {
  createRng,
  createTable,
  emptyGraph,
  generalizedCv,
  generalizedMarginal,
  graphFromEdges,
  independence,
  matrix,
} from "../dist/node/index.js";

const tables = 200;
const scores = {
  "generalized-cv": (table) => generalizedCv(table),
  "the same, determinantWeight 1": (table) => generalizedCv(table, { determinantWeight: 1 }),
  "generalized-marginal": (table) => generalizedMarginal(table),
  independence: (table) => independence(table),
};
const shapes = {
  idle: (_, noise) => noise,
  weak: (a, noise) => Math.sqrt(0.1) * a + Math.sqrt(0.9) * noise,
  bent: (a, noise) => (a * a) / Math.SQRT2 + 2 * noise,
  spread: (a, noise) => noise * Math.exp(a / 2),
};
const none = emptyGraph(2);
const [forward, backward] = [graphFromEdges(2, [[0, 1]]), graphFromEdges(2, [[1, 0]])];

console.log("share of tables where a → b raises the score (and where it scores higher than b → a)");
for (const rows of [20, 60, 150]) {
  const counts = Object.fromEntries(Object.keys(scores).map((name) => [name, {}]));
  for (const [shape, effect] of Object.entries(shapes)) {
    for (let t = 0; t < tables; t++) {
      const table = pairTable(rows, `${shape}/${rows}/${t}`, effect);
      for (const [name, make] of Object.entries(scores)) {
        const [edge, other, empty] = [forward, backward, none].map(make(table).ofGraph);
        const count = (counts[name][shape] ??= { found: 0, directed: 0 });
        count.found += Number(edge > empty);
        count.directed += Number(edge > other);
      }
    }
  }
  for (const [name, byShape] of Object.entries(counts)) {
    const cells = Object.entries(byShape).map(([shape, { found, directed }]) => {
      const percent = (x) => `${((100 * x) / tables).toFixed(1)} %`;
      return `${shape} ${percent(found)}${shape === "bent" || shape === "spread" ? ` (${percent(directed)})` : ""}`;
    });
    console.log(`${String(rows).padStart(4)} rows  ${name.padEnd(30)} ${cells.join("   ")}`);
  }
}

function pairTable(rows, label, effect) {
  const rng = createRng(label);
  const data = new Float64Array(2 * rows);
  for (let i = 0; i < rows; i++) {
    const a = rng.normal();
    data.set([a, effect(a, rng.normal())], 2 * i);
  }
  return createTable(["a", "b"], matrix(rows, 2, data));
}
