// The shapes of an experiment: its grid, the numbers published beside it, and one row for each of our runs.

import type * as wherefore from "../src/node/index.ts";

/** What an experiment uses of the library; the command gives the built one, the test the source. */
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
 * A grid is data: every table is run under every score. It is the whole record of what an experiment asked for, so grids that
 * look alike share no lines: a change of one must not change another.
 */
export interface Grid {
  readonly title: string;
  /** Of every run that has none of its own. */
  readonly search: string;
  /** Random starts, for a search that has them. */
  readonly restarts?: number;
  /** Options of an agent. */
  readonly options?: NonNullable<wherefore.RunOptions["options"]>;
  /** The agent is not told the proven optimum, so that its own rule ends it; the row has the gap all the same. */
  readonly isBlind?: boolean;
  /** Is the optimum proven after every search, for the gap? Yes, unless that takes longer than the search. */
  readonly isProven?: boolean;
  /** Takes hours: rows that are there are kept, and the command makes those that are missing. */
  readonly isLong?: boolean;
  /** The rule of pruning, `threshold` unless said; the graph before pruning is reported too. */
  readonly prune?: Pruning;
  /** Is the polished graph the one that is pruned? Unless said, as the search does it. */
  readonly polish?: boolean;
  /** Coefficients up to this size are pruned, where the rule has any. */
  readonly threshold?: number;
  /** Is every certificate read back and re-run against its table? Yes, unless that takes as long as the search. */
  readonly isVerified?: boolean;
  /** Does its table tell distances between equivalence classes? Of the final graphs, unless said. */
  readonly isByClass?: boolean;
  readonly tables: readonly TableFamily[];
  readonly scores: readonly ScoreChoice[];
  readonly claims: readonly Claim[];
  /** The part that continuous integration runs. */
  readonly smallest: {
    readonly families: number;
    readonly seeds: number;
    /** Of an agent; its rows are then not those of the whole grid. */
    readonly iterations?: number;
    /** Only so many columns and rows of a table, the first ones; likewise. */
    readonly columns?: number;
    readonly rows?: number;
    /** Only the first so many of its scores. */
    readonly scores?: number;
  };
}

type Pruning = "none" | "threshold" | "quadratic" | "cam";

export interface TableFamily {
  /** A name of the paper's sets, or one that `simulate` or files give meaning to. */
  readonly set: string;
  readonly simulate?: wherefore.SimulateOptions;
  readonly make?: Run["make"];
  readonly files?: Files;
  readonly cut?: Run["cut"];
  readonly gaps?: Gaps;
  readonly seeds: readonly number[];
  /** Seeds of the search; each table is run with each of them. */
  readonly runSeeds?: readonly number[];
  /** Instead of the grid's. */
  readonly scores?: readonly ScoreChoice[];
}

/** A table with its truth, and its columns of numbers that are categories. */
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

/** Values that are taken out of every second column, the second to begin with, and what is done about them. */
export interface Gaps {
  /** Of the cells of those columns. */
  readonly share: number;
  /** By chance alone, or where the first column, which has no gaps, is above its median: there twice as many. */
  readonly by: "chance" | "first column";
  /** Means and covariances are estimated by EM, gaps are imputed, or rows with gaps are left out. */
  readonly then: "em" | "impute" | "drop";
}

export interface ScoreChoice {
  readonly scoreName: string;
  /** Null for a score that has one penalty only. */
  readonly penalty: "equation" | "runs" | null;
  /** Of the agent; left out: the preset's. */
  readonly decoder?: "single-layer" | "bilinear" | "ntn" | "transformer";
  readonly step?: "published" | "merged";
  /** Of CORL: when a reward is told. */
  readonly reward?: "episodic" | "stepwise";
  /** The column of a published table that this run belongs to. */
  readonly method?: string;
  /** Instead of the grid's. */
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
  /** Tables that the simulator does not make; of so many columns and rows, where it can. */
  readonly make?: (library: Library, seed: number, cut: NonNullable<Run["cut"]>) => Made;
  readonly files?: Files;
  readonly gaps?: Gaps;
  /** Only the first columns and rows of the table. */
  readonly cut?: { readonly columns?: number | undefined; readonly rows?: number | undefined };
}

/** How a run is made, beyond what it is. */
export interface Running {
  /** Recorded there, and gone on with from there. */
  readonly folder?: string;
  readonly machine?: { readonly threads?: number | undefined; readonly wide?: boolean | undefined };
  readonly stop?: wherefore.DiscoverOptions["stop"];
  readonly onEvent?: (event: wherefore.RunEvent) => void;
  /** Of the code that makes it, for the row. */
  readonly commit?: string | undefined;
}

export interface Asked {
  readonly options: wherefore.RunOptions;
  readonly truth: wherefore.Graph;
  readonly onEvent: (event: wherefore.RunEvent) => void;
}

export interface ExperimentOptions {
  readonly published?: Published | undefined;
  /** Rows that there are already: their runs are not made again. */
  readonly rows?: readonly Row[];
  readonly isWanted?: (run: Run) => boolean;
  readonly running?: (run: Run) => Running;
  readonly onRow?: (row: Row) => void | Promise<void>;
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
  /** Runs that the claim is also about and that are not made yet. */
  readonly missing?: number;
  readonly value: number | null;
  readonly holds: boolean;
}

/** A graph against the truth. */
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
  /** Of an agent: batches it learned from, restarts it made, whether it reached the proven optimum, and its time. */
  readonly agent?: AgentRow;
  /** What the search found, and that after pruning. */
  readonly raw: Distance;
  readonly pruned: Distance;
  /** Of a search that returns a class: undirected edges counted favourably, as in published tables. */
  readonly asClass?: Distance;
  /** SHD of the graph without edges: the number of true edges. */
  readonly shdEmpty: number;
  /** Of the raw graph; higher is better. */
  readonly score: number;
  readonly scoreOfTruth: number;
  /** As published, 0 to 5, of the raw graph; lower is better. Null for a score that the paper has not. */
  readonly paperScore: number | null;
  /** Proven optimum minus score; null where no optimum was proven. */
  readonly gap: number | null;
  /** Did the certificate, read back and re-run against the table, hold? Null where there is none. */
  readonly proofHolds: boolean | null;
  readonly seconds: number;
  /** Of all threads, everything from reading to judging; of the last sitting where a run was resumed. */
  readonly cpuSeconds?: number;
  /** The commit that made the row, where a grid's rows come from several sittings. */
  readonly commit?: string;
  /** The published run on the same table with the same score, where there is one. */
  readonly published?: Comparison;
}

export interface AgentRow {
  readonly iterations: number;
  readonly restarts: number;
  /** Null where no optimum was proven. */
  readonly isOptimal: boolean | null;
  /** Of the search alone, without the proof. */
  readonly seconds: number;
  /** Order searches at stalls, in all restarts: with none the agent got there by itself. */
  readonly looks?: number;
  /** Of the paper's agent: was an acyclic graph ever proposed (if not, the row's graph is one along the variances)? */
  readonly sawDag?: boolean;
  /** The λ update at which the graph of the best reward was first acyclic, counted in iterations. */
  readonly firstDag?: number | null;
  /** Proven optimum minus the score of the best graph proposed, and of the polished one. */
  readonly gapRaw?: number | null;
  readonly gapPolished?: number | null;
  readonly verdict?: wherefore.RunResult["verdict"];
  /** Of the graphs, scores and weights: the run made again has the same. */
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
  /** Of a search that is not the published one. */
  readonly failed?: Failure;
  readonly firstDag?: number | null;
}

/**
 * What kept a published run from the truth. search: a graph of better score is nearer the truth; score: it prefers
 * another graph to the truth; class: it cannot tell the truth from the other members of its equivalence class.
 */
export type Failure = "nothing" | "search" | "score" | "class" | "search and score" | "search and class";

export interface Published {
  readonly source: string;
  /** Tables of means, by method. */
  readonly methods?: readonly PublishedMethod[];
  readonly runs?: readonly PublishedRun[];
}

/** Mean and population standard deviation over the data sets; what the source leaves out is left out. */
export interface PublishedMethod {
  readonly set: string;
  readonly method: string;
  readonly fdr?: MeanAndDeviation;
  readonly tpr?: MeanAndDeviation;
  readonly shd: MeanAndDeviation;
  /** Of a single data set: edges, and those that are correct. */
  readonly edges?: number;
  readonly correct?: number;
  /** Why ours differs, or why the published number cannot be. */
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

/** Files of a grid that are not there. */
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
export function runExperiment(library: Library, grid: Grid, options?: ExperimentOptions): Promise<Row[]>;
export function judge(claims: readonly Claim[], rows: readonly Row[], grid?: Grid): Judged[];
export function valueAt(row: Row, column: string): number;
