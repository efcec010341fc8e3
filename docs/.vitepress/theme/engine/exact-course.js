// Exact search on four variables, set by set, as src/core/search/exact does it for up to 27:
//
//     best(S) = min over j in S of  [ best(S \ j) + least cost of j with parents within S \ j ]        cost = −term of the score

import { lettered } from "./lettered.js";

/** Every set with its choices of a last variable, and the graph read back. @param {typeof import("wherefore")} library */
export function exactCourse(library, { seed = 2 } = {}) {
  const { simulate, linearBic, exactSearch, finish, edgeList } = library;
  const table = lettered(library, simulate({ nodes: 4, samples: 300, edgeProbability: 0.6, seed }).table);
  const d = table.names.length;
  const score = linearBic(table);
  const members = (set) => table.names.flatMap((_, j) => (set & (1 << j) ? [j] : []));

  /** The cheapest parents of j within a set, by trying all of its subsets. */
  const cheapest = (j, within) => {
    let best = { cost: -score.local.term(j, []), parents: 0 };
    for (let parents = within; parents !== 0; parents = (parents - 1) & within) {
      const cost = -score.local.term(j, members(parents));
      if (isLess(cost, best.cost)) best = { cost, parents };
    }
    return best;
  };

  const best = new Map([[0, { total: 0, last: -1, parents: 0 }]]);
  const sets = Array.from({ length: 2 ** d - 1 }, (_, k) => k + 1);
  const bySize = sets.sort((a, b) => members(a).length - members(b).length || a - b);
  const steps = bySize.map((set) => {
    const choices = members(set).map((last) => {
      const rest = set & ~(1 << last);
      const { cost, parents } = cheapest(last, rest);
      return { last, rest, parents, cost, total: best.get(rest).total + cost };
    });
    const chosen = choices.reduce((a, b) => (isLess(b.total, a.total) ? b : a));
    best.set(set, chosen);
    return { set, size: members(set).length, choices, chosen: choices.indexOf(chosen) };
  });

  const path = [];
  for (let set = 2 ** d - 1; set !== 0; set = best.get(set).rest) path.unshift({ set, ...best.get(set) });
  const edges = path.flatMap(({ last, parents }) => members(parents).map((i) => [i, last]));
  const proven = finish(exactSearch({ score }));
  return {
    names: table.names,
    steps,
    path,
    edges,
    score: -best.get(2 ** d - 1).total,
    provenScore: proven.score,
    provenEdges: edgeList(proven.graph),
  };
}

/** Less by more than rounding. */
const isLess = (a, b) => a < b - 1e-9 * Math.abs(b);
