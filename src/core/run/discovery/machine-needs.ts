// The machine resources that a discovery can use: threads for a network, for the runs of an agent, for tasks, for sweeps over
// subsets, or for a slow score. A search that cannot share its work uses one thread, however many are offered.

import { check } from "../../check.ts";
import { scores } from "../../score/scores.ts";
import { sweepThreads } from "../../search/exact/exact.ts";
import { searches } from "../../search/searches.ts";
import type { RunOptions } from "../spec.ts";
import { choosable } from "./choose-search.ts";

export interface MachineNeeds {
  readonly hasNetwork: boolean;
  /** Arithmetic must be the same on every machine. */
  readonly isStrict: boolean;
  /** The agent whose several runs can be computed separately. */
  readonly agent: string | undefined;
  /** The search whose work is split into tasks that threads share. */
  readonly tasked: string | undefined;
  /** The search sweeps over enough subsets for threads to share, or auto may choose one that does. */
  readonly hasSweeps: boolean;
  /** The score's values are computed for all parent sets beforehand. */
  readonly isSlow: boolean;
  readonly threads: number;
  /** How many of these share memory: the threads of a network, or of sweeps over subsets. */
  readonly crew: number;
}

/** A network gains nothing from more threads, so more are used only on request. */
const networkThreads = 4;

export interface MachineOffer {
  /** Number of threads requested. */
  readonly threads?: number | undefined;
  /** Number of threads used by default. */
  readonly most: number;
  /** Were 256-bit instructions requested? */
  readonly wide?: boolean | undefined;
  /** Number of variables in the table. */
  readonly variables: number;
}

/** `score` names a built-in score; undefined for a user-defined one. */
export function machineNeeds(
  { search = "auto", options = {}, restarts, score }: RunOptions,
  { threads, most, wide = false, variables }: MachineOffer,
): MachineNeeds {
  const entry = searches[search];
  // For auto: whatever any of the searches that it may choose can use.
  const entries = entry === undefined ? choosable.map((name) => searches[name]) : [entry];
  const hasNetwork = entry?.hasNetwork?.(options) === true;
  const hasRuns = entry?.runs !== undefined && (restarts ?? entry.restarts ?? 1) > 1;
  const isSlow = score !== undefined && scores[score]?.sets !== undefined;
  check(
    hasNetwork || isSlow || !wide,
    `discover: wide is for searches with a network and for slow scores, got the search ${search}${score === undefined ? "" : ` with the score ${score}`}`,
    { field: "wide", remedies: [{ unset: ["wide"] }] },
  );
  const ofSweeps = entries.some(({ hasSweeps }) => hasSweeps) ? sweepThreads(variables) : 1;
  const count = threads ?? most;
  check(
    Number.isInteger(count) && count >= 1,
    `discover: threads must be a whole number from 1 on, got ${count}`,
  );
  const ofNetwork = threads ?? Math.min(most, networkThreads);
  return {
    hasNetwork,
    isStrict: options.strict === true,
    agent: entry?.endsWithAgent ?? (hasRuns ? search : undefined),
    tasked: entries.find(({ tasks }) => tasks !== undefined)?.name,
    hasSweeps: ofSweeps > 1,
    isSlow,
    threads: count,
    crew: hasNetwork ? ofNetwork : Math.min(count, ofSweeps),
  };
}
