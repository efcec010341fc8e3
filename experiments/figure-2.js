// The learning process of one run, as in the paper's Figure 2: a table and a picture from the events of its folder.
//
//     node experiments/run.js rl-12          executes the runs (their folders are under runs/experiments)
//     node experiments/figure-2.js           writes experiments/rl-12/figure-2.csv and figure-2.svg
//     node experiments/figure-2.js FOLDER    for another run of `--search rl`; writes next to its events

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(
  new URL("../runs/experiments/rl-12/exp1-gauss-12_8_bic-equal-variance_runs", import.meta.url),
);
const [folder = own] = process.argv.slice(2);
const out = process.argv[2] ?? fileURLToPath(new URL("rl-12", import.meta.url));
const columns = [
  "iteration",
  "reward",
  "bestReward",
  "bestScaled",
  "lambda1",
  "lambda2",
  "dagShare",
  "distinct",
  "entropy",
  "gap",
];
const most = 400;

const points = thinned(stepsOf(join(folder, "events.ndjson")));
writeFileSync(
  join(out, "figure-2.csv"),
  `${[columns, ...points.map(cells)].map((row) => row.join(",")).join("\n")}\n`,
);
writeFileSync(join(out, "figure-2.svg"), picture(points));
console.log(
  `${points.length} points of ${points.at(-1)?.iteration} iterations: ${join(out, "figure-2.csv")}, figure-2.svg`,
);

/**
 * @typedef {Record<string, number>} Point
 * @param {string} path
 * @returns {Point[]} the steps of the search, each iteration once
 */
function stepsOf(path) {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const steps = lines
    .map((line) => JSON.parse(line))
    .filter(({ stage, values }) => stage === "search" && values.iteration);
  const known = new Map(steps.map(({ values }) => [values.iteration, values]));
  return [...known.values()].sort((a, b) => a.iteration - b.iteration);
}

/** @param {Point[]} all */
function thinned(all) {
  const apart = Math.max(1, (all.at(-1)?.iteration ?? 1) / most);
  /** @type {Point[]} */
  const kept = [];
  for (const point of all)
    if (kept.length === 0 || point === all.at(-1) || point.iteration - (kept.at(-1)?.iteration ?? 0) >= apart)
      kept.push(point);
  return kept;
}

/** @param {Point} point */
function cells(point) {
  return columns.map((name) => (point[name] === undefined ? "" : String(Number(point[name].toPrecision(7)))));
}

/** @param {Point[]} all */
function picture(all) {
  const [width, height, left, top] = [760, 420, 60, 30];
  const last = all.at(-1)?.iteration ?? 1;
  const x = (/** @type {number} */ t) => left + ((width - left - 20) * t) / last;
  // −reward from 0 to 8: the score of the empty graph is 5.
  const y = (/** @type {number} */ r) => top + (height - top - 50) * (1 - Math.min(8, Math.max(0, r)) / 8);
  /** @type {(value: (point: Point) => number | undefined) => string} */
  const line = (value) =>
    all
      .filter((point) => value(point) !== undefined)
      .map((point) => `${x(point.iteration).toFixed(1)},${y(value(point) ?? 0).toFixed(1)}`)
      .join(" ");
  const curves = [
    {
      name: "−reward, mean of the batch",
      colour: "#0072b2",
      dash: "",
      points: line(({ reward }) => -reward),
    },
    {
      name: "−best reward",
      colour: "#d55e00",
      dash: "6 3",
      points: line(({ bestReward }) => bestReward && -bestReward),
    },
    {
      name: "score of the best DAG",
      colour: "#009e73",
      dash: "2 3",
      points: line(({ bestScaled }) => bestScaled),
    },
    { name: "λ₁", colour: "#777777", dash: "8 3 2 3", points: line(({ lambda1 }) => lambda1) },
  ];
  const places = [0, 205, 330, 500];
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * last));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="white"/>
${[0, 2, 4, 6, 8].map((r) => `<path d="M${left} ${y(r)}H${width - 20}" stroke="#ddd"/><text x="${left - 8}" y="${y(r) + 4}" text-anchor="end">${r}</text>`).join("\n")}
${ticks.map((t) => `<text x="${x(t)}" y="${height - 30}" text-anchor="middle">${t.toLocaleString("en")}</text>`).join("\n")}
<text x="${(width + left) / 2}" y="${height - 8}" text-anchor="middle">iteration</text>
${curves.map(({ colour, dash, points }) => `<polyline fill="none" stroke="${colour}" stroke-width="1.4" stroke-dasharray="${dash}" points="${points}"/>`).join("\n")}
${curves.map(({ name, colour, dash }, k) => `<path d="M${left + 12 + places[k]} 14h26" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/><text x="${left + 42 + places[k]}" y="18">${name}</text>`).join("\n")}
</svg>
`;
}
