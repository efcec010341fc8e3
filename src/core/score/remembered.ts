// Terms remembered: a search asks for the same (node, parents) again and again, and a score may be slow to answer.
//
// At most about a million terms are kept; when they are full, all are forgotten. What is forgotten is asked again.

import type { Local } from "./score.ts";

const most = 1_000_000;

export function remembered(local: Local): Local {
  const known = new Map<string, number>();
  return {
    ...local,
    term: (node, parents) => {
      const key = `${node}:${parents.join()}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const term = local.term(node, parents);
      if (known.size >= most) known.clear();
      known.set(key, term);
      return term;
    },
  };
}
