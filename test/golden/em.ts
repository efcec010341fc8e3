// The cases of em.json, and their rows with gaps as em.R makes them.

import { type Matrix, matrix } from "../../src/core/math/matrix.ts";
import golden from "./em.json" with { type: "json" };

export const emCases = golden.cases;

export function goldenRows({ seed, n, d, share, gaps }: (typeof emCases)[number]): Matrix {
  let state = seed;
  const uniform = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  const normal = () => {
    const r = Math.sqrt(-2 * Math.log(uniform()));
    return r * Math.cos(2 * Math.PI * uniform());
  };
  const X = matrix(n, d);
  for (let i = 0; i < n; i++) {
    let [before, first] = [0, 0];
    for (let j = 1; j <= d; j++) {
      const u = normal() + 0.8 * before;
      before = u;
      if (j === 1) first = u;
      const chance = gaps === "random" ? share : j > 1 && first > 0 ? 2 * share : 0;
      const x = j + 10 ** (j % 3) * u;
      X.data[i * d + j - 1] = uniform() < chance ? Number.NaN : x;
    }
  }
  return X;
}
