// What a discovery can use of a machine: threads for a network, for the runs of an agent, or for a slow score. Refuses to be
// given what it has no use for.

import { check } from "../check.ts";
import { scores, searches } from "./registry.ts";
import type { RunOptions } from "./spec.ts";

export interface MachineNeeds {
  readonly hasNetwork: boolean;
  /** Several runs of an agent, each of which can be made apart. */
  readonly hasRuns: boolean;
  /** Which search was asked for is left open, so that it may come to an agent. */
  readonly isOpen: boolean;
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
  { search = "auto", rl, restarts, score }: RunOptions,
  { threads, most, wide = false }: MachineOffer,
): MachineNeeds {
  const entry = searches[search];
  // What reads --strict has a network to compute.
  const hasNetwork = entry?.reads?.(rl ?? {}).includes("strict") === true;
  // Where nothing is said it may come to an agent, which then has several runs.
  const isOpen = search === "auto" || search === "both";
  const hasRuns = isOpen || (entry?.agent !== undefined && (restarts ?? entry.restarts ?? 1) > 1);
  const isSlow = score !== undefined && scores[score]?.sets !== undefined;
  check(
    hasNetwork || isSlow || !wide,
    `discover: wide is for searches that have a network and for slow scores, got ${search} with ${score ?? "bic"}; leave --wide out`,
  );
  check(
    hasNetwork || hasRuns || isSlow || threads === undefined,
    `discover: threads share a network, the restarts of an agent or a slow score, and ${search} has none of them; leave --threads out`,
  );
  const count = threads ?? most;
  check(
    Number.isInteger(count) && count >= 1,
    `discover: threads must be a whole number from 1 on, got ${count}`,
  );
  return { hasNetwork, hasRuns, isOpen, isSlow, threads: count };
}
