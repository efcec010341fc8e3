// The interface between the page and an engine. There are two engines: a server (http-client.ts) and this browser itself
// (browser-client.ts). Both use the types of core's wire and the error messages of the command line, and give the same bytes.

import type {
  ExamineOptions as CoreOptions,
  LoggedEvent,
  NamedEdge,
  RunResult,
  wire,
} from "../../core/index.ts";

export interface Client {
  /** Where tables and runs are stored: for wording on the page, not for decisions. */
  readonly kind: "server" | "browser";
  readonly version: () => Promise<wire.Version>;
  readonly catalogue: () => Promise<wire.Catalogue>;
  readonly examples: () => Promise<readonly wire.Example[]>;

  /** Entries whose files are damaged; they can only be deleted. */
  readonly damaged: (of: "tables" | "runs") => Promise<wire.Damaged>;
  readonly tables: () => Promise<readonly wire.Table[]>;
  readonly table: (id: string) => Promise<wire.TablePreview>;
  readonly addTable: (file: File, onProgress?: (share: number) => void) => Promise<wire.TablePreview>;
  /** Another sheet of a table's workbook, as a table of its own. */
  readonly addSheet: (id: string, sheet: string) => Promise<wire.TablePreview>;
  readonly addExample: (name: string) => Promise<wire.TablePreview>;
  /** A newer request cancels the older one; likewise for estimate and edge. */
  readonly examine: (id: string, options: ExamineOptions) => Promise<wire.Findings>;
  readonly removeTable: (id: string) => Promise<void>;

  readonly runs: () => Promise<readonly wire.RunBody[]>;
  readonly run: (id: string) => Promise<wire.RunDetails>;
  /** How long the run would take here, from a short trial; null if the engine is busy: it makes one estimate at a time. */
  readonly estimate: (request: NewRun) => Promise<wire.Estimate | null>;
  readonly start: (request: NewRun) => Promise<wire.RunBody>;
  readonly pause: (id: string) => Promise<wire.RunBody>;
  readonly resume: (id: string) => Promise<wire.RunBody>;
  readonly cancel: (id: string) => Promise<wire.RunBody>;
  readonly removeRun: (id: string) => Promise<void>;
  /** Sends past events, then live ones, until the returned function is called; reconnects if the connection is lost. */
  readonly watch: (id: string, listener: (news: News) => void) => () => void;
  readonly result: (id: string) => Promise<RunResult>;
  readonly edge: (id: string, edge: NamedEdge) => Promise<wire.EdgeDetails>;
  readonly compare: (a: string, b: string) => Promise<wire.Comparison>;
  readonly file: (id: string, name: wire.FileName) => Promise<Blob>;
}

/** A run to start; omitted fields take their defaults. */
export type NewRun = Pick<wire.RunRequest, "table"> & Partial<wire.RunRequest>;

export type ExamineOptions = Partial<CoreOptions>;

/** News for a watcher. Steps are thinned to about twenty per second; the record has them all. */
export type News =
  | { readonly type: "state"; readonly run: wire.RunBody }
  | LoggedEvent
  /** The best graph so far, sent when it changes, at most twice per second. */
  | { readonly type: "best"; readonly edges: readonly NamedEdge[] }
  /** For an agent: the probability of each edge, one row per cause, in the order of the columns. */
  | { readonly type: "probabilities"; readonly values: readonly number[] }
  /** The engine cannot be reached; the client keeps retrying. */
  | { readonly type: "lost"; readonly sentence: string };

export type LoggedStep = Extract<LoggedEvent, { readonly type: "step" }>;
