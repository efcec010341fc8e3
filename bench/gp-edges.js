// How often a false edge raises a score, and how often a true one is missed: `gp` compared with `bic`.
//
//     npm run build && node bench/gp-edges.js
//
// Idle parent: y = sin a + noise, and a column c unrelated to either; does c as a parent of y raise the score, alone and in
// addition to a? Weak parent: a straight line that explains a tenth of the variance.

import { createRng, createTable, gp, linearBic, matrix } from "../dist/node/index.js";

console.log("rows   idle alone: gp   bic   idle beside: gp   weak found: gp   bic");
for (const [rows, tables] of [
  [20, 400],
  [60, 400],
  [150, 200],
]) {
  const counts = { alone: 0, aloneBic: 0, beside: 0, weak: 0, weakBic: 0 };
  for (let t = 0; t < tables; t++) {
    const rng = createRng(`idle/${rows}/${t}`);
    const bent = tableOf(rows, ["a", "b", "c"], () => {
      const a = 2 * rng.normal();
      return [a, Math.sin(a) + 0.5 * rng.normal(), rng.normal()];
    });
    const weak = tableOf(rows, ["a", "b"], () => {
      const a = rng.normal();
      return [a, Math.sqrt(0.1) * a + Math.sqrt(0.9) * rng.normal()];
    });
    counts.alone += gains(gp(bent), [], [2]);
    counts.aloneBic += gains(linearBic(bent), [], [2]);
    counts.beside += gains(gp(bent), [0], [0, 2]);
    counts.weak += gains(gp(weak), [], [0]);
    counts.weakBic += gains(linearBic(weak), [], [0]);
  }
  const share = (count) => `${((100 * count) / tables).toFixed(1)} %`.padStart(7);
  const { alone, aloneBic, beside, weak, weakBic } = counts;
  console.log(
    `${String(rows).padStart(4)} ${share(alone).padStart(17)} ${share(aloneBic)} ${share(beside).padStart(15)} ${share(weak).padStart(16)} ${share(weakBic)}`,
  );
}

/** 1 if column 1 scores higher with the second parent set than with the first. */
function gains({ local }, without, withOne) {
  return Number(local.term(1, withOne) > local.term(1, without));
}

function tableOf(rows, names, row) {
  const data = new Float64Array(rows * names.length);
  for (let i = 0; i < rows; i++) data.set(row(), i * names.length);
  return createTable(names, matrix(rows, names.length, data));
}
