// Fourteen ordinary tables of the kind that users have: from vega-datasets, and lookalikes that are generated here.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const published = fileURLToPath(new URL("../data", import.meta.resolve("vega-datasets")));

/** @typedef {import("./tables.js").RealTable} RealTable */

/** @param {string} name */
const vega = (name) => () => join(published, name);

/**
 * @param {string} name
 * @param {(rng: import("../../src/core/index.ts").Rng) => string | Buffer} make
 * @returns {RealTable["path"]}
 */
const made =
  (name, make) =>
  (folder, { createRng }) => {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, name);
    writeFileSync(path, make(createRng(name)));
    return path;
  };

/**
 * @param {readonly (readonly unknown[])[]} rows
 * @param {string} [delimiter]
 */
const text = (rows, delimiter = ",") => `${rows.map((row) => row.join(delimiter)).join("\n")}\n`;

/** @type {readonly RealTable[]} */
export const tables = [
  { name: "cars", has: "numbers, a date, an origin, names, gaps", path: vega("cars.json") },
  { name: "penguins", has: "numbers, three categories, gaps", path: vega("penguins.json") },
  { name: "movies", has: "titles, dates, money, many gaps", path: vega("movies.json") },
  { name: "weather", has: "a day in every row: a time series", path: vega("seattle-weather.csv") },
  { name: "birdstrikes", has: "10,000 rows, mostly labels", path: vega("birdstrikes.csv") },
  { name: "driving", has: "55 rows, a label for position", path: vega("driving.json") },
  { name: "flights", has: "dates with times, airports", path: vega("flights-5k.json") },
  {
    name: "titanic",
    has: "0/1, text, ids, copies under other names, gaps",
    path: made("titanic.csv", titanic),
    flags: ["--roots", "sex,age"],
  },
  { name: "tips", has: "small, four categories", path: made("tips.csv", tips) },
  { name: "diamonds", has: "50,000 rows, ordered grades", path: made("diamonds.csv", diamonds) },
  { name: "survey", has: "40 % of the cells are empty", path: made("survey.csv", gaps) },
  { name: "switches", has: "0/1 columns only", path: made("switches.csv", switches) },
  { name: "german", has: "Latin-1, semicolons, decimal commas", path: made("german.csv", german) },
  { name: "genes", has: "300 columns", path: made("genes.csv", genes) },
];

/** @param {import("../../src/core/index.ts").Rng} rng */
function titanic(rng) {
  const rows = Array.from({ length: 891 }, (_, i) => {
    const sex = rng.uniform() < 0.35 ? "female" : "male";
    const u = rng.uniform();
    const pclass = u < 0.24 ? 1 : u < 0.45 ? 2 : 3;
    const age = Math.max(1, 38 - 4 * pclass + 13 * rng.normal());
    const fare = Math.exp([4.1, 3, 2.3][pclass - 1] + 0.5 * rng.normal());
    const logit = -1 + (sex === "female" ? 2.6 : 0) - 0.9 * (pclass - 2) - 0.03 * (age - 30);
    const survived = rng.uniform() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
    return [
      ...[i + 1, survived, pclass, `"Passenger, Mr. ${i}"`, sex, rng.uniform() < 0.2 ? "" : age.toFixed(1)],
      ...[fare.toFixed(4), "SSSCQ"[rng.integer(5)], ["First", "Second", "Third"][pclass - 1]],
      ...[survived === 1 ? "yes" : "no", rng.uniform() < 0.77 ? "" : "ABCDEFG"[rng.integer(7)]],
    ];
  });
  const names = ["passenger_id", "survived", "pclass", "name", "sex", "age"];
  return text([[...names, "fare", "embarked", "class", "alive", "deck"], ...rows]);
}

/** @param {import("../../src/core/index.ts").Rng} rng */
function tips(rng) {
  const rows = Array.from({ length: 244 }, () => {
    const size = 1 + rng.integer(6);
    const bill = 3 + 6 * size + 4 * Math.abs(rng.normal());
    const day = ["Thur", "Fri", "Sat", "Sun"][rng.integer(4)];
    const time = day === "Thur" ? (rng.uniform() < 0.9 ? "Lunch" : "Dinner") : "Dinner";
    const tip = Math.max(1, 0.15 * bill + 0.8 * rng.normal());
    const who = [rng.uniform() < 0.36 ? "Female" : "Male", rng.uniform() < 0.38 ? "Yes" : "No"];
    return [bill.toFixed(2), tip.toFixed(2), ...who, day, time, size];
  });
  return text([["total_bill", "tip", "sex", "smoker", "day", "time", "size"], ...rows]);
}

/** @param {import("../../src/core/index.ts").Rng} rng */
function diamonds(rng) {
  const cuts = ["Fair", "Good", "Very Good", "Premium", "Ideal"];
  const rows = Array.from({ length: 50_000 }, () => {
    const carat = Math.exp(-0.4 + 0.6 * rng.normal());
    const cut = rng.integer(5);
    const depth = 61.7 + (cut === 0 ? 2 : 0.8) * rng.normal();
    const x = 6.4 * Math.cbrt(carat) * (1 + 0.01 * rng.normal());
    const price = Math.exp(8 + 1.7 * Math.log(carat) + 0.05 * cut + 0.2 * rng.normal());
    return [
      carat.toFixed(2),
      cuts[cut],
      "DEFGHIJ"[rng.integer(7)],
      depth.toFixed(1),
      Math.round(price),
      x.toFixed(2),
    ];
  });
  return text([["carat", "cut", "color", "depth", "price", "x"], ...rows]);
}

/** @param {import("../../src/core/index.ts").Rng} rng */
function gaps(rng) {
  const rows = Array.from({ length: 600 }, () => {
    const age = 45 + 15 * rng.normal();
    const school = 12 + 3 * rng.normal();
    const income = 20 + 0.3 * age + 2 * school + 8 * rng.normal();
    const health = 60 - 0.4 * age + 0.3 * income + 6 * rng.normal();
    const visits = 9 - 0.08 * health + rng.normal();
    return [age, school, income, health, visits].map((x) => (rng.uniform() < 0.4 ? "NA" : x.toFixed(2)));
  });
  return text([["age", "school", "income", "health", "visits"], ...rows]);
}

/** @param {import("../../src/core/index.ts").Rng} rng */
function switches(rng) {
  const rows = Array.from({ length: 2000 }, () => {
    const flip = (/** @type {number} */ p) => (rng.uniform() < p ? 1 : 0);
    const smokes = flip(0.4);
    const asbestos = flip(0.1);
    const cancer = flip(0.02 + 0.1 * smokes + 0.3 * asbestos);
    const bronchitis = flip(0.3 + 0.3 * smokes);
    const cough = flip(0.1 + 0.5 * bronchitis + 0.3 * cancer);
    return [smokes, asbestos, cancer, bronchitis, cough];
  });
  return text([["smokes", "asbestos", "cancer", "bronchitis", "cough"], ...rows]);
}

/** @param {import("../../src/core/index.ts").Rng} rng */
function german(rng) {
  const comma = (/** @type {number} */ x) => x.toFixed(2).replace(".", ",");
  const rows = Array.from({ length: 300 }, () => {
    const size = 40 + 25 * Math.abs(rng.normal());
    const town = ["Köln", "München", "Lübeck"][rng.integer(3)];
    const rent = 6 * size + (town === "München" ? 500 : 0) + 90 * rng.normal();
    return [town, comma(size), comma(rent), comma(0.3 * size + 8 * rng.normal()), 1950 + rng.integer(70)];
  });
  return Buffer.from(text([["Stadt", "Größe", "Miete", "Heizkosten", "Baujahr"], ...rows], ";"), "latin1");
}

/** @param {import("../../src/core/index.ts").Rng} rng */
function genes(rng) {
  const d = 300;
  const rows = Array.from({ length: 500 }, () => {
    /** @type {number[]} */
    const x = [];
    for (let j = 0; j < d; j++)
      x.push(rng.normal() + (j % 3 === 0 ? 0 : 0.8 * x[j - 1] - (j % 5 === 0 ? 0.6 * x[j - 2] : 0)));
    return x.map((value) => value.toFixed(4));
  });
  return text([Array.from({ length: d }, (_, j) => `gene${j + 1}`), ...rows]);
}
