// What follows a search: polish, pruning, further graphs. Each is left out where the run is to stop and it would take long.

import type { Graph } from "../graph/graph.ts";
import { violations } from "../graph/knowledge.ts";
import type { AdditiveOptions } from "../math/smooth/smooth.ts";
import type { RestartedStep } from "../search/agents/agents.ts";
import { kBestSteps, termCount } from "../search/exact/exact.ts";
import { type Polished, polish } from "../search/order/order.ts";
import type { Step } from "../search/search.ts";
import { progressOf, type StopReason } from "./problem.ts";
import type { Pulse } from "./pulse.ts";
import { prunings, type SearchContext } from "./registry.ts";
import type { NamedEdge, RunEvent, RunResult } from "./result.ts";

/** What was left out, in the words of a note. */
export type LeftOut = string[];

/** Milliseconds that a search may still take to come to its next step, and all that follows it together. */
export const searchMs = 300;
export const restMs = 1000;

/** The sentence about what was left out; none where nothing was. */
export function leftOutNotes(left: LeftOut): string[] {
  return left.length === 0
    ? []
    : [`left out, because the run was to stop and each of these would have taken long: ${left.join(", ")}`];
}

/** prune(polish(raw)) or prune(raw), as the spec says; it must obey the knowledge. */
export function finished(
  raw: Graph,
  step: Step,
  { table, score, knowledge, spec }: SearchContext,
  { isPolishable, pulse, left }: { isPolishable: boolean; pulse: Pulse; left: LeftOut },
): { readonly polished: Polished | null; readonly final: Graph } {
  // An agent has polished while it searched, and may have found better than the polish of its best graph.
  const own = "polished" in step ? (step as RestartedStep).polished : null;
  const polished = own ?? (spec.polish && isPolishable ? polishedNow() : null);
  const { threshold, tolerance, alpha } = spec;
  const smoothing = spec.settings?.smoothing as AdditiveOptions["smoothing"]; // CAM's own, and of its pruning
  const options = {
    knowledge,
    threshold,
    alpha,
    smoothing,
    beat: pulse.beat,
    ...(tolerance === undefined ? {} : { tolerance }),
  };
  const start = spec.polish && polished !== null ? polished.graph : raw;
  pulse.at(placeAt("pruning", "dropping edges"));
  const pruned = pulse.tried(() => prunings[spec.prune].prune(start, score, options, table));
  if (pruned === null) left.push("pruning (these are the edges before it)");
  const final = pruned?.value ?? start;
  const broken = violations(final, knowledge, table.names);
  if (broken.length > 0) throw new Error(`the result breaks the knowledge: ${broken.join("; ")}`);
  return { polished, final };

  function polishedNow(): Polished | null {
    pulse.at(placeAt("polish", "choosing parents along the order"));
    const made = pulse.tried(() => polish(raw, score, knowledge));
    if (made === null) left.push("polish");
    return made?.value ?? null;
  }
}

/** The k best graphs, where more than one is asked for. */
export function* bestGraphs(
  { score, knowledge, memoryBytes, spec }: SearchContext,
  named: (graph: Graph) => NamedEdge[],
  { pulse, left }: { pulse: Pulse; left: LeftOut },
): Generator<RunEvent, RunResult["alternatives"], StopReason | undefined> {
  if (spec.best <= 1) return [];
  const doing = `the ${spec.best} best graphs`;
  const running = kBestSteps(score, spec.best, { knowledge, memoryBytes });
  const terms = termCount(knowledge);
  pulse.at(placeAt("best", doing), terms);
  for (;;) {
    const next = pulse.tried(() => running.next())?.value;
    if (next?.done) return next.value.map((ranked) => ({ edges: named(ranked.graph), score: ranked.score }));
    let isOver = next === undefined;
    if (next !== undefined) {
      pulse.at(placeAt("best", doing, next.value), terms);
      isOver = pulse.wish(yield progressOf("best", doing, next.value)) !== undefined;
    }
    if (!isOver) continue;
    left.push(doing);
    return [];
  }
}

/** Work that has no graph to show. */
export function placeAt(stage: string, doing: string, progress = 0) {
  return { stage, doing, progress, score: null, edges: null, values: {} };
}
