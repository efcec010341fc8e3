// Terms remembered: a search asks for the same (node, parents) again and again, and a score may be slow to answer.
//
// At most about a million terms are kept; when they are full, all are forgotten. What is forgotten is asked again.

import { createMemo } from "../math/memo.ts";
import type { Local } from "./score.ts";

const most = 1_000_000;

export function remembered(local: Local): Local {
  const memo = createMemo<string, number>(most);
  return {
    ...local,
    term: (node, parents) => memo(`${node}:${parents.join()}`, () => local.term(node, parents)),
  };
}
