// Runs a search and reports every step, until it ends or is to stop.

import { edgeCount } from "../../graph/graph.ts";
import type { Search, SearchStep } from "../../search/search.ts";
import { type Naming, namedEdges, type StopReason } from "../problem.ts";
import type { RunEvent } from "../result.ts";
import type { Place, Pulse } from "./pulse.ts";

export interface WatchOptions {
  readonly pulse: Pulse;
  /** Maps the best graph and an agent's probabilities to the order of the table's columns. */
  readonly naming?: Naming;
  /** Number of score terms that the search will compute, if known. */
  readonly terms?: number | undefined;
}

export interface Watched {
  readonly step: SearchStep;
  readonly stopped: StopReason | null;
  /** Was it abandoned in the middle of a step? What the last step computes only on request is then lost. */
  readonly isCut: boolean;
}

/** When it is to stop, the last completed step counts, even if the next one has begun. */
export function* watched(
  start: () => Search<SearchStep>,
  stage: string,
  { pulse, naming, terms }: WatchOptions,
): Generator<RunEvent, Watched, StopReason | undefined> {
  let step: SearchStep = noStep;
  let search: Search<SearchStep> | undefined;
  let edges: number | null = null;
  const placeNow = (): Place => placeOf(step, stage, edges);
  pulse.at(placeNow(), terms);
  for (;;) {
    const next = pulse.tried(() => {
      search ??= start();
      return search.next();
    });
    if (next === null) {
      yield { type: "step", ...placeNow(), state: null, isSign: true };
      return { step, stopped: pulse.wish()!, isCut: true };
    }
    const { value, done } = next.value;
    const { graph: before } = step;
    const hadGraph = before !== null;
    step = value;
    if (step.graph !== before) edges = step.graph && edgeCount(step.graph);
    // A first graph that comes with the last step is reported too: later stages may take long.
    const isNews = naming !== undefined && !hadGraph && step.graph !== null;
    if (done && !isNews) return { step, stopped: null, isCut: false };
    const place = placeNow();
    pulse.at(place, terms);
    const answer = yield {
      type: "step",
      ...place,
      state: done ? null : step.state,
      ...(naming && { ...probabilitiesOf(step, naming.order), ...bestOf(step, naming) }),
    };
    const stop = pulse.wish(answer);
    if (done) return { step, stopped: null, isCut: false };
    if (stop !== undefined) return { step, stopped: stop, isCut: false };
  }
}

/** The step of a search that was stopped before its first one. */
export const noStep: SearchStep = {
  graph: null,
  score: Number.NEGATIVE_INFINITY,
  progress: 0,
  doing: "before the first step",
  values: {},
  state: null,
};

function placeOf(
  { graph, score, doing, progress, values }: SearchStep,
  stage: string,
  edges: number | null,
): Place {
  return {
    stage,
    doing,
    progress,
    score: graph === null ? null : score,
    edges,
    values,
  };
}

function bestOf({ graph }: SearchStep, naming: Naming) {
  return graph === null ? {} : { best: () => namedEdges(graph, naming) };
}

/** The probabilities of a policy, in the order of the table's columns. */
function probabilitiesOf(step: SearchStep, order: readonly number[]) {
  const probabilities = step.kind === "agent" ? step.probabilities : undefined;
  if (probabilities === undefined) return {};
  return {
    probabilities: () => {
      const d = order.length;
      const sorted = probabilities();
      const byColumn = new Float64Array(d * d);
      for (let i = 0; i < d; i++)
        for (let j = 0; j < d; j++) byColumn[order[i] * d + order[j]] = sorted[i * d + j];
      return byColumn;
    },
  };
}
