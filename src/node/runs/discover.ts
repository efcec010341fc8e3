// A discovery on this machine: what `discover` of the library and of the command line both call.

import { availableParallelism } from "node:os";
import {
  type AskedOptions,
  type Discovery,
  discovery,
  gapVariables,
  isScoreFile,
  type LoadedTable,
  machineNeeds,
  net,
  networkBuild,
  type Outcome,
  type RunEvent,
  type RunOptions,
  type RunPool,
  type RunResult,
  type SearchName,
  type SetTables,
  type StopReason,
  searches,
  type TaskPool,
  trial,
  type UserScoreMaker,
  wideKernels,
  type wire,
} from "../../core/index.ts";
import { dataHash } from "../files/data-hash.ts";
import { createCrew } from "../threads/crew.ts";
import { type Checkpoint, stateToResume } from "./checkpoint.ts";
import { drive } from "./drive.ts";
import { loadScore } from "./load-score.ts";
import { allowRelaxedSimd, memoryAtHand, sha256, versions, wideModule } from "./machine.ts";
import { hasWorkers } from "./news-workers.ts";
import { createPool } from "./pool.ts";
import { createSetWorkers } from "./set-workers.ts";
import { createTaskPool } from "./task-pool.ts";

/** Where and how a run is made, beside what is asked of it. */
interface RunningOptions extends Pick<Discovery, "truth" | "name" | "memoryBytes"> {
  /**
   * Threads that share the sweeps of exact search, the shakes of order search, a slow score, an agent's restarts, or the work of
   * its network; the result is the same for any number. By default one for each core (of a network up to 4); a search that
   * shares no work takes one.
   */
  readonly threads?: number | undefined;
  /** 256-bit instructions for networks and slow scores, where the runtime makes them and they prove that they give the same bytes. */
  readonly wide?: boolean | undefined;
  /** Where the numbers of slow scores are stored between runs; nowhere by default. */
  readonly tables?: SetTables | undefined;
  /** A checkpoint of this table and these options (`readCheckpoint`), to resume from. */
  readonly from?: Checkpoint | undefined;
  /** Seconds that earlier sittings of the run took; those of its checkpoint, by default. */
  readonly secondsBefore?: number | undefined;
  readonly onEvent?: (event: RunEvent) => void | Promise<void>;
  /** Asked between steps, and before every term of the score (it must be quick); a reason ends the search with the best so far. */
  readonly stop?: () => StopReason | undefined;
}

/** What a program asks for: names and options that there are. */
export type DiscoverOptions<S extends SearchName | "auto" = SearchName | "auto"> = RunningOptions &
  AskedOptions<S>;

/** The same by names that are held against those that there are when it runs. */
export interface NamedOptions extends RunningOptions, Omit<RunOptions, "score"> {
  readonly score?: string | UserScoreMaker;
  /** Of the table, where it was computed before. */
  readonly hash?: string;
  /** Who makes the replicates of the run, in place of threads of this process; stopped when the run is over. */
  readonly replicates?: ((options: RunOptions) => StoppablePool) | undefined;
  /** Who makes the restarts of its search, likewise. */
  readonly restartPool?: ((options: RunOptions) => StoppableRunPool) | undefined;
  /** Threads where `threads` says nothing; all cores by default. */
  readonly mostThreads?: number | undefined;
}

type StoppableRunPool = RunPool & { readonly stop: () => Promise<void> };
type StoppablePool = TaskPool & { readonly stop: () => Promise<void> };

/**
 * Finds the causes in a table; the result is plain data.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * (await discover(table, { score: "bic" })).optimal; // true
 * ```
 */
export async function discover<S extends SearchName | "auto" = "auto">(
  table: LoadedTable,
  options: DiscoverOptions<S> = {},
): Promise<RunResult> {
  return (await discoverWithProof(table, options)).result;
}

/**
 * The same, with the certificate beside the result.
 *
 * @example
 * ```js
 * const { table } = simulate({ nodes: 3, samples: 60 });
 * (await discoverWithProof(table)).certificate.columns.length; // 3
 * ```
 */
export async function discoverWithProof<S extends SearchName | "auto" = "auto">(
  table: LoadedTable,
  options: DiscoverOptions<S> = {},
): Promise<Outcome> {
  return discovered(table, options as NamedOptions);
}

/** The same, for options whose names come from outside. */
export async function discovered(table: LoadedTable, options: NamedOptions): Promise<Outcome> {
  const { onEvent, stop } = options;
  const { input, release } = await prepared(table, options);
  const { onEvent: hear, tell } = heard(onEvent);
  try {
    return await drive(discovery({ ...input, stop, tell }), { onEvent: hear, stop });
  } finally {
    await release();
  }
}

/** Events from the middle of the work are not waited for; what their listener fails with is thrown at the next event. */
function heard(onEvent: NamedOptions["onEvent"]) {
  let failure: { readonly error: unknown } | undefined;
  const tell = (event: RunEvent): void => {
    const pending = onEvent?.(event);
    if (pending)
      pending.catch((error: unknown) => {
        failure ??= { error };
      });
  };
  return {
    tell,
    onEvent: (event: RunEvent): void | Promise<void> => {
      if (failure) throw failure.error;
      return onEvent?.(event);
    },
  };
}

/** How long the same would take here, by beginning it. */
export async function tryDiscovery(table: LoadedTable, options: NamedOptions = {}): Promise<wire.Estimate> {
  const { input, release } = await prepared(table, options);
  try {
    return trial(input);
  } finally {
    await release();
  }
}

/** The discovery on this machine, and what is to be called when it is over. */
async function prepared(
  table: LoadedTable,
  options: NamedOptions,
): Promise<{ readonly input: Discovery; readonly release: () => Promise<unknown> }> {
  const {
    truth,
    score,
    name,
    hash = dataHash(table),
    memoryBytes = memoryAtHand(),
    threads,
    mostThreads,
    wide,
    tables,
    replicates: others,
    restartPool,
    from,
    secondsBefore = from?.seconds ?? 0,
    onEvent: _,
    stop: __,
    ...rest
  } = options;
  const userScore =
    typeof score === "function" ? score : score && isScoreFile(score) ? await loadScore(score) : undefined;
  const {
    machine,
    scoring,
    replicates,
    stop: release,
  } = await machineFor(table, rest, {
    threads,
    mostThreads,
    wide,
    score,
    tables,
    replicates: others,
    restartPool,
    memoryBytes,
  });
  const input: Discovery = {
    table,
    options: { ...rest, score: typeof score === "function" ? `own:${score.name || "score"}` : score },
    truth,
    userScore,
    name,
    memoryBytes,
    hash,
    from: from && stateToResume(from, hash),
    secondsBefore,
    machine,
    scoring,
    replicates,
    versions: { ...versions(), kernels: machine?.build ?? "strict" },
    sha256,
    now: () => performance.now(),
  };
  return { input, release };
}

/** Up to so many variables a search with tasks is done before other threads have begun. */
const fewTaskVariables = 60;

/** How a discovery is computed here. */
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
 * Threads share the numbers of a slow score, then a network's batch; where several runs are asked for and all of them will
 * be made, each thread makes runs of its own instead. With a proven best score (up to 16 variables) the first run usually
 * ends the search, so there they take turns.
 */
async function machineFor(
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
  const needs = machineNeeds(
    { ...options, score: typeof score === "string" ? score : undefined },
    { threads, most: mostThreads, wide, variables: table.names.length },
  );
  const { hasNetwork, isStrict, hasRuns, isOpen, hasTasks, hasSweeps, isSlow, threads: count } = needs;
  const scoring = isSlow ? slowScoring(count, table, { ...options, score: String(score) }, wide) : undefined;
  const agent = hasNetwork || hasRuns || hasSweeps ? await agentMachine() : undefined;
  const isTasked = hasTasks && !isSlow && count > 1 && hasWorkers && typeof score !== "function";
  const tasks =
    isTasked && table.names.length > fewTaskVariables
      ? createTaskPool(count, {
          kind: "search",
          table,
          options: { ...options, score: String(score ?? "bic") },
          memoryBytes,
        })
      : undefined;
  const starts = searches[search]?.starts ? restartPool?.(options) : undefined;
  // Threads make replicates, each with a search on one thread.
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
    const isShared = hasRuns && hasMakers && !isProvable && typeof score !== "function";
    const agentOptions = { ...options, search: isOpen ? "rl-order" : search, score: String(score ?? "bic") };
    const pool = isShared
      ? (restartPool?.(agentOptions) ??
        createPool(count, { table, options: agentOptions, build, wide: wideNetwork }))
      : undefined;
    const crew = await createCrew(hasNetwork && isShared ? 1 : needs.crew);
    const stop = () => Promise.all([crew.stop(), pool?.stop()]);
    return { build, wide: wideNetwork, crew, pool, stop };
  }
}

/** Several threads for a slow score, and 256-bit instructions where they are asked for and to be had. */
function slowScoring(count: number, table: LoadedTable, options: RunOptions, isWide: boolean) {
  const wide = isWide ? wideKernels(wideModule) : undefined;
  const isShared = count > 1 && hasWorkers;
  return { wide, workers: isShared ? createSetWorkers(count, { table, options, wide }) : undefined };
}
