// The scale of each score, by a closed form: the log evidence for an edge is the log-likelihood ratio, up to terms of order log n.

import { describe, expect, it } from "vitest";
import { createTable, type Table } from "../data/table.ts";
import { graphFromParents } from "../graph/graph.ts";
import { logarithm } from "../math/elementary.ts";
import { matrix } from "../math/matrix.ts";
import { createRng } from "../math/rng.ts";
import type { ScoreName } from "./scores.ts";
import { scores } from "./scores.ts";

/** y = 3 x + noise: a correlation of about 0.95. */
function line(n: number): Table {
  const rng = createRng("line");
  const X = matrix(n, 2);
  for (let r = 0; r < n; r++) {
    X.data[2 * r] = rng.normal();
    X.data[2 * r + 1] = 3 * X.data[2 * r] + rng.normal();
  }
  return createTable(["x", "y"], X);
}

/** n/2 · log(1 / (1 − r²)) */
function lineRatio({ X }: Table): number {
  const n = X.rows;
  const mean = [0, 1].map((j) => X.data.reduce((sum, x, k) => sum + (k % 2 === j ? x / n : 0), 0));
  const product = (i: number, j: number) => {
    let sum = 0;
    for (let r = 0; r < n; r++) sum += (X.data[2 * r + i] - mean[i]) * (X.data[2 * r + j] - mean[j]);
    return sum;
  };
  return (-n / 2) * logarithm(1 - (product(0, 1) * product(0, 1)) / (product(0, 0) * product(1, 1)));
}

/** Two labels that agree in 90 of 100 rows, each as frequent as the other. */
function agreeing(n: number): Table {
  const X = matrix(n, 2);
  for (let r = 0; r < n; r++) X.data.set([r % 2, r % 20 < 18 ? r % 2 : 1 - (r % 2)], 2 * r);
  return createTable(["x", "y"], X, [
    ["no", "yes"],
    ["no", "yes"],
  ]);
}

/** n times the mutual information. */
function agreeingRatio({ X }: Table): number {
  return X.rows * (logarithm(2) + 0.9 * logarithm(0.9) + 0.1 * logarithm(0.1));
}

const lines = (n: number) => [line(n), lineRatio] as const;
const labels = (n: number) => [agreeing(n), agreeingRatio] as const;
/** The cases, and the relative tolerance for terms of order log n: a wrong scale changes the ratio by half. */
const cases: readonly (readonly [ScoreName, readonly [Table, (table: Table) => number], number])[] = [
  ["bic", lines(5000), 0.01],
  ["bge", lines(5000), 0.01],
  ["additive", lines(5000), 0.01],
  ["gp", lines(150), 0.15],
  ["gp-nearest", lines(150), 0.2],
  ["bdeu", labels(5000), 0.01],
  ["bic-discrete", labels(5000), 0.01],
  ["bic-mixed", lines(5000), 0.01],
];

describe("log evidence", () => {
  it.each(cases)("is the log-likelihood ratio: %s", (name, [table, ratio], share) => {
    const { make, options } = scores[name];
    const { ofGraph, logEvidence } = make(table, options.parse({}), {});
    const gain = ofGraph(graphFromParents([[], [0]])) - ofGraph(graphFromParents([[], []]));
    expect(Math.abs((logEvidence! * gain) / ratio(table) - 1)).toBeLessThan(share);
  });

  it("is not given by other scores: penalties on edges alone, cross-validation, kernel features, one variance for all", () => {
    const others = Object.keys(scores).filter((name) => !cases.some(([known]) => known === name));
    expect(others.length).toBeGreaterThan(5);
    for (const name of others) {
      const { make, options } = scores[name];
      expect(make(line(40), options.parse({}), {}).logEvidence, name).toBeUndefined();
    }
  });

  it("is given, at least near a graph, by every score whose default confidence is the posterior", () => {
    for (const { name, confidence, make, options } of Object.values(scores)) {
      if (confidence !== "posterior") continue;
      const { logEvidence, evidenceNear } = make(line(40), options.parse({}), {});
      expect(logEvidence !== undefined || evidenceNear !== undefined, name).toBe(true);
    }
  });

  it("is not given by a score with a weighted penalty", () => {
    for (const name of ["bic", "additive", "bic-discrete", "bic-mixed"]) {
      const { make, options } = scores[name];
      const table = name === "bic-discrete" ? agreeing(40) : line(40);
      expect(make(table, options.parse({ penaltyWeight: 2 }), {}).logEvidence, name).toBeUndefined();
    }
  });
});
