// Stage 6, finish: polish and prune the graph of the search, as the spec requests. When the run is stopping, either is
// skipped if it would take long.

import type { Graph } from "../../graph/graph.ts";
import { violations } from "../../graph/knowledge.ts";
import { type Polished, polish } from "../../search/order/order.ts";
import { prunings } from "../../search/prune/prune.ts";
import { placeAt } from "../problem.ts";
import { optionsIn } from "../spec.ts";
import type { Prepared } from "./prepare.ts";
import type { SearchOutcome } from "./search.ts";

export interface Finished {
  readonly polished: Polished | null;
  /** prune(polish(raw)) or prune(raw). */
  readonly final: Graph;
}

/** Throws if the final graph violates the knowledge. */
export function finish(prepared: Prepared, { raw, step }: SearchOutcome): Finished {
  const { spec, search, problem, computed, pulse, skips } = prepared;
  const { table, score, knowledge } = problem;
  // An agent polishes during its search, and may have found a better graph than the polish of its best one.
  const agentPolish = step.kind === "agent" ? step.polished : null;
  const polished = agentPolish ?? (spec.polish && computed?.stop === undefined ? polishedNow() : null);
  const start = spec.polish && polished !== null ? polished.graph : raw;
  pulse.at(placeAt("pruning", "dropping edges"));
  const rule = prunings[spec.prune];
  const common = { knowledge, beat: pulse.beat, ...search.pruning?.(spec.options ?? {}) };
  const pruned = pulse.tried(() =>
    rule.prune({ graph: start, score, table, common }, definedOnly(optionsIn(spec, rule))),
  );
  if (pruned === null) skips.push("pruning (these are the edges before it)");
  const final = pruned?.value ?? start;
  const broken = violations(final, knowledge, table.names);
  if (broken.length > 0) throw new Error(`the result violates the prior knowledge: ${broken.join("; ")}`);
  return { polished, final };

  function polishedNow(): Polished | null {
    pulse.at(placeAt("polish", "choosing parents along the order"));
    const attempt = pulse.tried(() => polish(raw, score, knowledge));
    if (attempt === null) skips.push("polish");
    return attempt?.value ?? null;
  }
}

/** Omits undefined options, so that the rule's own defaults apply. */
function definedOnly(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
