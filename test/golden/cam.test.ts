// CAM's order of edges against the same search with mgcv's fits (cam.json, made by cam.R).

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createTable } from "../../src/core/data/table.ts";
import { matrix } from "../../src/core/math/matrix.ts";
import { linearBic } from "../../src/core/score/linear-bic.ts";
import { cam } from "../../src/core/search/cam/cam.ts";
import { finish } from "../../src/core/search/search.ts";
import { columnNames } from "../problems.ts";
import { normals } from "./mgcv.ts";

interface Problem {
  readonly seed: number;
  readonly n: number;
  readonly d: number;
  readonly noise: number;
  readonly edges: readonly {
    readonly from: number;
    readonly to: number;
    readonly shape: keyof typeof shapes;
  }[];
  readonly first: readonly number[];
  /** In the order of their choice; margin: by how much the gain exceeded the next best one's. */
  readonly found: readonly {
    readonly from: number;
    readonly to: number;
    readonly gain: number;
    readonly margin: number | null;
  }[];
}

const shapes = {
  linear: (x: number) => 0.9 * x,
  sine: (x: number) => 1.5 * Math.sin(1.5 * x),
  square: (x: number) => 0.5 * x * x,
  tanh: (x: number) => 2 * Math.tanh(2 * x),
  fold: (x: number) => Math.abs(x),
};

const { problems }: { problems: readonly Problem[] } = JSON.parse(
  readFileSync(new URL("cam.json", import.meta.url), "utf8"),
);

function tableOf({ seed, n, d, edges, noise, first }: Problem) {
  const normal = normals(seed);
  const X = matrix(n, d);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < d; j++) {
      let value = noise * normal();
      for (const { from, to, shape } of edges) if (to === j) value += shapes[shape](X.data[i * d + from]);
      X.data[i * d + j] = value;
    }
  }
  first.forEach((value, j) => {
    expect(X.data[j]).toBeCloseTo(value, 8);
  });
  return createTable(columnNames(d), X);
}

/** Below this a gain is chance: a smooth term of eight degrees of freedom that explains nothing has about 8 / n. */
const chance = 0.035;

describe("CAM beside mgcv", () => {
  it("adds the same edges in the same order, as long as edges explain anything, in nine problems", () => {
    let agreed = 0;
    for (const problem of problems) {
      const table = tableOf(problem);
      const { edges } = finish(cam({ table, score: linearBic(table) })).state as {
        edges: readonly [number, number][];
      };
      const differs = problem.found.findIndex(
        ({ from, to }, k) => edges[k][0] !== from || edges[k][1] !== to,
      );
      agreed += differs < 0 ? problem.found.length : differs;
      if (differs >= 0) expect(problem.found[differs].gain).toBeLessThan(chance);
    }
    expect(problems.length).toBe(9);
    expect(agreed).toBeGreaterThanOrEqual(78);
  });
});
