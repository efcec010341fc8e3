// The end of the help of discover: of the short and of the full version.

import { catalogueHelp } from "./run-flags.ts";

export const shortHelp = `
Examples:
  wherefore discover table.csv                             kinds of columns, score and search are chosen automatically
  wherefore discover table.csv --exclude notes --roots age,sex --leaves income
  wherefore discover table.csv --kinds grade=ordered,year=category
  wherefore discover table.csv --search order --time-limit 60 --json

wherefore discover --help all lists every option, search and score.`;

export function wholeHelp(): string {
  return `
Examples:
  wherefore discover table.csv
  wherefore discover table.parquet --columns age,income,health --where "age >= 18"
  wherefore discover data.csv --truth truth.csv --score bic-equal-variance --prune threshold
  wherefore discover data.csv --search order --restarts 20 --polish --time-limit 60 --json
  wherefore discover survey.csv --score bdeu                 every column is categorical
  wherefore discover survey.csv --score bic-mixed --categorical region,year
  wherefore discover data.csv --search pc --set test=kci --set alpha=0.05

A knowledge file has one statement per line (names with special characters in double quotes):
  age -> income            required edge
  income !-> age           forbidden edge
  tier 1: age, sex         later tiers cannot cause earlier ones ("tier 2 closed: a, b": nor each other)
  tier 2: income, health
  root: age                has no parents
  leaf: health             has no children
  max parents: 4

A user-defined score is a module (./my-score.js) whose default export takes the table and returns the terms:
  export default (table) => ({ term: (node, parents) => number })     higher is better; the score is their sum
${catalogueHelp()}`;
}
