// What a discovery on this machine is asked for: what a run is, and where and how it is made.

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
export type StoppablePool = TaskPool & { readonly stop: () => Promise<void> };
