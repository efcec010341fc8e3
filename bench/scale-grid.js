// The cases of bench/scale.js and docs/scale.md: one row per method and size, in this order. Sizes are plain data, listed separately
// even where two methods have the same.

/** @type {typeof import("./scale-grid.js").curves} */
export const curves = {
  read: {
    what: "reading a CSV file and the types of its columns",
    sizes: [
      [100, 1000, 2],
      [100, 10_000, 2],
      [1000, 1000, 2],
      [1000, 10_000, 2],
    ],
  },
  doctor: {
    what: "the data doctor",
    sizes: [
      [100, 1000, 2],
      [100, 10_000, 2],
      [1000, 10_000, 2],
    ],
  },
  exact: {
    what: "a run of exact search, with its proof",
    sizes: [
      [12, 1000, 2],
      [16, 1000, 2],
      [20, 1000, 2],
      [20, 10_000, 2],
      [20, 1000, 4],
    ],
  },
  order: {
    what: "a run of order search with the settings of `auto`",
    sizes: [
      [50, 1000, 2],
      [100, 1000, 2],
      [100, 10_000, 2],
      [100, 1000, 4],
      [200, 1000, 2],
      [200, 1000, 4],
      [500, 2000, 2],
      [1000, 2000, 2],
    ],
  },
  ges: {
    what: "a run of GES",
    sizes: [
      [50, 1000, 2],
      [100, 1000, 2],
      [100, 10_000, 2],
      [100, 1000, 4],
      [200, 1000, 2],
    ],
  },
  pc: {
    what: "a run of PC, level 0.01",
    sizes: [
      [50, 1000, 2],
      [100, 1000, 2],
      [100, 10_000, 2],
      [100, 1000, 4],
      [200, 1000, 2],
    ],
  },
  gp: {
    what: "a run of order search under `gp`, functions drawn from Gaussian processes",
    sizes: [
      [5, 200, 1],
      [10, 200, 1],
      [10, 400, 1],
      [10, 200, 2],
      [20, 200, 1],
    ],
  },
  posterior: {
    what: "a run with `--confidence posterior` under `bge`, by sums over all graphs",
    sizes: [
      [10, 1000, 2],
      [13, 1000, 2],
      [16, 1000, 2],
    ],
  },
  bootstrap: {
    what: "a run of order search with `--confidence bootstrap`, 20 resamples",
    sizes: [
      [30, 1000, 2],
      [50, 1000, 2],
      [100, 1000, 2],
    ],
  },
  metrics: {
    what: "all metrics of an equivalence class against a truth",
    sizes: [
      [100, 1, 2],
      [1000, 1, 2],
      [1000, 1, 10],
    ],
  },
  picture: {
    what: "the picture, SVG and PNG",
    sizes: [
      [100, 1, 2],
      [150, 1, 4],
      [1000, 1, 2],
    ],
  },
};

/** @type {typeof import("./scale-grid.js").sizes} */
export const sizes = Object.entries(curves).flatMap(([method, { sizes }]) =>
  sizes.map(([d, n, edges]) => ({ method, d, n, edges })),
);

export const head = ["method", "variables", "rows", "edges a variable", "seconds", "memory (MB)"];

/** The first cells of a row. @param {import("./scale-grid.js").Size} size */
export function sizeCells({ method, d, n, edges }) {
  return [method, String(d), n > 1 ? String(n) : "–", String(edges)];
}
