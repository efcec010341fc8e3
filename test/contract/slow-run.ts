// A discovery under a score whose terms take 200 milliseconds each on a clock that nothing else moves: it counts them, and can
// be asked to stop at any of them.

import { type Checkpoint, checkpointKeeper } from "../../src/core/engine/checkpoint.ts";
import { parentsOf } from "../../src/core/graph/graph.ts";
import { sha256 } from "../../src/core/math/bytes/sha256.ts";
import { createRng } from "../../src/core/math/rng.ts";
import type { StopReason } from "../../src/core/run/problem.ts";
import type { RunEvent } from "../../src/core/run/result.ts";
import { type RunOptions, runSpec } from "../../src/core/run/spec.ts";
import { linearBic } from "../../src/core/score/linear-bic.ts";
import type { UserScoreMaker } from "../../src/core/score/user-score.ts";
import { run } from "../discoveries.ts";
import { randomTable } from "../problems.ts";

export const termMs = 200;
export const slowTable = randomTable(createRng("stops"), 5, 60);

export type Kind = "terms" | "terms that combine" | "a function of the graph";

/** A score of one's own; each term of it (each graph, where it has no terms) is counted and takes its time. */
function slowScore(
  { kind, isEquivalent }: Pick<Slow, "kind" | "isEquivalent">,
  onTerm: () => void,
): UserScoreMaker {
  return (own) => {
    const { term } = linearBic(own).local!;
    const slow = (node: number, parents: readonly number[]): number => {
      onTerm();
      return term(node, parents);
    };
    if (kind === "terms") return { term: slow, isEquivalent };
    if (kind === "terms that combine")
      return { term: slow, combine: (sum, edges) => 2 * sum - edges, isEquivalent };
    return (graph) => {
      onTerm();
      return Array.from({ length: graph.d }, (_, j) => term(j, parentsOf(graph, j))).reduce((a, b) => a + b);
    };
  };
}

interface Slow {
  readonly kind: Kind;
  /** Does the score say that members of a class are equal under it? */
  readonly isEquivalent?: boolean;
  readonly options: RunOptions;
  /** The term at which the run is to stop. */
  readonly stopAt?: number;
  readonly from?: Checkpoint | undefined;
}

export function slowRun({
  kind,
  isEquivalent = false,
  options,
  stopAt = Number.POSITIVE_INFINITY,
  from,
}: Slow) {
  const clock = { ms: 0 };
  let [terms, sinceAsked, most] = [0, 0, 0];
  const userScore = slowScore({ kind, isEquivalent }, () => {
    clock.ms += termMs;
    terms++;
    sinceAsked++;
    most = Math.max(most, sinceAsked);
  });
  const stop = (): StopReason | undefined => {
    sinceAsked = 0;
    return terms >= stopAt ? "interrupted" : undefined;
  };
  let kept: Checkpoint | undefined;
  const keeper = checkpointKeeper({
    write: (text) => {
      kept = JSON.parse(text) as Checkpoint;
    },
    belongsTo: () => ({ lines: 0, version: "", hash: "", spec: runSpec(), seconds: 0 }),
    now: () => clock.ms,
  });
  const signs: RunEvent[] = [];
  const told = (event: RunEvent) => {
    signs.push(event);
    keeper.add(event);
  };
  const { result, events } = run(
    {
      table: slowTable,
      options: { ...options, score: "slow" },
      userScore,
      now: () => clock.ms,
      stop,
      tell: told,
      sha256,
      from,
    },
    (event) => {
      keeper.add(event);
      return stop();
    },
  );
  keeper.keep();
  return { result, events, signs, terms, most, checkpoint: kept };
}
