// Ordered categories together with numbers and a category: scored as numbers, bic-mixed's default, or as labels.
//
//     npm run build && node experiments/mixed/ordered.js      some minutes; writes ordered.md
//
// Seven variables: three numbers, three ordered categories, one category of three labels; every edge with the same probability. A
// number is a linear function of its causes with slopes of ±U[0.6, 1.4] and normal noise of variance 1, an ordered category such a
// number cut into levels, the category a multinomial logit. An ordered category acts on others through its level, in equal steps.
// Truth and the proven optimum are compared by their adjacencies, and by the directions that the answer claims.

import { writeFileSync } from "node:fs";
import { createRng, discover, tableFromCsv } from "../../dist/node/index.js";

/** @typedef {ReturnType<typeof createRng>} Rng */

const kinds = /** @type {const} */ ([
  "number",
  "number",
  "number",
  "ordered",
  "ordered",
  "ordered",
  "category",
]);
const names = [..."abcdefg"];
const labels = ["u", "v", "w"];
const probability = 2.5 / (kinds.length - 1);
const tables = 20;

const lines = [];
for (const levels of [3, 4, 5, 7])
  for (const rows of [300, 1000, 5000]) {
    const found = { number: [0, 0, 0, 0], category: [0, 0, 0, 0] };
    for (let seed = 1; seed <= tables; seed++) {
      const drawn = drawnTable(createRng(`ordered/${levels}/${rows}/${seed}`), rows, levels);
      for (const as of /** @type {const} */ (["number", "category"])) {
        const errors = await errorsOf(drawn, as);
        errors.forEach((count, k) => {
          found[as][k] += count / tables;
        });
      }
    }
    const cells = [found.number, found.category].flat().map((mean) => mean.toFixed(2));
    lines.push(`| ${[levels, rows.toLocaleString("en"), ...cells].join(" | ")} |`);
    console.log(lines.at(-1));
  }
writeFileSync(
  new URL("ordered.md", import.meta.url),
  `# Ordered categories: as numbers or as labels

Made by \`node experiments/mixed/ordered.js\`: means over ${tables} tables of the links that are missing and extra, of the links that are correct with an arrow against the truth ("reversed"), and of the links whose direction is open.

| levels | rows | numbers: missing | extra | reversed | open | labels: missing | extra | reversed | open |
|---|---|---|---|---|---|---|---|---|---|
${lines.join("\n")}
`,
);

/**
 * @param {ReturnType<typeof drawnTable>} drawn
 * @param {"number" | "category"} as
 */
async function errorsOf({ csv, edges }, as) {
  const said = names.map((name, j) => [name, kinds[j] === "ordered" ? as : kinds[j]]);
  const table = tableFromCsv(csv, { kinds: Object.fromEntries(said) });
  const answer = await discover(table, { score: "bic-mixed", search: "exact", sensitivity: "never" });
  const pair = (/** @type {readonly string[]} */ edge) => edge.toSorted().join();
  const truth = new Set(edges.map(pair));
  const arrows = new Set(edges.map((edge) => edge.join()));
  const links = new Set([...answer.edges, ...answer.undirected].map(pair));
  const isLinked = (/** @type {readonly string[]} */ edge) => truth.has(pair(edge));
  return [
    [...truth].filter((link) => !links.has(link)).length,
    [...links].filter((link) => !truth.has(link)).length,
    answer.edges.filter((edge) => isLinked(edge) && !arrows.has(edge.join())).length,
    answer.undirected.length,
  ];
}

/**
 * @param {Rng} rng
 * @param {number} rows
 * @param {number} levels
 */
function drawnTable(rng, rows, levels) {
  const order = shuffled(rng, names.length);
  /** @type {[string, string][]} */
  const edges = [];
  /** Each variable's values as they act on others: numbers, standardised levels, or codes of labels. @type {number[][]} */
  const acting = [];
  /** @type {(number | string)[][]} */
  const columns = [];
  order.forEach((j, place) => {
    const causes = order.slice(0, place).filter(() => rng.uniform() < probability);
    edges.push(...causes.map((i) => /** @type {[string, string]} */ ([names[i], names[j]])));
    if (kinds[j] === "category") {
      const utilities = labels.map(() => predictor(rng, causes, acting, 1.2));
      acting[j] = Array.from({ length: rows }, (_, r) => {
        const drawn = utilities.map((of) => of(r) - Math.log(-Math.log(rng.uniform())));
        return drawn.indexOf(Math.max(...drawn));
      });
      columns[j] = acting[j].map((code) => labels[code]);
      return;
    }
    const mean = predictor(rng, causes, acting, null);
    const values = Array.from({ length: rows }, (_, r) => mean(r) + rng.normal());
    if (kinds[j] === "number") {
      acting[j] = standardised(values);
      columns[j] = acting[j];
    } else {
      const cuts = Array.from(
        { length: levels - 1 },
        (_, k) => (k + 1 + 0.5 * (rng.uniform() - 0.5)) / levels,
      );
      const sorted = values.toSorted((x, y) => x - y);
      const at = cuts.map((cut) => sorted[Math.floor(cut * rows)]);
      columns[j] = values.map((value) => 1 + at.filter((cut) => value > cut).length);
      acting[j] = standardised(/** @type {number[]} */ (columns[j]));
    }
  });
  const rowsOf = Array.from({ length: rows }, (_, r) => names.map((_, j) => columns[j][r]).join());
  return { csv: [names.join(), ...rowsOf].join("\n"), edges };
}

/**
 * The sum of the causes' effects in each row; slopes are normal with standard deviation `size` if given, otherwise ±U[0.6, 1.4].
 * @param {Rng} rng
 * @param {readonly number[]} causes
 * @param {readonly (readonly number[])[]} acting
 * @param {number | null} size
 */
function predictor(rng, causes, acting, size) {
  const terms = causes.map((i) => {
    if (kinds[i] === "category") {
      const means = labels.map(() => 1.2 * rng.normal());
      return (/** @type {number} */ r) => means[acting[i][r]];
    }
    const slope =
      size === null ? (0.6 + 0.8 * rng.uniform()) * (rng.uniform() < 0.5 ? -1 : 1) : size * rng.normal();
    return (/** @type {number} */ r) => slope * acting[i][r];
  });
  return (/** @type {number} */ r) => terms.reduce((sum, term) => sum + term(r), 0);
}

/** @param {readonly number[]} values */
function standardised(values) {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / values.length);
  return values.map((x) => (x - mean) / deviation);
}

/** @param {Rng} rng @param {number} d */
function shuffled(rng, d) {
  const order = Array.from({ length: d }, (_, j) => j);
  for (let i = d - 1; i > 0; i--) {
    const j = Math.floor(rng.uniform() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
