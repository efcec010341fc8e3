// What a discovery can use of a machine: threads for a network, for the runs of an agent, or for a slow score. Refuses to be
// given what it has no use for.

import { check } from "../../check.ts";
import { scores } from "../../score/scores.ts";
import { searches } from "../../search/searches.ts";
import type { RunOptions } from "../spec.ts";

export interface MachineNeeds {
  readonly hasNetwork: boolean;
  /** Its arithmetic is to be the same on every machine. */
  readonly isStrict: boolean;
  /** Several runs of an agent, each of which can be made apart. */
  readonly hasRuns: boolean;
  /** Which search was asked for is left open, so that it may come to an agent. */
  readonly isOpen: boolean;
  /** Its work is in tasks, which threads share. */
  readonly hasTasks: boolean;
  /** The score's numbers are computed for all parent sets beforehand. */
  readonly isSlow: boolean;
  readonly threads: number;
}

export interface MachineOffer {
  /** Threads that were asked for. */
  readonly threads?: number | undefined;
  /** Those that are taken unless some are asked for. */
  readonly most: number;
  /** 256-bit instructions were asked for. */
  readonly wide?: boolean | undefined;
}

/** Of options whose score is a known one; without it the score is one's own. */
export function machineNeeds(
  { search = "auto", options = {}, restarts, score }: RunOptions,
  { threads, most, wide = false }: MachineOffer,
): MachineNeeds {
  const entry = searches[search];
  const hasNetwork = entry?.hasNetwork?.(options) === true;
  // Where nothing is said it may come to an agent, which then has several runs.
  const isOpen = entry === undefined || entry.endsWithAgent === true;
  const hasRuns = isOpen || (entry.runs !== undefined && (restarts ?? entry.restarts ?? 1) > 1);
  const isSlow = score !== undefined && scores[score]?.sets !== undefined;
  check(
    hasNetwork || isSlow || !wide,
    `discover: wide is for searches that have a network and for slow scores, got ${search} with ${score ?? "bic"}`,
    { field: "wide", remedies: [{ unset: ["wide"] }] },
  );
  const hasTasks = entry?.tasks !== undefined;
  check(
    hasNetwork || hasRuns || hasTasks || isSlow || threads === undefined,
    `discover: threads share a network, the restarts of an agent, the shakes of order search or a slow score, and ${search} has none of them`,
    { field: "threads", remedies: [{ unset: ["threads"] }] },
  );
  const count = threads ?? most;
  check(
    Number.isInteger(count) && count >= 1,
    `discover: threads must be a whole number from 1 on, got ${count}`,
  );
  return { hasNetwork, isStrict: options.strict === true, hasRuns, isOpen, hasTasks, isSlow, threads: count };
}
