import { describe, expect, it } from "vitest";
import { createTable } from "../../data/table.ts";
import { graphFromEdges } from "../../graph/graph.ts";
import { pdagFromGraph } from "../../graph/pdag.ts";
import { matrixFromRows } from "../../math/matrix.ts";
import { createRng } from "../../math/rng.ts";
import { curvedEffects } from "./curved-effects.ts";

const names = ["a", "b", "c"];
const answer = pdagFromGraph(
  graphFromEdges(3, [
    [0, 2],
    [1, 2],
  ]),
);

/** c is made from a, b and a normal number. */
function tableOf(effect: (a: number, b: number, z: number) => number, n = 500) {
  const rng = createRng("curves");
  const rows = Array.from({ length: n }, () => {
    const [a, b, z] = [100 + rng.normal(), rng.normal(), rng.normal()];
    return [a, b, effect(a - 100, b, z)];
  });
  return createTable(names, matrixFromRows(rows));
}

describe("curvedEffects", () => {
  it("finds nothing if effects are linear, however strong, and however skewed the noise", () => {
    expect(
      curvedEffects(
        tableOf((a, b, z) => 5 * a - b + z),
        answer,
      ),
    ).toEqual([]);
    expect(
      curvedEffects(
        tableOf((a, b, z) => a + b + Math.exp(z)),
        answer,
      ),
    ).toEqual([]);
  });

  it("names the cause whose effect is curved, with the share that its square explains", () => {
    const [found, ...rest] = curvedEffects(
      tableOf((a, b, z) => a + b + 0.7 * b * b + z),
      answer,
    );
    expect(rest).toEqual([]);
    expect([found.effect, found.cause]).toEqual([2, 1]);
    // The square has variance 2, the noise 1: 0.98 of 1.98.
    expect(found.share).toBeGreaterThan(0.4);
    expect(found.share).toBeLessThan(0.6);
  });

  it("compares within each label of a category, whose effects are not curves", () => {
    const labelled = (effect: (a: number, b: number, z: number) => number) => {
      const { X } = tableOf(effect, 800);
      for (let i = 0; i < X.rows; i++) X.data[3 * i] = X.data[3 * i] > 100 ? 1 : 0;
      return createTable(names, X, [["low", "high"], null, null]);
    };
    expect(
      curvedEffects(
        labelled((a, b, z) => (a > 0 ? 3 * b : -b) + z),
        answer,
      ),
    ).toEqual([]);
    expect(
      curvedEffects(
        labelled((a, b, z) => (a > 0 ? 9 : 0) + b * b + z),
        answer,
      ),
    ).toMatchObject([{ effect: 2, cause: 1 }]);
  });

  it("reports nothing for few rows, or for a curvature that explains little", () => {
    expect(
      curvedEffects(
        tableOf((a, b, z) => a + b + 0.7 * b * b + z, 20),
        answer,
      ),
    ).toEqual([]);
    expect(
      curvedEffects(
        tableOf((a, b, z) => a + b + 0.1 * b * b + z),
        answer,
      ),
    ).toEqual([]);
  });
});
