// The resources of a discovery on this machine: its threads, kernels and pools.

import { availableParallelism } from "node:os";
import {
  type Discovery,
  gapVariables,
  isScoreFile,
  type LoadedTable,
  machineNeeds,
  net,
  networkBuild,
  type RunOptions,
  searches,
  wideKernels,
} from "../../core/index.ts";
import { createCrew } from "../threads/crew.ts";
import type { NamedOptions, StoppablePool } from "./discover-options.ts";
import { allowRelaxedSimd, wideModule } from "./machine.ts";
import { hasWorkers } from "./news-workers.ts";
import { createPool } from "./pool.ts";
import { createSetWorkers } from "./set-workers.ts";
import { createTaskPool } from "./task-pool.ts";

/** Up to this many variables, a search with tasks finishes before other threads have started. */
const fewTaskVariables = 60;

interface Machine extends Pick<Discovery, "machine" | "scoring" | "replicates"> {
  readonly stop: () => Promise<unknown>;
}

interface MachineAsked
  extends Pick<
    NamedOptions,
    "threads" | "mostThreads" | "wide" | "score" | "tables" | "replicates" | "restartPool"
  > {
  readonly memoryBytes: number;
}

/**
 * Threads share the terms of a slow score, then a network's batch; if several restarts are requested and all of them will run,
 * each thread runs whole restarts instead. With a proven best score (up to 16 variables) the first restart usually ends the
 * search, so there the restarts run one after another.
 */
export async function machineFor(
  table: LoadedTable,
  options: RunOptions,
  {
    threads,
    mostThreads = availableParallelism(),
    wide = false,
    score,
    tables,
    replicates: others,
    restartPool,
    memoryBytes,
  }: MachineAsked,
): Promise<Machine> {
  const { search = "auto", optimum = "auto" } = options;
  // Without a name the table chooses the score, in workers as in this thread.
  const named = typeof score === "string" ? score : undefined;
  const needs = machineNeeds(
    { ...options, score: named },
    { threads, most: mostThreads, wide, variables: table.names.length },
  );
  const { hasNetwork, isStrict, agent: agentName, tasked, hasSweeps, isSlow, threads: count } = needs;
  const scoring = isSlow ? slowScoring(count, table, { ...options, score: named }, wide) : undefined;
  const agent = hasNetwork || agentName || hasSweeps ? await agentMachine() : undefined;
  // Tasks need a score with local terms, which is not known here for a user's score: they are used only if this search was
  // requested by name.
  const isOwn = typeof score === "function" || (search !== tasked && isScoreFile(score ?? ""));
  const isTasked = tasked !== undefined && !isSlow && count > 1 && hasWorkers && !isOwn;
  const tasks =
    isTasked && table.names.length > fewTaskVariables
      ? // One thread fewer, because the searching thread computes tasks too.
        createTaskPool(count - 1, {
          kind: "search",
          table,
          options: { ...options, search: tasked, score: named },
          memoryBytes,
        })
      : undefined;
  const starts = searches[search]?.starts ? restartPool?.(options) : undefined;
  // Each thread computes whole replicates, whose searches use one thread.
  const makers = threads ?? mostThreads;
  const pools: StoppablePool[] = [];
  const replicates = (resolved: RunOptions) => {
    const work = { table, options: resolved, memoryBytes: memoryBytes / makers, build: agent?.build };
    const pool = others?.(resolved) ?? createTaskPool(makers, { kind: "replicates", ...work });
    pools.push(pool);
    return pool;
  };
  const isResampled = others !== undefined || (makers > 1 && hasWorkers && typeof score !== "function");
  return {
    machine: agent || tasks || starts ? { ...agent, tasks, ...(starts && { pool: starts }) } : undefined,
    scoring: { ...scoring, tables },
    replicates: isResampled ? replicates : undefined,
    stop: () =>
      Promise.all([
        agent?.stop(),
        tasks?.stop(),
        starts?.stop(),
        scoring?.workers?.stop(),
        ...pools.map(({ stop }) => stop()),
      ]),
  };

  async function agentMachine() {
    allowRelaxedSimd();
    const build = hasNetwork ? networkBuild({ strict: isStrict }) : "strict";
    const wideNetwork = wide && hasNetwork ? net.wideNetwork(wideModule, build) : undefined;
    const isProvable = optimum === "auto" && table.names.length <= gapVariables;
    const hasMakers = restartPool !== undefined || (count > 1 && hasWorkers);
    const isShared = agentName !== undefined && hasMakers && !isProvable && typeof score !== "function";
    const agentOptions = { ...options, search: agentName, score: named };
    const pool = isShared
      ? (restartPool?.(agentOptions) ??
        createPool(count, { table, options: agentOptions, build, wide: wideNetwork }))
      : undefined;
    const crew = await createCrew(hasNetwork && isShared ? 1 : needs.crew);
    const stop = () => Promise.all([crew.stop(), pool?.stop()]);
    return { build, wide: wideNetwork, crew, pool, stop };
  }
}

/** Several threads for a slow score, and 256-bit instructions if requested and available. */
function slowScoring(count: number, table: LoadedTable, options: RunOptions, isWide: boolean) {
  const wide = isWide ? wideKernels(wideModule) : undefined;
  const isShared = count > 1 && hasWorkers;
  return { wide, workers: isShared ? createSetWorkers(count, { table, options, wide }) : undefined };
}
