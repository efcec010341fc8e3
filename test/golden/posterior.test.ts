// Probabilities of edges against sumu, a program of Koivisto's group, on its own scores; and against the definition, order by order.

import { expect, it } from "vitest";
import { createTable } from "../../src/core/data/table.ts";
import { matrixFromRows } from "../../src/core/math/matrix.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { bdeu, bge } from "../../src/core/score/index.ts";
import { posterior } from "../../src/core/search/posterior/posterior.ts";
import golden from "./posterior.json" with { type: "json" };

const cases = golden.cases.flatMap(({ score, rows, dags, orders }) => [
  { score, rows, d: rows[0].length, prior: "dags" as const, edges: dags },
  ...(orders ? [{ score, rows, d: rows[0].length, prior: "orders" as const, edges: orders }] : []),
]);

it.each(cases)(
  "agrees with sumu: $score, $d variables, prior over $prior",
  ({ score, rows, d, prior, edges }) => {
    const names = Array.from({ length: d }, (_, j) => `x${j}`);
    const table = createTable(names, matrixFromRows(rows));
    const running = posterior(
      { score: score === "bge" ? bge(table) : bdeu(table), rng: createRng(1) },
      { prior, parentPrior: "uniform", samples: 1 },
    );
    for (;;) {
      const { value, done } = running.next();
      if (!done) continue;
      edges.flat().forEach((p, k) => {
        expect(Math.abs(value.edges[k] - p)).toBeLessThan(1e-9);
      });
      return;
    }
  },
);
