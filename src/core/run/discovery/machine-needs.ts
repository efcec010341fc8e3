// What a discovery can use of a machine: threads for a network, for the runs of an agent, for tasks, for sweeps over subsets, or
// for a slow score. A search that shares no work takes one thread, whatever is offered.

import { check } from "../../check.ts";
import { scores } from "../../score/scores.ts";
import { sweepThreads } from "../../search/exact/exact.ts";
import { searches } from "../../search/searches.ts";
import type { RunOptions } from "../spec.ts";
import { choosable } from "./choose-search.ts";

export interface MachineNeeds {
  readonly hasNetwork: boolean;
  /** Its arithmetic is to be the same on every machine. */
  readonly isStrict: boolean;
  /** The agent that makes several runs, each of which can be made apart. */
  readonly agent: string | undefined;
  /** The search whose work is in tasks, which threads share. */
  readonly tasked: string | undefined;
  /** It sweeps over so many subsets that threads can share them, or may come to that. */
  readonly hasSweeps: boolean;
  /** The score's numbers are computed for all parent sets beforehand. */
  readonly isSlow: boolean;
  readonly threads: number;
  /** Of these, threads that share a memory: those of a network, or of sweeps over subsets. */
  readonly crew: number;
}

/** More threads gain a network nothing, so they are taken only where they are asked for. */
const networkThreads = 4;

export interface MachineOffer {
  /** Threads that were asked for. */
  readonly threads?: number | undefined;
  /** Those that are taken unless some are asked for. */
  readonly most: number;
  /** 256-bit instructions were asked for. */
  readonly wide?: boolean | undefined;
  /** Of the table. */
  readonly variables: number;
}

/** Of options whose score is a known one; without it the score is one's own. */
export function machineNeeds(
  { search = "auto", options = {}, restarts, score }: RunOptions,
  { threads, most, wide = false, variables }: MachineOffer,
): MachineNeeds {
  const entry = searches[search];
  // Where nothing is said, what any of those that it may come to can use.
  const entries = entry === undefined ? choosable.map((name) => searches[name]) : [entry];
  const hasNetwork = entry?.hasNetwork?.(options) === true;
  const hasRuns = entry?.runs !== undefined && (restarts ?? entry.restarts ?? 1) > 1;
  const isSlow = score !== undefined && scores[score]?.sets !== undefined;
  check(
    hasNetwork || isSlow || !wide,
    `discover: wide is for searches with a network and for slow scores, got ${search} with ${score ?? "bic"}`,
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
