// A cache of terms: a search evaluates the same (node, parents) many times, and a score may be slow.
//
// At most about a million terms are cached; when the cache is full, it is cleared, and terms are computed again.

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
