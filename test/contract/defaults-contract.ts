// The defaults that a definition states are those that run: a search that is given each of them takes the same steps as one
// that is given none.

import { expect, it } from "vitest";
import { noKnowledge } from "../../src/core/graph/knowledge.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { linearBic } from "../../src/core/score/linear-bic.ts";
import { searches } from "../../src/core/search/searches.ts";
import { trials } from "../long.ts";
import { randomTable } from "../problems.ts";
import type { Small } from "./search-steps.ts";
import { statedDefaults } from "./stated-defaults.ts";

/** Steps of an agent of default size, in which its sizes and rates show. */
const fewSteps = trials(4, 30);

/** Registers what is asked of a search's defaults. */
export function defaultsContract(search: string, small: Small): void {
  const stated = statedDefaults(searches[search]);
  if (Object.keys(stated).length === 0) return;
  it(`${search} search with every default given takes the steps of one with none`, () => {
    const isAgent = searches[search].runs !== undefined;
    if (isAgent) expect(firstSteps(search, stated, fewSteps)).toEqual(firstSteps(search, {}, fewSteps));
    // To its end with a small network, where it has one.
    const { iterations: _, ...sizes } = isAgent ? small : {};
    expect(firstSteps(search, { ...stated, ...sizes })).toEqual(firstSteps(search, sizes));
  });
}

/** What it reports of its first steps, or of all of them. */
function firstSteps(search: string, options: Small, most = Number.POSITIVE_INFINITY): string[] {
  const table = randomTable(createRng("defaults"), 3, 50);
  const problem = {
    table,
    score: linearBic(table),
    knowledge: noKnowledge(3),
    rng: createRng(1),
    restarts: 1,
  };
  const running = searches[search].run(problem, options, { memoryBytes: 1e9 });
  const steps: string[] = [];
  for (;;) {
    const { value, done } = running.next();
    const { state: _, ...rest } = value;
    steps.push(JSON.stringify(rest));
    if (done || steps.length >= most) return steps;
  }
}
