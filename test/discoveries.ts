// A discovery on one small table, run to its end or stopped before, for the tests of core/run.

import { simulate } from "../src/core/data/simulate/simulate.ts";
import type { Table } from "../src/core/data/table.ts";
import { type Graph, graphFromEdges, parentsOf } from "../src/core/graph/graph.ts";
import { type Discovery, discovery, type Outcome } from "../src/core/run/discovery/discovery.ts";
import type { StopReason } from "../src/core/run/problem.ts";
import type { NamedEdge, RunEvent } from "../src/core/run/result.ts";
import { leastSquares } from "./problems.ts";

/** Runs a discovery; `answer` may stop it at an event. */
export function run(
  input: Omit<Discovery, "now"> & { readonly now?: () => number },
  answer: (event: RunEvent, k: number) => StopReason | undefined = () => undefined,
): Outcome & { events: RunEvent[] } {
  const running = discovery({ now: () => 0, ...input });
  const events: RunEvent[] = [];
  let reply: StopReason | undefined;
  for (;;) {
    const { value, done } = running.next(reply);
    if (done) return { ...value, events };
    events.push(value);
    reply = answer(value, events.length);
  }
}

/** The columns of this table are in the order of their names, so numbers of both are the same. */
export const { table, truth } = simulate({ nodes: 6, samples: 400, seed: 3 });

export const named = (edges: readonly NamedEdge[], of: Table = table): Graph =>
  graphFromEdges(
    of.names.length,
    edges.map(([a, b]) => [of.names.indexOf(a), of.names.indexOf(b)] as const),
  );
/** Its rows and columns. */
export const [n, d] = [400, 6];

export function residuals(graph: Graph, of: Table = table): number[] {
  return Array.from({ length: graph.d }, (_, j) => leastSquares(of, j, parentsOf(graph, j)).rss);
}
