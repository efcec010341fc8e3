// Options of a discovery on this machine: those of the run itself, and those that say where and how it runs.

import type {
  AskedOptions,
  Discovery,
  RunEvent,
  RunOptions,
  RunPool,
  SearchName,
  SetTables,
  StopReason,
  TaskPool,
  UserScoreMaker,
} from "../../core/index.ts";
import type { Checkpoint } from "./checkpoint.ts";

/** Where and how a run is executed, in addition to its own options. */
interface RunningOptions extends Pick<Discovery, "truth" | "name" | "memoryBytes"> {
  /**
   * Threads that share the sweeps of exact search, the perturbations of order search, a slow score, an agent's restarts, or
   * the work of its network; the result is the same for any number. By default one for each core (for a network up to 4); a
   * search that is not parallel uses one.
   */
  readonly threads?: number | undefined;
  /** 256-bit instructions for networks and slow scores, if the runtime has them and a test shows that they give the same bytes. */
  readonly wide?: boolean | undefined;
  /** Where the terms of slow scores are stored between runs; nowhere by default. */
  readonly tables?: SetTables | undefined;
  /** A checkpoint of this table and these options (`readCheckpoint`), to resume from. */
  readonly from?: Checkpoint | undefined;
  /** Seconds that earlier sessions of the run took; by default those in its checkpoint. */
  readonly secondsBefore?: number | undefined;
  readonly onEvent?: (event: RunEvent) => void | Promise<void>;
  /** Called between steps and before every term (it must be quick); a returned reason ends the search with the best so far. */
  readonly stop?: () => StopReason | undefined;
}

/** Options of a program, with names and options checked at compile time. */
export type DiscoverOptions<S extends SearchName | "auto" = SearchName | "auto"> = RunningOptions &
  AskedOptions<S>;

/** The same with names as strings, which are validated at run time. */
export interface NamedOptions extends RunningOptions, Omit<RunOptions, "score"> {
  readonly score?: string | UserScoreMaker;
  /** The table's data hash, if already computed. */
  readonly hash?: string;
  /** A pool that computes the replicates of the run instead of this process's threads; stopped when the run ends. */
  readonly replicates?: ((options: RunOptions) => StoppablePool) | undefined;
  /** A pool that computes the restarts of its search, likewise. */
  readonly restartPool?: ((options: RunOptions) => StoppableRunPool) | undefined;
  /** Maximum number of threads if `threads` is not given; all cores by default. */
  readonly mostThreads?: number | undefined;
}

type StoppableRunPool = RunPool & { readonly stop: () => Promise<void> };
export type StoppablePool = TaskPool & { readonly stop: () => Promise<void> };
