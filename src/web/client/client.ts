// What the page asks of an engine. There are two: a server (http-client.ts), and this browser itself (browser-client.ts).
// Both speak in the types of core's wire, refuse with the sentences of the command line, and end in the same bytes.

import type {
  ExamineOptions as CoreOptions,
  LoggedEvent,
  NamedEdge,
  RunResult,
  wire,
} from "../../core/index.ts";

export interface Client {
  /** Where tables and runs are: for words on the page, not for decisions. */
  readonly kind: "server" | "browser";
  readonly version: () => Promise<wire.Version>;
  readonly catalogue: () => Promise<wire.Catalogue>;
  readonly examples: () => Promise<readonly wire.Example[]>;

  /** Entries whose files are damaged: they can only be deleted. */
  readonly damaged: (of: "tables" | "runs") => Promise<wire.Damaged>;
  readonly tables: () => Promise<readonly wire.Table[]>;
  readonly table: (id: string) => Promise<wire.TablePreview>;
  readonly addTable: (file: File, onProgress?: (share: number) => void) => Promise<wire.TablePreview>;
  readonly addExample: (name: string) => Promise<wire.TablePreview>;
  /** A newer request cancels the older one; so it is with estimate and edge. */
  readonly examine: (id: string, options: ExamineOptions) => Promise<wire.Findings>;
  readonly removeTable: (id: string) => Promise<void>;

  readonly runs: () => Promise<readonly wire.RunBody[]>;
  readonly run: (id: string) => Promise<wire.RunDetails>;
  /** How long such a run would take here, by a short trial. */
  /** Null where the engine has no time for an answer: one is made at a time. */
  readonly estimate: (request: NewRun) => Promise<wire.Estimate | null>;
  readonly start: (request: NewRun) => Promise<wire.RunBody>;
  readonly pause: (id: string) => Promise<wire.RunBody>;
  readonly resume: (id: string) => Promise<wire.RunBody>;
  readonly cancel: (id: string) => Promise<wire.RunBody>;
  readonly removeRun: (id: string) => Promise<void>;
  /** Tells first what has happened, then what happens, until the answer is called; comes again by itself where a line breaks. */
  readonly watch: (id: string, listener: (news: News) => void) => () => void;
  readonly result: (id: string) => Promise<RunResult>;
  readonly edge: (id: string, edge: NamedEdge) => Promise<wire.EdgeDetails>;
  readonly compare: (a: string, b: string) => Promise<wire.Comparison>;
  readonly file: (id: string, name: wire.FileName) => Promise<Blob>;
}

/** A run to be made; what is left out has its default. */
export type NewRun = Pick<wire.RunRequest, "table"> & Partial<wire.RunRequest>;

export type ExamineOptions = Partial<CoreOptions>;

/** What a watcher hears. Steps are thinned to some twenty in a second; the record has them all. */
export type News =
  | { readonly type: "state"; readonly run: wire.RunBody }
  | LoggedEvent
  /** The best graph so far, when it has changed, at most twice in a second. */
  | { readonly type: "best"; readonly edges: readonly NamedEdge[] }
  /** Of an agent: the probability of each edge, row by cause, in the order of the columns. */
  | { readonly type: "probabilities"; readonly values: readonly number[] }
  /** The engine cannot be reached; it is tried again. */
  | { readonly type: "lost"; readonly sentence: string };

export type LoggedStep = Extract<LoggedEvent, { readonly type: "step" }>;
