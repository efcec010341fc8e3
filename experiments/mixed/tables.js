// Tables of categories and numbers with a known graph: the network of bnlearn's clgaussian.test, and random ones like it.
//
// clgaussian: the structure and parameters that bnlearn's documentation gives for its mixed test set, with new samples.
// random: half of the columns are categories of 2 to 4 labels, half are numbers; every possible edge with the same probability. For
// each combination of a variable's categorical parents (at most 24), a category has its own label probabilities, from the flat
// Dirichlet distribution, and a number an intercept from U[−2, 2], slopes of ±U[0.5, 2] and a noise of U[0.3, 1.2]; numbers are
// standardised before their effects are drawn. Numbers cause categories through a multinomial logit, with slopes of ±U[0.7, 1.5].

/**
 * @typedef {import("./tables.js").Makers} Makers
 * @typedef {import("./tables.js").Drawn} Drawn
 * @typedef {ReturnType<Makers["createRng"]>} Rng
 */

/**
 * @param {Makers} library
 * @param {number} seed
 * @param {number} samples
 * @returns {Drawn}
 */
export function clgaussian({ createRng, createTable, matrix, graphFromEdges }, seed, samples = 5000) {
  const rng = createRng(`clgaussian/${seed}`);
  const names = [..."ABCDEFGH"];
  const shareOfF = [
    [0.1, 0.5, 0.7, 0.9],
    [0.2, 0.3, 0.4, 0.4],
    [0.5, 0.5, 0.75, 0.75],
  ];
  // Intercept, slope on D, standard deviation.
  const ofE = [
    [1, 2.35, 0.5],
    [4, 1.18, 1],
    [8, 0.67, 1.5],
  ];
  const ofG = [
    [
      [5, 2.25, 0.05],
      [3.3, 3.02, 0.25],
    ],
    [
      [2.35, 4.07, 0.15],
      [2, 5.82, 0.35],
    ],
  ];
  const X = matrix(samples, 8);
  for (let i = 0; i < samples; i++) {
    const A = drawn(rng, [0.1, 0.9]);
    const B = drawn(rng, [0.4, 0.2, 0.4]);
    const C = drawn(rng, [0.25, 0.25, 0.4, 0.1]);
    const H = 2.34 + 0.12 * rng.normal();
    const D = (A === 0 ? 5 + 0.5 * rng.normal() : 10 + 0.3 * rng.normal()) + H;
    const E = ofE[B][0] + ofE[B][1] * D + ofE[B][2] * rng.normal();
    const F = drawn(rng, [shareOfF[B][C], 1 - shareOfF[B][C]]);
    const G = ofG[A][F][0] + ofG[A][F][1] * D + E + ofG[A][F][2] * rng.normal();
    X.data.set([A, B, C, D, E, F, G, H], 8 * i);
  }
  const edges = ["AD", "HD", "BF", "CF", "BE", "DE", "AG", "DG", "EG", "FG"].map(
    ([a, b]) => /** @type {const} */ ([names.indexOf(a), names.indexOf(b)]),
  );
  return {
    table: createTable(names, X),
    truth: graphFromEdges(8, edges),
    categorical: ["A", "B", "C", "F"],
  };
}

/**
 * @param {Makers} library
 * @param {number} seed
 * @param {import("./tables.js").Shape} shape
 * @returns {Drawn}
 */
export function randomMixed(
  { createRng, createTable, matrix, graphFromEdges },
  seed,
  { nodes: d, samples: n, causes, degree = 2.5, share = 0.5 },
) {
  const rng = createRng(`mixed/${causes}/${share}/${d}/${n}/${seed}`);
  const sizes = Array.from({ length: d }, (_, j) => (j < share * d ? 2 + rng.integer(3) : 0));
  const isCategory = (/** @type {number} */ j) => sizes[j] > 0;
  const shuffled = [...rng.permutation(d)];
  const order =
    causes === "any" ? shuffled : shuffled.sort((a, b) => Number(isCategory(b)) - Number(isCategory(a)));
  /** @type {number[][]} */
  const parents = sizes.map(() => []);
  const cellsOf = (/** @type {readonly number[]} */ of) =>
    of.filter(isCategory).reduce((cells, j) => cells * sizes[j], 1);
  const X = matrix(n, d);
  for (const [place, j] of order.entries()) {
    for (const i of order.slice(0, place))
      if (rng.uniform() < degree / (d - 1) && cellsOf([...parents[j], i]) <= 24) parents[j].push(i);
    const column = isCategory(j) ? categoryOf(rng, sizes[j]) : numberOf(rng);
    const labelled = parents[j].filter(isCategory);
    const numbers = parents[j].filter((i) => !isCategory(i));
    const draw = column(cellsOf(labelled), numbers.length);
    for (let i = 0; i < n; i++) {
      const at = (/** @type {number} */ k) => X.data[i * d + k];
      const cell = labelled.reduce((c, k) => c * sizes[k] + at(k), 0);
      X.data[i * d + j] = draw(cell, numbers.map(at));
    }
    if (!isCategory(j)) standardiseInto(X, j);
  }
  const names = sizes.map((size, j) => `${size > 0 ? "c" : "x"}${String(j + 1).padStart(2, "0")}`);
  return {
    table: createTable(names, X),
    truth: graphFromEdges(
      d,
      parents.flatMap((of, j) => of.map((i) => /** @type {const} */ ([i, j]))),
    ),
    categorical: names.filter((_, j) => isCategory(j)),
  };
}

/**
 * @param {Rng} rng
 * @param {number} labels
 */
function categoryOf(rng, labels) {
  return (/** @type {number} */ cells, /** @type {number} */ k) => {
    const logs = Array.from({ length: cells }, () => {
      const parts = Array.from({ length: labels }, () => -Math.log(rng.uniform()));
      const sum = parts.reduce((a, b) => a + b);
      return parts.map((part) => Math.log(0.05 / labels + (0.95 * part) / sum));
    });
    const slopes = Array.from({ length: labels }, () => slopesOf(rng, k, [0.7, 1.5]));
    return (/** @type {number} */ cell, /** @type {readonly number[]} */ x) => {
      const weights = logs[cell].map((log, l) =>
        Math.exp(x.reduce((sum, v, a) => sum + slopes[l][a] * v, log)),
      );
      const sum = weights.reduce((a, b) => a + b);
      return drawn(
        rng,
        weights.map((weight) => weight / sum),
      );
    };
  };
}

/** @param {Rng} rng */
function numberOf(rng) {
  return (/** @type {number} */ cells, /** @type {number} */ k) => {
    const models = Array.from({ length: cells }, () => ({
      intercept: 4 * rng.uniform() - 2,
      slopes: slopesOf(rng, k, [0.5, 2]),
      noise: 0.3 + 0.9 * rng.uniform(),
    }));
    return (/** @type {number} */ cell, /** @type {readonly number[]} */ x) => {
      const { intercept, slopes, noise } = models[cell];
      return x.reduce((sum, v, a) => sum + slopes[a] * v, intercept) + noise * rng.normal();
    };
  };
}

/**
 * @param {Rng} rng
 * @param {number} k
 * @param {readonly [number, number]} sizes
 */
function slopesOf(rng, k, [low, high]) {
  return Array.from(
    { length: k },
    () => (rng.uniform() < 0.5 ? -1 : 1) * (low + (high - low) * rng.uniform()),
  );
}

/**
 * A label drawn by its probability.
 * @param {Rng} rng
 * @param {readonly number[]} shares
 */
function drawn(rng, shares) {
  let rest = rng.uniform();
  const at = shares.findIndex((share) => {
    rest -= share;
    return rest < 0;
  });
  return at < 0 ? shares.length - 1 : at;
}

/**
 * @param {import("../../src/node/index.ts").Matrix} X
 * @param {number} j
 */
function standardiseInto({ rows: n, cols: d, data }, j) {
  let mean = 0;
  let variance = 0;
  for (let i = 0; i < n; i++) mean += data[i * d + j] / n;
  for (let i = 0; i < n; i++) variance += (data[i * d + j] - mean) ** 2 / n;
  for (let i = 0; i < n; i++) data[i * d + j] = (data[i * d + j] - mean) / Math.sqrt(variance);
}
