// The time of one parent set by the generalized scores, and of one graph by the independence score, relative to one of `gp`.
//
//     npm run build && node bench/kernel-scores.js
//
// Ten variables; medians of five parent sets (or graphs), none of them cached.

import { generalizedCvTerms } from "../dist/core/score/generalized-cv.js";
import { generalizedMarginalTerms } from "../dist/core/score/generalized-marginal.js";
import { gpTerms } from "../dist/core/score/gp.js";
import { graphFromEdges, independence, simulate } from "../dist/node/index.js";
import { timed } from "./harness.js";

const sets = [[0], [1], [1, 2], [3, 4, 5], [0, 6, 7, 8], [2, 3, 5, 7, 9]];

console.log("rows   gp: seconds   generalized-cv   generalized-marginal   independence, a graph");
for (const samples of [200, 500, 1000]) {
  const { table } = simulate({ mechanism: "gp", nodes: 10, samples, seed: 1 });
  const score = independence(table);
  const graphs = ([first, ...rest]) =>
    score.ofGraph(graphFromEdges(10, [...rest.map((i) => [first, i]), [first, (first + 1) % 10]]));
  const [base, ...others] = [
    gpTerms(table),
    generalizedCvTerms(table),
    generalizedMarginalTerms(table),
    graphs,
  ].map(medianSeconds);
  const ratios = others.map((seconds) => `${(seconds / base).toFixed(1)} x`.padStart(16));
  console.log(`${String(samples).padStart(4)} ${base.toFixed(4).padStart(13)}  ${ratios.join("      ")}`);
}

/** Median over all sets except the first, which serves as warm-up. */
function medianSeconds(values) {
  const seconds = sets.map((parents) => timed(() => values(parents)).seconds);
  return seconds.slice(1).sort((a, b) => a - b)[2];
}
