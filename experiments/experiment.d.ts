// Types of an experiment: its grid, the published numbers to compare with, and one row per run of ours.

import type * as wherefore from "../src/node/index.ts";

/** The part of the library that an experiment uses; the command passes the built one, the test the source. */
export type Library = Pick<
  typeof wherefore,
  | "simulate"
  | "paperSet"
  | "discoverWithProof"
  | "verifyCertificate"
  | "dataHash"
  | "createRunFolder"
  | "readCheckpoint"
  | "folderTables"
  | "readTable"
  | "readGraph"
  | "cpdagOf"
  | "graphFromEdges"
  | "graphMetrics"
  | "createRng"
  | "createTable"
  | "tableByEm"
  | "matrix"
>;

/**
 * A grid is data: every table is run under every score. It is the complete record of what an experiment ran, so similar grids
 * share no code: a change of one must not change another.
 */
export interface Grid {
  readonly title: string;
  /** The search of every run that does not name its own. */
  readonly search: string;
  /** Number of random starts, for a search that has them. */
  readonly restarts?: number;
  /** Options of an agent. */
  readonly options?: NonNullable<wherefore.RunOptions["options"]>;
  /** The agent does not receive the proven optimum, so that its own stopping rule ends it; the row still has the gap. */
  readonly isBlind?: boolean;
  /** Is the optimum proven after every search, for the gap? Default true; false where that takes longer than the search. */
  readonly isProven?: boolean;
  /** Takes hours: existing rows are kept, and the command runs only the missing ones. */
  readonly isLong?: boolean;
  /** The pruning rule, `threshold` by default; the graph before pruning is reported too. */
  readonly prune?: Pruning;
  /** Is the polished graph the one that is pruned? Default: as the search does it. */
  readonly polish?: boolean;
  /** Coefficients up to this size are pruned, if the rule uses coefficients. */
  readonly threshold?: number;
  /** Is every certificate read back and re-run against its table? Default true; false where that takes as long as the search. */
  readonly isVerified?: boolean;
  /** Does its table report distances between equivalence classes? Default: distances of the final graphs. */
  readonly isByClass?: boolean;
  readonly tables: readonly TableFamily[];
  readonly scores: readonly ScoreChoice[];
  readonly claims: readonly Claim[];
  /** The part that continuous integration runs. */
  readonly smallest: {
    readonly families: number;
    readonly seeds: number;
    /** Iterations of an agent; its rows then differ from those of the whole grid. */
    readonly iterations?: number;
    /** Only the first columns and rows of a table; its rows differ likewise. */
    readonly columns?: number;
    readonly rows?: number;
    /** Only the first scores. */
    readonly scores?: number;
  };
}

type Pruning = "none" | "threshold" | "quadratic" | "cam";

export interface TableFamily {
  /** A name of the paper's sets, or one defined by `simulate`, `make` or `files`. */
  readonly set: string;
  readonly simulate?: wherefore.SimulateOptions;
  readonly make?: Run["make"];
  readonly files?: Files;
  readonly cut?: Run["cut"];
  readonly gaps?: Gaps;
  readonly seeds: readonly number[];
  /** Seeds of the search; each table is run with each of them. */
  readonly runSeeds?: readonly number[];
  /** Overrides the grid's. */
  readonly scores?: readonly ScoreChoice[];
}

/** A table with its truth, and its numeric columns that are categorical. */
export interface Made {
  readonly table: wherefore.Table;
  readonly truth: wherefore.Graph;
  readonly categorical?: string[];
}

/** Paths from the root of the repository; {seed} stands for the number of the set. */
export interface Files {
  readonly table: string;
  readonly truth: string;
}

/** Values removed from every second column, starting with the second, and the treatment of the gaps. */
export interface Gaps {
  /** Share of the cells of those columns. */
  readonly share: number;
  /** Completely at random, or depending on the first column, which has no gaps: twice as many where it is above its median. */
  readonly by: "chance" | "first column";
  /** Means and covariances are estimated by EM, gaps are imputed, or rows with gaps are dropped. */
  readonly then: "em" | "impute" | "drop";
}

export interface ScoreChoice {
  readonly scoreName: string;
  /** Null for a score that has one penalty only. */
  readonly penalty: "equation" | "runs" | null;
  /** Decoder and step of the agent; default: the preset's. */
  readonly decoder?: "single-layer" | "bilinear" | "ntn" | "transformer";
  readonly step?: "published" | "merged";
  /** CORL only: when a reward is given. */
  readonly reward?: "episodic" | "stepwise";
  /** The column of a published table that this run belongs to. */
  readonly method?: string;
  /** These override the grid's. */
  readonly search?: string;
  readonly prune?: Pruning;
  readonly threshold?: number;
  readonly penaltyWeight?: number;
  readonly standardise?: boolean;
  readonly knowledge?: NonNullable<wherefore.RunOptions["knowledge"]>;
  readonly options?: NonNullable<wherefore.RunOptions["options"]>;
}

/** One run of a grid. */
export interface Run extends ScoreChoice {
  readonly set: string;
  readonly seed: number;
  readonly runSeed?: number;
  readonly simulate?: wherefore.SimulateOptions;
  /** Generates tables that the simulator does not offer, with the given numbers of columns and rows where it can. */
  readonly make?: (library: Library, seed: number, cut: NonNullable<Run["cut"]>) => Made;
  readonly files?: Files;
  readonly gaps?: Gaps;
  /** Only the first columns and rows of the table. */
  readonly cut?: { readonly columns?: number | undefined; readonly rows?: number | undefined };
}

/** How a run is executed, beyond its definition. */
export interface Running {
  /** The run is recorded in this folder, and resumed from it. */
  readonly folder?: string;
  readonly machine?: { readonly threads?: number | undefined; readonly wide?: boolean | undefined };
  readonly stop?: wherefore.DiscoverOptions["stop"];
  readonly onEvent?: (event: wherefore.RunEvent) => void;
  /** Commit of the code, for the row. */
  readonly commit?: string | undefined;
}

/** A table with its truth, and the options of the discovery. */
export interface Asked extends Pick<Made, "table" | "truth"> {
  readonly options: wherefore.RunOptions;
}

/** The outcome of a run, here or on another machine. */
export interface MadeRun extends Pick<Made, "table" | "truth"> {
  readonly result: wherefore.RunResult;
  readonly certificate: wherefore.Certificate | null;
  /** Time of the search alone, summed over all sessions. */
  readonly searchSeconds: number | null;
  /** Absent if the process did other work too. */
  readonly cpuSeconds?: number | undefined;
  readonly commit?: string | undefined;
  readonly published?: Published | undefined;
}

export interface ExperimentOptions {
  readonly published?: Published | undefined;
  /** Existing rows: their runs are not repeated. */
  readonly rows?: readonly Row[];
  readonly isWanted?: (run: Run) => boolean;
  readonly running?: (run: Run) => Running;
  readonly onRow?: (row: Row) => void | Promise<void>;
}

/** Options for executing the runs of a grid as tasks of a batch. */
export interface BatchOptions extends Pick<ExperimentOptions, "published"> {
  /** Where tables and results are stored, as with `--store` of `wherefore grid`. */
  readonly store: string;
  /** If given, workers on this queue execute the runs; otherwise threads of this process. */
  readonly queue?: string | undefined;
  readonly threads?: number | undefined;
  /** Only their list is stored, for `wherefore batch work`. */
  readonly plan: boolean;
  readonly commit?: string | undefined;
  readonly stop: () => boolean;
  readonly onRow: (row: Row) => void | Promise<void>;
}

/** A statement about a column of the rows; the condition is one of the last three. */
export interface Claim {
  readonly sentence: string;
  /** Only rows with these values; a list means any of them. */
  readonly where?: Readonly<Record<string, string | number | null | readonly string[]>>;
  /** Path into a row: "pruned.shd". */
  readonly column: string;
  readonly by: "mean" | "median" | "max" | "min";
  readonly atMost?: number;
  readonly below?: number;
  readonly atLeast?: number;
}

export interface Judged {
  readonly sentence: string;
  readonly runs: number;
  /** Number of runs that the claim also concerns and that have no row yet. */
  readonly missing?: number;
  readonly value: number | null;
  readonly holds: boolean;
}

/** A graph compared with the truth. */
export interface Distance {
  readonly edges: number;
  readonly correct: number;
  readonly reversed: number;
  readonly missing: number;
  readonly extra: number;
  readonly shd: number;
  /** SHD between the equivalence classes (CPDAGs). */
  readonly shdClass: number;
}

export interface Row extends ScoreChoice {
  readonly set: string;
  readonly seed: number;
  /** The seed of the search, where the grid has several. */
  readonly runSeed?: number;
  /** Agents only: iterations, restarts, whether it reached the proven optimum, and its time. */
  readonly agent?: AgentRow;
  /** The graph of the search, before and after pruning. */
  readonly raw: Distance;
  readonly pruned: Distance;
  /** For a search that returns a class: undirected edges counted favourably, as in published tables. */
  readonly asClass?: Distance;
  /** SHD of the graph without edges: the number of true edges. */
  readonly shdEmpty: number;
  /** Of the raw graph; higher is better. */
  readonly score: number;
  readonly scoreOfTruth: number;
  /** The score of the raw graph on the published scale, 0 to 5; lower is better. Null for a score that the paper does not have. */
  readonly paperScore: number | null;
  /** Proven optimum minus score; null if no optimum was proven. */
  readonly gap: number | null;
  /** Did the certificate, read back and re-run against the table, hold? Null if there is none. */
  readonly proofHolds: boolean | null;
  readonly seconds: number;
  /** Processor time of all threads, from reading to evaluation; of the last session if a run was resumed. */
  readonly cpuSeconds?: number;
  /** The commit that produced the row, if a grid's rows come from several sessions. */
  readonly commit?: string;
  /** The published run on the same table with the same score, where there is one. */
  readonly published?: Comparison;
}

export interface AgentRow {
  readonly iterations: number;
  readonly restarts: number;
  /** Null if no optimum was proven. */
  readonly isOptimal: boolean | null;
  /** Time of the search alone, without the proof. */
  readonly seconds: number;
  /** Number of order searches at stalls, over all restarts: with none, the agent got there by itself. */
  readonly looks?: number;
  /** Paper's agent only: was an acyclic graph ever proposed? If not, the row's graph follows the order of the variances. */
  readonly sawDag?: boolean;
  /** The λ update at which the graph of the best reward was first acyclic, counted in iterations. */
  readonly firstDag?: number | null;
  /** Proven optimum minus the score of the best graph proposed, and of the polished one. */
  readonly gapRaw?: number | null;
  readonly gapPolished?: number | null;
  readonly verdict?: wherefore.RunResult["verdict"];
  /** Digest of the graphs, scores and weights, which a repetition of the run reproduces. */
  readonly digest?: string | null;
}

export interface Comparison {
  readonly shd: number;
  readonly paperScore: number;
  /** The published run's graph before and after pruning. */
  readonly rawShd: number;
  readonly edges: number;
  /** Published minus our paperScore: how much better a graph exists, by the score itself. */
  readonly behind: number;
  /** Only for a search other than the published one. */
  readonly failed?: Failure;
  readonly firstDag?: number | null;
}

/**
 * Why a published run missed the truth. search: a graph with a better score is nearer the truth; score: it prefers
 * another graph to the truth; class: it cannot distinguish the truth from the other members of its equivalence class.
 */
export type Failure = "nothing" | "search" | "score" | "class" | "search and score" | "search and class";

export interface Published {
  readonly source: string;
  /** Tables of means, by method. */
  readonly methods?: readonly PublishedMethod[];
  readonly runs?: readonly PublishedRun[];
}

/** Mean and population standard deviation over the data sets; numbers that the source does not give are absent. */
export interface PublishedMethod {
  readonly set: string;
  readonly method: string;
  readonly fdr?: MeanAndDeviation;
  readonly tpr?: MeanAndDeviation;
  readonly shd: MeanAndDeviation;
  /** For a single data set: the number of edges, and of correct ones. */
  readonly edges?: number;
  readonly correct?: number;
  /** Why ours differs, or why the published number is impossible. */
  readonly remark?: string;
}

export type MeanAndDeviation = readonly [mean: number, deviation: number];

export interface PublishedRun {
  readonly set: string;
  readonly seed: number;
  readonly scoreName: string;
  readonly decoder?: string;
  readonly firstDag?: number | null;
  readonly paperScore: number;
  readonly raw: { readonly edges: number; readonly shd: number };
  readonly pruned: { readonly edges: number; readonly shd: number };
}

/** Missing files of a grid. */
export function missingFiles(grid: Grid): string[];
export function smallestOf(grid: Grid): Grid;
export function plannedRuns(grid: Grid): Run[];
export function keyOf(
  run: Pick<
    Row,
    | "set"
    | "seed"
    | "runSeed"
    | "scoreName"
    | "penalty"
    | "decoder"
    | "step"
    | "reward"
    | "method"
    | "penaltyWeight"
  >,
): string;
export function withRow(rows: readonly Row[], row: Row): Row[];
export function runExperiment(library: Library, grid: Grid, options?: ExperimentOptions): Promise<Row[]>;
export function judge(claims: readonly Claim[], rows: readonly Row[], grid?: Grid): Judged[];
export function valueAt(row: Row, column: string): number;
