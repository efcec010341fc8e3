// The equal-variance search on four variables: the point (r, e) of each of the 543 graphs, and the passes that prove the best one.

import { lettered } from "./lettered.js";

/** @param {typeof import("wherefore")} library */
export function hullCourse(library, { seed = 2 } = {}) {
  const { simulate, linearBicEqualVariance, exactSearch } = library;
  const table = lettered(library, simulate({ nodes: 4, samples: 60, edgeProbability: 0.9, seed }).table);
  const score = linearBicEqualVariance(table);
  const points = everyGraph(table.names.length).map((parents) => ({
    r: parents.reduce((sum, set, j) => sum - score.local.term(j, set), 0),
    e: parents.reduce((sum, set) => sum + set.length, 0),
  }));
  const passes = [];
  let step;
  for (const search = exactSearch({ score }); ; ) {
    const { value, done } = search.next();
    step = value;
    while (passes.length < step.passes.length) passes.push(summary(step.passes[passes.length]));
    if (done) break;
  }
  const scoreOf = ({ r, e }) => score.local.combine(-r, e);
  return {
    points,
    passes,
    score: step.score,
    bound: step.bound,
    best: points.reduce((a, b) => (scoreOf(b) > scoreOf(a) ? b : a)),
    bestScore: Math.max(...points.map(scoreOf)),
    level: levelOf(scoreOf, step.score, Math.max(...points.map(({ e }) => e))),
  };
}

const summary = ({ multiplier, value, cost, edges }) => ({ multiplier, value, r: cost, e: edges });

/** Parents of every node, for every acyclic graph on d nodes. */
function everyGraph(d) {
  const subsets = (j) =>
    Array.from({ length: 2 ** d }, (_, set) => set)
      .filter((set) => !(set & (1 << j)))
      .map((set) => Array.from({ length: d }, (_, i) => i).filter((i) => set & (1 << i)));
  let graphs = [[]];
  for (let j = 0; j < d; j++)
    graphs = graphs.flatMap((parents) => subsets(j).map((set) => [...parents, set]));
  return graphs.filter(isAcyclic);
}

function isAcyclic(parents) {
  const left = new Set(parents.keys());
  for (let found = true; found; ) {
    found = false;
    for (const j of left) if (parents[j].every((i) => !left.has(i))) found = left.delete(j);
  }
  return left.size === 0;
}

/** For each number of edges the r at which the score is that of the best graph. */
function levelOf(scoreOf, best, most) {
  return Array.from({ length: most + 1 }, (_, e) => {
    let [low, high] = [1e-9, 1e9];
    for (let k = 0; k < 200; k++) {
      const middle = (low + high) / 2;
      if (scoreOf({ r: middle, e }) > best) low = middle;
      else high = middle;
    }
    return { e, r: low };
  });
}
