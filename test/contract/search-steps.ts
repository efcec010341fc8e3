// The steps of one search under one score, for the contract.

import type { Table } from "../../src/core/data/table.ts";
import { type Knowledge, noKnowledge } from "../../src/core/graph/knowledge.ts";
import { createRng } from "../../src/core/math/rng.ts";
import { optionsIn, type RunOptions, runSpec } from "../../src/core/run/spec.ts";
import { scores } from "../../src/core/score/scores.ts";
import { type Step, stateOf } from "../../src/core/search/search.ts";
import { searches } from "../../src/core/search/searches.ts";

/** Options with which a run has little to do. */
export type Small = NonNullable<RunOptions["options"]>;

interface Searched {
  readonly search: string;
  readonly score: string;
  readonly small: Small;
  readonly table: Table;
  readonly knowledge?: Knowledge;
  readonly seed?: number;
  readonly from?: unknown;
}

export const restartsOf = (search: string) =>
  searches[search].restarts === undefined ? {} : { restarts: searches[search].runs ? 2 : 3 };

/** All steps of a search, the returned one last, their states as data. */
export function stepsOf({ search, score, small, table, knowledge, seed = 1, from }: Searched): Step[] {
  const spec = runSpec({ search, score, seed, ...restartsOf(search), options: small });
  const problem = {
    table,
    score: scores[score].make(table, optionsIn(spec, scores[score]), {}),
    knowledge: knowledge ?? noKnowledge(table.names.length),
    rng: createRng(seed),
    restarts: spec.restarts,
    from,
  };
  const running = searches[search].run(problem, small, { memoryBytes: 1e9 });
  const steps: Step[] = [];
  for (;;) {
    const { value, done } = running.next();
    steps.push({ ...value, state: stateOf(value) });
    if (done) return steps;
  }
}
