// An agent on six variables: what it thinks of every edge, batch by batch, and how far its best graph is from the optimum.

import { lettered } from "./lettered.js";

/** Tells every step; returns the end. @param {typeof import("wherefore")} library */
export async function agentCourse(
  library,
  { agent = "rl-order", seed = 1, nodes = 6, samples = 400 } = {},
  tell,
) {
  const { simulate, linearBicEqualVariance, exactSearch, finish, edgeList, createRng } = library;
  const made = simulate({ nodes, samples, seed });
  const table = lettered(library, made.table);
  const score = linearBicEqualVariance(table);
  const optimum = finish(exactSearch({ score }));
  const problem = { table, score, rng: createRng(seed).fork(agent), restarts: 1 };
  const search =
    agent === "rl"
      ? library.rlSearch(problem, { ...library.presets.fast.options(nodes), iterations: 300, stop: "never" })
      : library.rlOrderSearch(problem, { iterations: 150 });
  tell({ start: { names: table.names, optimum: optimum.score, optimal: edgeList(optimum.graph) } });
  let gap = Number.NaN;
  for (;;) {
    const { value: step, done } = search.next();
    if (done) return { iterations: step.iteration, gap };
    const best = step.polished ?? step;
    gap = optimum.score - best.score;
    const { reward, dagShare = 1 } = step.values;
    const probabilities = [...step.probabilities()];
    tell({
      step: {
        iteration: step.iteration,
        reward,
        gap,
        dagShare,
        probabilities,
        best: best.graph && edgeList(best.graph),
      },
    });
    // The page draws what it has heard before it hears more.
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
