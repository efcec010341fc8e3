// The results of the calibration: a table, and the reliability curves as pictures.

/**
 * @typedef {{ family: string, d: number, n: number, method: string, tables: number, seconds: number, brier: number,
 *   links: number[][], edges: number[][] }} Cell
 */

/** Number of pairs that an interval must have to count. */
const fewest = 200;

/** Mean difference between share and truth over the intervals with enough pairs, weighted by pairs; null if there are none. @param {number[][]} bins @param {number} least */
export function calibrationError(bins, least = fewest) {
  const counted = bins.filter(([count]) => count >= least);
  const pairs = counted.reduce((sum, [count]) => sum + count, 0);
  if (pairs === 0) return null;
  return counted.reduce((sum, [, shares, found]) => sum + Math.abs(shares - found), 0) / pairs;
}

/** @param {number | null} value */
const shown = (value) => (value === null ? "–" : value.toFixed(3));

/** @param {readonly Cell[]} cells */
export function tableOf(cells) {
  const lines = inOrder(cells)
    .filter(({ tables }) => tables > 0)
    .map(({ family, d, n, method, tables, links, edges, brier, seconds }) =>
      row([
        family,
        d,
        n,
        method,
        tables,
        ...errors(links),
        shown(calibrationError(edges)),
        (brier / tables).toFixed(4),
        (seconds / tables).toFixed(2),
      ]),
    );
  return `# Calibration

\`node experiments/calibration/run.js\` fills \`results.json\`, with \`--table\` it writes this page and the curves. Pairs are those whose share of links lies between 0.05 and 0.95. The expected calibration error is the mean difference between share and truth over ten intervals of the share: of those that have ${fewest} pairs or more (– where none has), and of all. \`posterior\` is over orders with the fair prior of parents, \`posterior uniform\` over orders with the uniform one, \`posterior DAGs\` uniform over DAGs; resamples are 100. Seconds are those of a busy machine.

## The default, 1,000 rows and more

Linear tables have the posterior by default: with unequal variances under \`bic\`, with equal ones under \`bic-equal-variance\`. Halves of the rows, which the latter had before, stand below. At most 0.07 is asked for.

| family | d | rows | method | tables | pairs | error of links | of all intervals |
| --- | --- | --- | --- | --- | --- | --- | --- |
${defaultRows(cells).join("\n")}

## All

| family | d | n | method | tables | pairs | error of links | of all intervals | error of edges | Brier (links) | seconds a table |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${lines.join("\n")}
`;
}

/** The number of pairs, and the calibration errors. @param {number[][]} links */
function errors(links) {
  const pairs = links.reduce((sum, [count]) => sum + count, 0);
  return [pairs, shown(calibrationError(links)), shown(calibrationError(links, 1))];
}

/** @param {readonly (string | number)[]} values */
const row = (values) => `| ${values.join(" | ")} |`;

/** @param {readonly Cell[]} cells */
function inOrder(cells) {
  const families = [...new Set(cells.map(({ family }) => family))];
  const methods = Object.keys(colours);
  return [...cells].sort(
    (p, q) =>
      families.indexOf(p.family) - families.indexOf(q.family) ||
      p.d - q.d ||
      p.n - q.n ||
      methods.indexOf(p.method) - methods.indexOf(q.method),
  );
}

/** For each number of variables, tables of 1,000 and 10,000 rows together. @param {readonly Cell[]} cells */
function defaultRows(cells) {
  const defaults = [
    ["unequal", "posterior"],
    ["equal", "posterior"],
    ["equal", "subsample"],
  ];
  return defaults.flatMap(([family, method]) =>
    [8, 12, 20, 50].flatMap((d) => {
      const own = cells.filter(
        (cell) => cell.family === family && cell.method === method && cell.d === d && cell.n >= 1000,
      );
      if (own.length === 0) return [];
      const links = own[0].links.map((_, k) =>
        [0, 1, 2].map((v) => own.reduce((sum, cell) => sum + cell.links[k][v], 0)),
      );
      const tables = own.reduce((sum, cell) => sum + cell.tables, 0);
      return [
        row([
          family,
          d,
          own
            .map(({ n }) => n)
            .sort((a, b) => a - b)
            .join(", "),
          method,
          tables,
          ...errors(links),
        ]),
      ];
    }),
  );
}

const colours = {
  bootstrap: "#b45309",
  subsample: "#0f766e",
  "bayesian-bootstrap": "#be123c",
  posterior: "#1d4ed8",
  "posterior uniform": "#7e22ce",
  "posterior DAGs": "#64748b",
};
const [size, gap, left] = [150, 40, 50];

/** Reliability curves: true share against share, points of at least 20 pairs; one panel per number of variables and rows. @param {readonly Cell[]} cells */
export function curves(cells) {
  const ds = [...new Set(cells.map(({ d }) => d))].sort((a, b) => a - b);
  const ns = [...new Set(cells.map(({ n }) => n))].sort((a, b) => a - b);
  const panels = ds.flatMap((d, row) =>
    ns.map((n, column) => {
      const own = cells.filter((cell) => cell.d === d && cell.n === n);
      const [x0, y0] = [left + column * (size + gap), 60 + row * (size + gap)];
      const lines = own.map(({ method, links }) => {
        const points = links
          .filter(([count]) => count >= 20)
          .map(
            ([count, shares, found]) =>
              `${x0 + (size * shares) / count},${y0 + size - (size * found) / count}`,
          );
        const colour = colours[/** @type {keyof typeof colours} */ (method)];
        return points.length < 2
          ? ""
          : `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`;
      });
      return `<rect x="${x0}" y="${y0}" width="${size}" height="${size}" fill="none" stroke="#999"/>
<line x1="${x0}" y1="${y0 + size}" x2="${x0 + size}" y2="${y0}" stroke="#ccc"/>
<text x="${x0}" y="${y0 - 5}">${d} variables, ${n} rows</text>
${lines.join("\n")}`;
    }),
  );
  const legend = Object.entries(colours).map(
    ([name, colour], k) =>
      `<text x="${left + 130 * (k % 5)}" y="${k < 5 ? 18 : 34}" fill="${colour}">${name}</text>`,
  );
  const [width, height] = [left + ns.length * (size + gap), 80 + ds.length * (size + gap)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="white"/>
${legend.join("\n")}
${panels.join("\n")}
</svg>
`;
}
